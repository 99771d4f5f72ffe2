/** @file What --table prints: 80 columns, whatever the width and the direction of the text. */
import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { after, beforeEach, describe, it } from "node:test";
import { promisify } from "node:util";
import bidiFactory from "bidi-js";
import stringWidth from "string-width";
import { each, HOME, json, PROGRAM, prints, refuses, serve, svc } from "./support.mjs";
import { startService } from "./service.mjs";

const run = promisify(execFile);
const bidi = /** @type {any} */ (bidiFactory)();
const ITEM = {
  content_id: "a:b", locale: "en", markdown_url: "http://site/b.md", section: "material",
  title: "Waves", excerpt: "Sound.", url: "http://site/b",
};
const SOURCES = { translation: { label: "A translation", publisher: "its publisher" } };
const SURAH = {
  name: "Ya-Sin", meaning: { text: "Ya Sin" }, route: "quran/36", revelation: "Meccan",
  pre_bismillah: null, sources: SOURCES,
};

/** @type {import("./support.mjs").Handler} */
let respond;
const api = await serve((request, response) => respond(request, response));
const service = await startService();
after(() => Promise.all([api.close(), service.stop()]));
beforeEach(() => {
  respond = json({});
});

/** The table of an answer. @param {string[]} args @param {object} answer */
async function shown(args, answer) {
  respond = json(answer);
  const result = await svc([...args, "--table", "--api-base", api.base]);
  assert.deepEqual({ ...result, stdout: "" }, prints(""));
  return result.stdout;
}

/** @param {Partial<typeof ITEM>} item @returns {Promise<string>} */
const found = (item) => shown(["search", "x"], { items: [{ ...ITEM, ...item }] });

/** @param {string} arabic @param {string} text @param {object} [more] */
const verse = (arabic, text, more) => shown(["quran", "36"], { ...SURAH, verses: [
  { number: 1, arabic, translation: { notes: [], segments: [{ value: text }] }, ...more },
] });

/** As a terminal shows a line that runs from left to right, after Unicode's algorithm.
 * @param {string} line */
function displayed(line) {
  const levels = bidi.getEmbeddingLevels(line, "ltr");
  return bidi.getReorderedString(line, levels).replaceAll(/[\u2066-\u2069]/g, "");
}

describe("svc search --table", () => {
  it("shows what was found, what it says, and how to read it", async () => {
    const page = { items: [ITEM, { ...ITEM, title: "Surah", section: "quran", locale: "de",
      excerpt: "A verse.", url: "http://site/de/quran/2#verse-255" }], next_offset: 2 };
    assert.equal(await shown(["search", "x"], page), `\
TITLE                     TEXT

Waves                     Sound.
material
  svc get a:b

Surah                     A verse.
quran
  svc quran 2:255 --locale de

More results begin at --offset 2.
`);
  });

  it("shows the URL of what can only be cited", async () => {
    const { markdown_url: _, ...cited } = ITEM;
    assert.match(await shown(["search", "x"], { items: [cited] }), /^ {2}http:\/\/site\/b$/m);
  });

  it("says that nothing was found", async () =>
    assert.equal(await shown(["search", "x"], { items: [] }), "Nothing was found.\n"));

  each(it, [
    ["breaks between words", "word ".repeat(12).trim(), [
      "Waves                     word word word word word word word word word word word",
      "material                  word"]],
    ["breaks a word that is longer than a line", "x".repeat(60), [
      `Waves                     ${"x".repeat(54)}`, "material                  xxxxxx"]],
    ["counts wide characters twice", "電波".repeat(14), [
      `Waves                     ${"電波".repeat(13)}電`, "material                  波"]],
    ["counts a family as one character", "👩‍👩‍👧".repeat(28), [
      `Waves                     ${"👩‍👩‍👧".repeat(27)}`, "material                  👩‍👩‍👧"]],
    ["does not count combining marks", "e\u0301".repeat(55), [
      `Waves                     ${"e\u0301".repeat(54)}`, "material                  e\u0301"]],
    ["keeps the lines of a text", "a\r\nb\n\nc", [
      "Waves                     a", "material                  b", "",
      "                          c"]],
    ["takes no command to the terminal", "\u001b[31mred\u0007\u009b2J\u0000", [
      "Waves                     [31mred2J", "material"]],
    ["takes no command to turn the text", "a\u202eb\u2067c\u2069\u2069d", [
      "Waves                     abcd", "material"]],
  ], async (_, excerpt, lines) => {
    const all = (await found({ excerpt })).split("\n");
    assert.deepEqual(all.slice(2, 2 + lines.length), lines);
  });

  it("aligns what follows a wide title", async () =>
    assert.match(await found({ title: "電波 e\u0301" }), /^電波 e\u0301 {20}Sound\.$/m));
});

