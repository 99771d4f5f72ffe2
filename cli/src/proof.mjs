/** @file Checks that trusted keys signed an answer, from the answer, its proof and the trust file
 * alone, as /docs/proofs describes it. It uses nothing that browsers lack, as pages load this file,
 * too. */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{key: string, sequence: number, digest: string}} Seen */
/** Trust: `most` signatures by `keys`.
 * @typedef {{version: number, digest: string, keys: string[], most: number,
 *   revoked: string[]}} Root */
/** `keys`: those that signed.
 * @typedef {{sequence: number, expires: number, digest: string, keys: string[],
 *   root: Root}} Proven */

const TREES = ["documents", "verses:en", "verses:id", "verses:de"];
const MEMBERS = "expires,header,leaf_index,manifest,path,sequence,signatures,tree,tree_size";
const [LONGEST_PROOF, MOST_VERSES, MOST_NODES, LARGEST] = [32768, 286, 66, 2 ** 53];

/** @param {unknown} good @param {string} reason */
const need = (good, reason) => { if (!good) throw new Error(reason); };
/** @param {any[]} list */
const ascending = (list) => list.every((value, i) => i === 0 || list[i - 1] < value);
/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);
/** @param {Bytes} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Bytes[]} parts */
function join(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

/** SHA-256. @param {Bytes[]} parts */
const digest = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));

/** @param {any} text @param {number} [size] bytes, where they are known @returns {Bytes} */
function hex(text, size = text?.length / 2) {
  need(typeof text === "string" && /^([0-9a-f]{2})+$/.test(text) && text.length === 2 * size,
    "the proof holds something that is not the hexadecimal digits it must be");
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
}

/** @param {any} list @param {number} most @param {number} size @returns {Bytes[]} */
function hexList(list, most, size) {
  need(Array.isArray(list) && list.length <= most, "a list of the proof is none or too long");
  return list.map((/** @type {any} */ text) => hex(text, size));
}

/** @param {any} value */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Canonical JSON. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

/** @param {string} text @param {string} what @returns {any} */
function read(text, what) {
  let value;
  try { value = JSON.parse(text); } catch { need(false, `the ${what} is no JSON`); }
  need(isObject(value) && canonical(value) === text, `the ${what} is not canonical JSON`);
  return value;
}

/** @param {string} key @param {string} type @param {Bytes} body
 * @param {Bytes} signature */
async function holds(key, type, body, signature) {
  const by = await crypto.subtle.importKey("raw", hex(key, 32), "Ed25519", false, ["verify"]);
  const head = bytesOf(`DSSEv1 ${type.length} ${type} ${body.length} `);
  return crypto.subtle.verify("Ed25519", by, signature, join(head, body));
}

const [NUMBER, KEY] = ["(0|[1-9]\\d{0,17})", "[0-9a-f]{64}"];
/** @param {string} name @param {number} least @param {number} most */
const lines = (name, least, most) => `((?:${name} ${KEY}\\n){${least},${most}})`;
const BLOCK = `(svc-trust 1\\nversion ${NUMBER}\\nexpires ${NUMBER}\\nroot-threshold ${NUMBER}\\n`
  + `${lines("root-key", 1, 16)}publication-threshold ${NUMBER}\\n`
  + `${lines("publication-key", 1, 16)}${lines("revoked", 0, 64)})`
  + `((?:signature ${KEY} (?:${KEY}){2}\\n){1,32})`;

/** The words at a place of each line. @param {string} text @param {number} at */
const words = (text, at) => text.split("\n").slice(0, -1).map((line) => line.split(" ")[at]);

/** A block of a trust file; its signatures are still to be checked.
 * @param {RegExpExecArray} found */
function block([, body, version, expires, least, roots, most, own, revoked, signed]) {
  const t = { body: bytesOf(body), version: +version, expires: +expires, root: words(roots, 1),
    least: +least, keys: words(own, 1), most: +most, revoked: words(revoked, 1),
    by: words(signed, 1), made: words(signed, 2) };
  need([t.root, t.keys, t.revoked, t.by].every(ascending) && t.expires >= 1 && t.expires < 1e12
    && t.least >= 1 && t.least <= t.root.length && t.most >= 1 && t.most <= t.keys.length
    && ![...t.root, ...t.keys].some((key) => t.revoked.includes(key)),
  "the trust file breaks a rule of its keys");
  return t;
}

