// Looks at a contract in Swagger UI, Redoc and Scalar: viewers.mjs EXPECTED SERVED SECONDS, where
// EXPECTED and SERVED are files of an OpenAPI document. Each viewer is a page in Chromium that
// draws SERVED; the operations of EXPECTED are looked for in it, for at most SECONDS each.
// One JSON object a line comes back for each viewer: {"viewer", "operations", "problems"}:
// `operations` are those that are drawn whole, with summary, path, parameters and statuses;
// `problems` are complaints in the console or on the page, what is not drawn, and requests that
// leave the machine, none of which is let through.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import scalar from "@scalar/fastify-api-reference";
import { startChromium } from "../../support/web/chromium.mjs";

const [expected, served, seconds] = process.argv.slice(2);

const file = (name) => readFileSync(fileURLToPath(import.meta.resolve(name)), "utf8");

// Scalar's bundle. The package of the viewer itself brings 300 MB of what the bundle holds already;
// its plugin for Fastify has the bundle alone, behind a route.
function scalarBundle() {
  let text;
  const reply = { header: () => reply, send: (body) => { text = body; } };
  const route = ({ url, handler }) => url.endsWith(".js") && handler(undefined, reply);
  const fastify = { initialConfig: {}, hasPlugin: () => false, route };
  scalar(fastify, { configuration: { url: "/openapi.json" } }, () => {});
  return text;
}

// `start` runs in the page and opens the operations. `find` gives the selector of an operation,
// `complaints` that of the viewer's own words on the document, beside the console.
const viewers = {
  "Swagger UI": {
    script: file("swagger-ui-dist/swagger-ui-bundle.js"),
    style: file("swagger-ui-dist/swagger-ui.css"),
    start: () => SwaggerUIBundle({
      url: "openapi.json",
      dom_id: "#viewer",
      docExpansion: "full",
      validatorUrl: null,
    }),
    find: ({ operationId }) => `.opblock[id$="-${operationId}"]`,
    complaints: ".errors-wrapper",
  },
  "Redoc": {
    script: file("redoc/bundles/redoc.standalone.js"),
    start: () => Redoc.init("openapi.json", {
      expandResponses: "all",
      schemasExpansionLevel: "all",
    }, document.querySelector("#viewer")),
    find: ({ operationId }) => `[id="operation/${operationId}"]`,
  },
  "Scalar": {
    script: scalarBundle(),
    start: () => Scalar.createApiReference("#viewer", {
      url: "openapi.json",
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultOpenAllTags: true,
      expandAllResponses: true,
      expandAllModelSections: true,
    }),
    find: ({ path }) => `[id$="/GET${path}"]`,
  },
};

// No option hides the picture that Redoc asks its maker for.
const LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg";

const page = ({ style = "", start }) => `<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<title>Viewer</title><link rel="icon" href="data:,"><style>${style}</style><div id="viewer"></div>
<script src="bundle.js"></script><script>(${start})()</script></html>`;

// The texts that stand for each operation of a document where it is drawn whole.
function operationsOf({ paths, components }) {
  const named = (part) => part.$ref ? components.parameters[part.$ref.split("/").pop()] : part;
  return Object.entries(paths).map(([path, { get }]) => ({
    path,
    operationId: get.operationId,
    texts: [path, get.summary, ...Object.keys(get.responses),
      ...(get.parameters ?? []).map((parameter) => named(parameter).name)],
  }));
}

// Runs in the page: waits for each operation, and gives what is not there, operation by operation.
// Scalar draws an operation once it comes into sight, and may miss the first time that it does: the
// page is scrolled to it and away from it, to its ends in turn, as a reader would.
async function lacking({ operations, patience }) {
  const lacks = ({ selector, texts }) => {
    // Swagger UI lets paths break before each slash.
    const text = document.querySelector(selector)?.textContent.replaceAll("\u200b", "") ?? "";
    return texts.filter((part) => !text.includes(part));
  };
  const result = [];
  for (const operation of operations) {
    const last = performance.now() + patience;
    let missing = lacks(operation);
    for (let turn = 0; missing.length && performance.now() < last; turn++) {
      if (turn % 2) document.body.scrollIntoView({ block: turn % 4 === 1 ? "end" : "start" });
      else document.querySelector(operation.selector)?.scrollIntoView();
      await new Promise((resolve) => { setTimeout(resolve, 200); });
      missing = lacks(operation);
    }
    result.push(missing);
  }
  return result;
}

// Draws the document in one viewer of the page server at `origin`.
async function look(browser, origin, [name, viewer], operations) {
  const problems = [];
  const tab = await browser.newPage();
  tab.on("console", (message) => {
    const grave = /^(warning|error|assert)$/.test(message.type());
    if (grave) problems.push(`console: ${message.text()}`);
  });
  tab.on("pageerror", (error) => problems.push(`page: ${error.message}`));
  await tab.route((url) => url.origin !== origin, (route) => {
    const url = route.request().url();
    if (name === "Redoc" && url === LOGO) {
      const body = "<svg xmlns='http://www.w3.org/2000/svg'/>";
      return route.fulfill({ contentType: "image/svg+xml", body });
    }
    problems.push(`foreign: ${url}`);
    return route.abort();
  });
  await tab.goto(`${origin}/${encodeURIComponent(name)}/`);
  const rows = operations.map((row) => ({ selector: viewer.find(row), texts: row.texts }));
  const missing = await tab.evaluate(lacking, { operations: rows, patience: seconds * 1000 });
  missing.forEach((texts, i) => {
    const { operationId } = operations[i];
    if (texts.length) problems.push(`${operationId} is drawn without ${texts.join(", ")}`);
  });
  if (viewer.complaints) problems.push(...await tab.locator(viewer.complaints).allInnerTexts());
  await tab.close();
  const drawn = operations.filter((_, i) => !missing[i].length);
  return { viewer: name, operations: drawn.map((row) => row.operationId).sort(), problems };
}

const contents = {};
for (const [name, viewer] of Object.entries(viewers)) {
  const folder = `/${encodeURIComponent(name)}/`;
  contents[folder] = ["text/html", page(viewer)];
  contents[`${folder}bundle.js`] = ["text/javascript", viewer.script];
  contents[`${folder}openapi.json`] = ["application/json", readFileSync(served)];
}
const server = createServer(({ url }, response) => {
  const found = contents[url];
  const [type, body] = found ?? ["text/plain", "no such page\n"];
  response.writeHead(found ? 200 : 404, { "Content-Type": `${type}; charset=utf-8` }).end(body);
});
await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
const origin = `http://127.0.0.1:${server.address().port}`;
const operations = operationsOf(JSON.parse(readFileSync(expected, "utf8")));
const browser = await startChromium();
// One after the other: a page in the background draws nothing that waits to be seen.
for (const viewer of Object.entries(viewers)) {
  console.log(JSON.stringify(await look(browser, origin, viewer, operations)));
}
await browser.close();
server.close();
