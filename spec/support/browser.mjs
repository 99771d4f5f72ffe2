// Looks at pages in Chromium: browser.mjs ORIGIN FILE, where FILE holds one JSON object a line:
//   {"name", "path", "widths": [px], "schemes": ["light"|"dark"], "javascript": bool, "axe": bool}
// One JSON object a line comes back for each way of looking at it:
//   {"name", "width", "scheme", "status", "violations", "overflow", "console", "foreign", "alarms",
//    "planted", "text", "requests", "bytes"}
// `alarms` counts what a script that was smuggled in would do (set window.pwned, open a dialog);
// `planted` lists elements and attributes that no page of ours has.
import { readFileSync } from "node:fs";
import axe from "axe-core";
import { chromium } from "playwright-core";

const [origin, file] = process.argv.slice(2);
const tasks = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

// Elements and attributes that no page of ours has; handlers, inline styles and frames among them.
function planted() {
  const found = [];
  const strange = "iframe,object,embed,base,img,video,audio,style,svg,marquee,form:not([action]),"
    + "link[rel=import],meta[http-equiv],script:not([src^='/assets/'])";
  for (const element of document.querySelectorAll(strange)) found.push(element.outerHTML.slice(0, 80));
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      const code = /^\s*(javascript|data|vbscript):/i.test(value) && /^(href|src|action)$/.test(name);
      if (/^on|^style$|^srcdoc$/.test(name) || code) found.push(`${element.tagName} ${name}=${value}`);
    }
  }
  return found;
}

async function look({ name, path, javascript = true, axe: judged = false }, width, scheme) {
  const context = await browser.newContext({
    viewport: { width, height: 900 }, colorScheme: scheme, javaScriptEnabled: javascript,
  });
  const page = await context.newPage();
  const seen = { name, width, scheme, console: [], foreign: [], alarms: 0, requests: 0, bytes: 0 };
  page.on("console", (message) => seen.console.push(message.text()));
  page.on("dialog", (dialog) => { seen.alarms++; dialog.dismiss(); });
  page.on("request", (request) => {
    seen.requests++;
    if (!request.url().startsWith(origin)) seen.foreign.push(request.url());
  });
  page.on("requestfinished", async (request) => {
    const sizes = await request.sizes().catch(() => ({ responseBodySize: 0 }));
    seen.bytes += sizes.responseBodySize;
  });
  const answer = await page.goto(origin + path, { waitUntil: "load" });
  seen.status = answer.status();
  seen.planted = await page.evaluate(planted);
  seen.overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  seen.text = (await page.evaluate(() => document.querySelector("main")?.innerText ?? "")).slice(0, 4000);
  if (await page.evaluate(() => "pwned" in window)) seen.alarms++;
  if (judged) {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => axe.run(document));
    seen.violations = violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 100)}`);
  }
  await context.close();
  return seen;
}

for (const task of tasks) {
  for (const width of task.widths ?? [1280]) {
    for (const scheme of task.schemes ?? ["light"]) {
      console.log(JSON.stringify(await look(task, width, scheme)));
    }
  }
}
await browser.close();
