/** @file Rules of the sources: where the process ends, what is imported, types. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { HOME } from "./support.mjs";

/** @param {string[]} patterns @returns {Map<string, string>} texts by path */
function read(...patterns) {
  const paths = globSync(patterns, { cwd: HOME });
  return new Map(paths.map((path) => [path, readFileSync(join(HOME, path), "utf8")]));
}

const sources = read("bin/*.mjs", "src/*.mjs");
const tests = read("test/*.mjs");

/** Paths of the files that match. @param {Map<string, string>} files @param {RegExp} pattern */
const having = (files, pattern) =>
  [...files].filter(([, text]) => pattern.test(text)).map(([path]) => path);

describe("the sources", () => {
  it("end the process in one file", () =>
    assert.deepEqual(having(sources, /process\.(exit|abort|kill|reallyExit)/), ["bin/svc.mjs"]));

  it("say first what each file is", () => {
    const all = new Map([...sources, ...tests]);
    assert.deepEqual(having(all, /^(#!.*\n)?\/\*\* @file /), [...all.keys()]);
  });

  it("stay within 100 columns", () =>
    assert.deepEqual(having(new Map([...sources, ...tests]), /^.{101}/mu), []));

  it("import another package in the table alone", () =>
    assert.deepEqual(having(sources, /(from|import\() ?"(?!node:|\.\.?\/)/), ["src/table.mjs"]));

  it("have the types they say", async () => {
    const { stdout } = await promisify(execFile)("node_modules/.bin/tsc", { cwd: HOME })
      .catch((error) => error);
    assert.equal(stdout, "");
  });
});
