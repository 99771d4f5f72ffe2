#!/usr/bin/env node
/** @file Starts the program. No other file ends the process or sets its status. */
import { EXIT, Failure } from "../src/failure.mjs";

const { writeSync } = process.getBuiltinModule?.("node:fs") ?? (await import("node:fs")); // Node 18

/** Writes all of `text`, straight to the descriptor: to set up process.stdout would take a tenth
 * of the whole start. A reader that went away, as `head` does, is no failure.
 * @param {number} descriptor @param {string} text */
function print(descriptor, text) {
  for (let rest = Buffer.from(text); rest.length; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (error.code === "EPIPE") return;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // a reader behind, 5 ms
    }
  }
}

process.on("SIGINT", () => process.exit(EXIT.interrupted));
try {
  if (Number.parseInt(process.version.slice(1), 10) < 24) {
    const message = `svc needs Node 24 or later, this is ${process.version}`;
    throw new Failure(EXIT.invocation, { code: "UNSUPPORTED_NODE", message });
  }
  const { main } = await import("../src/main.mjs");
  print(1, await main(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.exitCode = error.status;
  // A Problem has no line end; a person's prompt should not stand behind it.
  const end = !error.message.endsWith("\n") && process.stderr.isTTY ? "\n" : "";
  print(2, error.message + end);
}
