/** @file svc mcp --stdio: what it asks of the endpoint, and what it hands back. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, beforeEach, describe, it } from "node:test";
import { text } from "node:stream/consumers";
import { answer, each, fails, json, problem, serve, start, svc } from "./support.mjs";

/** @typedef {import("./support.mjs").Handler} Handler */

/** @type {Handler} */
let respond;
const api = await serve((request, response) => {
  const handler = request.url === "/v1" ? json({ mcp: `${api.base}/mcp` }) : respond;
  handler(request, response);
});
after(() => api.close());
beforeEach(() => {
  api.requests.length = 0;
});

const ARGS = ["mcp", "--stdio", "--api-base", api.base];
const REVISION = "io.modelcontextprotocol/protocolVersion";
const _meta = { [REVISION]: "2026-07-28" };

/** @param {object | string} message one line of standard input */
const line = (message) => `${typeof message === "string" ? message : JSON.stringify(message)}\n`;

/** @param {number} id @param {string} method @param {object} [params] */
const modern = (id, method, params) =>
  ({ jsonrpc: "2.0", id, method, params: { _meta, ...params } });

/** Sends the messages, and compares what comes back.
 * @param {(object | string)[]} messages @param {string} stdout */
async function exchanged(messages, stdout) {
  const outcome = await svc(ARGS, { input: messages.map(line).join("") });
  assert.deepEqual(outcome, { stdout, stderr: "", status: 0 });
}

/** @param {number} [index] of the request after the one to the index */
const sent = (index = 0) => {
  const { method, url, body, headers } = api.requests[index + 1];
  const { accept, "content-type": type, "mcp-protocol-version": version } = headers;
  const { "mcp-method": call, "mcp-name": name } = headers;
  return { method, url, body, accept, type, version, call, name };
};

/** Answers each request with its id. @type {Handler} */
const echo = (request, response) => {
  const { id, method } = JSON.parse(request.body ?? "");
  json({ jsonrpc: "2.0", id, result: { method } })(request, response);
};

describe("a message", () => {
  beforeEach(() => {
    respond = echo;
  });

  it("is POSTed as it is, with the headers of its revision", async () => {
    const message = modern(1, "server/discover");
    await exchanged([message], '{"jsonrpc":"2.0","id":1,"result":{"method":"server/discover"}}\n');
    assert.deepEqual(sent(), {
      method: "POST", url: "/mcp", body: JSON.stringify(message), type: "application/json",
      accept: "application/json, text/event-stream", version: "2026-07-28",
      call: "server/discover", name: undefined,
    });
  });

  each(it, [
    ["names the tool called", "tools/call", { name: "svc_get_content" }, "svc_get_content"],
    ["names the prompt got", "prompts/get", { name: "quote passage" }, "quote passage"],
    ["names the resource read",
      "resources/read", { uri: "svc://content/a:b" }, "svc://content/a:b"],
    ["encodes a name that is not ASCII",
      "tools/call", { name: "größe" }, "=?base64?Z3LDtsOfZQ==?="],
    ["encodes a name with blanks around", "tools/call", { name: " a" }, "=?base64?IGE=?="],
    ["encodes a name with a line end",
      "tools/call", { name: "a\r\nX: 1" }, "=?base64?YQ0KWDogMQ==?="],
    ["encodes a name that looks encoded", "tools/call", { name: "=?base64?YQ==?=" },
      "=?base64?PT9iYXNlNjQ/WVE9PT89?="],
    ["encodes an empty name", "tools/call", { name: "" }, "=?base64??="],
    ["names nothing where the name is none", "tools/call", { name: 7 }, undefined],
    ["names nothing for other methods", "tools/list", { name: "x" }, undefined],
  ], async (_, method, params, name) => {
    const stdout = `{"jsonrpc":"2.0","id":1,"result":{"method":"${method}"}}\n`;
    await exchanged([modern(1, method, params)], stdout);
    assert.deepEqual([sent().call, sent().name], [method, name]);
  });

  it("of an older revision carries what initialize settled", async () => {
    respond = (request, response) => {
      const { id, method } = JSON.parse(request.body ?? "");
      const result = method === "initialize" ? { protocolVersion: "2025-06-18" } : {};
      json({ jsonrpc: "2.0", id, result })(request, response);
    };
    const child = start(ARGS);
    const lines = child.stdout.setEncoding("utf8");
    child.stdin.write(line({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }));
    assert.equal((await once(lines, "data"))[0],
      '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}\n');
    child.stdin.write(line({ jsonrpc: "2.0", id: 2, method: "tools/list" }));
    assert.equal((await once(lines, "data"))[0], '{"jsonrpc":"2.0","id":2,"result":{}}\n');
    child.stdin.end();
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
    assert.deepEqual([stderr, status], ["", 0]);
    assert.deepEqual([sent(0).version, sent(1).version], [undefined, "2025-06-18"]);
    assert.deepEqual([sent(1).call, sent(1).name], [undefined, undefined]);
  });

  it("keeps its bytes: great numbers, blanks, separators", async () => {
    const body = '{ "jsonrpc":"2.0", "id":12345678901234567890, "method":"x\u2028y" }';
    const result = '{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}';
    respond = answer(200, "application/json", result);
    await exchanged([body], `${result}\n`);
    assert.equal(sent().body, body);
  });

  it("that is not JSON is the endpoint's to refuse", async () => {
    const refusal = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"not JSON"}}';
    respond = answer(400, "application/json", refusal);
    await exchanged(["{nope"], `${refusal}\n`);
    assert.equal(sent().body, "{nope");
  });

  it("may come without a line end, and among blank lines", async () => {
    const outcome = await svc(ARGS, { input: '\n  \n{"jsonrpc":"2.0","id":1,"method":"ping"}' });
    assert.deepEqual(outcome.stdout, '{"jsonrpc":"2.0","id":1,"result":{"method":"ping"}}\n');
  });

  it("does not wait for the answer to another", async () => {
    /** @type {() => void} */
    let release = () => {};
    respond = (request, response) => {
      const { id } = JSON.parse(request.body ?? "");
      if (id === 1) release = () => echo(request, response);
      else {
        echo(request, response);
        response.on("close", () => release());
      }
    };
    const [first, second] = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    const child = start(ARGS);
    child.stdin.write(line(first));
    while (api.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    child.stdin.end(line(second));
    assert.equal(await text(child.stdout), [2, 1]
      .map((id) => `{"jsonrpc":"2.0","id":${id},"result":{"method":"ping"}}\n`).join(""));
  });
});

