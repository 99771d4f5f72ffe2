// Looks at pages in Chromium: browser.mjs ORIGIN FILE, where FILE holds one JSON object a line:
//   {"name", "path", "widths": [px], "schemes": ["light"|"dark"], "javascript": bool, "axe": true|"once",
//    "steps": [[verb, argument, argument]], "read": selector, "profile": name,
//    "proxy": [path, form, text], "parse": [path]}
// Tasks of one profile, and the ways of looking of one task, follow each other: only the first finds
// an empty cache and nothing kept. Without a name, a task has a profile of its own. One page serves
// all profiles in turn and is emptied between them, which is much cheaper than a page for each.
// The steps are taken once the page is there: ["type", text] and ["press", key] go to what has the
// focus, ["choose", selector, file], ["focus", selector], ["fill", selector, text],
// ["click", selector], ["see", selector] waits for it, ["arrive", path] for another page, ["reload"] loads it
// again, ["go", path] loads another, ["select", selector, value] chooses an option, ["kept", name, text]
// waits until the page keeps that text on the device, ["copied", text] until the clipboard has it,
// ["print"] shows the page as it is printed, ["lose"] cuts the network, ["answer", path, status, body] answers requests of that path.
// With `proxy` it is seen behind one that puts text in place of the first that has the form, a
// regular expression, in the answer of addresses that begin with path; without text, it answers with
// the status that stands for the form.
// The pages of `parse` are only read by the browser's parser, without running or drawing them, which
// is much cheaper: `parsed` has the status of each and what is planted in it.
// One JSON object a line comes back for each way of looking at it:
//   {"name", "width", "scheme", "status", "violations", "overflow", "console", "foreign", "alarms",
//    "planted", "text", "requests", "bytes", "paint", "before", "blocking", "address", "focus",
//    "read", "class", "images", "shift", "parsed"}
// `violations` are of all rules of axe; with "once", of those about what is drawn where the page was looked at before.
// `bytes` are those of the answers. `images` has, with "axe", the width of each image of the page once it is loaded.
// `alarms` counts what a script that was smuggled in would do (set window.pwned, open a dialog);
// `planted` lists elements and attributes that no page of ours has. `paint` is the first contentful
// paint in ms; `blocking` lists what it waits for, `before` what was asked for before it. `address`,
// `focus` (text of the focussed element), `read` and `class` (of the selected one) are as the steps
// left them.
import { readFileSync } from "node:fs";
import axe from "axe-core";
import { startChromium } from "./chromium.mjs";

const [origin, file] = process.argv.slice(2);
const tasks = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const browser = await startChromium({ args: ["--js-flags=--no-opt --no-maglev"] }); // pages are left before that pays

// Elements and attributes that no page of ours has; handlers, inline styles and frames among them,
// and all that would run or ask another origin by itself.
function planted(root = document) {
  const found = [];
  const strange = "iframe,object,embed,base,img:not([src^='../../../assets/']),video,audio,style,svg,marquee,"
    + "form:not([action^='/']:not([action^='//'])),link[href]:not([href^='/assets/'],[rel=alternate],[rel=canonical]),meta[http-equiv],"
    + "script:not([src^='/assets/'],[type='application/ld+json'])";
  for (const element of root.querySelectorAll(strange)) found.push(element.outerHTML.slice(0, 80));
  for (const element of root.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      const code = /^\s*(javascript|data|vbscript):/i.test(value) && /^(href|src|action)$/.test(name);
      if (/^on|^style$|^srcdoc$/.test(name) || code) found.push(`${element.tagName} ${name}=${value}`);
    }
  }
  return found;
}

// A page that says what the parser makes of others.
const parse = (page, paths) => page.evaluate(`Promise.all(${JSON.stringify(paths)}.map(async (path) => {
  const answer = await fetch(path, { headers: { Accept: "text/html" } });
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { status: answer.status, planted: (${planted})(parsed) };
}))`);

// The rules of axe about what is drawn: all that another width or scheme of one page can break.
const SEEN = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

const verbs = {
  type: (page, text) => page.keyboard.type(text),
  press: (page, key) => page.keyboard.press(key),
  focus: (page, selector) => page.focus(selector),
  fill: (page, selector, text) => page.fill(selector, text),
  click: (page, selector) => page.click(selector),
  choose: (page, selector, file) => page.setInputFiles(selector, file),
  see: (page, selector) => page.waitForSelector(selector, { timeout: 20000, state: "attached" }),
  arrive: (page, path) => page.waitForURL(origin + path),
  select: (page, selector, value) => page.selectOption(selector, value),
  go: (page, path) => page.goto(origin + path, { waitUntil: "load" }),
  kept: (page, name, text) => page.waitForFunction(
    ([key, part]) => localStorage.getItem(key)?.includes(part), [name, text]),
  copied: (page, text) => page.waitForFunction(
    async (part) => (await navigator.clipboard.readText()).includes(part), text),
  print: (page) => page.emulateMedia({ media: "print" }),
  reload: (page) => page.reload(),
  lose: (page) => page.context().setOffline(true),
  answer: (page, path, status, body) => page.route((url) => url.pathname === path,
    (route) => route.fulfill({ status, body, contentType: "application/json" })),
};

// Adds up in window.shifted what scripts move on the page (layout shift, by web vitals).
const shifting = () => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: "layout-shift", buffered: true });
};

// First paint, and which requests came before it.
const painted = async () => {
  const paint = await new Promise((resolve) => {
    setTimeout(resolve, 5000, null);
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName("first-contentful-paint");
      if (entry) resolve(entry.startTime);
    }).observe({ type: "paint", buffered: true });
  });
  const resources = performance.getEntriesByType("resource");
  const name = (entry) => new URL(entry.name).pathname.replace(/\.[0-9a-f]{16}\./, ".");
  return {
    paint,
    before: resources.filter((entry) => entry.startTime < paint).map(name).sort(),
    blocking: resources.filter((entry) => entry.renderBlockingStatus === "blocking").map(name),
  };
};

