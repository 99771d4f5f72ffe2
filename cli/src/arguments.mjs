/** @file From the command line to a command, its words and its options. */
import { COMMANDS, GLOBAL, OPTIONS } from "./commands.mjs";
import { invocation } from "./failure.mjs";

/** @typedef {import("./commands.mjs").Options} Options */

// An import of node:util would load all of it, which takes a tenth of the whole start.
const { parseArgs } = process.getBuiltinModule("node:util");

/** @type {Record<string, {type: "string" | "boolean", short?: string}>} for parseArgs */
const KINDS = {};
for (const [name, { argument, short }] of Object.entries(OPTIONS)) {
  KINDS[name] = { type: argument ? "string" : "boolean", ...(short && { short }) };
}

/** @param {string} source where the text was given @param {string} name @param {string} text */
function checked(source, name, text) {
  const [pattern, accepted] = OPTIONS[name].syntax ?? [/(?:)/, ""];
  if (pattern.test(text)) return text;
  throw invocation(`${source} ${JSON.stringify(text)}: accepted is ${accepted}`);
}

/** @param {Options} options @param {any} token of parseArgs @param {string} [command] */
function take(options, { name, rawName, value, inlineValue }, command) {
  const accepted = [...(command ? COMMANDS[command].options : []), ...GLOBAL];
  if (!accepted.includes(name)) {
    throw invocation(`unknown option ${rawName}; accepted: --${accepted.join(" --")}`);
  }
  const { argument, repeat } = OPTIONS[name];
  if (!argument && inlineValue) throw invocation(`${rawName} takes no value`);
  if (argument && (value === undefined || (!inlineValue && /^-./.test(value)))) {
    throw invocation(`${rawName} needs a value; write ${rawName}=value if it begins with -`);
  }
  if (repeat) (options[name] ??= []).push(value);
  else options[name] = argument ? checked(rawName, name, value) : true;
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {{command?: string, words: string[], options: Options}}
 * @throws {import("./failure.mjs").Failure} for what no command accepts */
export function parse(args, env) {
  const { tokens, positionals: [command, ...words] } = parseArgs({
    args, options: KINDS, allowPositionals: true, strict: false, tokens: true,
  });
  if (command !== undefined && !Object.hasOwn(COMMANDS, command)) {
    const known = Object.keys(COMMANDS).join(" ");
    throw invocation(`unknown command ${JSON.stringify(command)}; accepted: ${known}`);
  }
  /** @type {Options} */
  const options = {};
  for (const token of tokens) if (token.kind === "option") take(options, token, command);
  for (const [name, { env: variable = "", default: fallback }] of Object.entries(OPTIONS)) {
    options[name] ??= env[variable] ? checked(variable, name, env[variable]) : fallback;
  }
  return { command, words, options };
}
