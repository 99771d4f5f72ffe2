#!/usr/bin/env node
/** @file Starts the program. No other file ends the process or sets its status. */
import { EXIT, local } from "../src/failure.mjs";

/** A reader that went away, as `head` does, is no failure. @param {NodeJS.ErrnoException} error */
function closed(error) {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

process.stdout.on("error", closed);
process.stderr.on("error", closed);
process.on("SIGINT", () => process.exit(EXIT.interrupted));
if (Number.parseInt(process.version.slice(1), 10) < 24) {
  const message = `svc needs Node 24 or later, this is ${process.version}`;
  process.exitCode = EXIT.invocation;
  process.stderr.write(local(EXIT.invocation, { code: "UNSUPPORTED_NODE", message }).bytes);
} else {
  const { main } = await import("../src/main.mjs");
  await main(process.argv.slice(2), (status) => (process.exitCode = status));
}
