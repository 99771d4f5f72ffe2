/** @file Start-up beside that of an empty script and of a bare fetch, in one interleaved run.
 *
 * Prints one line for each and its ratio; exits 1 where a ratio is above its bound.
 *
 *     node test/bench.mjs [ROUNDS] [--json FILE] */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { PROGRAM } from "./support.mjs";
import { startService } from "./service.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const ROUNDS = Number(positionals[0] ?? (process.env.BENCH_QUICK ? 10 : 100));
const service = await startService();
const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
const empty = join(folder, "empty.mjs");
const bare = join(folder, "fetch.mjs");
const url = `${service.base}/v1/taxonomy`;
writeFileSync(empty, "");
writeFileSync(bare, "process.stdout.write(await (await fetch(process.argv[2])).text());\n");

/** @typedef {{metric: string, of: string, against?: string, most?: number}} Goal */
/** @type {{goals: Goal[]}[]} */
const sections = JSON.parse(
  readFileSync(new URL("../../spec/proof/bench/metrics.json", import.meta.url), "utf8"));
const goals = sections.flatMap((section) => section.goals);

/** @param {string} of */
const bound = (of) => goals.find((goal) => goal.metric === "cli.time" && goal.of === of)?.most;

/** @type {{name: string, args: string[], than?: string, times: number[]}[]} */
const programs = [
  { name: "empty script", args: [empty], times: [] },
  { name: "svc --help", args: [PROGRAM, "--help"], than: "empty script", times: [] },
  { name: "svc --version", args: [PROGRAM, "--version"], than: "empty script", times: [] },
  { name: "bare fetch", args: [bare, url], times: [] },
  {
    name: "svc taxonomy", args: [PROGRAM, "taxonomy", "--api-base", service.base],
    than: "bare fetch", times: [],
  },
];

const run = promisify(execFile); // not spawnSync: the service's log must be read meanwhile

/** @param {string[]} args @returns {Promise<number>} milliseconds from start to end */
async function time(args) {
  const start = performance.now();
  await run(process.execPath, args);
  return performance.now() - start;
}

try {
  for (let round = 0; round < ROUNDS; round++) {
    // A different order each round: no program always runs after the same one.
    const order = programs.map((_, index) => programs[(index + round) % programs.length]);
    for (const program of order) program.times.push(await time(program.args));
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}

/** The fastest run: what other programs on the machine took is not in it.
 * @param {{times: number[]}} program */
const fastest = ({ times }) => Math.min(...times);

let failed = false;
for (const program of programs) {
  const other = programs.find(({ name }) => name === program.than);
  const line = `${program.name.padEnd(14)} ${fastest(program).toFixed(1).padStart(7)} ms`;
  if (!other) console.log(line);
  else {
    const value = fastest(program) / fastest(other);
    const most = bound(program.name);
    const missed = value > (most ?? Infinity);
    failed ||= missed;
    const limit = `at most ${most}${missed ? " MISSED" : ""}`;
    console.log(`${line}  ${value.toFixed(3)} x ${other.name}, ${limit}`);
  }
}
if (values.json) {
  const figures = programs.map((program) => (
    { metric: "cli.time", of: program.name, value: fastest(program) }));
  writeFileSync(values.json, JSON.stringify({ figures }) + "\n");
}
process.exitCode = failed ? 1 : 0;
