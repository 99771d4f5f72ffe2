/** @file svc get and svc quran with --verify: the answer once its proof holds, and who signed. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { EXIT, Failure, invocation, note } from "./failure.mjs";
import { verify } from "./proof.mjs";
import { ask } from "./request.mjs";

/** @typedef {import("./commands.mjs").Options} Options */

/** @param {string} message */
const notVerified = (message) => new Failure(EXIT.network, { code: "NOT_VERIFIED", message });

/** The cure for a file of an option that cannot be read or written.
 * @param {string} option @param {string} path @returns {(error: Error) => never} */
const unusable = (option, path) => (error) => {
  throw invocation(`--${option} ${path}: ${error.message}`);
};

const MOST_KEYS = 64; // of a state file; the one with the lowest sequence makes room
const DIGEST = "[\\da-f]{64}";
const STATE = new RegExp(`^svc-state 1\\nroot (\\d{1,15}) (${DIGEST})\\n`
  + `((?:key ${DIGEST} \\d{1,16} ${DIGEST}\\n)*)$`);

/** Publications accepted before, in the form of csrc/publication/state.h. @param {string} [path] */
async function readState(path) {
  const text = path && await readFile(path, "latin1").catch((error) =>
    error.code === "ENOENT" ? "" : unusable("state", path)(error));
  if (!text) return { version: 0, digest: "0".repeat(64), seen: [] };
  const [, version, digest, lines] = STATE.exec(text) ?? [];
  if (!digest) throw invocation(`--state ${path}: it is no state file; name another`);
  const seen = lines.split("\n").slice(0, -1).map((line) => line.split(" "))
    .map(([, key, sequence, of]) => ({ key, sequence: Number(sequence), digest: of }));
  return { version: Number(version), digest, seen };
}

/** @param {string} path @param {import("./proof.mjs").Seen[]} seen
 * @param {import("./proof.mjs").Proven} proven */
async function saveState(path, seen, { root, keys, sequence, digest }) {
  const own = keys.map((key) => ({ key, sequence, digest }));
  const kept = seen.filter(({ key }) => !root.revoked.includes(key) && !keys.includes(key))
    .sort((a, b) => b.sequence - a.sequence);
  const all = [...own, ...kept].slice(0, MOST_KEYS).sort((a, b) => (a.key < b.key ? -1 : 1));
  const lines = all.map((one) => `key ${one.key} ${one.sequence} ${one.digest}\n`);
  const text = `svc-state 1\nroot ${root.version} ${root.digest}\n${lines.join("")}`;
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
    .then(() => rename(`${path}.new`, path)).catch(unusable("state", path));
}

/** The path of an answer's proof below the API's base: a mirror has it, too.
 * @param {Response} response */
function proofPath({ headers }) {
  const links = (headers.get("link") ?? "").matchAll(/<([^>]*)>; *rel="([^"]*)"/g);
  for (const [, target, rel] of links) {
    const at = URL.parse(target, "http://host");
    if (!at || !rel.endsWith("/rel/proof")) continue;
    return at.pathname.slice(at.pathname.lastIndexOf("/proofs/")) + at.search;
  }
  throw notVerified("the answer names no proof; this server gives none");
}

/** The answer to a question, verified.
 * @param {Options} options @param {string} path @param {Record<string, any>} query
 * @param {(answer: any, proof: any) => boolean} fits whether it is what was asked
 * @returns {Promise<any>} the answer @throws {Failure} with status 4 where anything is wrong */
export async function getVerified(options, path, query, fits) {
  const trust = await readFile(options.verify, "latin1")
    .catch(unusable("verify", options.verify));
  const state = await readState(options.state);
  const answer = await ask(options, path, query);
  const proof = await ask(options, proofPath(answer.response)).catch((error) => {
    throw notVerified(`its proof cannot be had: ${String(error.message).trimEnd()}`);
  });
  const [text, proofText] = [answer, proof].map(({ bytes }) => String(bytes));
  const now = Date.now() / 1000;
  const given = { answer: text, proof: proofText, trust, now, seen: state.seen };
  const proven = await verify(given).catch((error) => {
    throw notVerified(error.message);
  });
  const { version, digest } = proven.root;
  if (version < state.version || (version === state.version && digest !== state.digest)) {
    throw notVerified("the trust file is older than one that was accepted before, or another one");
  }
  if (!fits(answer.value, proof.value)) throw notVerified("the answer is not to what was asked");
  if (options.state) await saveState(options.state, state.seen, proven);
  const until = new Date(proven.expires * 1000).toISOString().replace(".000", "");
  const { content_id, verses } = answer.value;
  const numbers = verses ? `, verses ${verses[0].number} to ${verses.at(-1).number},` : "";
  note(`verified: ${content_id}${numbers} signed by ${proven.keys.join(", ")}; `
    + `sequence ${proven.sequence}, expires ${until}\n`);
  return answer.value;
}

/** True when an item is the one that a reference names, and no other verse. @param {string} ref */
export const fitsReference = (ref) => (/** @type {any} */ item) => {
  const { content_id, locale, route, text, url } = item;
  if (typeof text !== "string") return false;
  const [, resource] = /^svc:\/\/content\/(.*)/.exec(ref) ?? [];
  try {
    const asked = /^https?:/i.test(ref) ? new URL(ref) : undefined;
    if (!["", asked?.hash].includes(new URL(url).hash)) return false;
    if (!asked) return (resource ? decodeURIComponent(resource) : ref) === content_id;
    const path = decodeURIComponent(asked.pathname).replace(/(\.md)?\/*$/, "");
    return path.endsWith(`/${locale}/${route}`);
  } catch {
    return false; // no address, or escapes that stand for no text
  }
};

/** True when verses are those of a passage.
 * @param {{surah: string, first: any, last: any, locale: any, tafsir: any}} asked */
export const fitsPassage = ({ surah, first = 1, last = first, locale = "en", tafsir }) =>
  (/** @type {any} */ { content_id, verses }, /** @type {any} */ proof) =>
    content_id === `asset:${locale}:quran:surah:${Number(surah)}`
    && verses?.length === last - first + 1
    && verses.every((/** @type {any} */ verse, /** @type {number} */ i) =>
      verse.number === Number(first) + i && (!tafsir || !proof.tafsir || verse.tafsir));
