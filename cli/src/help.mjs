/** @file The output of --help and of completion, from the tables of commands.mjs. */
const { readFileSync } = process.getBuiltinModule("node:fs");
import { COMMANDS, GLOBAL, OPTIONS } from "./commands.mjs";
import { invocation } from "./failure.mjs";

/** @param {string} title @param {string[][]} rows */
const block = (title, rows) => rows.length ? `\n${title}:\n${
  rows.map(([left, right]) => `  ${left.padEnd(22)}${right}`.trimEnd()).join("\n")}\n` : "";

/** @param {string} name @returns {string[]} its forms and its meaning */
function explain(name) {
  const { argument, short, help, default: otherwise } = OPTIONS[name];
  const forms = `${short ? `-${short}, ` : ""}--${name}${argument ? ` <${argument}>` : ""}`;
  return [forms, otherwise ? `${help} (${otherwise})` : help];
}

const ALL = Object.entries(COMMANDS);
const SUMMARIES = ALL.map(([name, { summary }]) => [name, summary]);
const SHELLS = COMMANDS.completion.usage.split("|");
const ENVIRONMENT = [
  ["SVC_API_BASE", "where the API is"],
  ["SVC_TRACE=1", "show where the program itself failed"],
  ["NODE_USE_ENV_PROXY=1", "use the proxy of HTTPS_PROXY, but for hosts in NO_PROXY"],
  ["NODE_EXTRA_CA_CERTS", "a file of further certificate authorities"],
  ["NODE_USE_SYSTEM_CA=1", "trust the authorities of the system too"],
];
const PROGRAM = {
  usage: "<command>", summary: "read the Service Public API", options: [],
  examples: ALL.map(([name, { examples: [first] }]) => `${name} ${first}`),
};

/** @param {string} [command] @returns {string} help for the command, or for the program */
export function help(command) {
  const { usage, summary, options, examples } = command ? COMMANDS[command] : PROGRAM;
  const svc = command ? `svc ${command}` : "svc";
  return `${[svc, usage, "[options]"].filter(Boolean).join(" ")}\n${summary}\n`
    + block("Commands", command ? [] : SUMMARIES) + block("Options", options.map(explain))
    + block("Options of every command", GLOBAL.map(explain))
    + block("Environment", command ? [] : ENVIRONMENT)
    + block("Examples", examples.map((example) => [`${svc} ${example}`, ""]));
}

/** @param {string[]} typed so far, the last unfinished @returns {string[][]} words and meanings */
function candidates(typed) {
  const { argument, choices = [], help: meaning } = OPTIONS[typed.at(-2)?.slice(2) ?? ""] ?? {};
  if (argument) return choices.map((choice) => [choice, meaning]);
  const command = typed.slice(0, -1).find((word) => Object.hasOwn(COMMANDS, word));
  const own = command ? [...COMMANDS[command].options, ...GLOBAL] : GLOBAL;
  const shells = SHELLS.map((name) => [name, "print its script"]);
  const next = { "": SUMMARIES, help: SUMMARIES, completion: shells }[command ?? ""] ?? [];
  return [...next, ...own.map((name) => [`--${name}`, OPTIONS[name].help])];
}

/** @param {string[]} words a shell, or "words" and those typed so far, the last unfinished
 * @returns {string} the shell's script, or lines of what may follow, each with its meaning */
export function completion([shell, ...typed]) {
  if (shell === "words") {
    const found = candidates(typed).filter(([word]) => word.startsWith(typed.at(-1) ?? ""));
    return found.map((pair) => `${pair.join("\t")}\n`).join("");
  }
  if (SHELLS.includes(shell) && !typed.length) {
    return readFileSync(new URL(`../completion/svc.${shell}`, import.meta.url), "utf8");
  }
  throw invocation(`no completion for ${[shell, ...typed].join(" ")}; one of ${SHELLS.join(" ")}`);
}
