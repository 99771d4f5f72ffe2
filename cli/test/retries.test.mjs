/** @file When the program tries again, how long it waits, and when it gives up. */
import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { answer, each, fails, json, prints, problem, serve, svc } from "./support.mjs";

/** @typedef {import("./support.mjs").Handler} Handler */

/** Answers of the server, request by request; the last one repeats. @type {Handler[]} */
let script = [];
/** When each request came, in milliseconds. @type {number[]} */
const times = [];
const api = await serve((request, response) => {
  times.push(performance.now());
  script[Math.min(times.length, script.length) - 1](request, response);
});
after(() => api.close());
beforeEach(() => {
  times.length = 0;
});

/** @param {number} retries @param {Handler[]} steps
 * @param {import("./support.mjs").Outcome} expected
 * @param {number} requests how many the server must see @param {string[]} [more] arguments */
async function tries(retries, steps, expected, requests, more = []) {
  script = steps;
  const args = ["health", "--api-base", api.base, "--retries", String(retries), ...more];
  assert.deepEqual(await svc(args), expected);
  assert.equal(times.length, requests);
}

const BODY = '{"code":"RATE_LIMITED","status":429}';
const ok = json({ service: "svc-public-api", status: "ok" });
const OK = prints('{"service":"svc-public-api","status":"ok"}\n');
const limited = problem(429, BODY, { "retry-after": "0" });

describe("without --retries", () => {
  each(it, [
    ["a 429 is final", limited, fails(3, BODY)],
    ["a 503 is final", problem(503, BODY, { "retry-after": "0" }), fails(4, BODY)],
  ], async (_, handler, expected) => {
    script = [handler, ok];
    assert.deepEqual(await svc(["health", "--api-base", api.base]), expected);
    assert.equal(times.length, 1);
  });
});

describe("with --retries", () => {
  /** @type {[string, number, Handler[], import("./support.mjs").Outcome, number, string[]?][]} */
  const rows = [
    ["a 429 is tried again", 1, [limited, ok], OK, 2],
    ["a firewall's 429 is tried again", 1,
      [answer(429, "text/html", "", { "retry-after": "0" }), ok], OK, 2],
    ["a 500 is tried again", 1, [problem(500, BODY), ok], OK, 2],
    ["a gateway's 502 is tried again", 1, [answer(502, "text/html", ""), ok], OK, 2],
    ["a 503 is tried again", 1, [problem(503, BODY, { "retry-after": "0" }), ok], OK, 2],
    ["a closed connection is tried again", 1, [(request) => request.socket.destroy(), ok], OK, 2],
    ["a reset connection is tried again", 1,
      [(request) => request.socket.resetAndDestroy(), ok], OK, 2],
    ["a late answer is tried again", 1, [() => {}, ok], OK, 2, ["--timeout", "3"]],
    ["a body cut off is tried again", 1, [(_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "9" });
      response.write("{", () => response.socket?.destroy());
    }, ok], OK, 2],
    ["different failures share the number", 3,
      [limited, problem(500, BODY), (request) => request.socket.destroy(), ok], OK, 4],
    ["the last failure is told", 2, [limited, problem(503, "{}"), limited], fails(3, BODY), 3],
    ["none are tried after none", 0, [limited, ok], fails(3, BODY), 1],
    ["a 400 is final", 3, [problem(400, BODY), ok], fails(3, BODY), 1],
    ["a 404 is final", 3, [problem(404, BODY, { "retry-after": "0" }), ok], fails(3, BODY), 1],
    ["a 422 is final", 3, [problem(422, BODY), ok], fails(3, BODY), 1],
    ["a wait beyond two minutes is not begun", 3,
      [problem(429, BODY, { "retry-after": "121" }), ok], fails(3, BODY), 1],
    ["nor one until a date next year", 3, [problem(429, BODY, {
      "retry-after": new Date(Date.now() + 365 * 86_400_000).toUTCString(),
    }), ok], fails(3, BODY), 1],
    ["a date gone by is no wait", 1,
      [problem(429, BODY, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }), ok], OK, 2],
    ["a Retry-After that is neither is none", 1,
      [problem(429, BODY, { "retry-after": "soon" }), ok], OK, 2],
  ];
  each(it, rows, (_, ...row) => tries(...row));

  it("an answer that is not the API's is final", async () => {
    script = [answer(200, "text/html", ""), ok];
    const { status } = await svc(["health", "--api-base", api.base, "--retries", "3"]);
    assert.deepEqual([status, times.length], [4, 1]);
  });

  it("waits the seconds that Retry-After asks for", async () => {
    await tries(1, [problem(429, BODY, { "retry-after": "2" }), ok], OK, 2);
    assert.ok(times[1] - times[0] >= 1999, `came back after ${times[1] - times[0]} ms`);
  });

  it("waits until the date that Retry-After names", async () => {
    const date = new Date(Math.ceil(Date.now() / 1000 + 1) * 1000);
    await tries(1, [problem(503, BODY, { "retry-after": date.toUTCString() }), ok], OK, 2);
    assert.ok(Date.now() >= date.getTime());
  });

  it("retries each page of --all by itself", async () => {
    const first = { count: 1, has_more: true, items: [1], limit: 1, next_offset: 1, offset: 0 };
    const last = { count: 1, has_more: false, items: [2], limit: 1, offset: 1 };
    script = [limited, json(first), limited, json(last)];
    const args = ["search", "a", "--all", "--retries", "1", "--api-base", api.base];
    assert.deepEqual(await svc(args),
      prints('{"count":2,"has_more":false,"items":[1,2],"limit":2,"offset":0}\n'));
    assert.equal(times.length, 4);
  });
});
