/** @file svc quran */
import { invocation } from "./failure.mjs";
import { get } from "./request.mjs";

/** The surah's number, from the search, which knows names in any usual spelling.
 * @param {string} name @param {import("./commands.mjs").Options} options */
async function numberOf(name, options) {
  const { items } = await get(options, "/v1/search", [
    ["query", name], ["section", "quran"], ["locale", options.locale], ["limit", "1"],
  ]);
  // The surah itself, not a verse that has the word: that one's URL would carry a fragment.
  const number = /\/quran\/(\d+)$/.exec(items?.[0]?.url)?.[1];
  if (number) return number;
  throw invocation(`no surah is named ${JSON.stringify(name)}; accepted is 1 to 114 or a name`);
}

/** The surah, then perhaps the first verse, then perhaps the last. */
const PASSAGE = /^([^\s:](?:[^:]*?[^\s:])??)(?:[\s:]+(\d+)(?:-(\d+))?)?$/;

/** @type {import("./commands.mjs").Run} a QuranReference */
export async function quran(words, options) {
  const text = words.join(" ").trim();
  const [, surah, first, last] = PASSAGE.exec(text) ?? [];
  if (!surah) throw invocation(`${JSON.stringify(text)} is no passage; as in 2, 2:255-257, yasin`);
  if (first && (options["from-verse"] ?? options["to-verse"])) {
    throw invocation(`verses both in ${JSON.stringify(text)} and in an option; give them once`);
  }
  const number = /^-?\d+$/.test(surah) ? surah : await numberOf(surah, options);
  return get(options, `/v1/quran/${number}`, [
    ["from_verse", first ?? options["from-verse"]], ["to_verse", last ?? options["to-verse"]],
    ["locale", options.locale], ["include_tafsir", options.tafsir && "true"],
  ]);
}
