// The official TypeScript server as a peer for the benchmark: the same four tools with the same
// schemas, and a search that always gives the same result, so that only the protocol is measured.
//
//     node mcp_official.mjs typical|best TOOLS.json RESULT.json
//
// `typical` is how its documentation writes a server: tools with zod schemas, a server for each
// request. `best` takes the schemas as constants, which need no conversion. Prints its port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer, createMcpHandler, fromJsonSchema } from "@modelcontextprotocol/server";
import { z } from "zod";

const [mode, toolsFile, resultFile] = process.argv.slice(2);
const { tools } = JSON.parse(readFileSync(toolsFile, "utf8"));
const found = JSON.parse(readFileSync(resultFile, "utf8"));
const identity = { name: "svc", title: "Service Public API", version: "1.0.0" };
const instructions = "Search with svc_search_content, read with svc_get_content.";
const schemaOf = { typical: z.fromJSONSchema, best: fromJsonSchema }[mode];

const declared = tools.map(({ name, inputSchema, outputSchema, ...rest }) => [name, {
  ...rest,
  inputSchema: schemaOf(inputSchema),
  outputSchema: schemaOf(outputSchema),
}]);

function answer() {
  return { content: [{ type: "text", text: JSON.stringify(found) }], structuredContent: found };
}

function serve() {
  const server = new McpServer(identity, { instructions });
  for (const [name, options] of declared) server.registerTool(name, options, answer);
  return server;
}

const listener = createServer(toNodeHandler(createMcpHandler(serve)));
listener.listen(0, "127.0.0.1", () => console.log(listener.address().port));
