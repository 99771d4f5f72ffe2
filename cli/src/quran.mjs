/** @file svc quran: the passage that its words name. */
import { COMMANDS, get } from "./commands.mjs";
import { invocation } from "./failure.mjs";

/** The surah, a number or a name without digits, then perhaps the first verse and the last. */
const PASSAGE = /^(-?\d+|[^\s\d:](?:[^\d:]*[^\s\d:])?)(?:[\s:]+(\d+)(?:[-–](\d+))?)?$/;

/** The address of a surah's page, as search gives it with the verse that was found. */
const PAGE = /^https?:\/\/\S+\/([a-z]{2})\/quran\/(\d+)(?:#verse-(\d+))?$/;

/** @param {string} text @param {string} [meant] */
const noPassage = (text, meant = "2, 2:255-257, yasin") =>
  invocation(`${JSON.stringify(text)} is no passage; accepted is svc quran `
    + `${COMMANDS.quran.usage}, such as ${meant}`);

/** The surah that the search finds first by a name in any usual spelling.
 * @param {string} query @param {import("./commands.mjs").Options} options
 * @returns {Promise<{number?: string, title: string}>} */
async function find(query, options) {
  const asked = { query, section: "quran", locale: options.locale, limit: 1 };
  const { items: [item] = [] } = await get(options, "/v1/search", asked);
  // The surah itself, not a verse that has the word: that one's URL would carry a fragment.
  const [, number] = /\/quran\/(\d+)$/.exec(item?.url) ?? [];
  return { number, title: number ? item.title : "" };
}

/** @param {string} text */
const letters = (text) => text.normalize("NFKD").replace(/\P{L}/gu, "").toLowerCase();

/** The shortest beginning of the words that is a name by itself; the search ignores the rest.
 * @param {string} name @param {string} title of what was found by it
 * @param {import("./commands.mjs").Options} options
 * @returns {Promise<string>} "yasin" for "yasin all"; empty where no word is in excess */
async function withoutExcess(name, title, options) {
  const words = name.replace(/^sur(ah?|at|e)\s+/i, "").split(/\s+/);
  if (words.length === 1 || letters(words.join("")) === letters(title)) return "";
  const { nearest } = await import("./nearest.mjs");
  /** @param {string} given @param {string} own of a surah; its article may be missing */
  const near = (given, own) =>
    nearest(letters(given), [own, own.replace(/^\p{L}{2,3}-/u, "")].map(letters)) !== "";
  const found = near(words.join(""), title);
  for (let end = words.length - 1; end > 0; end--) {
    const before = words.slice(0, end).join(" ");
    if (near(before, found ? title : (await find(before, options)).title)) return before;
  }
  return "";
}

/** @type {import("./commands.mjs").Command["run"]} a QuranReference */
export async function quran(words, options) {
  const { "from-verse": from, "to-verse": to, tafsir: include_tafsir } = options;
  const text = words.join(" ").trim();
  const [, language, ...place] = PAGE.exec(text) ?? [];
  const locale = options.locale ?? language;
  const passage = language ? place.filter(Boolean).join(":") : text;
  const [, surah, first, last] = PASSAGE.exec(passage) ?? [];
  if (!surah) {
    const [, name, start, end] = /^([^\s:]+)[\s:]+(\d+)\D+(\d+)$/.exec(text) ?? [];
    throw noPassage(text, name && `${name}:${start}-${end}`);
  }
  if (first && (from ?? to)) throw invocation("verses stand both in the words and in options");
  let number = /^-?\d+$/.exec(surah)?.[0];
  if (!number) {
    const found = await find(surah, options);
    number = found.number;
    if (!number) throw invocation(`no surah is named ${JSON.stringify(surah)}; give its number`);
    const name = await withoutExcess(surah, found.title, options);
    if (name) throw noPassage(text, first ? `${name}:${first}` : name);
  }
  const verses = { from_verse: first ?? from, to_verse: last ?? to };
  const asked = { surah: number, first: first ?? from, last: last ?? to, locale,
    tafsir: include_tafsir };
  return get(options, `/v1/quran/${number}`, { ...verses, locale, include_tafsir },
    ({ fitsPassage }) => fitsPassage(asked));
}
