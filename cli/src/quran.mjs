/** @file svc quran: the passage that its words name. */
import { COMMANDS, get } from "./commands.mjs";
import { invocation } from "./failure.mjs";

/** The surah's number, then perhaps the first verse and the last. The service reads the rest. */
const NUMBERS = /^(-?\d+)(?:[\s:]+(\d+)(?:[-–](\d+))?)?$/;

/** The language of the address of a page, such as search gives it. */
const PAGE = /^https?:\/\/\S+\/([a-z]{2})\/quran\//;

/** A reference as GET /reference answers it: `candidates` where the text is none for certain.
 * @typedef {{surah: number, name: string, juz?: number, from_verse?: number, to_surah?: number,
 *   to_verse?: number}} Reference */

/** @param {Reference} reference @returns {string} "2:255 (Al-Baqarah)" */
function shown({ surah, name, from_verse: from, to_verse: to }) {
  const verses = from ? `:${from}${to === from ? "" : `-${to}`}` : "";
  return `${surah}${verses}${name ? ` (${name})` : ""}`;
}

/** @param {string} text @param {string} [example] */
const noPassage = (text, example = "2, 2:255-257, yasin") =>
  invocation(`${JSON.stringify(text)} is no passage; accepted is svc quran `
    + `${COMMANDS.quran.usage}, such as ${example}`);

/** Asks the service what a text names.
 * @param {string} text @param {import("./commands.mjs").Options} options
 * @returns {Promise<(string | undefined)[]>} surah, first verse, last verse */
async function read(text, options) {
  /** @type {Reference & {candidates?: Reference[]}} */
  const found = await get(options, "/reference", { q: text, locale: options.locale });
  if (found.candidates) throw noPassage(text, found.candidates.map(shown).join(", ") || undefined);
  const { surah, juz, from_verse: from, to_surah, to_verse: to } = found;
  if (juz) {
    throw invocation(`juz ${juz} is ${surah}:${from} to ${to_surah}:${to}; `
      + `ask for one surah at a time, such as ${shown({ ...found, from_verse: undefined })}`);
  }
  return [surah, from, to === from ? undefined : to].map((number) => number?.toString());
}

/** @type {import("./commands.mjs").Command["run"]} a QuranReference */
export async function quran(words, options) {
  const { "from-verse": from, "to-verse": to, tafsir: include_tafsir } = options;
  const text = words.join(" ").trim();
  const locale = options.locale ?? PAGE.exec(text)?.[1];
  if (!text) throw noPassage(text);
  const [surah, first, last] = NUMBERS.exec(text)?.slice(1)
    ?? await read(text, { ...options, locale });
  if (first && (from ?? to)) throw invocation("verses stand both in the words and in options");
  const verses = { from_verse: first ?? from, to_verse: last ?? to };
  const asked = { surah: String(surah), first: first ?? from, last: last ?? to, locale,
    tafsir: include_tafsir };
  return get(options, `/v1/quran/${surah}`, { ...verses, locale, include_tafsir },
    ({ fitsPassage }) => fitsPassage(asked));
}
