// Validates recorded answers against the contract: status, header fields and body.
//
//   node answers.mjs CONTRACT ANSWERS
//
// CONTRACT is an OpenAPI 3.1 document; ANSWERS holds one JSON object a line:
// {method, path, status, headers (lower-case names), body (string)}. Prints one line for each
// violation, then how many answers were checked; exits with 1 when there is a violation.
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const [contractPath, answersPath] = process.argv.slice(2);
const contract = JSON.parse(readFileSync(contractPath, "utf8"));
const answers = readFileSync(answersPath, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true });
addFormats(ajv);
ajv.addFormat("int32", { type: "number", validate: Number.isInteger });
ajv.addFormat("int64", { type: "number", validate: Number.isInteger });
ajv.addSchema({ $id: "contract", components: contract.components });

const validators = new Map();

/** The validator of a schema of the contract, whose references are within the contract. */
function validator(schema) {
  const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/');
  if (!validators.has(absolute)) validators.set(absolute, ajv.compile(JSON.parse(absolute)));
  return validators.get(absolute);
}

function resolve(item) {
  if (!item?.$ref) return item;
  return item.$ref.slice(2).split("/").reduce((node, key) => node[key], contract);
}

const operations = Object.entries(contract.paths).map(([template, methods]) => ({
  pattern: new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  methods,
}));

function schemaErrors(schema, value, where) {
  const validate = validator(schema);
  if (validate(value)) return [];
  return validate.errors.map((error) => `${where}${error.instancePath}: ${error.message}`);
}

/** Header fields of HTTP itself, which a contract does not list. */
const OF_HTTP = new Set([
  "connection", "content-encoding", "content-length", "content-type", "date", "keep-alive",
  "transfer-encoding",
]);

function strangerErrors(response, answer) {
  const described = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  return Object.keys(answer.headers)
    .filter((name) => !OF_HTTP.has(name) && !described.includes(name))
    .map((name) => `header ${name} is not described`);
}

function headerErrors(response, answer) {
  return Object.entries(response.headers ?? {}).flatMap(([name, reference]) => {
    const value = answer.headers[name.toLowerCase()];
    const { schema, required } = resolve(reference);
    if (value === undefined) return required ? [`header ${name} is missing`] : [];
    return schemaErrors(schema, value, `header ${name}`);
  });
}

function bodyErrors(response, answer) {
  const type = answer.headers["content-type"];
  if (answer.method === "HEAD" || !response.content) {
    return answer.body === "" ? [] : ["a body where there is none"];
  }
  const media = response.content[type];
  if (!media) return [`content type ${type} is not described`];
  return schemaErrors(media.schema, JSON.parse(answer.body), "body");
}

/** Statuses of the wire and of conditions: described as a Problem, not by operation. */
const BEFORE_ROUTES = new Set([408, 412, 413, 414, 417, 431, 501, 505]);
const PROBLEM = {
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

function describedBy(operation, status) {
  return BEFORE_ROUTES.has(status) ? PROBLEM : resolve(operation.responses[status]);
}

/** The fault of an answer; null when the contract does not speak of its path or method. */
function violations(answer) {
  const operation = operations.find(({ pattern }) => pattern.test(answer.path))?.methods.get;
  if (!operation || (answer.method === "OPTIONS" && answer.status === 204)) return null;
  const response = describedBy(operation, answer.status);
  if (!response) return [`status ${answer.status} is not described`];
  return [
    ...(response === PROBLEM ? [] : strangerErrors(response, answer)),
    ...headerErrors(response, answer),
    ...bodyErrors(response, answer),
  ];
}

let checked = 0;
let failed = 0;
for (const answer of answers) {
  const found = violations(answer);
  if (found === null) continue;
  checked += 1;
  failed += found.length > 0 ? 1 : 0;
  for (const text of found) console.log(`${answer.method} ${answer.target ?? answer.path}: ${text}`);
}
console.log(`${checked} answers checked, ${failed} violate the contract`);
process.exitCode = failed > 0 ? 1 : 0;
