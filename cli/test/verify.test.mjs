/** @file `--verify`: what the publisher signed is printed, anything else is not. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { canonical, verify } from "../src/proof.mjs";
import { each, serve, svc } from "./support.mjs";
import { TRUST, startService } from "./service.mjs";

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), "svc-verify-"));

/** A proxy: another address to ask, and a change of its answer.
 * @type {{address: (url: string) => string, change: (text: string, url: string) => string,
 *   link: (link: string) => string}} */
const honest = { address: (url) => url, change: (text) => text, link: (link) => link };
let between = honest;
const proxy = await serve(async ({ url = "" }, response) => {
  const real = await fetch(service.base + between.address(url));
  const headers = { "content-type": real.headers.get("content-type") ?? "" };
  const link = between.link(real.headers.get("link") ?? "");
  response.writeHead(real.status, link ? { ...headers, link } : headers)
    .end(between.change(await real.text(), url));
});
after(async () => {
  await proxy.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

/** @param {string[]} args @param {Partial<typeof honest>} [dishonest] */
async function ask(args, dishonest = {}) {
  between = { ...honest, ...dishonest };
  return svc(args, { env: { SVC_API_BASE: proxy.base } });
}

const SURAH = "asset:en:quran:surah:112";
const VERIFY = ["--verify", TRUST];
const SAID = new RegExp("^verified: asset:\\S+ (verses \\d+ to \\d+, )?signed by [\\da-f]{64}; "
  + "sequence \\d+, expires \\S+Z\\n$");
/** @typedef {(text: string) => string} Change */

describe("what was signed is printed as without --verify, and who signed it is said", () => {
  each(it, [
    ["an item", ["get", SURAH]],
    ["an item by its URI", ["get", `svc://content/${SURAH}`]],
    ["an item by its URI, encoded", ["get", `svc://content/${encodeURIComponent(SURAH)}`]],
    ["an item as Markdown", ["get", SURAH, "--markdown"]],
    ["a lesson", ["get", "asset:de:material:mathematics:quadratic-equations"]],
    ["a verse", ["quran", "2:255"]],
    ["the first verse, with what opens the surah", ["quran", "36:1"]],
    ["a range in German", ["quran", "2:255-257", "--locale", "de"]],
    ["fifty verses with tafsir", ["quran", "2:1-50", "--locale", "id", "--tafsir"]],
    ["verses whose tafsir is left out", ["quran", "2:6-7", "--locale", "id"]],
    ["a surah by its name", ["quran", "al-ikhlas", "1-4"]],
    ["a range as a table", ["quran", "112:1-4", "--table"]],
  ], async (_, args) => {
    const [plain, verified] = [await ask(args), await ask([...args, ...VERIFY])];
    assert.deepEqual([verified.stdout, verified.status], [plain.stdout, 0]);
    assert.match(verified.stderr, SAID);
  });

  it("an item by its URL", async () => {
    const { url } = JSON.parse((await ask(["get", SURAH])).stdout);
    assert.equal((await ask(["get", `${url}.md`, ...VERIFY])).status, 0);
  });

  it("an item by the URL of a verse, which it keeps", async () => {
    const { url } = JSON.parse((await ask(["get", SURAH])).stdout);
    const { stdout, status } = await ask(["get", `${url}#verse-2`, ...VERIFY]);
    assert.deepEqual([JSON.parse(stdout).url, status], [`${url}#verse-2`, 0]);
  });
});

/** @param {RegExp} from @param {string} to */
const answers = (from, to) => (/** @type {string} */ text, /** @type {string} */ url) =>
  (url.startsWith("/v1") ? text.replace(from, to) : text);
/** @param {RegExp} from @param {string} to */
const proofs = (from, to) => (/** @type {string} */ text, /** @type {string} */ url) =>
  (url.startsWith("/proofs") ? text.replace(from, to) : text);
/** @param {RegExp} from @param {string} to */
const address = (from, to) => (/** @type {string} */ url) => url.replace(from, to);
/** @param {string} path */
const linkTo = (path) => () => `<${path}>; rel="http://x.test/rel/proof"`;

describe("what was not signed is not printed: status 4, one line", () => {
  each(it, [
    ["a changed letter", ["get", SURAH], { change: answers(/Refuge/, "Refuse") }, /was signed/],
    ["a changed verse", ["quran", "2:255"], { change: answers(/Living/, "Loving") }, /was signed/],
    ["a changed source", ["quran", "2:255"], { change: answers(/"publisher":"/, "$&x") },
      /was signed/],
    ["a changed note", ["quran", "2:255"], { change: answers(/"notes":\[/, '$&{"number":9}') },
      /was signed/],
    ["another item with its own proof", ["get", SURAH],
      { address: address(/112/, "113") }, /asked/],
    ["another verse with its own proof", ["quran", "2:255"],
      { address: address(/from_verse=255/, "from_verse=256") }, /asked/],
    ["more verses than asked for", ["quran", "2:255"],
      { address: address(/from_verse=255/, "from_verse=255&to_verse=256") }, /asked/],
    ["another surah", ["quran", "2:1"], { address: address(/quran\/2/, "quran/3") }, /asked/],
    ["another locale", ["quran", "2:255"],
      { address: address(/from_verse=255$/, "from_verse=255&locale=de") }, /asked/],
    ["an item for an address that is none", ["get", "http://%zz"],
      { address: address(/\?ref=.*/, `?ref=${SURAH}`) }, /asked/],
    ["an item for a path that nothing has", ["get", "http://x/%zz"],
      { address: address(/\?ref=.*/, `?ref=${SURAH}`) }, /asked/],
    ["verses in place of an item", ["get", SURAH],
      { address: address(/\/v1\/content.*/, "/v1/quran/112") }, /asked/],
    ["an item in place of verses", ["quran", "112"],
      { address: address(/\/v1\/quran.*/, `/v1/content?ref=${SURAH}`) }, /asked/],
    ["tafsir left out that was asked for", ["quran", "2:255", "--locale", "id", "--tafsir"],
      { address: address(/&include_tafsir=true/, "") }, /asked/],
    ["a changed tafsir", ["quran", "2:255", "--locale", "id", "--tafsir"],
      { change: answers(/"tafsir":"/, "$&x") }, /tafsir/],
    ["the proof of another verse", ["quran", "2:255"],
      { link: linkTo("/proofs/en/quran/2/256") }, /was signed/],
    ["the proof of another locale", ["quran", "2:255"],
      { link: linkTo("/proofs/de/quran/2/255") }, /tree/],
    ["the proof of an item for verses", ["quran", "2:1"],
      { link: linkTo("/proofs/asset:en:quran:surah:2") }, /tree/],
    ["no proof", ["get", SURAH], { link: () => "" }, /names no proof/],
    ["a proof whose address is none", ["get", SURAH], { link: linkTo("http://%zz") },
      /names no proof/],
    ["a proof that is not there", ["get", SURAH], { link: linkTo("/proofs/x") }, /cannot be had/],
    ["white space", ["get", SURAH], { change: answers(/,/, ", ") }, /canonical/],
    ["a member twice", ["get", SURAH], { change: answers(/"locale"/, '"locale":"de",$&') },
      /canonical/],
    ["addresses that lead elsewhere", ["get", SURAH], { change: answers(/quran\/112\.md/, "x.md") },
      /addresses/],
    ["a fragment that names no verse", ["get", SURAH],
      { change: answers(/(en\/quran\/112)"/, '$1#x"') }, /addresses/],
    ["userinfo in the addresses", ["get", SURAH],
      { change: (text) => text.replaceAll("http://", "http://x@") }, /addresses/],
    ["a verse that was not asked for", ["get", SURAH],
      { change: answers(/(en\/quran\/112)"/, '$1#verse-2"') }, /asked/],
    ["another verse in the URL of one", ["get", `${service.base}/en/quran/112#verse-2`],
      { change: answers(/#verse-2"/, '#verse-3"') }, /asked/],
    ["a proof with a later expiry", ["get", SURAH], { change: proofs(/"expires":/, "$&9") },
      /expiry/],
    ["a proof with another signature", ["get", SURAH],
      { change: proofs(/"signatures":\["./, '"signatures":["') }, /digits|hold/],
    ["a proof that is no JSON", ["get", SURAH], { change: proofs(/}$/, "") }, /JSON|API/],
    ["a longer path", ["get", SURAH], { change: proofs(/"path":\["/, `$&${"0".repeat(64)}","`) },
      /was signed/],
    ["a proof that is too long", ["get", SURAH],
      { change: proofs(/"path":\["/, `$&${"0".repeat(40000)}","`) }, /too long/],
  ], async (_, args, dishonest, reason) => {
    const { stdout, stderr, status } = await ask([...args, ...VERIFY], dishonest);
    assert.deepEqual([stdout, stderr.split("\n").length], ["", 2]);
    assert.match(stderr, reason);
    assert.equal(status, 4);
  });
});

describe("--state", () => {
  const path = join(folder, "state");

  it("needs --verify", async () => {
    const { stderr, status } = await ask(["get", SURAH, "--state", path]);
    assert.deepEqual([stderr.includes("--state needs --verify"), status], [true, 2]);
  });

  it("remembers what was seen, and accepts it again", async () => {
    assert.equal((await ask(["get", SURAH, ...VERIFY, "--state", path])).status, 0);
    const text = await readFile(path, "utf8");
    assert.match(text, /^svc-state 1\nroot \d+ [\da-f]{64}\nkey [\da-f]{64} \d+ [\da-f]{64}\n$/);
    assert.equal((await ask(["quran", "2:1", ...VERIFY, "--state", path])).status, 0);
    assert.equal(await readFile(path, "utf8"), text);
  });

  it("that cannot be written is named, and nothing is printed", async () => {
    const none = join(folder, "none/state");
    const { stdout, stderr, status } = await ask(["get", SURAH, ...VERIFY, "--state", none]);
    assert.deepEqual([stdout, status], ["", 2]);
    assert.equal(JSON.parse(stderr).message.split(": ENOENT")[0], `--state ${none}`);
  });

  it("that is full forgets the oldest, not what was just seen", async () => {
    const full = join(folder, "full");
    const keys = Array.from({ length: 64 }, (_, i) => String(i).padStart(64, "0"));
    const lines = keys.map((key, i) => `key ${key} ${i + 1} ${"0".repeat(64)}\n`).join("");
    await writeFile(full, `svc-state 1\nroot 0 ${"0".repeat(64)}\n${lines}`);
    assert.equal((await ask(["get", SURAH, ...VERIFY, "--state", full])).status, 0);
    const [, root, key] = (await readFile(path, "utf8")).split("\n");
    const rest = lines.split("\n").slice(1, -1);
    assert.deepEqual((await readFile(full, "utf8")).split("\n").slice(1, -1),
      [root, ...[...rest, key].sort()]);
  });

  each(it, /** @type {[string, Change, RegExp, number][]} */ ([
    ["an older publication", (text) => text.replace(/ (\d+) (?=\S+\n$)/, " 9$1 "), /rollback/, 4],
    ["another publication of the sequence",
      (text) => text.replace(/\S{64}\n$/, `${"0".repeat(64)}\n`), /rollback: another/, 4],
    ["another trust root of the version",
      (text) => text.replace(/(?<=root \d+ )\S+/, "0".repeat(64)), /trust file/, 4],
    ["an older trust root", (text) => text.replace(/(?<=root )\d+/, "99"), /trust file/, 4],
    ["a file that is none", () => "x", /no state file/, 2],
  ]), async (_, change, reason, expected) => {
    const other = join(folder, "other");
    await writeFile(other, change(await readFile(path, "utf8")));
    const { stdout, stderr, status } = await ask(["get", SURAH, ...VERIFY, "--state", other]);
    assert.deepEqual([stdout, status], ["", expected]);
    assert.match(stderr, reason);
  });
});

describe("the trust file", () => {
  /** @param {(text: string) => string} change */
  async function trusting(change) {
    const path = join(folder, "trust");
    await writeFile(path, change(await readFile(TRUST, "utf8")));
    return ask(["get", SURAH, "--verify", path]);
  }

  each(it, /** @type {[string, Change, RegExp][]} */ ([
    ["that was changed", (text) => text.replace(/expires \d/, "expires 9"), /does not hold/],
    ["that is none", () => "x\n", /malformed/],
    ["that is empty", () => "", /malformed/],
    ["with a block missing", (text) => text.replace("version 1", "version 2"), /skips|hold/],
    ["with bytes behind it", (text) => `${text}x`, /malformed/],
  ]), async (_, change, reason) => {
    const { stdout, stderr, status } = await trusting(change);
    assert.deepEqual([stdout, status], ["", 4]);
    assert.match(stderr, reason);
  });

  it("that is not there is named", async () => {
    const { stderr, status } = await ask(["get", SURAH, "--verify", join(folder, "none")]);
    assert.deepEqual([/ENOENT/.test(stderr), status], [true, 2]);
  });

  it("that expired is refused", async () => {
    const [answer, trust] = [await fetch(`${service.base}/v1/content?ref=${SURAH}`),
      await readFile(TRUST, "utf8")];
    const proof = await (await fetch(`${service.base}/proofs/${SURAH}`)).text();
    const given = { answer: await answer.text(), proof, trust };
    await assert.rejects(verify({ ...given, now: 1e12 }), /trust file expired/);
    assert.equal((await verify({ ...given, now: 1.7e9 })).root.version, 1);
  });
});

describe("canonical JSON", () => {
  each(it, [
    ["orders members", '{"b":1,"a":[2,{"d":null,"c":true}]}',
      '{"a":[2,{"c":true,"d":null}],"b":1}'],
    ["writes one spelling of a string", '"\\u0041\\/\\u001F\\n\\u00e9"', '"A/\\u001f\\né"'],
    ["writes one spelling of a number", "[1.0,1e2,-0]", "[1,100,0]"],
    ["keeps a member of any name", '{"__proto__":1,"constructor":2}',
      '{"__proto__":1,"constructor":2}'],
  ], async (_, text, expected) => assert.equal(canonical(JSON.parse(text)), expected));
});
