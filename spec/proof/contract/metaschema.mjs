// Validates an OpenAPI document against the official 3.1 meta-schema for the dialect 2020-12, and
// checks what no linter does: that each link names an operation that exists, that no schema holds
// itself, and that every component is used.
//
//   node metaschema.mjs CONTRACT
import { readFileSync } from "node:fs";
import { validate } from "@hyperjump/json-schema/openapi-3-1";

const contract = JSON.parse(readFileSync(process.argv[2], "utf8"));
const problems = [];

const outcome = await validate("https://spec.openapis.org/oas/3.1/schema-draft-2020-12", contract, "BASIC");
if (!outcome.valid) {
  for (const error of outcome.errors) problems.push(`${error.instanceLocation}: ${error.keyword}`);
}

/** Calls `visit(node, path)` for each object below `node`. */
function walk(node, visit, path = "#") {
  if (node === null || typeof node !== "object") return;
  visit(node, path);
  for (const [key, value] of Object.entries(node)) {
    walk(value, visit, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

const identifiers = Object.values(contract.paths).flatMap((item) =>
  Object.values(item).map((operation) => operation.operationId),
);
const used = new Set();
walk(contract, (node, path) => {
  for (const [name, link] of Object.entries(node.links ?? {})) {
    if (!identifiers.includes(link.operationId)) {
      problems.push(`${path}: link ${name} goes to no operation: ${link.operationId}`);
    }
  }
  if (typeof node.$ref === "string") used.add(node.$ref);
});
if (new Set(identifiers).size !== identifiers.length) problems.push("an operationId occurs twice");

for (const [kind, components] of Object.entries(contract.components)) {
  for (const name of Object.keys(components)) {
    const reference = `#/components/${kind}/${name}`;
    if (!used.has(reference)) problems.push(`${reference} is not used`);
  }
}

/** Follows the references below a component; reports the first that leads back to it. */
function follow(reference, trail) {
  if (trail.includes(reference)) {
    problems.push(`recursion: ${[...trail, reference].join(" -> ")}`);
    return;
  }
  const target = reference.slice(2).split("/").reduce((node, key) => node?.[key], contract);
  if (target === undefined) problems.push(`${reference} refers to nothing`);
  walk(target, (node) => {
    if (typeof node.$ref === "string") follow(node.$ref, [...trail, reference]);
  });
}
for (const reference of used) follow(reference, []);

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