// The widths of the images, once those that wait to be scrolled to are there as well.
const shown = () => Promise.all([...document.images].map(async (image) => {
  image.loading = "eager";
  await image.decode();
  return image.naturalWidth;
}));

// What a page says of itself. Scripts open the contents beside the text, which says nothing that the
// text does not, and add buttons to each verse, which are none of its text; what is far from the
// screen counts as read.
function tell(planted, at) {
  const found = {
    focus: document.activeElement.textContent.trim().slice(0, 1000),
    shift: window.shifted ?? 0,
    planted: planted(),
    overflow: document.documentElement.scrollWidth - innerWidth,
    pwned: "pwned" in window,
  };
  if (at) {
    const { innerText = "", className } = document.querySelector(at) ?? {};
    Object.assign(found, { read: innerText, class: className });
  }
  for (const verse of document.querySelectorAll("section.verse")) verse.style.contentVisibility = "visible";
  for (const contents of document.querySelectorAll("details.contents")) contents.open = false;
  const added = document.querySelectorAll(".act");
  for (const act of added) act.hidden = true;
  found.text = (document.querySelector("main")?.innerText ?? "").slice(0, 4000);
  for (const act of added) act.hidden = false;
  return found;
}

// A proxy that changes what it hands on; what it does not find it may not pass over in silence.
const alter = ([path, form, text]) => async (route) => {
  const { pathname } = new URL(route.request().url());
  if (!pathname.startsWith(path)) return route.continue();
  if (text === undefined) return route.fulfill({ status: Number(form) });
  const response = await route.fetch(), body = await response.text();
  const changed = body.replace(new RegExp(form), text);
  if (changed === body) throw new Error(`${pathname} has no ${form}`);
  return route.fulfill({ response, body: changed });
};

// A page, and what it has told of since `seen` was last replaced.
async function open(javascript) {
  const page = await browser.newPage({
    javaScriptEnabled: javascript,
    permissions: ["clipboard-read", "clipboard-write"], // there is no window to ask in
  });
  const told = { page, seen: undefined, devtools: await page.context().newCDPSession(page) };
  page.on("console", (message) => told.seen.console.push(message.text()));
  page.on("dialog", (dialog) => { told.seen.alarms++; dialog.dismiss(); });
  page.on("request", (request) => {
    told.seen.requests++;
    if (!request.url().startsWith(origin)) told.seen.foreign.push(request.url());
  });
  page.on("requestfinished", async (request) => {
    const { seen } = told;
    const sizes = await request.sizes().catch(() => ({ responseBodySize: 0 }));
    seen.bytes += sizes.responseBodySize;
  });
  await page.addInitScript(shifting);
  return told;
}

// Does one thing at a time. Whoever empties a cache takes from all pages what their process remembers:
// one that has begun to load asks for its files again, and lists them twice.
let last = Promise.resolve();
const alone = (act) => (last = last.then(act, act));

// Begins another profile: nothing is left of the one before.
async function empty(told, proxy) {
  const { page, devtools } = told;
  told.judged = undefined;
  await page.unrouteAll();
  await page.context().setOffline(false);
  await alone(() => devtools.send("Network.clearBrowserCache"));
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  if (proxy) await page.route("**", alter(proxy));
}

async function look(told, { name, path, javascript = true, axe: judged = false, steps = [], read, parse: paths }, width, scheme) {
  const { page } = told;
  const seen = { name, width, scheme, console: [], foreign: [], alarms: 0, requests: 0, bytes: 0 };
  told.seen = seen;
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, media: null });
  const answer = await alone(() => page.goto(origin + path, { waitUntil: "load" }));
  seen.status = answer.status();
  if (javascript && !steps.length) Object.assign(seen, await page.evaluate(painted));
  for (const [verb, ...rest] of steps) await verbs[verb](page, ...rest);
  seen.address = page.url().replace(origin, "");
  Object.assign(seen, await page.evaluate(`(${tell})(${planted}, ${JSON.stringify(read)})`));
  if (seen.pwned) seen.alarms++;
  if (paths) seen.parsed = await parse(page, paths);
  if (judged) {
    seen.images = await page.evaluate(shown);
    await page.evaluate(axe.source);
    // Nobody asks for selectors of what passes, which take half of the time.
    const asked = { resultTypes: ["violations"], ...judged === "once" && told.judged === path && { runOnly: SEEN } };
    const { violations } = await page.evaluate((options) => axe.run(options), asked);
    told.judged = path;
    seen.violations = violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 100)}`);
  }
  return seen;
}

// Two profiles at once, told in the order asked for.
const ways = tasks.flatMap((task, i) => (task.widths ?? [1280]).flatMap((width) =>
  (task.schemes ?? ["light"]).map((scheme) => ({ task, width, scheme, profile: task.profile ?? i }))));
const looks = new Map();
const profiles = [...new Set(ways.map((way) => way.profile))].values();
const work = async () => {
  const pages = {}; // with and without JavaScript
  for (const profile of profiles) {
    const own = ways.filter((way) => way.profile === profile);
    const { javascript = true, proxy } = own[0].task;
    const told = pages[javascript] ??= await open(javascript);
    await empty(told, proxy);
    for (const way of own) looks.set(way, await look(told, way.task, way.width, way.scheme));
  }
};
await Promise.all([work(), work()]);
for (const way of ways) console.log(JSON.stringify(looks.get(way)));
await browser.close();
