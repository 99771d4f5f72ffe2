/** @file Verifies an answer: node verify.mjs BASE TARGET TRUST [--forge, to see one refused] */
import { readFile } from "node:fs/promises";
import { verify } from "../../../cli/src/proof.mjs";

const [base, target, path, forge] = process.argv.slice(2);
const response = await fetch(base + target);
const link = /<([^>]+)>; rel="[^"]*\/rel\/proof"/.exec(response.headers.get("link") ?? "");
if (!link) throw new Error(`${target} links to no proof`);
let answer = await response.text();
if (forge) answer = answer.replace(/"value":"./, '"value":"X');
const proof = await (await fetch(new URL(link[1], base))).text();
const trust = await readFile(path, "utf8");
try {
  const { sequence } = await verify({ answer, proof, trust, now: Date.now() / 1000 });
  console.log(`good: ${JSON.parse(answer).content_id}, of publication ${sequence}`);
} catch (error) {
  console.log(`refused: ${error.message}`);
}