describe("svc quran --table", () => {
  it("shows the verses with their translation, its notes, its source and tafsir", async () => {
    const segments = [{ value: "He" }, { number: 3 }, { value: " is." }];
    const notes = [{ number: 3, text: "A note." }];
    const opening = { arabic: "ب", translation: { notes: [], segments: [{ value: "In." }] } };
    const first = { number: 9, arabic: "س", translation: { notes, segments }, tafsir: "More." };
    const text = await shown(["quran", "36"],
      { ...SURAH, pre_bismillah: opening, verses: [first] });
    assert.equal(text, `\
Ya-Sin (Ya Sin), surah 36, Meccan

     ARABIC                            TRANSLATION

                                    \u2067ب\u2069  In.

  9                                 \u2067س\u2069  He[3] is.
                                       [3] A note.

                                       More.

Translation: A translation, its publisher
`);
  });

  it("keeps each cell in its columns where the terminal turns Arabic", async () => {
    const lines = (await verse("سطر ١ و 25", "7 loaves (خبز) 8")).split("\n");
    const line = lines.find((one) => one.includes("loaves")) ?? "";
    assert.equal(displayed(line), `  1${" ".repeat(24)}25 و ١ رطس  7 loaves (زبخ) 8`);
  });

  it("isolates every line of a broken text", async () => {
    const lines = (await verse("سطر ".repeat(20).trim(), "abc ".repeat(20).trim())).split("\n");
    const arabic = lines.filter((line) => line.includes("س"));
    assert.equal(arabic.length, 3);
    const safe = /^.{5} *\u2067[^\u2066-\u2069]+\u2069( {2}[abc ]+)?$/;
    for (const line of arabic) assert.match(line, safe);
  });
});

describe("--table of other answers", () => {
  it("shows members by name, lists below one another", async () =>
    assert.equal(await shown(["taxonomy"], {
      a: 1, b: { c: ["x", "y"], d: [{ id: "de", label: "Germany" }] }, e: null, tools: ["z"],
    }), "a      1\nb.c    x\n       y\nb.d    de Germany\ne\ntools  z\n"));

  it("shows a text below what is said of it, at the full width", async () => {
    const text = `# Title\n\n${"word ".repeat(17).trim()}\n\n    code\n`;
    assert.equal(await shown(["get", "a"], { title: "Title", text }),
      `title  Title\n\n# Title\n\n${"word ".repeat(15)}word\nword\n\n    code\n\n`);
  });

  it("changes nothing of what fails", async () => {
    const env = { SVC_API_BASE: service.base };
    const [plain, table] = await Promise.all([
      svc(["quran", "115"], { env }), svc(["quran", "115", "--table"], { env })]);
    const { request_id: _, ...problem } = JSON.parse(plain.stderr);
    const { request_id: __, ...same } = JSON.parse(table.stderr);
    assert.deepEqual([table.status, table.stdout, same], [3, "", problem]);
  });
});

