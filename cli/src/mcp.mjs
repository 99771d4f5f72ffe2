/** @file svc mcp: how to reach the MCP endpoint. */
import { get } from "./request.mjs";

/** @type {import("./commands.mjs").Run} connection facts, or nothing after serving as a bridge */
export async function mcp(_, options) {
  const { mcp: endpoint } = await get(options, "/v1");
  if (options.stdio) return (await import("./bridge.mjs")).bridge(endpoint, options);
  const { tools } = await get(options, "/v1/taxonomy");
  const remote = { type: "http", url: endpoint };
  const args = ["mcp", "--stdio", "--api-base", options["api-base"]];
  const clients = {
    claude_code: `claude mcp add --transport http svc ${endpoint}`,
    vscode: { servers: { svc: remote } },
    mcp_servers: { mcpServers: { svc: remote } },
    stdio: { mcpServers: { svc: { command: "svc", args } } },
  };
  const protocol_revision = "2026-07-28";
  return { endpoint, protocol_revision, transport: "streamable-http", tools, clients };
}
