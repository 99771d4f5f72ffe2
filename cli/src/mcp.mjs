/** @file svc mcp: how to reach the MCP endpoint, and a bridge to it for hosts that speak stdio. */
import { exchange, get, parseObject, refusal } from "./request.mjs";

/** @type {Record<string, string>} by method: the parameter that the header Mcp-Name repeats */
const NAMED = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

/** @param {any} message @param {string} agreed revision that `initialize` settled, or nothing
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

/** Prints JSON texts, each as a line. @param {string[]} texts */
const print = (texts) => texts.forEach((text) =>
  process.stdout.write(`${text.replaceAll(/[\r\n]+/g, " ").trim()}\n`));

/** POSTs each line of standard input to the endpoint and prints what it answers, in any order.
 * @param {string} endpoint @param {import("./commands.mjs").Options} options */
async function bridge(endpoint, options) {
  let agreed = "";
  /** @param {string} body */
  async function forward(body) {
    const message = parseObject(Buffer.from(body));
    const accept = "application/json, text/event-stream";
    const headers = { accept, "content-type": "application/json", ...headersFor(message, agreed) };
    try {
      const answer = await exchange(endpoint, options, { method: "POST", headers, body });
      const text = String(answer.bytes);
      const [, settled] = /"protocolVersion"\s*:\s*"(.*?)"/.exec(text) ?? [];
      if (settled && message?.method === "initialize") agreed = settled;
      if (answer.type === "application/json") print([text]);
      else if (answer.type === "text/event-stream") print(text.match(/(?<=^data:).*/gm) ?? []);
      else if (answer.response.status !== 202) throw refusal(endpoint, answer);
    } catch (failure) {
      if (message?.id === undefined) return;
      const data = JSON.parse(failure.message);
      const words = [data.detail ?? data.message, data.resolution].filter(Boolean).join(" ");
      const error = { code: -32603, message: words, data };
      print([JSON.stringify({ jsonrpc: "2.0", id: message.id, error })]);
    }
  }
  process.stdout.on("error", () => process.stdin.destroy()); // the host has gone
  let rest = "";
  // Not node:readline, which also splits at U+2028, legal inside a JSON string.
  for await (const text of process.stdin.setEncoding("utf8")) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) forward(line);
  }
  if (rest.trim()) forward(rest);
}

/** @type {import("./commands.mjs").Command["run"]} facts and configurations; nothing as a bridge */
export async function mcp(_, options) {
  const { mcp: endpoint } = await get(options, "/v1");
  if (options.stdio) return bridge(endpoint, options);
  const { tools } = await get(options, "/v1/taxonomy");
  const remote = { type: "http", url: endpoint };
  const args = ["mcp", "--stdio", "--api-base", options["api-base"]];
  const clients = {
    claude_code: `claude mcp add --transport http svc ${endpoint}`,
    vscode: { servers: { svc: remote } },
    mcp_servers: { mcpServers: { svc: remote } },
    stdio: { mcpServers: { svc: { command: "svc", args } } },
  };
  const transport = "streamable-http";
  return { endpoint, protocol_revision: "2026-07-28", transport, tools, clients };
}
