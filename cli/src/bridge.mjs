/** @file svc mcp --stdio: lines of JSON-RPC from standard input, each POSTed to the endpoint. */
import { Failure } from "./failure.mjs";
import { mediaType, parseObject, refusal, send, unreachable } from "./request.mjs";

/** @type {Record<string, string>} by method: the parameter that the header Mcp-Name repeats */
const NAMED = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

/** @param {any} message @param {string} [agreed] revision that `initialize` settled, if it was sent
 * @returns {Record<string, string>} what its revision wants beside the message */
function headersFor(message, agreed) {
  const { method, params } = message ?? {};
  const revision = params?._meta?.["io.modelcontextprotocol/protocolVersion"];
  if (!revision) return agreed ? { "mcp-protocol-version": agreed } : {};
  const headers = { "mcp-protocol-version": revision, "mcp-method": method };
  const name = params[NAMED[method]];
  if (typeof name !== "string") return headers;
  const plain = /^[!-~]([ -~]*[!-~])?$/.test(name) && !name.startsWith("=?");
  const encoded = `=?base64?${Buffer.from(name).toString("base64")}?=`;
  return { ...headers, "mcp-name": plain ? name : encoded };
}

/** Not node:readline, which also splits at U+2028, legal inside a JSON string.
 * @param {AsyncIterable<string>} chunks */
async function* linesOf(chunks) {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

/** @param {string} url @param {Response} response @returns {AsyncIterable<string>} JSON texts */
async function* answersOf(url, response) {
  const type = mediaType(response);
  if (type === "text/event-stream" && response.body) {
    const lines = linesOf(response.body.pipeThrough(new TextDecoderStream()));
    for await (const line of lines) if (line.startsWith("data:")) yield line.slice(5);
  } else if (type === "application/json") yield response.text();
  else if (response.status !== 202) {
    throw refusal(url, response, new Uint8Array(await response.arrayBuffer()));
  }
}

/** @param {string} text one JSON text */
const print = (text) => process.stdout.write(`${text.replaceAll(/[\r\n]+/g, " ").trim()}\n`);

/** @param {string} endpoint @param {import("./commands.mjs").Options} options
 * @returns {Promise<void>} when standard input has ended; what was sent is still answered */
export async function bridge(endpoint, options) {
  /** @type {string | undefined} */
  let agreed;

  /** @param {string} body */
  async function forward(body) {
    const message = parseObject(body);
    const accept = "application/json, text/event-stream";
    const headers = { accept, "content-type": "application/json", ...headersFor(message, agreed) };
    try {
      const response = await send(endpoint, options, { method: "POST", headers, body });
      for await (const answer of answersOf(endpoint, response)) {
        if (message?.method === "initialize") agreed = parseObject(answer)?.result?.protocolVersion;
        print(answer);
      }
    } catch (error) {
      const failure = error instanceof Failure ? error : unreachable(endpoint, error, options);
      const data = JSON.parse(failure.message);
      const fault = { code: -32603, message: data.detail ?? data.message, data };
      if (message?.id !== undefined) {
        print(JSON.stringify({ jsonrpc: "2.0", id: message.id, error: fault }));
      }
    }
  }

  process.stdout.on("error", () => process.stdin.destroy()); // the host has gone
  const lines = linesOf(process.stdin.setEncoding("utf8"));
  for await (const line of lines) if (line.trim()) forward(line);
}
