/** @file All that the program accepts, once: parsing, help and completion read it. */

/** An option; without `argument` it is a flag. `syntax` is checked here, the meaning by the API;
 * `choices` only help completion. Where it is absent `env`, then `default` apply.
 * @typedef {{help: string, argument?: string, short?: string, repeat?: true, choices?: string[],
 *   syntax?: [RegExp, string], env?: string, default?: string}} Option */

/** By name: a string, true for a flag, a list where it may be repeated.
 * @typedef {Record<string, any>} Options */

/** Runs a command. What it returns is printed: an object as JSON, a string as it is.
 * @typedef {(words: string[], options: Options) => Promise<object | string | void>} Run */

/** `usage`: its words as help shows them, `words`: how few and how many, `examples`: after the
 * command's name, `options`: beyond GLOBAL, `load`: the module that exports a Run by that name.
 * @typedef {{summary: string, usage: string, words: [number, number], options: string[],
 *   examples: string[], load: () => Promise<Record<string, any>>}} Command */

/** @type {[RegExp, string]} */
const WHOLE = [/^-?\d+$/, "a whole number"];

/** @type {Record<string, Option>} */
export const OPTIONS = {
  query: { argument: "phrase", repeat: true, help: "one more phrasing, 4 in all" },
  section: {
    argument: "name", choices: ["articles", "material", "tryout", "quran"],
    help: "only articles, material, tryout or quran",
  },
  locale: { argument: "code", choices: ["en", "id", "de"], help: "language, en unless given" },
  limit: { argument: "n", syntax: WHOLE, help: "results on a page, 1 to 10" },
  offset: { argument: "n", syntax: WHOLE, help: "first result, counted from 0" },
  all: { help: "every page, as one" },
  "from-verse": { argument: "n", syntax: WHOLE, help: "first verse, 1 unless given" },
  "to-verse": { argument: "n", syntax: WHOLE, help: "last verse, the first unless given" },
  tafsir: { help: "with tafsir where the locale has one" },
  markdown: { help: "the text itself instead of JSON" },
  stdio: { help: "be the endpoint on standard input and output" },
  pretty: { help: "JSON indented by two spaces" },
  "api-base": {
    argument: "url", env: "SVC_API_BASE", default: "http://127.0.0.1:8080",
    help: "where the API is",
    syntax: [/^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?(\/[^\s?#]*)?$/i, "an http(s) URL"],
  },
  timeout: {
    argument: "s", default: "30", help: "longest wait for one answer",
    syntax: [/^([1-9]\d?|[12]\d\d|300)$/, "1 to 300 seconds"],
  },
  retries: {
    argument: "n", default: "0", help: "more tries after 429, 5xx or no answer",
    syntax: [/^(\d|10)$/, "0 to 10"],
  },
  help: { short: "h", help: "explain the program or a command" },
  version: { short: "V", help: "print the version" },
};

/** Options every command takes. */
export const GLOBAL = ["pretty", "api-base", "timeout", "retries", "help", "version"];

/** @type {Record<string, Command>} */
export const COMMANDS = {
  search: {
    summary: "find content; the words are one phrase", usage: "[words...]", words: [0, Infinity],
    options: ["query", "section", "locale", "limit", "offset", "all"],
    load: () => import("./search.mjs"),
    examples: ["quadratic equations", "persamaan kuadrat --locale id --section material --limit 3"],
  },
  get: {
    summary: "read one item by content ID, svc:// URI or URL", usage: "<ref>", words: [1, 1],
    options: ["markdown"], load: () => import("./read.mjs"),
    examples: ["asset:en:quran:surah:112 --markdown"],
  },
  quran: {
    summary: "quote verses of a surah, given by number or name", usage: "<surah>[:<n>[-<n>]]",
    words: [1, Infinity], options: ["from-verse", "to-verse", "locale", "tafsir"],
    examples: ["112 --to-verse 4", "2:255-257 --locale de", "al-baqarah 255 --locale id --tafsir"],
    load: () => import("./quran.mjs"),
  },
  taxonomy: {
    summary: "list sections, locales, categories and exams", usage: "", words: [0, 0],
    options: ["locale"], examples: ["--locale de --pretty"], load: () => import("./read.mjs"),
  },
  health: {
    summary: "ask whether the service answers", usage: "", words: [0, 0],
    options: [], examples: ["--timeout 2"], load: () => import("./read.mjs"),
  },
  mcp: {
    summary: "show how to connect an MCP client, or connect one", usage: "", words: [0, 0],
    options: ["stdio"], examples: ["--pretty", "--stdio"], load: () => import("./mcp.mjs"),
  },
  completion: {
    summary: "print the completion script of a shell", usage: "bash|zsh|fish", words: [1, Infinity],
    options: [], load: () => import("./completion.mjs"),
    examples: ["bash > ~/.local/share/bash-completion/completions/svc"],
  },
};
