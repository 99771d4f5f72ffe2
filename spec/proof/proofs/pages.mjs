// Judges the pages of a service as its block that verifies a page does: pages.mjs ORIGIN CHANGES SEED
// All of them as they are, then each with so many letters changed, one after the other. Pages of
// verses are alike: those of two short surahs stand for all.
import { startChromium } from "../../support/web/chromium.mjs";

const [origin, changes, seed] = process.argv.slice(2);
const map = await (await fetch(`${origin}/sitemap.xml`)).text();
const paths = map.match(/<loc>[^<]*/g).map((line) => new URL(line.slice(5)).pathname)
  .filter((path) => !/\/quran\/(?!1\/|112\/)\d+\/\d/.test(path));
const browser = await startChromium();
const page = await browser.newPage();
await page.goto(`${origin}/en/quran/112`);
const told = await page.evaluate(async ({ paths, changes, seed }) => {
  const { compare } = await import(document.querySelector(".verify").dataset.module);
  const told = { pages: 0, letters: 0, wrong: [] };
  const below = (bound) => (seed = (seed * 48271) % 2147483647) % bound;
  const judge = (article, answers, path, expected, what) => {
    let fault;
    try { compare(article, answers, path); } catch (error) { fault = error; }
    if (Boolean(fault) === expected) told.wrong.push(`${path} ${what}: ${fault?.message}`);
  };
  const change = (text) => {
    const at = below(text.data.length), was = text.data[at];
    if (!/[\p{L}\p{N}]/u.test(was)) return null;
    text.data = text.data.slice(0, at) + (was === "a" ? "b" : "a") + text.data.slice(at + 1);
    return `${was} at ${at}`;
  };
  for (const path of paths) {
    const seen = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
    const block = seen.querySelector(".verify"), article = seen.querySelector("main article");
    if (!block) continue;
    const asked = block.dataset.answers.split(" ").map(async (at) => (await fetch(at)).json());
    const answers = await Promise.all(asked);
    judge(article, answers, path, true, "as it is");
    told.pages++;
    const walker = seen.createTreeWalker(article, NodeFilter.SHOW_TEXT), texts = [];
    const apart = ".contents, .said, summary, .score, .asked, .tools, .numbers, .beside, .turn, mphantom, .end, .lead, h3, dt";
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      if (text.data.trim() && !text.parentElement.closest(apart)) texts.push(text);
    }
    for (let i = 0; i < changes; i++) {
      const text = texts[below(texts.length)], { data } = text, what = change(text);
      if (!what) continue;
      judge(article, answers, path, false, `with ${what} of ${data} changed`);
      text.data = data;
      told.letters++;
    }
  }
  return told;
}, { paths, changes: Number(changes), seed: Number(seed) });
await browser.close();
console.log(`${told.pages} pages show what was signed, ${told.letters} with a letter changed do not, seed ${seed}`);
console.log(`${told.wrong.length} judged otherwise`);
for (const line of told.wrong.slice(0, 10)) console.log(line);
process.exitCode = told.wrong.length > 0 ? 1 : 0;
