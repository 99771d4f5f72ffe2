// An npm registry of one package on loopback: node registry.mjs NAME VERSION TARBALL
// Prints its port and serves until standard input ends.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [name, version, path] = process.argv.slice(2);
const tarball = readFileSync(path);

const server = createServer((request, response) => {
  const base = `http://127.0.0.1:${server.address().port}`;
  if (request.url === `/${name}`) {
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { tarball: `${base}/${name}.tgz`, integrity };
    const versions = { [version]: { name, version, dist } };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  } else if (request.url === `/${name}.tgz`) {
    response.end(tarball);
  } else {
    response.writeHead(404).end("{}");
  }
});

server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => process.exit());
