// Measures a page of a folder in Chromium: geometry.mjs FILE SELECTORS, a JSON array. A JSON object
// comes back, by selector an array of `{left, right, top, bottom, text}` in pixels for each element
// that has it; and of a selector that ends with p what is drawn within, `columns`: how many columns
// of pixels from the first to the last that is not of the ground, and `gaps`: how many of those are.
import { inflateSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { startChromium } from "./chromium.mjs";

// The pixels of a PNG of 8 bits a channel, as rows of bytes, and how many bytes a pixel has.
function pixels(png) {
  const width = png.readUInt32BE(16), size = png[25] === 6 ? 4 : 3, rows = [], data = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
  }
  const bytes = inflateSync(Buffer.concat(data)), stride = width * size;
  let above = new Uint8Array(stride);
  for (let at = 0; at < bytes.length; at += stride + 1) {
    const row = Uint8Array.from(bytes.subarray(at + 1, at + 1 + stride));
    for (let i = 0; i < stride; i++) {
      const left = i < size ? 0 : row[i - size], up = above[i];
      const corner = i < size ? 0 : above[i - size];
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one));
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      row[i] += [0, left, up, (left + up) >> 1, paeth][bytes[at]];
    }
    rows.push(above = row);
  }
  return { rows, size };
}

function drawn(png) {
  const { rows, size } = pixels(png), ground = rows[0].subarray(0, 3), inked = [];
  for (let x = 0; x < rows[0].length / size; x++) {
    inked.push(rows.some((row) => ground.some((c, i) => Math.abs(row[x * size + i] - c) > 40)));
  }
  const inside = inked.slice(inked.indexOf(true), inked.lastIndexOf(true) + 1);
  return { columns: inside.length, gaps: inside.filter((ink) => !ink).length };
}

const [file, selectors] = process.argv.slice(2);
const browser = await startChromium();
const page = await browser.newPage();
await page.goto(pathToFileURL(file).href);
await page.evaluate(() => document.fonts.ready);
const found = {};
for (const selector of JSON.parse(selectors)) {
  found[selector] = [];
  for (const element of await page.$$(selector)) {
    const box = await element.evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom, text: one.textContent };
    });
    found[selector].push({ ...box, ...selector.endsWith("p") ? drawn(await element.screenshot()) : {} });
  }
}
console.log(JSON.stringify(found));
await browser.close();
