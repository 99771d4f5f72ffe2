/** @file What may come instead of an answer, and what is said and returned then. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { once } from "node:events";
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { answer, each, fails, json, prints, problem, serve, svc } from "./support.mjs";

/** @typedef {import("./support.mjs").Handler} Handler */

const PROBLEM = {
  code: "INVALID_REQUEST", detail: "Unknown parameter “page”.", instance: "/v1/search",
  request_id: "6a6c1c1e", resolution: "Accepted: limit, locale.", status: 400,
  title: "Invalid request", type: "http://127.0.0.1/problems/invalid-request",
};
const COMPACT = JSON.stringify(PROBLEM);

/** @type {Handler} */
let respond;
const api = await serve((request, response) => respond(request, response));
const url = `${api.base}/v1/health`;
after(() => api.close());

/** @param {Handler} handler @param {import("./support.mjs").Outcome} expected
 * @param {string[]} [args] */
async function answered(handler, expected, args = []) {
  respond = handler;
  assert.deepEqual(await svc(["health", "--api-base", api.base, ...args]), expected);
}

/** @param {string} reason */
const lost = (reason) => fails(4, { code: "NETWORK_FAILURE", message: `${url}: ${reason}` });

/** @param {number} status 429 or 503 @param {string} title @param {string} [request_id]
 * @param {string} [wait] */
function platform(status, title, request_id = "", wait = "Wait a while") {
  const code = status === 429 ? "PLATFORM_RATE_LIMITED" : "PLATFORM_UNAVAILABLE";
  return fails(4, {
    code,
    detail: `${url} answered ${status} (media type text/plain) before the API saw the request.`,
    instance: "/v1/health", request_id,
    resolution: `${wait}, then try again; --retries 3 does so by itself.`, status, title,
    type: "about:blank",
  });
}

const RESOLUTION = "What answered is not an svcd: check --api-base or SVC_API_BASE, and what "
  + "stands between here and there.";

/** @param {number} status @param {string} type
 * @param {string} [title] with one, a status applies @param {string} [request_id] */
function foreign(status, type, title, request_id = "") {
  const code = "NOT_THE_API";
  const detail = `${url} answered ${status} (media type ${type}), but not as the API does.`;
  if (!title) return fails(4, { code, message: `${detail} ${RESOLUTION}` });
  return fails(4, {
    code, detail, instance: "/v1/health", request_id, resolution: RESOLUTION, status, title,
    type: "about:blank",
  });
}

describe("a Problem reaches standard error byte for byte", () => {
  each(it, [
    ["as the API writes it", 400, COMPACT],
    ["with a line end", 404, `${COMPACT}\n`],
    ["indented", 422, JSON.stringify(PROBLEM, null, 3)],
    ["with blanks around", 400, ` \r\n\t${COMPACT} \n\n`],
    ["with escapes that need not be", 404, '{"code":"\\u0041\\/","status":404}'],
    ["with numbers no double holds", 404, '{"code":"A","n":12345678901234567890.10,"status":404}'],
    ["with a member named twice", 404, '{"code":"A","code":"B","status":404}'],
    ["with characters beyond the BMP", 404, '{"code":"A","detail":"𐎀 ﷽ 🕋","status":404}'],
    ["with members of its own", 404, '{"zeta":[1,{"a":null}],"code":"A","status":404}'],
    ["with none at all", 404, "{}"],
  ], (_, status, body) => answered(problem(status, body), fails(3, body)));

  it("with --pretty", () => answered(problem(400, COMPACT), fails(3, COMPACT), ["--pretty"]));

  it("as large as a megabyte", () => {
    const body = JSON.stringify({ ...PROBLEM, detail: "é".repeat(500_000) });
    return answered(problem(400, body), fails(3, body));
  });

  it("with parameters in its media type", () =>
    answered(answer(400, "Application/Problem+JSON; charset=utf-8", COMPACT), fails(3, COMPACT)));

  it("from within its content coding", () =>
    answered(problem(400, gzipSync(COMPACT), { "content-encoding": "gzip" }), fails(3, COMPACT)));
});

describe("the status of a Problem decides the exit status", () => {
  each(it, [
    ["400", 3], ["403", 3], ["404", 3], ["405", 3], ["406", 3], ["408", 3], ["413", 3], ["414", 3],
    ["415", 3], ["422", 3], ["429", 3], ["431", 3], ["499", 3], ["500", 4], ["501", 4], ["502", 4],
    ["503", 4], ["504", 4], ["505", 4], ["599", 4],
  ], (status, exit) => {
    const body = JSON.stringify({ ...PROBLEM, status: +status });
    return answered(problem(+status, body, { "retry-after": "1" }), fails(exit, body));
  });
});

