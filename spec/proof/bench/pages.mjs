// The cost of a first visit, as a browser measures it: make bench-pages, or pages.mjs ORIGIN.
// Over a connection of 1.6 Mbit/s and 150 ms, as slow mobile networks are; the median of five.
import { startChromium } from "../../support/web/chromium.mjs";

const origin = process.argv[2] ?? "http://127.0.0.1:8080";
const paths = ["/en", "/docs", "/en/material/mathematics/quadratic-equations", "/de/material/physik/wellen",
  "/en/quran/2", "/en/quran/112", "/problems/invalid-request"];
// The goal: a lesson with a figure, in ms and in bytes with faces.
const GOAL = { path: "/de/material/physik/wellen", paint: 600, bytes: 60000 };
const browser = await startChromium();

async function visit(path) {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions",
    { offline: false, latency: 150, downloadThroughput: 200000, uploadThroughput: 93750 });
  let bytes = 0, fonts = 0, requests = 0;
  const faces = new Set();
  session.on("Network.responseReceived", ({ type, requestId }) => { if (type === "Font") faces.add(requestId); });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (faces.has(requestId)) fonts += encodedDataLength;
    requests++;
  });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  const figures = await page.evaluate(async () => {
    const observe = (type) => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(() => resolve([]), 300);
    });
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
    const largest = (await observe("largest-contentful-paint")).at(-1)?.startTime ?? NaN;
    const shifts = (await observe("layout-shift")).reduce((sum, entry) => sum + entry.value, 0);
    return { paint, largest, shifts };
  });
  await context.close();
  return { ...figures, bytes, light: bytes - fonts, requests };
}

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
console.log("path                                            FCP ms  LCP ms    CLS  requests   bytes  without fonts");
let missed = false;
for (const path of paths) {
  const visits = [];
  for (let i = 0; i < 5; i++) visits.push(await visit(path));
  const of = (name) => median(visits.map((each) => each[name]));
  console.log(path.padEnd(46), of("paint").toFixed(0).padStart(7), of("largest").toFixed(0).padStart(7),
    of("shifts").toFixed(3).padStart(7), String(of("requests")).padStart(9), String(of("bytes")).padStart(7),
    String(of("light")).padStart(14));
  missed ||= path === GOAL.path && (of("paint") > GOAL.paint || of("bytes") > GOAL.bytes);
}
await browser.close();
console.log(`${GOAL.path}: goal ${GOAL.paint} ms and ${GOAL.bytes} bytes ${missed ? "missed" : "met"}`);
process.exitCode = missed ? 1 : 0;
