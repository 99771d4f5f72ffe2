/** @file svc search */
import { invocation } from "./failure.mjs";
import { get } from "./request.mjs";

/** @type {import("./commands.mjs").Run} one SearchResult: a page, or with `all` every page */
export async function search(words, options) {
  const phrases = [...(words.length ? [words.join(" ")] : []), ...(options.query ?? [])];
  if (!phrases.length && !options.section) {
    throw invocation("nothing to search for; give words, --query or --section");
  }
  const queries = phrases.map((phrase) => /** @type {[string, string]} */ (["query", phrase]));
  const { section, locale, limit } = options;
  /** @param {string | undefined} offset */
  const page = (offset) => get(options, "/v1/search", [
    ...queries, ["section", section], ["locale", locale], ["limit", limit], ["offset", offset],
  ]);
  const first = await page(options.offset);
  if (!options.all) return first;
  const { next_offset, ...result } = first;
  for (let last = result.offset, next = next_offset; next > last; ) {
    const more = await page(String(next));
    result.items.push(...more.items);
    [last, next, result.has_more] = [next, more.next_offset, more.has_more];
  }
  return { ...result, count: result.items.length };
}
