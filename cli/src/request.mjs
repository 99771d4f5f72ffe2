/** @file One request to the API, and what its answer means. */
import manifest from "../package.json" with { type: "json" };
import { EXIT, Failure } from "./failure.mjs";

/** @typedef {import("./commands.mjs").Options} Options */

/** major.minor.patch, which package.json alone states */
export const { version } = manifest;
const LONGEST_PAUSE = 120; // seconds; a service that asks for more is not waited for

/** Any answer, whatever its status. Redirects are followed: nothing sent is secret.
 * @param {string} url @param {Options} options @param {RequestInit} [init]
 * @throws {Failure} when no whole answer came */
export async function exchange(url, { timeout }, init) {
  const agent = { accept: "application/json", "user-agent": `svc-cli/${version}` };
  const signal = AbortSignal.timeout(timeout * 1000);
  try {
    const response = await fetch(url, { ...init, signal, headers: { ...agent, ...init?.headers } });
    const [type] = (response.headers.get("content-type") ?? "none").toLowerCase().split(";");
    return { response, type: type.trim(), bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    const { message, code: fault } = error.cause ?? error;
    const [code, reason] = signal.aborted
      ? ["TIMEOUT", `no whole answer in ${timeout} s; --timeout allows more`]
      : ["NETWORK_FAILURE", message || fault];
    throw new Failure(EXIT.network, { code, message: `${url}: ${reason}` }, 0);
  }
}

/** @param {Buffer} bytes @returns {any} undefined when they are no JSON object in UTF-8 */
export function parseObject(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(text);
    return value instanceof Object && !Array.isArray(value) ? value : undefined;
  } catch {}
}

/** What the answers of the API have and JSON of other servers has not, by the path.
 * @type {[RegExp, (answer: any) => boolean][]} */
const MARKS = [
  [/^\/v1$/, ({ mcp }) => typeof mcp === "string"],
  [/^\/v1\/health$/, ({ service }) => service === "svc-public-api"],
  [/^\/v1\/search$/, ({ items }) => Array.isArray(items)],
  [/^\/v1\/content$/, ({ text }) => typeof text === "string"],
  [/^\/v1\/taxonomy$/, ({ tools }) => Array.isArray(tools)],
  [/^\/v1\/quran\//, ({ verses }) => Array.isArray(verses)],
  [/^\/reference$/, ({ candidates, surah }) => (candidates ? Array.isArray(candidates)
    : Number.isInteger(surah))],
];

/** The Problem as it came, or what came instead in the same words.
 * @param {string} url @param {Awaited<ReturnType<typeof exchange>>} answer */
export function refusal(url, { response: { status, statusText, headers }, type, bytes }) {
  const pause = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(pause) ? Number(pause) : (Date.parse(pause) - Date.now()) / 1000;
  const after = status === 429 || status >= 500 ? Math.max(0, seconds || 0) : Infinity;
  if (status >= 400 && type === "application/problem+json" && parseObject(bytes)) {
    return new Failure(status < 500 ? EXIT.api : EXIT.network, String(bytes), after);
  }
  // SPEC of the API: a firewall or balancer before it may refuse as well, in a form of its own.
  if (status === 429 || status === 503) {
    const code = status === 429 ? "PLATFORM_RATE_LIMITED" : "PLATFORM_UNAVAILABLE";
    const wait = seconds > 0 ? `Wait ${Math.ceil(seconds)} s` : "Wait a while";
    return new Failure(EXIT.network, {
      code,
      detail: `${url} answered ${status} (media type ${type}) before the API saw the request.`,
      instance: new URL(url).pathname, request_id: headers.get("x-request-id") ?? "",
      resolution: `${wait}, then try again; --retries 3 does so by itself.`,
      status, title: statusText || `Status ${status}`, type: "about:blank",
    }, after);
  }
  const code = "NOT_THE_API";
  const detail = `${url} answered ${status} (media type ${type}), but not as the API does.`;
  const resolution = "What answered is not an svcd: check --api-base or SVC_API_BASE, and what "
    + "stands between here and there.";
  return new Failure(EXIT.network, status < 400 ? { code, message: `${detail} ${resolution}` } : {
    code, detail, instance: new URL(url).pathname, request_id: headers.get("x-request-id") ?? "",
    resolution, status, title: statusText || `Status ${status}`, type: "about:blank",
  }, after);
}

/** @param {Options} options @param {string} path below the API's base
 * @param {Record<string, any>} [query] a list repeats its name, what is undefined is left out
 * @returns {Promise<any>} the object answered @throws {Failure} as `ask` does, and where it is not
 * the API's */
export async function get(options, path, query) {
  const answer = await ask(options, path, query);
  if (MARKS.some(([of, has]) => of.test(path) && !has(answer.value))) {
    throw refusal(answer.url, answer);
  }
  return answer.value;
}

/** The answer whole: its `response`, its `bytes` and the object they are, `value`; and its `url`.
 * @param {Options} options @param {string} path @param {Record<string, any>} [query]
 * @throws {Failure} when there is none after the tries that `options.retries` allows */
export async function ask(options, path, query = {}) {
  const pairs = Object.entries(query).flatMap(([name, value = []]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`)).join("&");
  const url = options["api-base"] + path + (pairs && `?${pairs}`);
  for (let tries = 0; ; tries++) {
    try {
      const answer = await exchange(url, options);
      const ours = answer.response.status === 200 && answer.type === "application/json";
      const value = ours && parseObject(answer.bytes);
      if (value) return { ...answer, url, value };
      throw refusal(url, answer);
    } catch (error) {
      if (tries >= options.retries || !(error.after <= LONGEST_PAUSE)) throw error;
      // Jitter: clients refused together do not come back together.
      const pause = error.after * 1000 + Math.random() * 500 * 2 ** Math.min(tries, 6);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
}
