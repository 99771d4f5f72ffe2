/** @file What every test stands on: the real program in a process, a server that does as told. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const PROGRAM = fileURLToPath(new URL("../bin/svc.mjs", import.meta.url));
export const HOME = fileURLToPath(new URL("..", import.meta.url));

/** @typedef {{stdout: string, stderr: string, status: number | null}} Outcome */
/** `node`: options of Node itself.
 * @typedef {{env?: Record<string, string>, input?: string, node?: string[]}} Setting */

/** Starts the program as a user does: this Node, a clean environment, one folder.
 * @param {string[]} args @param {Setting} [setting] */
export function start(args, { env = {}, node = [] } = {}) {
  return spawn(process.execPath, [...node, PROGRAM, ...args], {
    cwd: HOME, env: { PATH: process.env.PATH, ...env }, timeout: 60_000, // a hang is a failure
  });
}

let isOwn = false; // whether the next runs are processes of their own
let runs = 0;
let before = /** @type {Promise<unknown>} */ (Promise.resolve());

/** Runs the program in this process, which takes a tenth of the time of a process of its own. It
 * has arguments and environment as there; what it writes to a descriptor is kept.
 * @param {string[]} args @param {Record<string, string>} env @returns {Promise<Outcome>} */
async function runHere(args, env) {
  const { argv, env: own } = process;
  const { writeSync } = fs;
  const written = ["", "", ""];
  fs.writeSync = (/** @type {number} */ descriptor, /** @type {any} */ bytes) => {
    written[descriptor] += bytes;
    return Buffer.byteLength(bytes);
  };
  process.argv = [process.execPath, PROGRAM, ...args];
  process.env = { PATH: own.PATH, ...env };
  try {
    await import(new URL(`../bin/svc.mjs?run=${++runs}`, import.meta.url).href);
    return { stdout: written[1], stderr: written[2], status: Number(process.exitCode ?? 0) };
  } finally {
    Object.assign(fs, { writeSync });
    Object.assign(process, { argv, env: own, exitCode: undefined });
    for (const event of ["SIGINT", "uncaughtException"]) {
      const added = process.listeners(/** @type {any} */ (event)).at(-1);
      if (added) process.off(event, added);
    }
  }
}

/** Runs the program to its end: in this process, unless the setting is about the process, as are
 * input, options of Node and what Node reads of the environment when it starts.
 * @param {string[]} args @param {Setting} [setting] @returns {Promise<Outcome>} */
export async function svc(args, setting = {}) {
  const { env = {}, input, node } = setting;
  const ofNode = node ?? Object.keys(env).some((name) => /^(NODE_|HTTPS?_)/.test(name));
  if (!isOwn && !input && !ofNode && !args.includes("-")) {
    const outcome = before.then(() => runHere(args, env)); // one after another
    before = outcome.catch(() => {});
    return outcome;
  }
  const child = start(args, setting);
  child.stdin.on("error", () => {}); // it may end without reading
  child.stdin.end(setting.input ?? "");
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout), text(child.stderr), once(child, "close"),
  ]);
  return { stdout, stderr, status };
}

/** The outcome, all of it.
 * @param {string[]} args @param {Outcome} expected @param {Setting} [setting] */
export async function outcome(args, expected, setting) {
  assert.deepEqual(await svc(args, setting), expected);
}

/** @param {string} stdout @returns {Outcome} */
export const prints = (stdout) => ({ stdout, stderr: "", status: 0 });

/** @param {number} status @param {object | string} body an object is one compact line
 * @returns {Outcome} */
export const fails = (status, body) => ({
  stdout: "", stderr: typeof body === "string" ? body : `${JSON.stringify(body)}\n`, status,
});

/** @param {string} message @returns {Outcome} */
export const refuses = (message) => fails(2, { code: "INVALID_INVOCATION", message });

/** @typedef {import("node:http").IncomingMessage & {body?: string}} Request */
/** @typedef {(request: Request, response: import("node:http").ServerResponse) => void} Handler */

/** A server on a free port of the loopback that answers every request with `handler`.
 * @param {Handler} handler
 * @returns {Promise<{base: string, requests: Request[], close: () => Promise<void>}>} `requests`
 * holds what came, in order */
export async function serve(handler) {
  /** @type {Request[]} */
  const requests = [];
  const server = createServer(async (/** @type {Request} */ request, response) => {
    request.body = await text(request);
    requests.push(request);
    handler(request, response);
  });
  server.listen(0, "127.0.0.1");
  server.unref(); // a test that fails before it closes the server ends all the same
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { base: `http://127.0.0.1:${port}`, requests, close };
}

/** @param {number} status @param {string} type @param {string | Uint8Array} body
 * @param {Record<string, string>} [headers] @returns {Handler} */
export const answer = (status, type, body, headers = {}) => (_, response) => {
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
};

/** @param {object} value @returns {Handler} */
export const json = (value) => answer(200, "application/json", JSON.stringify(value));

/** @param {number} status @param {string | Uint8Array} body a Problem
 * @param {Record<string, string>} [headers] */
export const problem = (status, body, headers) =>
  answer(status, "application/problem+json", body, headers);

/** Gives each row of a table its own test, named by its first member. The first row runs the
 * program in a process of its own, as a user does.
 * @template {[string, ...any]} Row @param {(name: string, run: () => Promise<void>) => void} it
 * @param {Row[]} rows @param {(...row: Row) => Promise<void>} run */
export function each(it, rows, run) {
  for (const row of rows) {
    it(row[0], async () => {
      isOwn = row === rows[0];
      try {
        await run(...row);
      } finally {
        isOwn = false;
      }
    });
  }
}