describe("an answer", () => {
  const ping = { jsonrpc: "2.0", id: 7, method: "ping" };
  const event = (/** @type {string} */ data) => `event: message\r\ndata: ${data}\r\n\r\n`;
  /** @param {number} code @param {object} data */
  const fault = (code, data, message = "") =>
    `${JSON.stringify({ jsonrpc: "2.0", id: 7, error: { code, message, data } })}\n`;
  const limited = { code: "RATE_LIMITED", detail: "Too many requests.", status: 429 };

  /** @type {[string, Handler, string][]} */
  const rows = [
    ["is one line however it is written", answer(200, "application/json", '{\n  "id": 7\r\n}\n'),
      '{   "id": 7 }\n'],
    ["may be a stream of events", answer(200, "text/event-stream",
      `: hello\n\n${event('{"method":"notifications/progress"}')}${event('{"id":7}')}`),
    '{"method":"notifications/progress"}\n{"id":7}\n'],
    ["may be an error of the protocol", answer(404, "application/json", '{"id":7,"error":{}}'),
      '{"id":7,"error":{}}\n'],
    ["may be nothing", (_, response) => response.writeHead(202).end(), ""],
    ["that is a Problem becomes an error with it", problem(429, JSON.stringify(limited)),
      fault(-32603, limited, "Too many requests.")],
  ];
  each(it, rows, (_, handler, stdout) => {
    respond = handler;
    return exchanged([ping], stdout);
  });

  it("that does not come becomes an error", () => {
    respond = (request) => request.socket.destroy();
    const message = `${api.base}/mcp: other side closed`;
    return exchanged([ping], fault(-32603, { code: "NETWORK_FAILURE", message }, message));
  });

  it("that is not the endpoint's becomes an error that says what to do", () => {
    respond = answer(502, "text/html", "<p>");
    const detail = `${api.base}/mcp answered 502 (media type text/html), but not as the API does.`;
    const resolution = "What answered is not an svcd: check --api-base or SVC_API_BASE, and what "
      + "stands between here and there.";
    const data = {
      code: "NOT_THE_API", detail, instance: "/mcp", request_id: "", resolution, status: 502,
      title: "Bad Gateway", type: "about:blank",
    };
    return exchanged([ping], fault(-32603, data, `${detail} ${resolution}`));
  });

  it("that does not come to a notification is no answer", () => {
    respond = (request) => request.socket.destroy();
    return exchanged([{ jsonrpc: "2.0", method: "notifications/initialized" }], "");
  });
});

describe("an endpoint that cannot be found", () => {
  it("ends the bridge before it begins", async () => {
    const body = '{"code":"SERVICE_UNAVAILABLE","status":503}';
    const down = await serve(problem(503, body));
    assert.deepEqual(await svc(["mcp", "--stdio", "--api-base", down.base]), fails(4, body));
    await down.close();
  });
});
