#!/usr/bin/env node
/** @file Starts the program. No other file ends the process or sets its status. */
import { EXIT, local } from "../src/failure.mjs";

/** Writes all of `text`, straight to the descriptor: to set up process.stdout would take a tenth
 * of the whole start. A reader that went away, as `head` does, is no failure.
 * @param {number} descriptor @param {Uint8Array | string} text */
function print(descriptor, text) {
  const { writeSync } = process.getBuiltinModule("node:fs");
  for (let rest = Buffer.from(text); rest.length; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // a reader behind, 5 ms
    }
  }
}

/** @param {number} status @param {string} stdout @param {Uint8Array | string} stderr */
function finish(status, stdout, stderr) {
  process.exitCode = status;
  print(1, stdout);
  print(2, stderr);
  // A Problem has no line end; a person's prompt should not stand behind it.
  if (stderr.length && Buffer.from(stderr).at(-1) !== 10 && process.stderr.isTTY) print(2, "\n");
}

process.on("SIGINT", () => process.exit(EXIT.interrupted));
if (Number.parseInt(process.version.slice(1), 10) < 24) {
  const message = `svc needs Node 24 or later, this is ${process.version}`;
  finish(EXIT.invocation, "", local(EXIT.invocation, { code: "UNSUPPORTED_NODE", message }).bytes);
} else {
  const { main } = await import("../src/main.mjs");
  const { status, stdout = "", stderr = "" } = await main(process.argv.slice(2));
  finish(status, stdout, stderr);
}
