/** @file The official MCP client over `svc mcp --stdio`, against the real service. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { after, describe, it } from "node:test";
import { HOME, PROGRAM } from "./support.mjs";
import { startService } from "./service.mjs";

const service = await startService();
after(() => service.stop());

const contract = JSON.parse(readFileSync(join(HOME, "../contract/openapi.json"), "utf8"));

/** The contract's example of each parameter, by its name. @type {Record<string, unknown>} */
const EXAMPLES = {};
for (const { get } of Object.values(contract.paths)) {
  for (const { name, example } of get.parameters ?? []) EXAMPLES[name] = example;
}

/** @param {import("@modelcontextprotocol/client").ClientOptions} options
 * @param {(client: Client) => Promise<void>} use */
async function connected(options, use) {
  const client = new Client({ name: "svc-cli-test", version: "1.0.0" }, options);
  const args = [PROGRAM, "mcp", "--stdio", "--api-base", service.base];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** @type {[string, import("@modelcontextprotocol/client").ClientOptions][]} */
const ERAS = [
  ["its default, which opens with initialize", {}],
  ["negotiation", { versionNegotiation: { mode: "auto" } }],
  ["revision 2026-07-28 alone", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

for (const [era, options] of ERAS) {
  describe(`the official client with ${era}`, () => {
    it("lists all tools and calls each", () =>
      connected(options, async (client) => {
        const { tools } = await client.listTools();
        assert.ok(tools.length >= 4);
        for (const { name, inputSchema } of tools) {
          const needed = (inputSchema.required ?? []).map((each) => [each, EXAMPLES[each]]);
          const result = await client.callTool({ name, arguments: Object.fromEntries(needed) });
          const [block] = /** @type {{text: string}[]} */ (result.content);
          assert.ok(!result.isError, `${name}: ${block.text}`);
          assert.deepEqual(JSON.parse(block.text), result.structuredContent, name);
        }
      }));

    it("is told what a tool refuses", () =>
      connected(options, async (client) => {
        const call = { name: "svc_get_quran_reference", arguments: { surah: 115 } };
        const result = await client.callTool(call);
        assert.equal(result.isError, true);
      }));

    it("reads a resource", () =>
      connected(options, async (client) => {
        const uri = "svc://content/asset:de:quran:surah:112";
        const { contents } = await client.readResource({ uri });
        assert.match(String(/** @type {any} */ (contents[0]).text), /Al-Ikhlas/);
      }));
  });
}
