/** @file The program against the real service: its answers and refusals, byte for byte. */
import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { each, outcome, prints, refuses, serve, svc } from "./support.mjs";
import { startService } from "./service.mjs";

const service = await startService();

/** Stands between the two and keeps what the service answered, as bytes.
 * @type {{url: string, status: number, body: Buffer}[]} */
const answers = [];
const recorder = await serve(async ({ url = "", headers }, response) => {
  const { accept = "" } = headers;
  const real = await fetch(service.base + url, { headers: { accept } });
  const body = Buffer.from(await real.arrayBuffer());
  answers.push({ url, status: real.status, body });
  const type = real.headers.get("content-type") ?? "";
  response.writeHead(real.status, { "content-type": type }).end(body);
});
after(async () => {
  await recorder.close();
  await service.stop();
});
beforeEach(() => {
  answers.length = 0;
});

/** @param {string[]} args @param {string} [input] */
const recorded = (args, input) => svc(args, { input, env: { SVC_API_BASE: recorder.base } });

const MATHEMATICS = "asset:en:material:mathematics:quadratic-equations";

describe("what the service answers is printed as it is", () => {
  each(it, [
    ["health", ["health"]],
    ["taxonomy", ["taxonomy"]],
    ["taxonomy in German", ["taxonomy", "--locale", "de"]],
    ["taxonomy in Indonesian", ["taxonomy", "--locale", "id"]],
    ["a search", ["search", "quadratic", "equations"]],
    ["a search in a locale and section",
      ["search",
        "persamaan", "kuadrat", "--locale", "id", "--section", "material", "--limit", "3"]],
    ["a search with alternates", ["search", "waves", "--query", "oscillation", "--query", "sound"]],
    ["a page further on", ["search", "energy", "--limit", "2", "--offset", "2"]],
    ["a section", ["search", "--section", "articles"]],
    ["a search without hits", ["search", "qqqqqzzzzzxxxxx"]],
    ["a verse by its words", ["search", "Throne", "heavens", "--section", "quran", "--limit", "1"]],
    ["content by its ID", ["get", MATHEMATICS]],
    ["content by its URI", ["get", `svc://content/${MATHEMATICS}`]],
    ["a surah's content", ["get", "asset:id:quran:surah:112"]],
    ["one verse", ["quran", "2:255"]],
    ["a whole surah", ["quran", "112", "--to-verse", "4"]],
    ["a range with tafsir", ["quran", "2:255-257", "--locale", "id", "--tafsir"]],
    ["a range in German", ["quran", "1", "--from-verse", "1", "--to-verse", "7", "--locale", "de"]],
    ["fifty verses", ["quran", "2:1-50"]],
  ], async (_, args) => {
    const { stdout, stderr, status } = await recorded(args);
    assert.deepEqual([stderr, status, answers.length, answers[0].status], ["", 0, 1, 200]);
    assert.equal(stdout, `${answers[0].body}\n`);
  });

  it("content by its URLs", async () => {
    const { url, markdown_url } = JSON.parse((await recorded(["get", MATHEMATICS])).stdout);
    const expected = prints(`${answers[0].body}\n`);
    for (const ref of [url, markdown_url, `${url}?a=1#b`]) {
      assert.deepEqual(await recorded(["get", ref]), expected);
    }
  });

  it("content as Markdown, the same as in its JSON", async () => {
    const { text } = JSON.parse((await recorded(["get", MATHEMATICS])).stdout);
    const expected = prints(`${text.trimEnd()}\n`);
    assert.deepEqual(await recorded(["get", MATHEMATICS, "--markdown"]), expected);
  });
});

