/** @file --table: an answer for people, as wide as the terminal. Its texts keep their code points,
 * none composed or reordered; only line breaks are added, only control characters left out. */
import stringWidth from "string-width";

/** @typedef {Record<string, any>} Answer */

const GAP = "  ";
// Below 40 columns nothing could stand beside anything else; lines beyond 200 are hard to follow.
const WIDTH = Math.min(200, Math.max(40, process.stdout.columns || 80));
// Titles stand above their texts where both beside each other would be narrow.
const STACKED = WIDTH < 60;
// The blocks whose letters run from right to left, as Unicode assigns them.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// Characters that command the terminal or turn the direction of the text behind them.
const COMMANDING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const graphemes = new Intl.Segmenter();

/** Breaks a paragraph between words, and a word only where it is longer than a line.
 * @param {string} paragraph @param {number} width @returns {string[]} */
function wrap(paragraph, width) {
  if (stringWidth(paragraph) <= width) return [paragraph];
  const lines = [""];
  const fits = (/** @type {string} */ more) => stringWidth(lines.at(-1) + more) <= width;
  /** @param {string} more */
  const add = (more) => (lines[lines.length - 1] += more);
  for (const word of paragraph.split(" ")) {
    if (lines.at(-1)) fits(` ${word}`) ? add(" ") : lines.push("");
    if (fits(word)) add(word);
    else for (const { segment } of graphemes.segment(word)) {
      if (!fits(segment)) lines.push("");
      add(segment);
    }
  }
  return lines;
}

/** Lines of exactly `width` columns. A paragraph is aligned to the side on which it begins. Text
 * that runs from right to left is isolated in each line, so that no terminal carries it into
 * another cell.
 * @param {string} text @param {number} width @returns {string[]} */
function cell(text, width) {
  return text.split(/\r\n?|[\n\u2028\u2029]/).flatMap((raw) => {
    const paragraph = raw.replaceAll("\t", GAP).replace(COMMANDING, "");
    const right = RIGHT_TO_LEFT.test(/\p{L}/u.exec(paragraph)?.[0] ?? "");
    return wrap(paragraph, width).map((line) => {
      const room = " ".repeat(width - stringWidth(line));
      const isolate = right ? "\u2067" : "\u2066";
      const safe = RIGHT_TO_LEFT.test(line) ? `${isolate}${line}\u2069` : line;
      return right ? room + safe : safe + room;
    });
  });
}

/** @param {number[]} widths of the columns @param {string[]} texts as many @returns {string} */
function row(widths, texts) {
  const cells = texts.map((text, column) => cell(text, widths[column]));
  const height = Math.max(...cells.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, y) =>
    widths.map((width, column) => cells[column][y] ?? " ".repeat(width)).join(GAP).trimEnd());
  return lines.join("\n");
}

/** @param {string} text @returns {string} at the table's full width */
const full = (text) => row([WIDTH], [text]);

/** Names and values of all that an answer holds; a list has its elements below one another.
 * @param {any} value @param {string} path @returns {string[][]} */
function members(value, path = "") {
  if (!(value instanceof Object)) return [[path, String(value ?? "")]];
  if (Array.isArray(value)) {
    const texts = value.map((one) => members(one).map(([, text]) => text).join(" "));
    return [[path, texts.join("\n")]];
  }
  return Object.entries(value).flatMap(([name, one]) =>
    members(one, path ? `${path}.${name}` : name));
}

/** @param {Answer} answer @returns {string[]} */
function plain(answer) {
  const rows = members(answer);
  const first = Math.min(WIDTH >> 1, Math.max(...rows.map(([name]) => name.length)));
  return [rows.map((texts) => row([first, WIDTH - first - GAP.length], texts)).join("\n")];
}

/** The command that reads what was found, or its URL where that is all there is.
 * @param {Answer} item @returns {string} */
function reading({ content_id: id, locale, markdown_url: readable, url }) {
  const [, surah, verse] = /\/quran\/(\d+)#verse-(\d+)$/.exec(url) ?? [];
  if (verse) return `svc quran ${surah}:${verse}${locale === "en" ? "" : ` --locale ${locale}`}`;
  return readable ? `svc get ${id}` : url;
}

/** @param {Answer} page @returns {string[]} */
function found({ items, next_offset: next }) {
  const title = Math.max(24, Math.floor(WIDTH * 0.3));
  const widths = [title, WIDTH - title - GAP.length];
  /** @param {Answer} one */
  const item = (one) => {
    const head = STACKED ? `${full(`${one.title} (${one.section})`)}\n${full(one.excerpt)}`
      : row(widths, [`${one.title}\n${one.section}`, one.excerpt]);
    return `${head}\n${full(`  ${reading(one)}`)}`;
  };
  if (!items.length) return [full("Nothing was found.")];
  const rest = next ? [full(`More results begin at --offset ${next}.`)] : [];
  return [...(STACKED ? [] : [row(widths, ["TITLE", "TEXT"])]), ...items.map(item), ...rest];
}

/** @param {Answer} translation @returns {string} with the publisher's notes below it */
function translated({ segments, notes }) {
  /** @param {Answer} part */
  const inline = ({ value, number }) => value ?? `[${number}]`;
  /** @param {Answer} note */
  const below = ({ number, text }) => `[${number}] ${text}`;
  return [segments.map(inline).join(""), ...notes.map(below)].join("\n");
}

/** @param {Answer} reference @returns {string[]} */
function verses({ name, meaning, revelation, route, pre_bismillah: opening, verses, sources }) {
  const arabic = Math.floor((WIDTH - 3 - 2 * GAP.length) * 0.45);
  const widths = [3, arabic, WIDTH - 3 - arabic - 2 * GAP.length];
  const passages = [...(opening ? [opening] : []), ...verses];
  return [
    full(`${name} (${meaning.text}), surah ${route.replace("quran/", "")}, ${revelation}`),
    row(widths, ["", "ARABIC", "TRANSLATION"]),
    ...passages.map(({ number = "", arabic, translation, tafsir }) =>
      row(widths, [String(number).padStart(3), arabic, translated(translation)
        + (tafsir ? `\n\n${tafsir}` : "")])),
    full(`Translation: ${sources.translation.label}, ${sources.translation.publisher}`),
  ];
}

/** @type {Record<string, (answer: Answer) => string[]>} by command; `plain` serves the others */
const LAYOUTS = {
  search: found,
  quran: verses,
  get: ({ text, ...rest }) => [...plain(rest), full(text)],
};

/** @param {string} command @param {Answer} answer what it would print as JSON @returns {string} */
export const table = (command, answer) =>
  `${(LAYOUTS[command] ?? plain)(answer).join("\n\n")}\n`;
