/** @file What completion offers, and that the shells it is for understand it. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { each, outcome, prints, PROGRAM } from "./support.mjs";

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "svc-completion-"));
await symlink(PROGRAM, join(folder, "svc"));
after(() => rm(folder, { recursive: true }));

/** The output of a shell. @param {string} name @param {string[]} args */
async function shell(name, ...args) {
  const PATH = [folder, dirname(process.execPath), process.env.PATH].join(":");
  const { stdout, stderr } = await run(name, args, { env: { PATH, HOME: folder, TERM: "dumb" } });
  assert.equal(stderr, "");
  return stdout;
}

describe("svc completion words", () => {
  each(it, [
    ["offers the commands that begin so",
      ["s"], "search\tfind content; the words are one phrase\n"],
    ["offers a command that is typed but not yet left", ["health"],
      "health\task whether the service answers\n"],
    ["offers the program's options", ["--ti"], "--timeout\tlongest wait for one answer\n"],
    ["offers a command's options", ["search", "--o"], "--offset\tfirst result, counted from 0\n"],
    ["offers no options of other commands", ["health", "--l"], ""],
    ["offers no command after one", ["search", "q"], ""],
    ["knows the command behind options", ["--pretty", "quran", "--taf"],
      "--tafsir\twith tafsir where the locale has one\n"],
    ["offers the values an option has", ["search", "--locale", ""],
      ["en", "id", "de"].map((code) => `${code}\tlanguage, en unless given\n`).join("")],
    ["offers the values that begin so", ["search", "--section", "ma"],
      "material\tone of articles, material, tryout, quran\n"],
    ["offers nothing for a free value", ["search", "--limit", ""], ""],
    ["offers the shells", ["completion", "z"], "zsh\tprint its script\n"],
    ["offers the commands to be explained", ["help", "ta"],
      "taxonomy\tlist sections, locales, categories and exams\n"],
    ["offers nothing unknown", ["x"], ""],
  ], (_, typed, text) => outcome(["completion", "words", "--", ...typed], prints(text)));
});

describe("the completion script", () => {
  /** Completions of a shell after `svc` and the words typed so far, the last one unfinished.
   * @type {Record<string, (typed: string[]) => Promise<string>>} */
  const shells = {
    bash: (typed) => shell("bash", "--norc", "-c", `source <(svc completion bash)
      COMP_WORDS=(svc "$@") COMP_CWORD=$#; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`, "-", ...typed),
    zsh: (typed) => shell("zsh", "-f", "-c", `compdef() {}
      _describe() { print -rl -- "\${found[@]%%:*}" }
      source <(svc completion zsh); words=(svc "$@") CURRENT=$((1 + $#)); _svc`, "-", ...typed),
    fish: (typed) => shell("fish", "--no-config", "-c", `svc completion fish | source
      complete --do-complete "svc ${typed.join(" ")}" | string replace -r "\\t.*" ""`),
  };
  for (const [name, complete] of Object.entries(shells)) {
    each(it, [
      [`completes a command in ${name}`, ["hea"], "health\n"],
      [`completes an option in ${name}`, ["mcp", "--st"], "--stdio\n"],
      [`completes a value in ${name}`, ["search", "x", "--section", "t"], "tryout\n"],
      [`completes an option of every command in ${name}`, ["completion", "--ver"], "--version\n"],
    ], async (_, typed, offered) => assert.equal(await complete(typed), offered));
  }
});
