/** @file All that the program accepts and does, once: parsing, help and completion read it. */
import { invocation, note } from "./failure.mjs";

/** An option; without `argument` it is a flag. `syntax` is checked here, the meaning by the API;
 * `choices` only help completion.
 * @typedef {{help: string, argument?: string, short?: string, multiple?: true, choices?: string[],
 *   syntax?: [RegExp, string], default?: string}} Option */
/** By name: a string, true for a flag, a list where it may be repeated.
 * @typedef {Record<string, any>} Options */
/** `usage`: its words as help shows them, `words`: how few and how many, `options`: beyond GLOBAL,
 * `examples`: after the command's name. An object that `run` gives is printed as JSON.
 * @typedef {{summary: string, usage: string, words: [number, number], options: string[],
 *   examples: string[], run: (words: string[], options: Options) => any}} Command */

const BASE = /^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?(\/[^\s?#]*)?$/i;
const SECTIONS = ["articles", "material", "tryout", "quran"];
// The API's bounds: where the last page begins, and the most results of one.
const [LAST_OFFSET, LARGEST_PAGE] = [9, 10];
const WHOLE = /** @type {[RegExp, string]} */ ([/^-?\d+$/, "a whole number"]);

/** @type {Record<string, Option>} */
export const OPTIONS = {
  query: { argument: "phrase", multiple: true, help: "one more phrasing, 4 in all" },
  section: { argument: "name", choices: SECTIONS, help: `one of ${SECTIONS.join(", ")}` },
  locale: { argument: "code", choices: ["en", "id", "de"], help: "language, en unless given" },
  limit: { argument: "n", syntax: WHOLE, help: `results on a page, 1 to ${LARGEST_PAGE}` },
  offset: { argument: "n", syntax: WHOLE, help: "first result, counted from 0" },
  all: { help: "every page, as one" },
  "from-verse": { argument: "n", syntax: WHOLE, help: "first verse, 1 unless given" },
  "to-verse": { argument: "n", syntax: WHOLE, help: "last verse, the first unless given" },
  tafsir: { help: "with tafsir where the locale has one" },
  markdown: { help: "the text itself instead of JSON" },
  verify: { argument: "trust", help: "print only what the keys of this trust file signed" },
  state: { argument: "file", help: "with --verify: refuse what is older than seen before" },
  stdio: { help: "be the endpoint on standard input and output" },
  pretty: { help: "JSON indented by two spaces" },
  table: { help: "a table for people, as wide as the terminal" },
  "api-base": {
    argument: "url", help: "where the API is; else SVC_API_BASE", default: "http://127.0.0.1:8080",
    syntax: [BASE, "an http(s) URL, also in SVC_API_BASE"],
  },
  timeout: {
    argument: "s", help: "longest wait for one answer", default: "30",
    syntax: [/^([1-9]\d?|[12]\d\d|300)$/, "1 to 300 seconds"],
  },
  retries: {
    argument: "n", help: "more tries after 429, 5xx or no answer", default: "0",
    syntax: [/^(\d|10)$/, "0 to 10"],
  },
  help: { short: "h", help: "explain the program or a command" },
  version: { short: "V", help: "print the version" },
};

/** Options every command takes. */
export const GLOBAL = ["pretty", "table", "api-base", "timeout", "retries", "help", "version"];

/** Loaded by commands that ask, not by help. With --verify the answer must be what was signed.
 * @param {Options} options @param {string} path @param {Record<string, any>} [query]
 * @param {(own: typeof import("./verify.mjs")) => (answer: any, proof: any) => boolean} [fitting]
 * gives what says whether it is what was asked
 * @returns {Promise<any>} the object answered */
export async function get(options, path, query = {}, fitting) {
  if (!fitting || !options.verify) return (await import("./request.mjs")).get(options, path, query);
  const own = await import("./verify.mjs");
  return own.getVerified(options, path, query, fitting(own));
}

/** The page size that leaves only the last page to ask for, and there the largest.
 * @param {any} offset where the page begins */
const pageSize = (offset = 0) =>
  (offset >= 0 && offset < LAST_OFFSET ? LAST_OFFSET - offset : LARGEST_PAGE);

/** @type {Command["run"]} one SearchResult: a page, or with `all` every page */
async function search(words, options) {
  const { all, query: more = [], section, locale } = options;
  const query = words.length ? [words.join(" "), ...more] : more;
  if (!query.length && !section) throw invocation("search needs words, --query or --section");
  /** @param {any} offset */
  const page = (offset) => get(options, "/v1/search",
    { query, section, locale, limit: options.limit ?? (all && pageSize(offset)), offset });
  const first = await page(options.offset);
  if (!all) return first;
  const { next_offset, ...result } = first;
  /** True for a full page behind which no other may begin, so that more may match.
   * @param {Record<string, any>} page */
  const ends = ({ items, limit, offset }) =>
    items.length === limit && offset + limit > LAST_OFFSET;
  let full = ends(result);
  for (let last = result.offset, next = next_offset; next > last; ) {
    const more = await page(next);
    result.items.push(...more.items);
    full = ends(more);
    [last, next, result.has_more] = [next, more.next_offset, more.has_more];
  }
  const count = result.items.length;
  if (full) note(`svc: the API gives these ${count}; ask more precisely for others\n`);
  return { ...result, count, limit: Math.max(count, 1) };
}

/** @type {Record<string, Command>} */
export const COMMANDS = {
  search: {
    summary: "find content; the words are one phrase", usage: "[words...]", words: [0, Infinity],
    options: ["query", "section", "locale", "limit", "offset", "all"], run: search,
    examples: ["quadratic equations", "persamaan kuadrat --locale id --section material --limit 3",
      "throne verse --table"],
  },
  get: {
    summary: "read one item by content ID, svc:// URI or URL", usage: "<ref>", words: [1, 1],
    options: ["markdown", "verify", "state"],
    examples: ["asset:en:quran:surah:112 --markdown",
      "asset:en:quran:surah:112 --verify demo.trust"],
    async run([ref], options) {
      const content = await get(options, "/v1/content", { ref }, ({ fitsReference }) =>
        fitsReference(ref));
      return options.markdown ? `${String(content.text).trimEnd()}\n` : content;
    },
  },
  quran: {
    summary: "quote verses of a surah, given by number or name", usage: "<surah>[:<n>[-<n>]]",
    words: [1, Infinity],
    options: ["from-verse", "to-verse", "locale", "tafsir", "verify", "state"],
    run: async (...given) => (await import("./quran.mjs")).quran(...given),
    examples: ["112 --to-verse 4", "2:255-257 --locale de", "al-baqarah 255 --locale id --tafsir",
      "yasin:1-12 --table", "2:255 --verify demo.trust"],
  },
  taxonomy: {
    summary: "list sections, locales, categories and exams", usage: "", words: [0, 0],
    options: ["locale"], examples: ["--locale de --pretty"],
    run: (_, options) => get(options, "/v1/taxonomy", { locale: options.locale }),
  },
  health: {
    summary: "ask whether the service answers", usage: "", words: [0, 0],
    options: [], examples: ["--timeout 2"], run: (_, options) => get(options, "/v1/health"),
  },
  mcp: {
    summary: "show how to connect an MCP client, or connect one", usage: "", words: [0, 0],
    options: ["stdio"], examples: ["--pretty", "--stdio"],
    run: async (...given) => (await import("./mcp.mjs")).mcp(...given),
  },
  completion: {
    summary: "print the completion script of a shell", usage: "bash|zsh|fish", words: [1, Infinity],
    options: [], examples: ["bash > ~/.local/share/bash-completion/completions/svc"],
    run: async (words) => (await import("./help.mjs")).completion(words),
  },
  help: {
    summary: "explain the program or a command", usage: "[command]", words: [0, 1],
    options: [], examples: ["quran"],
    run: async ([name]) => (await import("./help.mjs")).help(name),
  },
};