/** @param {string} text @param {number} now */
async function readTrust(text, now) {
  const next = new RegExp(BLOCK, "y");
  /** @type {ReturnType<typeof block> | undefined} */
  let last;
  while (!last || next.lastIndex < text.length) {
    const found = next.exec(text);
    if (!found) throw new Error("the trust file is malformed");
    const [t, before] = [block(found), last];
    const both = before ? [before, t] : [t];
    need(t.version === (before?.version ?? 0) + 1
      && (before?.revoked ?? []).every((key) => t.revoked.includes(key)),
    "the trust file skips a version or forgets a revoked key");
    for (const [i, key] of t.by.entries()) {
      need(both.some(({ root }) => root.includes(key))
        && await holds(key, "application/vnd.svc.trust.v1", t.body, hex(t.made[i], 64)),
      "a signature in the trust file does not hold");
    }
    need(both.every(({ root, least }) => t.by.filter((key) => root.includes(key)).length >= least),
      "the trust file has too few signatures");
    last = t;
  }
  need(last.expires > now, "the trust file expired; get the current one");
  const { version, keys, most, revoked } = last;
  return { version, keys, most, revoked, digest: hexOf(await digest(last.body)) };
}

/** The facts in the signed manifest of a proof. @param {any} proof */
async function readManifest({ header, manifest, signatures }) {
  const [h, m, made] = [hex(header, 64), hex(manifest), hexList(signatures, 16, 64)];
  need(h.length === 64 && m.length >= 104, "the manifest is cut off");
  const view = new DataView(m.buffer);
  /** @param {number} at */
  const long = (at) => Number(view.getBigUint64(at, true));
  const [reader, s, n, t] = [88, 92, 96, 100].map((at) => view.getUint32(at, true));
  const keysAt = 104 + 24 * s, treesAt = keysAt + 32 * n;
  need(hexOf(h.subarray(0, 12)) === "895356500d0a1a0a03000000" && reader === 1
    && [s, n, t].every((count) => count >= 1 && count <= 16) && n === made.length
    && m.length === treesAt + 48 * t, "the manifest is not of the format 3");
  const keys = made.map((_, i) => hexOf(m.subarray(keysAt + 32 * i, keysAt + 32 * (i + 1))));
  need(ascending(keys), "the signers are not in ascending order, each once");
  for (const [i, key] of keys.entries()) {
    need(await holds(key, "application/vnd.svc.publication.v3", join(h, m), made[i]),
      "a signature does not hold");
  }
  const trees = Array.from({ length: t }, (_, i) => treesAt + 48 * i).map((at) => ({
    id: view.getUint32(at, true), zero: view.getUint32(at + 4, true), size: long(at + 8),
    root: hexOf(m.subarray(at + 16, at + 48)) }));
  const [sequence, created, expires] = [64, 72, 80].map(long);
  need(ascending(trees.map(({ id }) => id)) && sequence >= 1 && sequence <= LARGEST
    && trees.every(({ zero, size }) => zero === 0 && size >= 1 && size <= 2 ** 32)
    && created < expires && expires <= LARGEST, "the manifest has a number out of range");
  return { keys, trees, sequence, expires, digest: hexOf(await digest(m)) };
}

