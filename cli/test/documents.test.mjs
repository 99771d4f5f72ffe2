/** @file The README's examples are run, and README and manual hold every command and option. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { COMMANDS, GLOBAL, OPTIONS } from "../src/commands.mjs";
import { HOME, PROGRAM } from "./support.mjs";
import { startService } from "./service.mjs";

const run = promisify(execFile);
const DEFAULT = "http://127.0.0.1:8080";
const service = await startService();
after(() => service.stop());
const readme = readFileSync(join(HOME, "README.md"), "utf8");
const manual = readFileSync(join(HOME, "man/svc.1.scd"), "utf8");

/** Commands after "$ " and what they print, from the blocks marked console.
 * @type {{command: string, printed: string}[]} */
const examples = [...readme.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block]) =>
  block.split(/^\$ /m).slice(1).map((example) => {
    const [command, ...printed] = example.split("\n");
    return { command, printed: printed.join("\n").trimEnd() };
  }),
);

/** @param {string} text in which "…" stands for anything */
const pattern = (text) =>
  new RegExp(`^${text.split("…").map((part) => RegExp.escape(part)).join("[^]*?")}$`, "u");

describe("the README", () => {
  for (const { command, printed } of examples) {
    it(`shows what this prints: ${command}`, async () => {
      const line = `svc() { "${process.execPath}" "${PROGRAM}" "$@"; }; { ${command}; } 2>&1`;
      const args = ["--norc", "-c", line.replaceAll(DEFAULT, service.base)];
      const env = { PATH: process.env.PATH, SVC_API_BASE: service.base };
      const { stdout } = await run("bash", args, { env }).catch((error) => error);
      assert.match(stdout.replaceAll(service.base, DEFAULT).trimEnd(), pattern(printed));
    });
  }

  it("mentions every command", () => {
    const shown = examples.map(({ command }) => command).join("\n") + readme;
    for (const name of Object.keys(COMMANDS)) assert.match(shown, new RegExp(`svc ${name}`));
  });
});

describe("the manual", () => {
  it("explains every command", () => {
    const headings = [...manual.matchAll(/^\*svc (\w+)\*/gm)].map(([, name]) => name);
    assert.deepEqual(headings, Object.keys(COMMANDS));
  });

  it("explains the options of each command under it, in order, and no others", () => {
    const [, ...sections] = manual.split(/^# (?:COMMANDS|OPTIONS|EXIT STATUS)$/m);
    const named = (/** @type {string} */ text) =>
      [...text.matchAll(/^\t?(?:\*-\w\*, )?\*--([\w-]+)\*/gm)].map(([, name]) => name);
    const commands = sections[0].split(/^\*svc \w+\*/m).slice(1);
    assert.deepEqual(commands.map(named), Object.values(COMMANDS).map(({ options }) => options));
    assert.deepEqual(named(sections[1]), GLOBAL);
  });

  it("names the value of each option", () => {
    for (const [name, { argument }] of Object.entries(OPTIONS)) {
      if (argument) assert.ok(manual.includes(`*--${name}* _${argument}_\n`), name);
    }
  });

  it("states the version, and svc.1 is what scdoc makes of it: npm run man", async () => {
    const { scripts } = JSON.parse(readFileSync(join(HOME, "package.json"), "utf8"));
    const { stdout } = await run("sh", ["-c", scripts.man.replace(/ > \S+$/, "")], { cwd: HOME });
    const kept = readFileSync(join(HOME, "man/svc.1"), "utf8");
    /** Without its first line, which names the scdoc that made it; releases of scdoc begin a
     * paragraph by either of two macros. @param {string} page */
    const text = (page) => page.replace(/^[^\n]*\n/, "").replace(/^\.PP$/gm, ".P");
    assert.equal(text(kept), text(stdout));
    const { version } = JSON.parse(readFileSync(join(HOME, "package.json"), "utf8"));
    assert.match(stdout, /^\.TH "svc" "1" /m);
    assert.ok(stdout.includes(`"svc-cli ${version}" "User commands"\n`));
  });
});