describe("a surah by its name", () => {
  each(it, [
    ["al-baqarah", 2], ["Al-Ikhlas", 112], ["yasin", 36], ["Al Fatihah", 1], ["surah maryam", 19],
    ["البقرة", 2], ["an-nas", 114], ["Ya-Sin", 36],
  ], async (name, number) => {
    const { stdout, stderr } = await recorded(["quran", name, "2"]);
    assert.equal(stderr, "");
    assert.equal(JSON.parse(stdout).route, `quran/${number}`);
    assert.deepEqual(answers.map(({ url }) => url).slice(1), [`/v1/quran/${number}?from_verse=2`]);
  });

  each(it, [
    ["yasin all", "36 (Ya-Sin)"], ["al-baqarah all", "2 (Al-Baqarah)"],
    ["maryam whole surah", "19 (Maryam)"], ["2:", "2 (Al-Baqarah)"],
    ["2:255-", "2:255 (Al-Baqarah)"], ["2 255 257", "2:255 (Al-Baqarah)"],
    ["al-baqarah 255 257", "2 (Al-Baqarah)"], ["112 all", "112 (Al-Ikhlas)"],
    ["2 to 5", "2:5 (Al-Baqarah)"], ["2:255-257 all", "2:255 (Al-Baqarah)"],
    ["surah:2-255", "2:255 (Al-Baqarah)"], ["the 5", "5 (Al-Ma'idah)"],
    ["al 5", "5 (Al-Ma'idah)"], ["a", "2, 2:255-257, yasin"], [":5", "5 (Al-Ma'idah)"],
    ["Musa", "2, 2:255-257, yasin"], ["qqqqqzzzzz", "2, 2:255-257, yasin"],
  ], async (words, meant) => {
    const form = "accepted is svc quran <surah>[:<n>[-<n>]]";
    const said = await recorded(["quran", ...words.split(" ")]);
    assert.deepEqual(said, refuses(`"${words}" is no passage; ${form}, such as ${meant}`));
  });

  each(it, [
    ["Al A'la", 87], ["Ar Ra d", 13], ["ali imran", 3], ["the cow", 2], ["ya seen", 36],
    ["surah an nas", 114], ["سورة البقرة", 2], ["surah 36", 36], ["sura 2", 2], ["surat 36", 36],
    ["Sure 36", 36], ["surah:36", 36], ["surah no. 36", 36], ["the opener", 1],
    ["https://quran.com/36", 36], ["surah yasni", 36],
  ], async (words, number) => {
    const { stdout } = await recorded(["quran", ...words.split(" ")]);
    assert.equal(JSON.parse(stdout).route, `quran/${number}`);
  });

  each(it, [
    ["Q 2:255"], ["QS Al-Baqarah: 255"], ["2/255"], ["2.255"], ["2,255"], ["2：255"], ["٢:٢٥٥"],
    ["\"2:255\""], ["Al-Baqara 2,255"], ["chapter 2 verse 255"], ["Tafsir 2:255"],
    ["ayat kursi"], ["https://quran.com/2/255"], ["Vers 255 der Sure 2"], ["the cow 255"],
  ], async (words) => {
    const { stdout } = await recorded(["quran", ...words.split(" ")]);
    const { route, verses: [verse] } = JSON.parse(stdout);
    assert.deepEqual([route, verse.number], ["quran/2", 255]);
  });

  it("tells of a juz where it lies", async () => {
    assert.deepEqual(await recorded(["quran", "juz", "amma"]), refuses(
      "juz 30 is 78:1 to 114:6; ask for one surah at a time, such as 78 (An-Naba)"));
  });

  it("is told by its name where it has no such verse", async () => {
    const { stderr, status } = await recorded(["quran", "Yunus", "114"]);
    assert.equal(status, 3);
    assert.match(stderr, /Surah 10, Yunus, ends with verse 109; 114 to 114 were asked for\./);
  });

  it("that there is not is refused here", async () => {
    const { stdout, status } = await recorded(["quran", "qqqqqzzzzz"]);
    assert.deepEqual([stdout, status], ["", 2]);
  });
});

describe("what the service refuses is told byte for byte", () => {
  each(it, [
    ["an unknown locale", ["taxonomy", "--locale", "fr"], 422, "UNPROCESSABLE_REQUEST"],
    ["an empty locale", ["taxonomy", "--locale="], 422, "UNPROCESSABLE_REQUEST"],
    ["a blank query", ["search", " "], 422, "UNPROCESSABLE_REQUEST"],
    ["an empty query", ["search", ""], 422, "UNPROCESSABLE_REQUEST"],
    ["five phrasings", ["search", "a", ..."bcde".split("").map((query) => `--query=${query}`)],
      422, "UNPROCESSABLE_REQUEST"],
    ["a query of 513 bytes", ["search", "a".repeat(513)], 422, "UNPROCESSABLE_REQUEST"],
    ["an unknown section", ["search", "a", "--section", "news"], 422, "UNPROCESSABLE_REQUEST"],
    ["a limit of 0", ["search", "a", "--limit", "0"], 422, "UNPROCESSABLE_REQUEST"],
    ["a limit of 11", ["search", "a", "--limit", "11"], 422, "UNPROCESSABLE_REQUEST"],
    ["a negative limit", ["search", "a", "--limit=-1"], 422, "UNPROCESSABLE_REQUEST"],
    ["an offset of 10", ["search", "a", "--offset", "10"], 422, "UNPROCESSABLE_REQUEST"],
    ["a limit with a leading zero", ["search", "a", "--limit", "007"], 400, "INVALID_REQUEST"],
    ["an unknown content ID", ["get", "asset:en:material:nothing"], 404, "CONTENT_NOT_FOUND"],
    ["an unknown form of reference", ["get", "what is this"], 404, "CONTENT_NOT_FOUND"],
    ["an empty reference", ["get", ""], 422, "UNPROCESSABLE_REQUEST"],
    ["another site's URL", ["get", "https://example.org/en/quran/1"], 422, "UNPROCESSABLE_REQUEST"],
    ["surah 0", ["quran", "0"], 404, "SURAH_NOT_FOUND"],
    ["surah 115", ["quran", "115"], 404, "SURAH_NOT_FOUND"],
    ["a negative surah", ["quran", "--", "-1"], 404, "SURAH_NOT_FOUND"],
    ["a surah with leading zeros", ["quran", "007"], 400, "INVALID_REQUEST"],
    ["a verse beyond the surah", ["quran", "2:287"], 422, "UNPROCESSABLE_REQUEST"],
    ["a range that ends before it begins", ["quran", "2:5-3"], 422, "UNPROCESSABLE_REQUEST"],
    ["a range too long", ["quran", "2:1-51"], 422, "UNPROCESSABLE_REQUEST"],
    ["verse 0", ["quran", "2", "--from-verse", "0"], 422, "UNPROCESSABLE_REQUEST"],
    ["a path that is not the API's", ["health", "--api-base", `${recorder.base}/api`], 404,
      "ENDPOINT_NOT_FOUND"],
  ], async (_, args, status, code) => {
    const result = await recorded(args);
    const [{ body }] = answers;
    assert.deepEqual(result, { stdout: "", stderr: body.toString(), status: 3 });
    const problem = JSON.parse(body.toString());
    assert.deepEqual([problem.status, problem.code], [status, code]);
    assert.deepEqual(Object.keys(problem),
      ["code", "detail", "instance", "request_id", "resolution", "status", "title", "type"]);
  });
});

