/** @file One invocation: parse, run, print. */
import { parse } from "./arguments.mjs";
import { COMMANDS } from "./commands.mjs";
import { EXIT, Failure, invocation } from "./failure.mjs";

/** Replaces "-" by the words of standard input. @param {string[]} words */
async function expand(words) {
  if (!words.includes("-")) return words;
  const { text } = await import("node:stream/consumers");
  const input = (await text(process.stdin)).split(/\s+/).filter(Boolean);
  return words.flatMap((word) => (word === "-" ? input : [word]));
}

/** @param {ReturnType<typeof parse>} invoked @returns {ReturnType<import("./commands.mjs").Run>} */
async function run({ command, words, options }) {
  if (options.help) return (await import("./help.mjs")).help(command);
  if (options.version) return `${(await import("./version.mjs")).version}\n`;
  if (!command) throw invocation(`no command; one of ${Object.keys(COMMANDS).join(" ")}`);
  const { words: [fewest, most], load, usage } = COMMANDS[command];
  const given = await expand(words);
  if (given.length < fewest || given.length > most) {
    const form = `svc ${command} ${usage || "without words"}`;
    throw invocation(`words given: ${given.length}; accepted is ${form}`);
  }
  return (await load())[command](given, options);
}

/** @param {string[]} args after the program's name
 * @returns {Promise<{status: number, stdout?: string, stderr?: Uint8Array | string}>} */
export async function main(args) {
  try {
    const invoked = parse(args, process.env);
    const output = await run(invoked);
    const indent = invoked.options.pretty ? 2 : 0;
    const json = output instanceof Object && `${JSON.stringify(output, null, indent)}\n`;
    return { status: EXIT.ok, stdout: json || String(output ?? "") };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: error.status, stderr: error.bytes };
  }
}
