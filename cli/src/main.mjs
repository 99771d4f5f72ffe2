/** @file One invocation: from the command line to what standard output gets. */
import { COMMANDS, GLOBAL, OPTIONS } from "./commands.mjs";
import { invocation } from "./failure.mjs";

// An import of node:util would load all of it, which takes a tenth of the whole start.
const { parseArgs } = process.getBuiltinModule("node:util");

/** @param {Parameters<typeof import("./nearest.mjs").unknown>} given */
const unknown = async (...given) => (await import("./nearest.mjs")).unknown(...given);

/** @param {string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{command?: string, words: string[],
 *   options: import("./commands.mjs").Options}>} */
async function parse(args, env) {
  // The variable comes first: the last of several wins.
  if (env.SVC_API_BASE) args = [`--api-base=${env.SVC_API_BASE}`, ...args];
  const options = Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) =>
    [name, { ...option, type: /** @type {any} */ (option.argument ? "string" : "boolean") }]));
  const { positionals: [command, ...words], values, tokens } =
    parseArgs({ args, options, strict: false, tokens: true });
  /** As it was written: -x or --x. @param {string} name */
  const shown = (name) => tokens.flatMap((one) =>
    one.kind === "option" && one.name === name ? [one.rawName] : []).at(-1) ?? `--${name}`;
  for (const name of command === "help" ? words : [command ?? "help"]) {
    if (Object.hasOwn(COMMANDS, name)) continue;
    throw await unknown(`unknown command ${JSON.stringify(name)}`, name, Object.keys(COMMANDS));
  }
  const accepted = [...(command ? COMMANDS[command].options : []), ...GLOBAL];
  for (const [name, value] of Object.entries(values)) {
    const { argument, syntax: [pattern, form] = [/(?:)/, ""] } = OPTIONS[name] ?? {};
    const given = [value].flat().every((one) => typeof one === "string");
    let fault = "";
    if (!accepted.includes(name)) {
      const known = accepted.map((one) => `--${one}`);
      throw await unknown(`${shown(name)} is unknown`, shown(name), known);
    } else if (given !== Boolean(argument)) fault = given ? "takes no value" : "needs a value";
    else if (!pattern.test(String(value))) fault = `${JSON.stringify(value)}: accepted is ${form}`;
    if (fault) throw invocation(`${shown(name)} ${fault}`);
  }
  const other = values.table && ["pretty", "markdown"].find((form) => values[form]);
  if (values.state && !values.verify) throw invocation("--state needs --verify");
  if (other) throw invocation(`--table and --${other} exclude each other`);
  // A base is also known by the address of its index.
  values["api-base"] = String(values["api-base"]).replace(/(?<=[^:/])(\/+v1)?\/*$/, "");
  return { command, words, options: values };
}

/** The one part that needs another package, which a bare checkout lacks. */
async function loadTable() {
  try {
    return (await import("./table.mjs")).table;
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    const folder = import.meta.dirname.replace(/src$/, "");
    throw invocation(`--table needs a package that is missing; run "npm ci" in ${folder}`);
  }
}

/** @param {string[]} args after the program's name @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} for standard output, once all of it is known
 * @throws {import("./failure.mjs").Failure} where there is nothing to print */
export async function main(args, env) {
  const { command, words, options } = await parse(args, env);
  if (options.help) return (await import("./help.mjs")).help(command);
  if (options.version) return `${(await import("./request.mjs")).version}\n`;
  if (!command) throw invocation(`no command; one of ${Object.keys(COMMANDS).join(" ")}`);
  const { words: [fewest, most], run, usage } = COMMANDS[command];
  // A word that is a dash stands for those of standard input.
  const { text } = words.includes("-") ? await import("node:stream/consumers") : {};
  const input = ((await text?.(process.stdin)) ?? "").split(/\s+/).filter(Boolean);
  const given = words.flatMap((word) => (word === "-" ? input : [word]));
  if (given.length < fewest || given.length > most) {
    throw invocation(`words given: ${given.length}; accepted is svc ${command} ${usage}`.trim());
  }
  const table = options.table && await loadTable();
  const out = (await run(given, options)) ?? "";
  if (typeof out === "string") return out;
  return table ? table(command, out) : `${JSON.stringify(out, null, options.pretty && 2)}\n`;
}
