/** @file Checks that a page shows what was signed: the answer behind it holds with its proof
 * (proof.mjs), and the text that a reader sees matches that answer. Pages load it when they are
 * asked. */
import { verify } from "./proof.mjs";
import { formula } from "./tex.mjs";

const bare = (text) => text.replace(/\s+/gu, "");

// ---- what is shown -------------------------------------------------------------------------------

/** Elements without text of the item: made of its headings, of the interface, for the ear. */
const APART = ".contents, .said, summary, .score, .asked, .tools";

/** The content of an element, in order: text, formulas, and where links and items of lists are. */
function* pieces(node, code = false) {
  if (node.nodeType === 3) yield { text: bare(node.data), code };
  if (node.nodeType !== 1 || node.matches(APART)) return;
  const tag = node.localName;
  if (tag === "math" || tag === "var") {
    if (before(node)?.localName === "wbr") return;
    let text = "";
    for (let part = node; part; part = next(part)) text += seen(part);
    return yield { formula: text };
  }
  if (node.matches("code.tex")) return yield { tex: bare(node.textContent) };
  if (tag === "li") yield { item: number(node) };
  const image = tag === "figure" ? node.querySelector("img") : tag === "img" && node;
  if (image) return yield { text: bare(image.alt), caption: captionOf(image) };
  for (const child of node.childNodes) yield* pieces(child, code || tag === "code");
  if (tag === "a") yield { href: node.getAttribute("href"), shown: node.textContent };
}

/** The word before a formula, which may be kept together with the full stop behind it. */
const before = (part) => part.previousSibling
  ?? (part.parentNode.matches?.(".close") ? part.parentNode.previousSibling : null);

/** The next part of a formula that may be broken into lines. */
function next(part) {
  const following = part.nextSibling?.localName === "wbr" ? part.nextSibling.nextSibling : null;
  return following?.matches?.(".close") ? following.firstChild : following;
}

/** The text of a part of a formula without what only text browsers show. */
function seen(part) {
  if (part.nodeType === 3) return bare(part.data);
  return part.localName === "mphantom" ? "" : [...part.childNodes].map(seen).join("");
}

const captionOf = (image) => bare(image.parentNode.querySelector("figcaption")?.textContent
  ?? image.title);

/** The number that a list begins with, at its first item. */
const number = ({ parentNode: list, previousElementSibling: before }) =>
  before || list.localName !== "ol" ? 0 : list.start;

// ---- reading along -------------------------------------------------------------------------------

/** Marks of Markdown: at the start of a line, and anywhere. None has a letter that is shown. */
const AT_LINE = /(?:(?:```|~~~)[^\n]*|[ \t|:-]*-[ \t|:-]*(?=\n|$)|=+[ \t]*(?=\n|$)|#{1,6}(?=\s)|>|\[[^\]\n]+\]:[^\n]*)/y;
const ANYWHERE = /\s+|[*_~`|[]|\](?:\([^)\n]*\)|\[[^\]\n]*\])?|\\(?=[!-/:-@[-`{-~\n])|#+[ \t]*(?=\n|$)|!(?=\[)|<(?=[a-z][a-z+.-]*:|[^\s<>]+@)/iy;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
const TARGET = /\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+(?:"((?:[^"\\]|\\[^])*)"|'([^']*)'))?\s*\)/y;

const resolve = (entity) =>
  new DOMParser().parseFromString(entity, "text/html").documentElement.textContent;

/** Text that is written with backslashes before marks. */
const plain = (text) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

/** The target of a link that is written so. */
const address = (target) => /^[a-z][a-z+.-]*:/i.test(target) ? target
  : target.replace(/\.md(?=[?#]|$)/, "");

/** Reads shown pieces along a Markdown text.
 * @returns {string | undefined} what was shown last where it leaves the text */
export function departure(shown, markdown) {
  let at = 0, read = "";
  const take = (form) => {
    form.lastIndex = at;
    const found = form.exec(markdown);
    if (found) at = form.lastIndex;
    return found;
  };
  const atLine = () => /(?:^|\n)(?:[\s>]|(?:[-+*]|\d{1,9}[.)])\s)*$/.test(
    markdown.slice(Math.max(0, at - 99), at));
  const skip = () => (atLine() && take(AT_LINE)) || take(ANYWHERE);
  const reach = (found) => {
    for (;;) {
      const result = found();
      if (result !== null) return result;
      if (!skip()) return false;
    }
  };
  const character = (c, code) => reach(() => {
    if (markdown.startsWith(c, at)) return Boolean(at += c.length);
    if (c === "☐" || c === "☑") return take(/\[[ xX]\]/y) && true;
    const entity = code ? null : take(ENTITY);
    const resolved = entity && bare(resolve(entity[0]));
    return resolved ? resolved === c : null;
  });
  const defined = (label) => markdown.match(
    new RegExp(`^ {0,3}\\[${label.replace(/[^\w\s]/g, "\\$&")}\\]:\\s*<?([^\\s>]+)`, "im"))?.[1];
  const link = ({ href, shown: text }) => reach(() => {
    const target = take(TARGET), label = !target && take(/\](?:\[([^\]\n]*)\])?/y);
    if (target) return address(plain(target[1])) === href;
    if (label) return address(defined(label[1] || text) ?? "") === href;
    if (take(/>/y) || !/[*_~`\\]/.test(markdown[at])) return href.replace(/^mailto:|^https?:\/\//, "")
      === text.replace(/^mailto:|^https?:\/\//, "");
    return null;
  });
  const titled = (caption) => reach(() => {
    const target = take(TARGET);
    return target && bare(plain(target[2] ?? target[3] ?? "")) === caption;
  });
  const same = (tex, text) => { try { return formula(tex) === text; } catch { return false; } };
  const judge = (piece) => {
    if (piece.text !== undefined) {
      return [...piece.text].every((c) => character(c, piece.code) && (read += c))
        && (piece.caption === undefined || titled(piece.caption));
    }
    if (piece.href !== undefined) return link(piece);
    if (piece.item !== undefined) return reach(() => {
      const found = atLine() && take(/(?:[-+*]|(\d{1,9})[.)])(?=\s|$)/y) || null;
      return found && (!piece.item || Number(found[1]) === piece.item);
    });
    read += piece.formula ?? piece.tex;
    return reach(() => {
      const found = take(/\$\$([^]*?)\$\$|\$((?:\\[^]|[^$\\])+)\$/y);
      const tex = found && (found[1] ?? found[2]);
      return found && (piece.tex ? bare(tex) === piece.tex : same(tex, piece.formula));
    });
  };
  for (const piece of shown) if (!judge(piece)) return read.slice(-40);
  while (at < markdown.length) if (!skip()) return read.slice(-40);
}

