// Looks at formulas and Arabic in a browser without the fonts of the machine: fonts.mjs ORIGIN.
// Chromium ends where it finds no font at all, so it finds one, with the characters of ASCII. Each row: the page drawn with the shipped faces and again with them blocked, which must differ;
// and the characters that have no glyph, none of them with the faces, and some without them, where
// the characters are not those of ASCII.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChromium } from "../../support/web/chromium.mjs";

const origin = process.argv[2];
const ROWS = [
  { what: "formulas", path: "/en/material/mathematics/quadratic-equations", selector: "math", family: "Formulas" },
  { what: "variables", path: "/en/material/mathematics/quadratic-equations", selector: "var",
    family: "Formulas", style: "italic", ascii: true },
  { what: "integrals", path: "/de/material/mathematik/integralrechnung", selector: "math", family: "Formulas" },
  { what: "reactions", path: "/en/material/chemistry/redox-reactions", selector: "math", family: "Formulas" },
  { what: "a surah", path: "/en/quran/112", selector: ".arabic", family: "Amiri Quran" },
  { what: "a verse", path: "/id/quran/2/255", selector: ".arabic", family: "Amiri Quran" },
];

const folder = mkdtempSync(join(tmpdir(), "fonts-"));
const config = join(folder, "fonts.conf");
execFileSync("pyftsubset", ["/usr/share/fonts/opentype/stix-word/STIX-Regular.otf", "--unicodes=U+0020-007E",
  `--output-file=${join(folder, "ascii.otf")}`], { stdio: ["ignore", "ignore", "ignore"] });
writeFileSync(config, `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`);
const browser = await startChromium({ env: { ...process.env, FONTCONFIG_FILE: config } });

// The characters of what is selected that are drawn as one is that no face has.
async function missing({ selector, family, style = "normal" }) {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 96;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const drawn = (text) => {
    pen.clearRect(0, 0, 96, 96);
    pen.font = `${style} 40px ${family}`;
    pen.fillText(text, 32, 56);
    return pen.getImageData(0, 0, 96, 96).data.join();
  };
  const italic = (text) => text.replace(/^[A-Za-z]$/u, (letter) => letter === "h" ? "\u210E"
    : String.fromCodePoint(0x1D434 + letter.charCodeAt(0) - (letter < "a" ? 65 : 71)));
  const elements = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
  const texts = elements.flatMap((one) => [one.textContent,
    ...[...one.querySelectorAll("mi")].map((letter) => italic(letter.textContent))]);
  const none = drawn("\u{10FFFD}");
  const characters = [...new Set(texts.join(""))].filter((one) => /\S/u.test(one) && !/\p{Cf}/u.test(one));
  return { characters: characters.length, absent: characters.filter((one) => drawn(one) === none).join(" ") };
}

// The first visible match, as an image; `blocked`: without the faces.
async function draw(row, blocked) {
  const page = await browser.newPage();
  if (blocked) await page.route("**/*.woff2", (route) => route.abort());
  await page.goto(origin + row.path, { waitUntil: "networkidle" });
  const image = await page.locator(`main ${row.selector}:visible`).first().screenshot();
  const told = await page.evaluate(missing, row);
  await page.close();
  return { image, ...told };
}

// Marks of the King Fahd Complex for an open tanwin, beside those that Unicode has for it.
async function tanwin() {
  await document.fonts.load("40px Amiri Quran", "نَوۡمٞ");
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  const drawn = (text) => {
    pen.clearRect(0, 0, 300, 150);
    pen.font = "40px Amiri Quran";
    pen.fillText(text, 100, 80);
    return canvas.toDataURL();
  };
  const pairs = [["نَوۡم\u065E", "نَوۡم\u08F1"], ["هُد\u0657ى", "هُد\u08F0ى"], ["قَوۡم\u0656", "قَوۡم\u08F2"]];
  return pairs.filter(([own, other]) => drawn(own) !== drawn(other) || drawn(own) === drawn(own.slice(0, -1)));
}

let faults = 0;
const reader = await browser.newPage();
await reader.goto(`${origin}/en/quran/112`, { waitUntil: "networkidle" });
const wrong = await reader.evaluate(tanwin);
if (wrong.length) faults++;
console.log(`${wrong.length ? "not ok" : "ok"}  open tanwin: ${wrong.length ? wrong.join(" ") : "drawn as such"}`);
for (const row of ROWS) {
  const own = await draw(row), other = await draw(row, true);
  const differ = !own.image.equals(other.image), judged = other.absent || row.ascii;
  const good = differ && judged && own.characters > 0 && !own.absent;
  if (!good) faults++;
  console.log(`${good ? "ok" : "not ok"}  ${row.what} of ${row.path}: ${own.characters} characters, `
    + `${own.absent ? `no glyph of ${own.absent}` : "each has its glyph"}, `
    + `${differ ? "drawn" : "not drawn"} by the shipped faces; `
    + `without them ${[...other.absent.replaceAll(" ", "")].length} have none`);
}
await browser.close();
rmSync(folder, { recursive: true });
process.exitCode = faults ? 1 : 0;