/** Accepted beginnings of an address, behind which a path may follow. */
const SITE = /^https?:\/\/(?!\/)[^\0- ?#@\\\x7f]+$/;

/** The leaves of an answer. @param {any} answer @param {any} proof */
async function leavesOf({ url, markdown_url, ...rest }, { tafsir }) {
  /** @param {any} value */
  const leaf = (value) => digest(Uint8Array.of(0), bytesOf(canonical(value)));
  const path = `/${rest.locale}/${rest.route}`;
  const [page, verse] = String(url).split(/#verse-(?=[1-9]\d{0,2}$)/);
  need(typeof url === "string" && page.endsWith(path) && SITE.test(page.slice(0, -path.length))
    && (!verse || (rest.section === "quran" && !rest.verses && Number(verse) <= MOST_VERSES))
    && markdown_url === `${page}.md`, "the answer's addresses are not its locale's and route's");
  need(tafsir === undefined || rest.verses, "the proof is none of an item");
  if (!rest.verses) return [await leaf(rest)];
  const given = tafsir && hexList(tafsir, MOST_VERSES, 32).map(hexOf);
  need(Array.isArray(rest.verses) && rest.verses.every(isObject) && rest.verses.length >= 1
    && rest.verses.length <= MOST_VERSES && (!given || given.length === rest.verses.length),
  "the proof is not of so many verses");
  return Promise.all(rest.verses.map(async (/** @type {any} */ verse, /** @type {number} */ i) => {
    const { tafsir: text, ...own } = verse;
    need(text === undefined || hexOf(await digest(bytesOf(String(text)))) === given?.[i],
      "the tafsir is not what was signed");
    const verses = [given ? { ...own, tafsir: given[i] } : own];
    return leaf({ ...rest, verses, pre_bismillah: i ? null : rest.pre_bismillah });
  }));
}

/** The root that leaves and path make; "" where the path has not as many nodes as it needs.
 * @param {Bytes[]} nodes @param {number} first @param {number} count
 * @param {Bytes[]} path */
async function climb(nodes, first, count, path) {
  for (let last = first + nodes.length - 1; count > 1; count = Math.ceil(count / 2)) {
    const [left, right] = [first % 2 === 1, last % 2 === 0 && last < count - 1];
    if (path.length < Number(left) + Number(right)) return "";
    nodes = [...path.splice(0, Number(left)), ...nodes, ...path.splice(0, Number(right))];
    nodes = await Promise.all(nodes.flatMap((node, i) => i % 2 ? []
      : [nodes[i + 1] ? digest(Uint8Array.of(1), node, nodes[i + 1]) : node]));
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return path.length === 0 ? hexOf(nodes[0]) : "";
}

/** @param {{answer: string, proof: string, trust: string | Root, now: number, seen?: Seen[]}} given
 * texts, Unix seconds, and what was accepted before; in place of a trust file, what one says
 * @returns {Promise<Proven>} @throws {Error} with the reason where it does not hold */
export async function verify({ answer: answerText, proof: text, trust, now, seen = [] }) {
  need(bytesOf(text).length <= LONGEST_PROOF, "the proof is too long");
  const [answer, proof] = [read(answerText, "answer"), read(text, "proof")];
  need(Object.keys(proof).filter((name) => name !== "tafsir").join() === MEMBERS,
    "the proof has not the members of a proof");
  const root = typeof trust === "string" ? await readTrust(trust, now) : trust;
  const signed = await readManifest(proof);
  const trusted = signed.keys.filter((key) => root.keys.includes(key));
  const revoked = signed.keys.find((key) => root.revoked.includes(key));
  need(trusted.length >= root.most, `${trusted.length} of the ${root.most} signatures it needs are `
    + `by trusted keys${revoked ? `; ${revoked} is a revoked key` : ""}`);
  need(signed.expires > now, "the publication expired");
  need(signed.sequence === proof.sequence && signed.expires === proof.expires,
    "the proof's sequence or expiry are not those that were signed");
  for (const { key, sequence, digest: before } of seen) {
    if (root.revoked.includes(key)) continue;
    need(signed.sequence >= sequence, `rollback: sequence ${signed.sequence}, but ${sequence} was `
      + "accepted before");
    need(signed.sequence > sequence || signed.digest === before, "rollback: another publication "
      + "of this sequence was accepted before");
  }
  const name = answer.verses ? `verses:${answer.locale}` : "documents";
  const tree = signed.trees.find(({ id }) => TREES[id - 1] === name);
  if (proof.tree !== name || !tree) throw new Error(`the proof is not of the tree ${name}`);
  const leaves = await leavesOf(answer, proof), first = proof.leaf_index;
  need(proof.tree_size === tree.size && Number.isSafeInteger(first) && first >= 0
    && first + leaves.length <= tree.size, "the proof's place is not in the tree");
  need(await climb(leaves, first, tree.size, hexList(proof.path, MOST_NODES, 32)) === tree.root,
    "the answer is not what was signed: its path does not lead to the root");
  return { ...signed, keys: trusted, root };
}
