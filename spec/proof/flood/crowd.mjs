// One client who opens connections and ends no request on them, for `make flood`: those that stay
// silent and those that send half a head. What the service closes is opened again.
//
//     node crowd.mjs PORT SILENT HALF RATE
//
// RATE bounds the connections that are opened in a second. It ends when it has held out for 12 s
// and has opened as many as were asked for, after 60 s at the latest, and prints `{opened, most}`:
// how many connections were opened, and how many were open at once.

import { connect } from 'node:net';

const [port, silent, half, rate] = process.argv.slice(2).map(Number);
const [TICK, SHORTEST, LONGEST] = [20, 12e3, 60e3]; // ms
const ADDRESS = 'PROXY TCP4 198.51.100.66 127.0.0.1 1 2\r\n';
const kinds = [
  { wanted: silent, bytes: ADDRESS, open: 0 },
  { wanted: half, bytes: `${ADDRESS}GET /v1/search?query=verse HTTP/1.1\r\nHost: a\r\n`, open: 0 },
];
let [opened, most] = [0, 0];

/** Connections of many local addresses: one alone has too few ports. */
function open(kind) {
  const localAddress = `127.1.0.${1 + (opened++ % 250)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(kind.bytes));
  kind.open++;
  socket.on('error', () => {});
  socket.on('end', () => socket.destroy());
  socket.on('close', () => kind.open--);
}

const begun = Date.now();
setInterval(() => {
  let left = (rate * TICK) / 1000;
  for (const kind of kinds) {
    const share = Math.min(kind.wanted - kind.open, Math.ceil((left * kind.wanted) / silent));
    for (let i = 0; i < share && left > 0; i++, left--) open(kind);
  }
  most = Math.max(most, kinds[0].open + kinds[1].open);
  const lasted = Date.now() - begun;
  if ((lasted < SHORTEST || opened < silent + half) && lasted < LONGEST) return;
  console.log(JSON.stringify({ opened, most }));
  process.exit(0);
}, TICK);
