// Mutated HTTP/1 requests, the same for the same seed. Bytes are Latin-1 text.

const SEEDS = [
  'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /v1/search?query=a%20b&limit=1 HTTP/1.1\r\nHost: api.test:80\r\nAccept: */*\r\n\r\n',
  'HEAD /x HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.0\r\nConnection: keep-alive\r\nHost: a\r\n\r\n',
  'GET http://a.test/x?y HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello',
  'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n' +
    'a;b=c;d="e\\"f"\r\n0123456789\r\n0;last\r\nX: y\r\n\r\n',
  'PUT / HTTP/1.1\r\nHost: [::1]:8080\r\nX: \t a b \t\r\nY:\r\nCookie: c="\xe9"\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
  'DELETE /a/../b%2Fc;d=1?e#f HTTP/1.1\r\nHost: a\r\nUser-Agent: x (y) z/1\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n',
  '\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n',
];

const PIECES = [
  '\r\n', '\n', '\r', '\r\n\r\n', '\n\n', '\r\r\n', ' ', '  ', '\t', '\0', '\x01', '\x0b', '\x0c',
  '\x1f', '\x7f', '\x80', '\xa0', '\xff', ':', ' :', ';', ',', '"', '\\', '%', '%00', '#', '?', '=',
  '/', '//', '*', '@', '[', ']', '<', '{', '|', '+', '-', '.', '_', '0', '1', '9', 'f', 'g', 'A',
  'Host: a\r\n', 'Host:\r\n', 'Host : a\r\n', 'Host: a, b\r\n', 'Host: a b\r\n',
  'Content-Length: 5\r\n', 'Content-Length: 3\r\n', 'Content-Length: +5\r\n',
  'Content-Length: -1\r\n', 'Content-Length: 5, 5\r\n', 'Content-Length: 0x5\r\n',
  'Content-Length: 5 5\r\n', 'Content-Length:\r\n', 'content-length: 05\r\n',
  'Content-Length: 18446744073709551617\r\n', 'Content_Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: Chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n', 'Transfer-Encoding: chunked, gzip\r\n',
  'Transfer-Encoding: chunked, chunked\r\n', 'Transfer-Encoding: xchunked\r\n',
  'Transfer-Encoding: identity\r\n', 'Transfer-Encoding: chunked;q=1\r\n',
  'Transfer-Encoding:\x0bchunked\r\n', 'Transfer-Encoding\t: chunked\r\n',
  'Transfer-Encoding: "chunked"\r\n', 'Transfer-Encoding:\r\n chunked\r\n',
  'Connection: close\r\n', 'Connection: keep-alive, close\r\n', 'Connection: Upgrade\r\n',
  'Upgrade: websocket\r\n', 'Expect: 100-continue\r\n', 'Trailer: Host\r\n',
  ' folded\r\n', '\tfolded\r\n', 'X\r\n', ': x\r\n', 'X y: z\r\n', 'X: \x00\r\n', 'X: a\rb\r\n',
  'GET / HTTP/1.1\r\n', 'G', 'get', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'POST', 'PATCH', 'PURGE',
  'HTTP/1.0', 'HTTP/1.2', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.', 'http/1.1', 'HTTP/11', 'HTTP/1.1 ',
  'http://', 'https://a', 'ftp://a/', 'a:80', '0\r\n\r\n', '0\r\n', '00\r\n', '5\r\nhello\r\n',
  '5 \r\nhello\r\n', '5;\r\nhello\r\n', '5;a\r\nhello\r\n', '5;a=b\r\nhello\r\n',
  '5;a="b\\"c"\r\nhello\r\n', '5;a="\r\n', '5\nhello\n', '0x5\r\n', '-5\r\n', '+5\r\n', '\r\n5',
  'ffffffffffffffff\r\n', '10000000000000005\r\n', '5\r\nhelloX\r\n', '5\r\nhell\r\n',
];

/** Pseudo-random integers below a bound (mulberry32). */
export function randomness(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

const splice = (text, at, removed, added) => text.slice(0, at) + added + text.slice(at + removed);

/** After a line end, where header lines begin, as often as anywhere. */
function place(text, random) {
  const at = random(text.length + 1);
  if (random(2) === 0) return at;
  const line = text.indexOf('\r\n', at);
  return line < 0 ? at : line + 2;
}

const MUTATIONS = [
  (text, random) => splice(text, place(text, random), 0, PIECES[random(PIECES.length)]),
  (text, random) => splice(text, place(text, random), 0, PIECES[random(PIECES.length)]),
  (text, random) => splice(text, random(text.length + 1), 1, PIECES[random(PIECES.length)]),
  (text, random) => splice(text, random(text.length + 1), 1, String.fromCharCode(random(256))),
  (text, random) => splice(text, random(text.length + 1), 1 + random(4), ''),
  (text, random) => {
    const at = random(text.length + 1);
    return splice(text, place(text, random), 0, text.slice(at, at + random(24)));
  },
  (text, random) => text.slice(0, random(text.length + 1)),
  (text, random) => text + SEEDS[random(SEEDS.length)],
  (text, random) => {
    const other = SEEDS[random(SEEDS.length)];
    return text.slice(0, random(text.length + 1)) + other.slice(random(other.length));
  },
];

/** One connection's bytes: a seed after up to five mutations. */
export function mutated(random) {
  let text = SEEDS[random(SEEDS.length)];
  for (let left = random(6); left > 0; left--) {
    text = MUTATIONS[random(MUTATIONS.length)](text, random);
  }
  return text;
}
