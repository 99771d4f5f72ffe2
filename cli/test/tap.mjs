/** @file A reporter for a suite of several languages: one flat TAP line for each test. */

/** @param {AsyncIterable<{type: string, data: any}>} events of node:test */
export default async function* tap(events) {
  let count = 0;
  const path = [];
  for await (const { type, data } of events) {
    if (type === "test:start") path[data.nesting] = data.name;
    if (type === "test:stderr") yield data.message.replaceAll(/^/gm, "# ");
    if (!["test:pass", "test:fail"].includes(type) || data.details.type === "suite") continue;
    const title = path.slice(0, data.nesting).concat(data.name).join(": ");
    const verdict = type === "test:pass" ? "ok" : "not ok";
    yield `${verdict} ${++count} - svc: ${title.replaceAll(/[#\n]/g, " ")}\n`;
    if (data.details.error) yield `${data.details.error.stack}\n`.replaceAll(/^/gm, "# ");
  }
  yield `1..${count}\n`;
}
