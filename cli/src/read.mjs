/** @file svc get, svc taxonomy, svc health: one request each. */
import { get as request } from "./request.mjs";

/** @type {import("./commands.mjs").Run} Content, or its Markdown */
export async function get([ref], options) {
  const content = await request(options, "/v1/content", [["ref", ref]]);
  return options.markdown ? `${String(content.text).trimEnd()}\n` : content;
}

/** @type {import("./commands.mjs").Run} Taxonomy */
export const taxonomy = (_, options) =>
  request(options, "/v1/taxonomy", [["locale", options.locale]]);

/** @type {import("./commands.mjs").Run} ApiHealth */
export const health = (_, options) => request(options, "/v1/health");
