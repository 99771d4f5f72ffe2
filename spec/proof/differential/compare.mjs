// Differential test of the wire guard: whatever llhttp, in Node's strict mode, refuses, the guard
// refuses; and where neither does, both see the same requests.
//
//   node spec/proof/differential/compare.mjs GUARD [REQUESTS [SEED]]
//
// GUARD is the program of guard.c. Ends with status 1 at a difference that KNOWN does not list.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mutated, randomness } from './requests.mjs';

const { HTTPParser } = createRequire(import.meta.url)('_http_common');
const BATCH = 5000;

/** Reads with llhttp, no leniency. @returns {{code?, at?, requests, bodyBytes, upgraded}} */
function llhttp(text) {
  const bytes = Buffer.from(text, 'latin1');
  const parser = new HTTPParser();
  const seen = { requests: 0, bodyBytes: 0, upgraded: false };
  parser.initialize(HTTPParser.REQUEST, {}, 16 * 1024, HTTPParser.kLenientNone);
  parser[HTTPParser.kOnHeaders] = () => {};
  parser[HTTPParser.kOnHeadersComplete] = () => 0;
  parser[HTTPParser.kOnBody] = (chunk) => void (seen.bodyBytes += chunk.length);
  parser[HTTPParser.kOnMessageComplete] = () => void seen.requests++;
  const result = parser.execute(bytes);
  parser.close();
  if (result instanceof Error) return { ...seen, code: result.code, at: result.bytesParsed };
  return { ...seen, upgraded: result < bytes.length };
}

/** The beginning of the request that llhttp was reading when it stopped. */
function startOf(text, { requests, at }) {
  let [low, high] = [0, requests === 0 ? 0 : at];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (llhttp(text.slice(0, middle)).requests < requests) low = middle + 1;
    else high = middle;
  }
  return low + /^[\r\n]*/.exec(text.slice(low))[0].length;
}

/** Differences that are meant. Each rewrites the bytes at which llhttp stopped into ones that both
 * know, or gives undefined where it does not apply; then both are asked about the rest again. */
const KNOWN = [
  {
    name: 'a method llhttp does not know',
    reason: 'RFC 9110 9.1: any token is a method; the routes answer 405 and name those allowed',
    rewrite(text, peer) {
      if (!/^HPE_INVALID_(METHOD|CONSTANT)$/.test(peer.code)) return undefined;
      const start = startOf(text, peer);
      const [method] = /^[!#$%&'*+.^_`|~0-9A-Za-z-]*/.exec(text.slice(start));
      if (method === '' || method === 'GET' || text[start + method.length] !== ' ') return undefined;
      return `${text.slice(0, start)}GET${text.slice(start + method.length)}`;
    },
  },
  {
    name: 'HTTP/1.2 to HTTP/1.9',
    reason: 'RFC 9110 2.5: a higher minor version is read as the highest one known',
    rewrite(text, peer) {
      if (peer.code !== 'HPE_INVALID_VERSION') return undefined;
      const version = / HTTP\/1\.[2-9](?=\r|$)/g;
      version.lastIndex = startOf(text, peer);
      const found = version.exec(text);
      if (!found || found.index > peer.at) return undefined;
      return `${text.slice(0, found.index)} HTTP/1.1${text.slice(found.index + 9)}`;
    },
  },
  {
    name: 'a tab behind Content-Length',
    reason: 'RFC 9110 5.6.3: blanks around a value are spaces and tabs; none is part of it',
    rewrite(text, peer) {
      if (peer.code !== 'HPE_INVALID_CONTENT_LENGTH' || text[peer.at] !== '\t') return undefined;
      return `${text.slice(0, peer.at)} ${text.slice(peer.at + 1)}`;
    },
  },
];

/** Asks the guard about many connections at once. */
function guards(program) {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  let held = Buffer.alloc(0);
  let wanted = 0;
  let finish;
  child.stdout.on('data', (data) => {
    held = Buffer.concat([held, data]);
    if (held.length >= wanted) finish?.(held);
  });
  child.on('exit', (status) => status && finish?.(undefined));
  return {
    async ask(texts) {
      wanted = texts.length * 9;
      held = Buffer.alloc(0);
      const answered = new Promise((resolve) => (finish = resolve));
      for (const text of texts) {
        const length = Buffer.alloc(4);
        length.writeUInt32LE(text.length);
        child.stdin.write(length);
        child.stdin.write(Buffer.from(text, 'latin1'));
      }
      const bytes = await answered;
      if (!bytes) throw new Error('the guard died');
      return texts.map((_, i) => ({
        verdict: String.fromCharCode(bytes[i * 9]),
        requests: bytes.readUInt32LE(i * 9 + 1),
        bodyBytes: bytes.readUInt32LE(i * 9 + 5),
      }));
    },
    end: () => child.stdin.end(),
  };
}

const refuses = (guard) => guard.verdict === 'R' || guard.verdict === 'C';

/** How a pair of verdicts is counted; undefined asks KNOWN. */
function outcome(peer, guard) {
  if (peer.code) return refuses(guard) ? 'both refuse' : undefined;
  if (refuses(guard)) return 'only the guard refuses';
  if (peer.upgraded) return 'llhttp hands over to another protocol';
  const same = peer.requests === guard.requests && peer.bodyBytes === guard.bodyBytes;
  // A body that is not complete is told by llhttp as it comes.
  if (same || (guard.verdict === 'M' && peer.requests === guard.requests)) return 'both accept';
  return undefined;
}

async function compare(guard, texts, tally, found, known = []) {
  const verdicts = await guard.ask(texts);
  const again = [];
  texts.forEach((text, i) => {
    const peer = llhttp(text);
    let what = outcome(peer, verdicts[i]);
    if (what === undefined) {
      const rule = peer.code ? KNOWN.find((each) => each.rewrite(text, peer)) : undefined;
      if (rule) {
        again.push({ text: rule.rewrite(text, peer), rule });
        return;
      }
      found.push({ text, peer, guard: verdicts[i] });
      what = 'DIFFERENT';
    }
    const name = known[i] ? `${known[i].name} (then ${what})` : what;
    tally.set(name, (tally.get(name) ?? 0) + 1);
  });
  if (again.length === 0) return;
  await compare(guard, again.map((each) => each.text), tally, found, again.map((each) => each.rule));
}

const [program, count = '1000000', seed = '1'] = process.argv.slice(2);
const random = randomness(Number(seed));
const guard = guards(program);
const tally = new Map();
const found = [];
for (let left = Number(count); left > 0; left -= BATCH) {
  const texts = Array.from({ length: Math.min(left, BATCH) }, () => mutated(random));
  await compare(guard, texts, tally, found);
}
guard.end();

console.log(`${count} mutated requests, seed ${seed}, llhttp ${process.versions.llhttp}`);
for (const [what, times] of [...tally].sort((a, b) => b[1] - a[1])) {
  console.log(`${String(times).padStart(9)}  ${what}`);
}
for (const { name, reason } of KNOWN) console.log(`known: ${name}: ${reason}`);
for (const { text, peer, guard: own } of found.slice(0, 10)) {
  console.log(`DIFFERENT ${JSON.stringify(text)}\n  llhttp ${JSON.stringify(peer)}`);
  console.log(`  guard ${JSON.stringify(own)}`);
}
const both = tally.get('both refuse') ?? 0;
if (found.length > 0 || both === 0) process.exitCode = 1;