describe("an answer that is not the API's", () => {
  const html = "<!doctype html><title>Sign in</title>";
  const refusal = JSON.stringify({ message: "forbidden" });
  /** @type {[string, Handler, import("./support.mjs").Outcome][]} */
  const rows = [
    ["a page", answer(200, "text/html", html), foreign(200, "text/html")],
    ["a page with parameters", answer(200, "text/html; charset=utf-8", html),
      foreign(200, "text/html")],
    ["a page for 404", answer(404, "text/html", html), foreign(404, "text/html", "Not Found")],
    ["a page for 502", answer(502, "text/html", html), foreign(502, "text/html", "Bad Gateway")],
    ["a firewall's 429", answer(429, "text/plain", "slow down"),
      platform(429, "Too Many Requests")],
    ["a firewall's 429 with its Retry-After",
      answer(429, "text/plain", "slow down", { "retry-after": "17" }),
      platform(429, "Too Many Requests", "", "Wait 17 s")],
    ["a gateway's request id", answer(503, "text/plain", "", { "x-request-id": "abc-1" }),
      platform(503, "Service Unavailable", "abc-1")],
    ["another API's JSON for 403", answer(403, "application/json", refusal),
      foreign(403, "application/json", "Forbidden")],
    ["a Problem that is not JSON", problem(400, "{not json"),
      foreign(400, "application/problem+json", "Bad Request")],
    ["a Problem that is a list", problem(400, "[]"),
      foreign(400, "application/problem+json", "Bad Request")],
    ["a Problem cut off", problem(500, COMPACT.slice(0, -1)),
      foreign(500, "application/problem+json", "Internal Server Error")],
    ["a Problem that is not UTF-8", problem(400, Buffer.from('{"code":"\xe9"}', "latin1")),
      foreign(400, "application/problem+json", "Bad Request")],
    ["an empty Problem", problem(400, ""), foreign(400, "application/problem+json", "Bad Request")],
    ["a Problem for 200", problem(200, COMPACT), foreign(200, "application/problem+json")],
    ["invalid JSON", answer(200, "application/json", '{"a":'), foreign(200, "application/json")],
    ["JSON and more", answer(200, "application/json", "{}{}"), foreign(200, "application/json")],
    ["JSON after a byte order mark", answer(200, "application/json", "\ufeff{}"),
      foreign(200, "application/json")],
    ["JSON that is not UTF-8",
      answer(200, "application/json", Buffer.from([0x7b, 0x22, 0xff, 0x22])),
      foreign(200, "application/json")],
    ["a list", answer(200, "application/json", "[]"), foreign(200, "application/json")],
    ["null", answer(200, "application/json", "null"), foreign(200, "application/json")],
    ["a string", answer(200, "application/json", '"ok"'), foreign(200, "application/json")],
    ["nothing", answer(200, "application/json", ""), foreign(200, "application/json")],
    ["no media type", (_, response) => response.writeHead(200).end("{}"), foreign(200, "none")],
    ["JSON of another kind",
      answer(200, "application/jsonx", "{}"), foreign(200, "application/jsonx")],
    ["204", (_, response) => response.writeHead(204).end(), foreign(204, "none")],
    ["201", answer(201, "application/json", "{}"), foreign(201, "application/json")],
    ["304", (_, response) => response.writeHead(304).end(), foreign(304, "none")],
    ["a reason phrase of its own", (_, response) =>
      response.writeHead(503, "Down for tea", { "content-type": "text/plain" }).end(),
    platform(503, "Down for tea")],
    ["no reason phrase", (_, response) =>
      response.writeHead(599, "", { "content-type": "text/plain" }).end(),
    foreign(599, "text/plain", "Status 599")],
  ];
  each(it, rows, (_, handler, expected) => answered(handler, expected));
});

