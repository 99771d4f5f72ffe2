#!/usr/bin/env node
/** @file Starts the program. No other file ends the process or sets its status. */
import { defect, EXIT, Failure } from "../src/failure.mjs";

const { writeSync } = process.getBuiltinModule?.("node:fs") ?? (await import("node:fs")); // Node 18

/** Writes all of `text`, straight to the descriptor: to set up process.stdout would take a tenth
 * of the whole start. A reader that went away, as `head` does, is no failure.
 * @param {number} descriptor @param {string} text
 * @throws {Failure} when the descriptor takes no more, as that of a full disk */
function print(descriptor, text) {
  for (let rest = Buffer.from(text); rest.length; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (error.code === "EPIPE") return;
      if (error.code !== "EAGAIN") {
        const message = `the output cannot be written: ${error.message}`;
        throw new Failure(EXIT.invocation, { code: "OUTPUT_FAILED", message });
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // a reader behind, 5 ms
    }
  }
}

/** Sets the exit status of a failure and prints its text, as far as standard error takes it.
 * @param {unknown} error */
function fail(error) {
  const failure = error instanceof Failure ? error : defect(error);
  process.exitCode = failure.status;
  // A Problem has no line end; a person's prompt should not stand behind it.
  const end = !failure.message.endsWith("\n") && process.stderr.isTTY ? "\n" : "";
  try {
    print(2, failure.message + end);
  } catch {} // nowhere is left to tell of it; the status remains
}

process.on("SIGINT", () => process.exit(EXIT.interrupted));
process.on("uncaughtException", fail);
try {
  if (Number.parseInt(process.version.slice(1), 10) < 24) {
    const message = `svc needs Node 24 or later, this is ${process.version}`;
    throw new Failure(EXIT.invocation, { code: "UNSUPPORTED_NODE", message });
  }
  const { main } = await import("../src/main.mjs");
  print(1, await main(process.argv.slice(2), process.env));
} catch (error) {
  fail(error);
}
