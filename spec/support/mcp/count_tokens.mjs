// Counts the tokens of texts in two vocabularies: reads a file of JSON strings, one a line, and
// writes a line for each: the count in o200k_base and in cl100k_base.
import { readFileSync } from "node:fs";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";

// A text may hold what looks like a token with a meaning of its own: it has none here.
const plain = { disallowedSpecial: new Set() };
const lines = readFileSync(process.argv[2], "utf8").trimEnd().split("\n");
const counts = lines.map((line) => {
  const text = JSON.parse(line);
  return `${countO200k(text, plain)} ${countCl100k(text, plain)}`;
});
process.stdout.write(counts.join("\n") + "\n");