describe("an answer that does not arrive", () => {
  /** @type {(header: Record<string, string | number>) => Handler} half an object, then the end */
  const cut = (header) => (_, response) => {
    response.writeHead(200, { "content-type": "application/json", ...header });
    response.write('{"a":1', () => response.socket?.destroy());
  };
  /** @type {[string, Handler, string][]} */
  const rows = [
    ["closed before it", (request) => request.socket.destroy(), "other side closed"],
    ["reset before it", (request) => request.socket.resetAndDestroy(), "read ECONNRESET"],
    ["shorter than it said", cut({ "content-length": 100 }), "other side closed"],
    ["without its last chunk", cut({ "transfer-encoding": "chunked" }), "other side closed"],
    ["reset within it", (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write('{"a":1', () => setTimeout(() => response.socket?.resetAndDestroy(), 100));
    }, "read ECONNRESET"],
    ["coded as it is not", (request, response) =>
      answer(200, "application/json", "{}", { "content-encoding": "gzip" })(request, response),
    "incorrect header check"],
  ];
  each(it, rows, (_, handler, reason) => answered(handler, lost(reason)));

  /** @type {[string, Handler][]} */
  const late = [
    ["late", () => {}],
    ["late within it", (_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    }],
  ];
  each(it, late, (_, handler) => {
    const message = `${url}: no whole answer in 1 s; --timeout allows more`;
    const expected = fails(4, { code: "TIMEOUT", message });
    return answered(handler, expected, ["--timeout", "1"]);
  });

  it("refused", async () => {
    const gone = await serve(() => {});
    await gone.close();
    const message = `${gone.base}/v1/health: connect ECONNREFUSED ${gone.base.slice(7)}`;
    const expected = fails(4, { code: "NETWORK_FAILURE", message });
    assert.deepEqual(await svc(["health", "--api-base", gone.base]), expected);
  });

  it("not HTTP", async (test) => {
    const server = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    test.after(() => server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    const target = `http://127.0.0.1:${port}`;
    const reason = "Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)";
    const message = `${target}/v1/health: ${reason}`;
    const expected = fails(4, { code: "NETWORK_FAILURE", message });
    assert.deepEqual(await svc(["health", "--api-base", target]), expected);
  });

  each(it, [
    ["to a port no browser admits", "http://127.0.0.1:1", "bad port"],
    ["to a port there is not", "http://127.0.0.1:99999", "Invalid URL"],
  ], async (_, target, reason) => {
    const message = `${target}/v1/health: ${reason}`;
    const expected = fails(4, { code: "NETWORK_FAILURE", message });
    assert.deepEqual(await svc(["health", "--api-base", target]), expected);
  });
});

describe("JSON of a server that is no svcd", () => {
  const VALUE = { status: "ok", name: "x", data: [], items: "x", verses: 7, tools: {}, text: 1 };
  each(it, [
    ["for health", ["health"], "/v1/health"],
    ["for search", ["search", "a"], "/v1/search?query=a"],
    ["for all pages", ["search", "a", "--all"], "/v1/search?query=a&limit=9"],
    ["for a text", ["get", "a"], "/v1/content?ref=a"],
    ["for a text as Markdown", ["get", "a", "--markdown"], "/v1/content?ref=a"],
    ["for verses", ["quran", "1"], "/v1/quran/1"],
    ["for a name of a surah", ["quran", "yasin"], "/reference?q=yasin"],
    ["for the taxonomy", ["taxonomy"], "/v1/taxonomy"],
    ["for the index", ["mcp"], "/v1"],
    ["for the index of a bridge", ["mcp", "--stdio"], "/v1"],
    ["as a table", ["search", "a", "--table"], "/v1/search?query=a"],
  ], async (_, args, path) => {
    respond = json(VALUE);
    const message = `${api.base}${path} answered 200 (media type application/json), but not as the `
      + `API does. ${RESOLUTION}`;
    assert.deepEqual(await svc([...args, "--api-base", api.base]),
      fails(4, { code: "NOT_THE_API", message }));
  });
});

describe("a redirect", () => {
  /** @param {number} status @param {string} [to] @returns {Handler} */
  const moved = (status, to) => (request, response) => {
    if (request.url !== "/v1/health") {
      return json({ at: request.url, service: "svc-public-api" })(request, response);
    }
    response.writeHead(status, to === undefined ? {} : { location: to }).end();
  };
  each(it, [["301"], ["302"], ["303"], ["307"], ["308"]], (status) =>
    answered(moved(+status, "/moved?a=1"),
      prints('{"at":"/moved?a=1","service":"svc-public-api"}\n')));

  each(it, [
    ["to a page is no answer", answer(200, "text/html", ""), foreign(200, "text/html")],
    ["to a Problem gives the Problem", problem(404, COMPACT), fails(3, COMPACT)],
  ], (_, target, expected) =>
    answered((request, response) =>
      (request.url === "/moved" ? target : moved(302, "/moved"))(request, response), expected));

  it("without an end is given up", () =>
    answered(moved(302, "/v1/health"), lost("redirect count exceeded")));

  it("to another scheme is not followed", () =>
    answered(moved(302, "file:///etc/passwd"), lost("URL scheme must be a HTTP(S) scheme")));

  it("to nowhere is no answer", () => answered(moved(302), foreign(302, "none")));
});
