/** @file svc completion: the shells' scripts ask the program itself what may follow. */
import { readFileSync } from "node:fs";
import { COMMANDS, GLOBAL, OPTIONS } from "./commands.mjs";
import { invocation } from "./failure.mjs";

const SHELLS = ["bash", "zsh", "fish"];

/** @param {string[]} typed so far, the last unfinished @returns {string[][]} words and meanings */
function candidates(typed) {
  const option = OPTIONS[typed.at(-2)?.match(/^--(.+)/)?.[1] ?? ""];
  if (option?.argument) return (option.choices ?? []).map((choice) => [choice, option.help]);
  const command = typed.slice(0, -1).find((word) => Object.hasOwn(COMMANDS, word));
  const names = [...(command ? COMMANDS[command].options : []), ...GLOBAL];
  const options = names.map((name) => [`--${name}`, OPTIONS[name].help]);
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]);
  const shells = SHELLS.map((name) => [name, "print its script"]);
  return [...(command ? [] : commands), ...(command === "completion" ? shells : []), ...options];
}

/** @type {import("./commands.mjs").Run} a shell's script; for "words", what may follow */
export async function completion([shell, ...typed]) {
  if (shell === "words") {
    const found = candidates(typed).filter(([word]) => word.startsWith(typed.at(-1) ?? ""));
    return found.map((pair) => `${pair.join("\t")}\n`).join("");
  }
  if (SHELLS.includes(shell) && !typed.length) {
    return readFileSync(new URL(`../completion/svc.${shell}`, import.meta.url), "utf8");
  }
  const asked = JSON.stringify([shell, ...typed].join(" "));
  throw invocation(`no completion for ${asked}; accepted: ${SHELLS.join(" ")}`);
}
