/** @file What --help prints, from the tables of commands.mjs. */
import { COMMANDS, GLOBAL, OPTIONS } from "./commands.mjs";

/** @param {string} left @param {string} right */
const row = (left, right) => `  ${left.padEnd(22)}${right}`;

/** @param {string} name */
function option(name) {
  const { argument, short, help, env, default: fallback } = OPTIONS[name];
  const otherwise = [env, fallback].filter(Boolean).join(", else ");
  const names = `${short ? `-${short}, ` : ""}--${name}${argument ? ` <${argument}>` : ""}`;
  return row(names, otherwise ? `${help} (${otherwise})` : help);
}

/** @param {string} title @param {string[]} rows */
const block = (title, rows) => (rows.length ? `\n${title}:\n${rows.join("\n")}\n` : "");

/** @param {string} [command] @returns {string} help for the command, or for the program */
export function help(command) {
  const globals = block("Options of every command", GLOBAL.map(option));
  if (command) {
    const { usage, summary, options, examples } = COMMANDS[command];
    const synopsis = ["svc", command, usage, "[options]"].filter(Boolean).join(" ");
    const shown = examples.map((example) => `  svc ${command} ${example}`);
    const own = block("Options", options.map(option));
    return `${synopsis}\n${summary}\n${own}${globals}${block("Examples", shown)}`;
  }
  const rows = Object.entries(COMMANDS);
  const commands = block("Commands", rows.map(([name, { summary }]) => row(name, summary)));
  const shown = rows.map(([name, { examples }]) => `  svc ${name} ${examples[0]}`);
  const about = "svc <command> [options]\nread the Service Public API\n";
  return about + commands + globals + block("Examples", shown);
}
