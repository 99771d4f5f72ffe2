// Measures Tantivy as queries.lua measures svc, and prints the same JSON line.
//
//     node spec/proof/bench/peer_tantivy.cjs DOCS.jsonl LOCALE QUERIES.jsonl [rounds [snippets]]
//     node spec/proof/bench/peer_tantivy.cjs DOCS.jsonl LOCALE QUERIES.jsonl trec DEPTH
//
// OR queries, top ten, one text field with the locale's stems where it has them, one writer thread, one merged segment
// where the engine decides so. No excerpts are made, which is to the peer's advantage; with
// `snippets` the text is stored, and each hit gets a snippet of as many characters as an excerpt of
// svc has at most. Times are processor times. With `rounds` it prints a line whenever it reads one, until `end`, each after one
// pass unmeasured; with `trec` a TREC run.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const readline = require("node:readline");
const tantivy = require("@oxdev03/node-tantivy-binding-linux-x64-gnu");

const [docsPath, locale, queriesPath, mode, option] = process.argv.slice(2);
const snippets = option === "snippets";
const SNIPPET = 240; // characters
const TOKENIZERS = { en: "en_stem", de: "de_stem", ar: "ar_stem" };

function* lines(file) {
  const bytes = fs.readFileSync(file);
  for (let at = 0; at < bytes.length;) {
    let end = bytes.indexOf(10, at);
    if (end < 0) end = bytes.length;
    if (end > at) yield JSON.parse(bytes.subarray(at, end).toString());
    at = end + 1;
  }
}

function folderSize(folder) {
  return fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tantivy-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const schema = new tantivy.SchemaBuilder()
  .addUnsignedField("number", { stored: true })
  .addTextField("text", { stored: snippets, tokenizerName: TOKENIZERS[locale] ?? "default" })
  .build();
const index = new tantivy.Index(schema, folder, false);
const docs = [...lines(docsPath)];
const started = process.cpuUsage();
const writer = index.writer(256 * 1024 * 1024, 1);
for (const [number, { title, text }] of docs.entries()) {
  const document = new tantivy.Document();
  document.addUnsigned("number", number);
  document.addText("text", `${title}\n${text}`);
  writer.addDocument(document);
}
writer.commit();
writer.waitMergingThreads();
const spent = process.cpuUsage(started);
index.reload();
const searcher = index.searcher();

function parse(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return index.parseQuery(words.join(" "), ["text"]);
}

function shown(query, hits) {
  const generator = tantivy.SnippetGenerator.create(searcher, query, schema, "text");
  generator.setMaxNumChars(SNIPPET);
  return hits.map(({ docAddress }) => generator.snippetFromDoc(searcher.doc(docAddress)).fragment());
}

function measure() {
  const times = [];
  for (const { text } of lines(queriesPath)) {
    const at = process.cpuUsage();
    const query = parse(text);
    const { hits } = searcher.search(query, 10, false);
    if (snippets) shown(query, hits);
    const used = process.cpuUsage(at);
    times.push((used.user + used.system) / 1e3);
  }
  return times;
}

function round() {
  measure(); // warms what the program before this one left cold
  const times = measure();
  const total = times.reduce((sum, time) => sum + time, 0);
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({
    build_seconds: (spent.user + spent.system) / 1e6,
    text_bytes: docs.reduce((sum, d) => sum + Buffer.byteLength(d.title + d.text), 0),
    index_bytes: folderSize(folder),
    p50_ms: times[times.length >> 1],
    p99_ms: times[Math.floor(times.length * 0.99)],
    qps: times.length / (total / 1000),
  }));
}

function trec() {
  for (const { id, text } of lines(queriesPath)) {
    const { hits } = searcher.search(parse(text), Number(option), false);
    hits.forEach(({ docAddress }, rank) => {
      const [number] = searcher.doc(docAddress).toDict().number;
      console.log(id, "Q0", docs[number].id, rank + 1, depth - rank, "peer");
    });
  }
}

if (mode === "trec") trec();
else if (mode === "rounds") {
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    if (line === "end") process.exit();
    round();
  });
} else round();
