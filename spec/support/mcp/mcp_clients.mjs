// The official clients against an MCP endpoint: each lists the tools, calls them all and uses the
// resources, prompts and completions. One line of JSON for each thing that was tried.
//
//     node mcp_clients.mjs URL CALLS [TOOL]
//
// CALLS: a file of JSON, the arguments by name of the tool; TOOL: the only one that the inspector
// calls, which is a process for each call
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const url = process.argv[2];
const LESSON = "asset:en:material:mathematics:quadratic-equations";
const INSPECTOR = new URL("../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", import.meta.url);

const CALLS = JSON.parse(readFileSync(process.argv[3], "utf8")), ONLY = process.argv[4];

function report(client, attempt, reason) {
  console.log(JSON.stringify({ client, attempt, reason }));
}

async function attempt(client, name, run) {
  try {
    report(client, name, (await run()) || undefined);
  } catch (error) {
    report(client, name, String(error?.stack ?? error));
  }
}

function expect(condition, otherwise) {
  return condition ? undefined : otherwise;
}

async function callTools(label, client) {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  report(label, "lists the tools", expect(
    isDeepStrictEqual([...names].sort(), Object.keys(CALLS).sort()), "found " + names));
  for (const [name, args] of Object.entries(CALLS)) {
    await attempt(label, "calls " + name, async () => {
      const result = await client.callTool({ name, arguments: args });
      const text = JSON.parse(result.content[0].text);
      return expect(!result.isError && isDeepStrictEqual(result.structuredContent, text),
        "text and structured content differ, or an error: " + JSON.stringify(result).slice(0, 300));
    });
  }
  await attempt(label, "reads a refusal", async () => {
    const result = await client.callTool({ name: "svc_get_content", arguments: { ref: "none" } });
    const problem = JSON.parse(result.content[0].text);
    return expect(result.isError && !result.structuredContent
      && problem.code === "CONTENT_NOT_FOUND" && problem.resolution, JSON.stringify(result));
  });
}

async function useTheRest(label, client) {
  await attempt(label, "reads resources", async () => {
    const { resources } = await client.listResources();
    for (const { uri } of resources) await client.readResource({ uri });
    const { contents } = await client.readResource({ uri: "svc://content/" + LESSON });
    return expect(resources.length === 2 && contents[0].text.startsWith("# "), "unexpected content");
  });
  await attempt(label, "gets prompts", async () => {
    const { prompts } = await client.listPrompts();
    const { messages } = await client.getPrompt({
      name: "quote_quran",
      arguments: { surah: "2", verses: "255" },
    });
    return expect(prompts.length === 3 && messages[0].content.text.includes("255"), "unexpected");
  });
  await attempt(label, "completes an argument", async () => {
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "find_lesson" },
      argument: { name: "section", value: "a" },
    });
    return expect(isDeepStrictEqual(completion.values, ["articles"]), String(completion.values));
  });
}

async function use(label, client, transport, version) {
  try {
    await client.connect(transport);
  } catch (error) {
    return report(label, "connects", String(error));
  }
  report(label, "connects", expect(client.getServerVersion()?.name === "svc", "no server info"));
  if (version) {
    report(label, "speaks " + version, expect(
      client.getNegotiatedProtocolVersion() === version, client.getNegotiatedProtocolVersion()));
  }
  await attempt(label, "calls", () => callTools(label, client));
  await useTheRest(label, client);
  await client.close();
}

const identity = { name: "svc-spec", version: "1.0.0" };

async function useNew(label, mode, version) {
  const options = mode ? { versionNegotiation: { mode } } : {};
  await use(label, new Client(identity, options), new StreamableHTTPClientTransport(new URL(url)), version);
}

function inspect(era) {
  const label = "inspector --protocol-era " + era;
  const base = ["--cli", url, "--transport", "http", "--protocol-era", era, "--format", "json"];
  const run = (...args) => {
    const result = spawnSync(process.execPath, [INSPECTOR.pathname, ...base, ...args],
      { encoding: "utf8" });
    return { ...result, failed: result.status === 0 ? undefined : result.stderr + result.stdout };
  };
  const listed = run("--method", "tools/list", "--strict");
  report(label, "lists the tools without a warning", listed.failed ?? (listed.stderr || undefined));
  for (const [name, args] of Object.entries(CALLS)) {
    if (ONLY && name !== ONLY) continue;
    const called = run("--method", "tools/call", "--tool-name", name,
      "--tool-args-json", JSON.stringify(args));
    report(label, "calls " + name, called.failed);
  }
}

await useNew("client pinned to 2026-07-28", { pin: "2026-07-28" }, "2026-07-28");
await useNew("client in mode auto", "auto", "2026-07-28");
await useNew("client by default", undefined, "2025-11-25");
await use("sdk 1.x", new OldClient(identity), new OldTransport(new URL(url)));
inspect("modern");
inspect("legacy");
