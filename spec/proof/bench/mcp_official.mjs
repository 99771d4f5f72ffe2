// The official TypeScript server as a peer for the benchmark: the same four tools with the same
// schemas, and a search that always gives the same result, so that only the protocol is measured:
// this server never searches. It does what ours does for each request: validates `Host` and
// `Origin`, the arguments and the result.
//
//     node mcp_official.mjs typical|best TOOLS.json RESULT.json
//
// `typical` is how its documentation writes a server over node:http: zod schemas, results made as
// objects, a new server for each request (createMcpHandler knows no other way), the guards of
// @modelcontextprotocol/node in front. It leaves out Express, which the documentation offers as
// well, and which only costs time. `best` takes what a hurried author could find besides: schemas
// as constants, compiled once; the text of a result written once; answers never as a stream.
// Prints its port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { McpServer, createMcpHandler, fromJsonSchema } from "@modelcontextprotocol/server";
import { z } from "zod";

const [mode, toolsFile, resultFile] = process.argv.slice(2);
const { tools } = JSON.parse(readFileSync(toolsFile, "utf8"));
const written = readFileSync(resultFile, "utf8");
const found = JSON.parse(written);
const identity = { name: "svc", title: "Service Public API", version: "1.0.0" };
const instructions = "Search with svc_search_content, read with svc_get_content.";

const made = {
  typical: {
    schema: z.fromJSONSchema,
    text: () => JSON.stringify(found),
    options: {},
  },
  best: {
    schema: fromJsonSchema,
    text: () => written,
    options: { responseMode: "json" },
  },
}[mode];

const declared = tools.map(({ name, inputSchema, outputSchema, ...rest }) => [name, {
  ...rest,
  inputSchema: made.schema(inputSchema),
  outputSchema: made.schema(outputSchema),
}]);

function answer() {
  return { content: [{ type: "text", text: made.text() }], structuredContent: found };
}

function serve() {
  const server = new McpServer(identity, { instructions });
  for (const [name, options] of declared) server.registerTool(name, options, answer);
  return server;
}

const handle = toNodeHandler(createMcpHandler(serve, made.options));
const validHost = localhostHostValidation();
const validOrigin = localhostOriginValidation();
const listener = createServer((request, response) => {
  if (validHost(request, response) && validOrigin(request, response)) handle(request, response);
});
listener.listen(0, "127.0.0.1", () => console.log(listener.address().port));
