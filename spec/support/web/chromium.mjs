// Starts the browser of specs and proofs: Debian's Chromium as it is built without windows, which
// takes a third of the processor time of the one with them. CHROMIUM names another program.
import { chromium } from "playwright-core";

// `options` are those of Playwright's launch; `args` are further ones of the browser.
export const startChromium = ({ args = [], ...options } = {}) => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", ...args],
  ...options,
});
