/** @file The real service, started for a test: svcd with the demo publication on a free port.
 *
 * SVC_SVCD        the host, ../build/svcd unless set
 * SVC_PUBLICATION demo.svp beside it unless set
 * SVC_TRUST       demo.trust beside it unless set
 */
import { spawn } from "node:child_process";
import { accessSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { HOME } from "./support.mjs";

const SVCD = process.env.SVC_SVCD ?? resolve(HOME, "../build/svcd");
const PUBLICATION = process.env.SVC_PUBLICATION ?? join(dirname(SVCD), "demo.svp");
export const TRUST = process.env.SVC_TRUST ?? join(dirname(SVCD), "demo.trust");

/** @param {Record<string, string>} [options] environment of svcd; the quota is off unless set
 * @returns {Promise<{base: string, stop: () => Promise<void>}>}
 * @throws {Error} when there is no svcd or no publication, or it does not start */
export async function startService(options = {}) {
  for (const file of [SVCD, PUBLICATION, TRUST]) {
    try {
      accessSync(file);
    } catch {
      throw new Error(`${file} is missing: run "make publication" first, or set SVC_SVCD`);
    }
  }
  const folder = await mkdtemp(join(tmpdir(), "svc-service-"));
  const child = spawn(SVCD, ["serve"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH, SVC_LISTEN: "127.0.0.1:0", SVC_WORKERS: "1", SVC_QUOTA_LIMIT: "0",
      SVC_PUBLICATION: PUBLICATION, SVC_TRUST: TRUST, SVC_STATE_DIR: folder, ...options,
    },
  });
  const ended = new Promise((done) => child.once("close", done));
  let log = "";
  child.stderr.on("data", (chunk) => (log += chunk));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const base = /^Listening on (http:\S+)$/.exec(line)?.[1];
    if (!base) continue;
    child.stdout.resume();
    return { base, stop };
  }
  await stop();
  throw new Error(`${SVCD} serve did not start:\n${log}`);
}