describe("a verse that search finds", () => {
  it("is quoted by its URL", async () => {
    const asked = ["search", "throne", "verse", "--locale", "de", "--limit", "1"];
    const { stdout } = await recorded(asked);
    const [{ url }] = JSON.parse(stdout).items;
    assert.match(url, /\/de\/quran\/2#verse-255$/);
    const quoted = JSON.parse((await recorded(["quran", "-"], url)).stdout);
    assert.deepEqual([quoted.locale, quoted.route], ["de", "quran/2"]);
    assert.deepEqual(quoted.verses.map((/** @type {any} */ { number }) => number), [255]);
  });
});

describe("svc search --all", () => {
  it("gives what single pages give, each item once", async () => {
    const { stdout } = await recorded(["search", "energy", "--all", "--limit", "3"]);
    const pages = answers.map(({ body }) => JSON.parse(body.toString()));
    const { items, ...rest } = JSON.parse(stdout);
    assert.ok(pages.length > 1);
    assert.deepEqual(items, pages.flatMap((page) => page.items));
    const count = items.length;
    assert.deepEqual(rest, { count, has_more: false, limit: count, offset: 0 });
    const ids = items.map((/** @type {{content_id: string}} */ item) => item.content_id);
    assert.equal(new Set(ids).size, items.length);
  });

  it("gives all 19 that the API lets anyone reach, from any offset on", async () => {
    const [whole, tail] = await Promise.all([[], ["--offset", "5"]].map(async (from) =>
      JSON.parse((await recorded(["search", "energy", "--all", ...from])).stdout)));
    const ids = whole.items.map((/** @type {{content_id: string}} */ item) => item.content_id);
    assert.deepEqual([whole.count, whole.has_more, new Set(ids).size], [19, false, 19]);
    assert.deepEqual(tail.items, whole.items.slice(5));
  });
});

describe("a service that is limited", () => {
  it("over its quota: exit 3 with its Problem", async () => {
    const limited = await startService({ SVC_QUOTA_LIMIT: "1" });
    try {
      const env = { SVC_API_BASE: limited.base };
      assert.equal((await svc(["taxonomy"], { env })).status, 0);
      const { stdout, stderr, status } = await svc(["taxonomy"], { env });
      assert.deepEqual([stdout, status, JSON.parse(stderr).code], ["", 3, "RATE_LIMITED"]);
    } finally {
      await limited.stop();
    }
  });

  it("without a publication: health answers, the rest is exit 4 with its Problem", async () => {
    const empty = await startService({
      SVC_PUBLICATION: "/nonexistent.svp", SVC_ALLOW_UNAVAILABLE: "true",
    });
    try {
      const env = { SVC_API_BASE: empty.base };
      assert.equal((await svc(["health"], { env })).status, 0);
      const { stdout, stderr, status } = await svc(["taxonomy"], { env });
      assert.deepEqual([stdout, status, JSON.parse(stderr).code], ["", 4, "SERVICE_UNAVAILABLE"]);
    } finally {
      await empty.stop();
    }
  });

  it("gone: exit 4", async () => {
    const gone = await startService();
    await gone.stop();
    const message = `${gone.base}/v1/health: connect ECONNREFUSED ${gone.base.slice(7)}`;
    await outcome(["health", "--api-base", gone.base], {
      stdout: "", stderr: `${JSON.stringify({ code: "NETWORK_FAILURE", message })}\n`, status: 4,
    });
  });
});
