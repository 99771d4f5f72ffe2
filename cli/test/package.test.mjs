/** @file The package as it is published: what is in it, and that it runs where it is installed. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { HOME, json, serve } from "./support.mjs";

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "svc-package-"));
const cache = join(folder, "cache");
const archive = join(folder, "svc-cli-1.0.0.tgz");
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
after(() => rm(folder, { recursive: true }));

/** The npm that runs this suite, with the Node it came with. @param {string[]} args */
function npm(...args) {
  const { npm_execpath: script, npm_node_execpath: node = "node" } = process.env;
  const [program, ...first] = script ? [node, script] : ["npm"];
  const options = ["--loglevel=error", "--no-audit", "--no-fund", "--offline", `--cache=${cache}`];
  return run(program, [...first, ...args, ...options], { cwd: HOME });
}

/** The installed program, in a folder that is not its own. @param {string[]} args */
const installed = (...args) =>
  run(join(folder, "here/node_modules/.bin/svc"), args, { cwd: folder, env: { PATH } });

/** Paths of what the archive holds, sorted. @type {string[]} */
let files;
/** What the sources held before it was made. @type {string[]} */
let sources;
const tree = async () => [...await readdir(HOME), ...await readdir(join(HOME, "man"))].sort();
before(async () => {
  sources = await tree();
  await npm("pack", "--pack-destination", folder);
  await npm("install", "--prefix", join(folder, "here"), archive);
  const { stdout } = await run("tar", ["-tzf", archive]);
  files = stdout.trim().split("\n").sort();
});

describe("the package", () => {
  it("holds the program, its manual, its completion scripts, and nothing else", async () => {
    assert.deepEqual(files.filter((path) => !path.startsWith("package/node_modules/")), [
      "README.md", "bin/svc.mjs", "completion/svc.bash", "completion/svc.fish",
      "completion/svc.zsh", "man/svc.1", "package.json", "src/commands.mjs", "src/failure.mjs",
      "src/help.mjs", "src/main.mjs", "src/mcp.mjs", "src/nearest.mjs", "src/proof.mjs",
      "src/quran.mjs", "src/request.mjs", "src/table.mjs", "src/verify.mjs",
    ].map((path) => `package/${path}`));
  });

  it("is packed by npm alone, which leaves nothing behind", async () => {
    const manifest = JSON.parse(await readFile(join(HOME, "package.json"), "utf8"));
    const before = Object.keys(manifest.scripts).filter((name) => /^(pre|post)/.test(name));
    assert.deepEqual(before, []);
    assert.deepEqual(await tree(), sources);
  });

  it("brings what measures text, with its licences", async () => {
    const brought = ["ansi-regex", "get-east-asian-width", "string-width", "strip-ansi"];
    const inside = files.map((path) => /^package\/node_modules\/([^/]+)/.exec(path)?.[1]);
    assert.deepEqual([...new Set(inside)].filter(Boolean), brought);
    for (const name of brought) assert.ok(files.includes(`package/node_modules/${name}/license`));
  });

  it("needs Node 24 and no package that it does not bring", async () => {
    const manifest = JSON.parse(await readFile(join(HOME, "package.json"), "utf8"));
    const { engines, scripts, dependencies, bundleDependencies } = manifest;
    assert.deepEqual(Object.keys(dependencies), bundleDependencies);
    for (const kind of ["optionalDependencies", "peerDependencies"]) {
      assert.equal(manifest[kind], undefined, kind);
    }
    assert.deepEqual(engines, { node: ">=24" });
    assert.deepEqual(Object.keys(scripts).filter((name) => name.endsWith("install")), []);
  });

  it("installs without other packages", async () => {
    const { stdout } = await run("ls", [join(folder, "here/node_modules")]);
    assert.equal(stdout, "svc-cli\n");
  });
});

describe("the program where it is installed", () => {
  it("states its version", async () => {
    assert.deepEqual(await installed("--version"), { stdout: "1.0.0\n", stderr: "" });
  });

  it("asks the API", async () => {
    const api = await serve(json({ service: "svc-public-api", status: "ok" }));
    assert.deepEqual(await installed("health", "--api-base", api.base),
      { stdout: '{"service":"svc-public-api","status":"ok"}\n', stderr: "" });
    await api.close();
  });

  it("shows a table", async () => {
    const api = await serve(json({ service: "svc-public-api", status: "ok" }));
    assert.deepEqual(await installed("health", "--table", "--api-base", api.base),
      { stdout: "service  svc-public-api\nstatus   ok\n", stderr: "" });
    await api.close();
  });

  it("has its completion scripts", async () => {
    const { stdout } = await installed("completion", "fish");
    assert.equal(stdout, await readFile(join(HOME, "completion/svc.fish"), "utf8"));
  });
});