/** The text of an element without some below it. */
function textOf(element, without) {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll(without)) part.remove();
  return bare(copy.textContent);
}

const translated = ({ segments, notes }) =>
  segments.map(({ kind, value, number: n }) => kind === "text" ? value : `[${n}]`).join("")
  + notes.map(({ number: n, text }) => `[${n}]${text}`).join("");

/** Texts of elements that must be there, in this order, and no others of their kind. */
function* verses(article, answers) {
  const [{ name, meaning, route, pre_bismillah: opening, sources, tafsir_access: access }] = answers;
  const surah = route.match(/\d+$/)[0];
  yield ["h1", [name]];
  yield [".meaning", [meaning.text]];
  yield [".elsewhere", access.kind === "embedded" ? [] : [access.notice + access.source.label]];
  yield [".opening", opening ? [opening.arabic + translated(opening.translation)] : []];
  yield ["section.verse", answers.flatMap((answer) => answer.verses).map((verse) =>
    `${surah}:${verse.number}${verse.arabic}${translated(verse.translation)}`
      + (article.querySelector(".tafsir") ? verse.tafsir : ""))];
  const all = [sources.arabic, sources.translation, access.source];
  yield [".sources p", all.map(({ label, notice }) => `${label}.${notice}`)];
  yield [".sources dd", all.flatMap((from) => [from.publisher, from.update_url,
    from.terms.url, from.version, from.source_url, from.retrieved_at.slice(0, 10)])];
}

/** @returns {string | undefined} what the page shows in place of what was signed */
function departureOfVerses(article, answers) {
  for (const [selector, expected] of verses(article, answers)) {
    const shown = [...article.querySelectorAll(selector)].map((one) => textOf(one, ".end,.tools,.numbers,.beside,summary"));
    const at = Math.max(shown.length, expected.length) && shown.findIndex((text, i) => text !== bare(expected[i] ?? ""));
    if (at >= 0 && shown.length) return shown[at].slice(0, 40);
    if (shown.length !== expected.length) return selector;
  }
}

/** Throws where an article of the page at a path does not show the answers.
 * @param {Element} article @param {any[]} answers @param {string} path */
export function compare(article, answers, path) {
  const [{ locale, route, text }] = answers;
  const own = `/${locale}/${route}`;
  if (path !== own && !(path.startsWith(`${own}/`) && !text)) throw new Error(`this is ${own}`);
  const found = text === undefined ? departureOfVerses(article, answers)
    : departure(pieces(article), text);
  if (found !== undefined) throw new Error(`… ${found}`);
}

// ---- the block -----------------------------------------------------------------------------------

/** Something that cannot be had: nothing is known then. */
class Absent extends Error {}

async function ask(path) {
  const answer = await fetch(path).catch(() => { throw new Absent(path); });
  if (!answer.ok) throw new Absent(`${path}: ${answer.status}`);
  return answer.text();
}

/** The keys that came with the page, or those of the reader's own trust file. */
const trustOf = async (block) => (await block.querySelector("input").files[0]?.text())
  ?? { version: 0, digest: "", revoked: [], keys: block.dataset.keys.split(" "),
    most: block.dataset.keys.split(" ").length };

/** @returns {Promise<import("./proof.mjs").Proven>} @throws {Absent | Error} */
async function check(block) {
  if (!globalThis.crypto?.subtle) throw new Absent("WebCrypto: https");
  const now = Date.now() / 1000, trust = await trustOf(block);
  const [answers, proofs] = await Promise.all(["answers", "proofs"].map((name) =>
    Promise.all(block.dataset[name].split(" ").map(ask))));
  const proven = await Promise.all(answers.map((answer, i) =>
    verify({ answer, proof: proofs[i], trust, now })));
  compare(document.querySelector("main article"), answers.map((text) => JSON.parse(text)),
    location.pathname);
  return proven[0];
}

/** Checks the page and says so in its block: `good`, `bad` or `unknown`. */
export async function judge(block) {
  const shown = block.querySelector("[role=status]");
  const say = (verdict, detail, lang = "en") => {
    shown.className = verdict;
    shown.textContent = `${block.dataset[verdict]} `;
    shown.append(Object.assign(document.createElement("span"), { textContent: detail, lang }));
  };
  await check(block).then(
    ({ keys, expires, root }) => say("good", block.dataset[root.version ? "file" : "page"]
      .replace("%keys", keys.join(", ")).replace("%until",
        new Date(expires * 1000).toISOString().slice(0, 10)), ""),
    (error) => say(error instanceof Absent ? "unknown" : "bad", error.message));
}