describe("--table against the real service", () => {
  each(it, [
    ["stays within 80 columns: search", ["search", "persamaan kuadrat", "--locale", "id"]],
    ["stays within 80 columns: search in Arabic", ["search", "الرحمن"]],
    ["stays within 80 columns: try-outs", ["search", "--section", "tryout", "--locale", "de"]],
    ["stays within 80 columns: fifty verses", ["quran", "2:250-286", "--locale", "de"]],
    ["stays within 80 columns: tafsir", ["quran", "36:1-9", "--locale", "id", "--tafsir"]],
    ["stays within 80 columns: a surah's document", ["get", "asset:en:quran:surah:36"]],
    ["stays within 80 columns: a lesson",
      ["get", "asset:de:material:mathematics:quadratic-equations"]],
    ["stays within 80 columns: the taxonomy", ["taxonomy"]],
    ["stays within 80 columns: MCP", ["mcp"]],
    ["stays within 80 columns: health", ["health"]],
  ], async (_, args) => {
    const env = { SVC_API_BASE: `${service.base}/v1` };
    const { stdout, stderr, status } = await svc([...args, "--table"], { env });
    assert.deepEqual([stderr, status], ["", 0]);
    assert.deepEqual(stdout.split("\n").filter((line) => stringWidth(line) > 80), []);
    // Whatever runs from right to left is isolated, and each isolate ends in its line.
    const outside = stdout.replaceAll(/[\u2066\u2067][^\u2066-\u2069\n]*\u2069/g, "");
    assert.doesNotMatch(outside, /[\p{Script=Arabic}\u2066-\u2069]/u);
  });

  it("shows the Arabic text code point by code point as it is served", async () => {
    const env = { SVC_API_BASE: service.base };
    const [plain, table] = await Promise.all(
      [[], ["--table"]].map((form) => svc(["quran", "2:255-286", ...form], { env })));
    const served = JSON.parse(plain.stdout).verses.map((/** @type {any} */ one) => one.arabic);
    const isolated = table.stdout.match(/(?<=\u2067)[^\u2069]+(?=\u2069)/g);
    assert.equal(isolated?.join(" "), served.join(" "));
  });
});

describe("a terminal", () => {
  /** Output of the program on a terminal. @param {number} columns @param {string} args */
  async function terminal(columns, args) {
    const command = `stty cols ${columns}; "${process.execPath}" "${PROGRAM}" ${args}`;
    const env = { PATH: process.env.PATH, SVC_API_BASE: api.base, SHELL: "/bin/sh" };
    const { stdout } = await run("script", ["-qec", command, "/dev/null"], { env });
    return stdout.replaceAll("\r\n", "\n");
  }

  it("gets compact JSON unless it asks for a table", async () => {
    respond = json({ items: [] });
    assert.equal(await terminal(80, "search x"), '{"items":[]}\n');
  });

  each(it, [
    ["of 60 columns gets a table as wide", 60, 24, 34],
    ["of 100 columns gets a table as wide", 100, 30, 68],
    ["of 200 columns gets a table as wide", 200, 60, 138],
    ["of 300 columns gets one of 200", 300, 60, 138],
  ], async (_, columns, title, room) => {
    respond = json({ items: [{ ...ITEM, excerpt: "x".repeat(150) }] });
    const [, , line] = (await terminal(columns, "search x --table")).split("\n");
    assert.equal(line, `${"Waves".padEnd(title)}  ${"x".repeat(room)}`);
  });

  each(it, [
    ["of 40 columns has the text below its title", 40, 40],
    ["of 59 columns too", 59, 59],
    ["of 10 columns gets a table of 40", 10, 40],
  ], async (_, columns, room) => {
    respond = json({ items: [{ ...ITEM, excerpt: "x".repeat(150) }] });
    const lines = (await terminal(columns, "search x --table")).split("\n");
    assert.deepEqual(lines.slice(0, 2), ["Waves (material)", "x".repeat(room)]);
  });
});

describe("a checkout without its packages", () => {
  it("says what a table needs, and prints JSON", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-bare-"));
    after(() => rm(folder, { recursive: true }));
    for (const part of ["bin", "src", "package.json"]) {
      await cp(join(HOME, part), join(folder, part), { recursive: true });
    }
    const program = join(folder, "bin/svc.mjs");
    const bare = (/** @type {string[]} */ ...args) =>
      run(process.execPath, [program, "search", "a", "--api-base", api.base, ...args])
        .then((printed) => ({ ...printed, status: 0 }))
        .catch(({ stdout, stderr, code }) => ({ stdout, stderr, status: code }));
    respond = json({ items: [] });
    assert.deepEqual(await bare(), prints('{"items":[]}\n'));
    assert.deepEqual(await bare("--table"),
      refuses(`--table needs a package that is missing; run "npm ci" in ${folder}/`));
  });
});
