/** @file One request to the API, and what its answer means. */
import { EXIT, Failure, local } from "./failure.mjs";
import { version } from "./version.mjs";

/** @typedef {import("./commands.mjs").Options} Options */

const LONGEST_PAUSE = 120; // seconds; a service that asks for more is not waited for

/** @param {string} url @param {any} error what fetch threw @param {Options} options */
export function unreachable(url, error, { timeout }) {
  const { message, code } = error.cause ?? error;
  const late = error.name === "TimeoutError";
  const reason = late ? `no whole answer in ${timeout} s; --timeout allows more` : message || code;
  const kind = late ? "TIMEOUT" : "NETWORK_FAILURE";
  return local(EXIT.network, { code: kind, message: `${url}: ${reason}` }, {});
}

/** Redirects are followed: nothing sent is secret.
 * @param {string} url @param {Options} options @param {RequestInit} [init] */
export const send = (url, { timeout }, init) =>
  fetch(url, {
    ...init,
    signal: AbortSignal.timeout(timeout * 1000),
    headers: { accept: "application/json", "user-agent": `svc-cli/${version}`, ...init?.headers },
  });

/** @param {Response} response @returns {string} without parameters */
export const mediaType = ({ headers }) =>
  (headers.get("content-type") ?? "none").split(";")[0].trim().toLowerCase();

/** @param {Uint8Array | string} source @returns {any} undefined when no JSON object in UTF-8 */
export function parseObject(source) {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const value = JSON.parse(typeof source === "string" ? source : decoder.decode(source));
    return value instanceof Object && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Response} response @returns {{after?: number} | undefined} undefined: do not retry */
function retryOf({ status, headers }) {
  if (status !== 429 && status < 500) return undefined;
  const text = headers.get("retry-after") ?? "";
  const after = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(after) ? {} : { after: Math.max(0, after) };
}

/** @param {string} url @param {Response} response @param {Uint8Array} bytes its whole body
 * @returns {Failure} the Problem as it came, or what came instead in the same words */
export function refusal(url, response, bytes) {
  const { status, statusText, headers } = response;
  const type = mediaType(response);
  const retry = retryOf(response);
  if (status >= 400 && type === "application/problem+json" && parseObject(bytes)) {
    return new Failure(status < 500 ? EXIT.api : EXIT.network, bytes, retry);
  }
  const code = "NOT_THE_API";
  const detail = `${url} answered ${status} (media type ${type}), but not as the API does.`;
  const resolution = "Check --api-base, and what stands between here and there.";
  if (status < 400) return local(EXIT.network, { code, message: `${detail} ${resolution}` });
  const instance = new URL(url).pathname;
  const title = statusText || `Status ${status}`;
  const request_id = headers.get("x-request-id") ?? "";
  const problem = { code, detail, instance, request_id, resolution, status, title };
  return local(EXIT.network, { ...problem, type: "about:blank" }, retry);
}

/** @param {string} url @param {Options} options @returns {Promise<any>} the object answered */
async function attempt(url, options) {
  let response, bytes;
  try {
    response = await send(url, options);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw unreachable(url, error, options);
  }
  const ours = response.status === 200 && mediaType(response) === "application/json";
  const value = ours && parseObject(bytes);
  if (value) return value;
  throw refusal(url, response, bytes);
}

/** @param {Options} options @param {string} path below the API's base
 * @param {[string, string | undefined][]} [query] in order; undefined ones are left out
 * @returns {Promise<any>} the object answered
 * @throws {Failure} when there is none after the tries that `options.retries` allows */
export async function get(options, path, query = []) {
  const given = query.filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value = ""]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const url = options["api-base"].replace(/\/+$/, "") + path + (pairs && `?${pairs}`);
  for (let tries = 0; ; tries++) {
    try {
      return await attempt(url, options);
    } catch (error) {
      const { after = 0 } = (error instanceof Failure && error.retry) || { after: Infinity };
      if (tries >= options.retries || after > LONGEST_PAUSE) throw error;
      // Jitter: clients refused together do not come back together.
      const pause = after * 1000 + Math.random() * 500 * 2 ** Math.min(tries, 6);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
}
