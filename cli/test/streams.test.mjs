/** @file The program between other programs: pipes, signals, terminals. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "node:test";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { each, json, problem, PROGRAM, serve, start } from "./support.mjs";

const run = promisify(execFile);

/** @param {string} line for bash, in which `svc` is the program */
const shell = (line) =>
  run("bash", ["--norc", "-c", `svc() { "${process.execPath}" "${PROGRAM}" "$@"; }; ${line}`]);

describe("a closed pipe", () => {
  const long = "x".repeat(1_000_000);
  each(it, [
    ["is silent and no failure", json({ text: long }), "{", 0],
    ["changes no failure", problem(404, JSON.stringify({ code: long })), "{", 3],
  ], async (_, handler, first, status) => {
    const api = await serve(handler);
    const { stdout, stderr } = await shell(
      `svc get a --api-base ${api.base} 2>&1 | head -c 1; echo " \${PIPESTATUS[0]}"`);
    await api.close();
    assert.deepEqual({ stdout, stderr }, { stdout: `${first} ${status}\n`, stderr: "" });
  });

});

describe("an output that takes nothing", () => {
  const message = "the output cannot be written: ENOSPC: no space left on device, write";
  const told = `${JSON.stringify({ code: "OUTPUT_FAILED", message })}\n`;
  const answered = json({
    items: [], offset: 0, limit: 10, service: "svc-public-api", text: "x", mcp: "x", tools: [],
    verses: [],
  });
  each(it, [
    ["help", "--help"], ["version", "--version"], ["completion", "completion bash"],
    ["search", "search a"], ["all pages", "search a --all"], ["a text", "get a --markdown"],
    ["verses", "quran 1"], ["taxonomy", "taxonomy"], ["health", "health"],
    ["a table", "health --table"], ["mcp", "mcp"],
  ], async (_, args) => {
    const api = await serve(answered);
    const ran = await shell(`svc ${args} --api-base ${api.base} > /dev/full; echo "$?"`);
    await api.close();
    assert.deepEqual({ ...ran }, { stdout: "2\n", stderr: told });
  });

  it("keeps the status of a failure that standard error does not take", async () => {
    const { stdout, stderr } = await shell('svc nope 2> /dev/full; echo "$?"');
    assert.deepEqual({ stdout, stderr }, { stdout: "2\n", stderr: "" });
  });
});

describe("a defect of the program", () => {
  const broken = `"${process.execPath}" --import 'data:text/javascript,`
    + `Object.fromEntries=()=>{throw new Error("broken")}' "${PROGRAM}"`;
  it("is one line, and status 1", async () => {
    const api = await serve(json({ service: "svc-public-api", status: "ok" }));
    const ran = await shell(`${broken} health --api-base ${api.base}; echo "$?"`);
    await api.close();
    assert.equal(ran.stdout, "1\n");
    assert.equal(ran.stderr, `${JSON.stringify({ code: "INTERNAL_FAILURE",
      message: "svc failed: broken; SVC_TRACE=1 shows where, for a report" })}\n`);
  });
});

describe("a terminal", () => {
  each(it, [
    ["gets no colour for help", "--help"],
    ["gets no colour for a failure", "nope"],
    ["gets none where it is forced", "--help", "FORCE_COLOR=1 "],
  ], async (_, argument, variable = "") => {
    const command = `${variable}"${process.execPath}" "${PROGRAM}" ${argument}; true`;
    const { stdout } = await run("script", ["-qec", command, "/dev/null"]);
    assert.match(stdout, /\r\n$/);
    assert.ok(!stdout.includes("\x1b"));
  });
});

describe("a Problem on a terminal", () => {
  each(it, [
    ["is ended by a line end", '{"code":"A"}', '{"code":"A"}\r\n'],
    ["gets none when it has one", '{"code":"A"}\n', '{"code":"A"}\r\n'],
  ], async (_, body, seen) => {
    const api = await serve(problem(404, body));
    const command = `"${process.execPath}" "${PROGRAM}" health --api-base ${api.base}; true`;
    const { stdout } = await run("script", ["-qec", command, "/dev/null"]);
    await api.close();
    assert.equal(stdout, seen);
  });
});

describe("an interrupt", () => {
  it("ends the wait for an answer with 130 and nothing said", async () => {
    /** @type {() => void} */
    let arrived = () => {};
    const asked = new Promise((resolve) => (arrived = () => resolve(undefined)));
    const api = await serve(() => arrived());
    const child = start(["health", "--api-base", api.base]);
    await asked;
    child.kill("SIGINT");
    const [stdout, stderr, [status, signal]] = await Promise.all([
      text(child.stdout), text(child.stderr), once(child, "close"),
    ]);
    await api.close();
    assert.deepEqual({ stdout, stderr, status, signal },
      { stdout: "", stderr: "", status: 130, signal: null });
  });
});
