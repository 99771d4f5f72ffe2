// Node's own HTTP server as a peer for the benchmark: checks the names of the parameters and sends
// a prepared body.
//
//     node spec/proof/bench/node_http.mjs PORT FOLDER
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const [port, folder] = process.argv.slice(2);
const accepted = new Set(["query", "ref", "locale"]);
const bodies = new Map(["search", "content"].map((name) => [name, readFileSync(join(folder, name))]));

const listener = createServer((request, response) => {
  const url = new URL(request.url, "http://localhost");
  const body = bodies.get(url.pathname.slice(1));
  const known = [...url.searchParams.keys()].every((name) => accepted.has(name));
  if (!body || !known) {
    response.writeHead(body ? 400 : 404).end();
    return;
  }
  response.writeHead(200, {
    "Content-Type": "application/json",
    "Cache-Control": "public, max-age=60",
    "Content-Length": body.length,
  }).end(body);
});
listener.listen({ port: Number(port), host: "127.0.0.1", backlog: 4096 });
