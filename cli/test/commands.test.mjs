/** @file What each command asks of the API, and what it prints of the answer. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { after, beforeEach, describe, it } from "node:test";
import { answer, each, fails, json, prints, refuses, serve, svc } from "./support.mjs";

/** An answer that each command takes for its own. */
const EMPTY = {
  count: 0, has_more: false, items: [], limit: 10, offset: 0, service: "svc-public-api", tools: [],
};
const CONTENT = { content_id: "a", text: "# Title\n\nText — ✓\n", title: "Title" };
const INDEX = { mcp: "https://mcp.example/mcp", name: "Service Public API" };
const TAXONOMY = { sections: ["articles"], tools: ["svc_search_content", "svc_get_content"] };

/** @type {import("./support.mjs").Handler} */
let respond;
const api = await serve((request, response) => respond(request, response));
after(() => api.close());
beforeEach(() => {
  api.requests.length = 0;
  respond = json(EMPTY);
});

/** The program's outcome and the requests it made, exactly.
 * @param {string[]} args @param {string[]} urls @param {import("./support.mjs").Outcome} expected
 * @param {import("./support.mjs").Setting} [setting] */
async function asks(args, urls, expected, setting) {
  const result = await svc(args, { env: { SVC_API_BASE: api.base }, ...setting });
  assert.deepEqual(api.requests.map(({ url }) => url), urls);
  assert.deepEqual(result, expected);
}

const PAGE = prints(`${JSON.stringify(EMPTY)}\n`);

describe("svc search", () => {
  each(it, [
    ["joins the words into one phrase", ["search", "linear", "equations"],
      ["/v1/search?query=linear%20equations"]],
    ["keeps a quoted phrase", ["search", "linear  equations"],
      ["/v1/search?query=linear%20%20equations"]],
    ["adds each --query as another phrasing, in order",
      ["search", "a", "--query", "b", "c", "--query=d"],
      ["/v1/search?query=a%20c&query=b&query=d"]],
    ["takes --query alone", ["search", "--query", "a"], ["/v1/search?query=a"]],
    ["browses a section without words", ["search", "--section", "tryout"],
      ["/v1/search?section=tryout"]],
    ["sends every option",
      ["search", "a", "--section", "material", "--locale", "id", "--limit", "3",
      "--offset", "6"], ["/v1/search?query=a&section=material&locale=id&limit=3&offset=6"]],
    ["takes options before the command", ["--locale", "de", "search", "a"],
      ["/v1/search?query=a&locale=de"]],
    ["lets the last of a repeated option win", ["search", "a", "--limit", "3", "--limit", "4"],
      ["/v1/search?query=a&limit=4"]],
    ["takes what begins with a dash after --", ["search", "--", "--limit", "-x"],
      ["/v1/search?query=--limit%20-x"]],
    ["takes a value that begins with a dash after =", ["search", "--query=-x"],
      ["/v1/search?query=-x"]],
    ["takes a value that begins with a dash apart", ["search", "--query", "-x", "--offset", "-1"],
      ["/v1/search?query=-x&offset=-1"]],
    ["leaves bounds to the API", ["search", "a", "--limit", "500", "--offset=-1"],
      ["/v1/search?query=a&limit=500&offset=-1"]],
    ["leaves vocabularies to the API", ["search", "a", "--locale", "fr", "--section", "x"],
      ["/v1/search?query=a&section=x&locale=fr"]],
    ["leaves empty values to the API", ["search", "", "--locale="],
      ["/v1/search?query=&locale="]],
    ["leaves the number of phrasings to the API",
      ["search", "a", "--query=b", "--query=c", "--query=d", "--query=e"],
      ["/v1/search?query=a&query=b&query=c&query=d&query=e"]],
    ["encodes what a query string would misread", ["search", "C++", "C#", "a&b=c", "50%", "?"],
      ["/v1/search?query=C%2B%2B%20C%23%20a%26b%3Dc%2050%25%20%3F"]],
    ["encodes other scripts", ["search", "البقرة", "größe"],
      ["/v1/search?query=%D8%A7%D9%84%D8%A8%D9%82%D8%B1%D8%A9%20gr%C3%B6%C3%9Fe"]],
  ], (_, args, urls) => asks(args, urls, PAGE));

  it("reads words from standard input", () =>
    asks(["search", "-"], ["/v1/search?query=linear%20equations"], PAGE, {
      input: "  linear\n\tequations\n", env: { SVC_API_BASE: api.base },
    }));

  it("reads them where the dash stands", () =>
    asks(["search", "solve", "-", "now"], ["/v1/search?query=solve%20x%20y%20now"], PAGE, {
      input: "x y", env: { SVC_API_BASE: api.base },
    }));

  it("gives the page as it came, next offset included", () => {
    const page = { count: 1, has_more: true, items: ["é"], limit: 1, next_offset: 1, offset: 0 };
    respond = json(page);
    return asks(["search", "a", "--limit", "1"], ["/v1/search?query=a&limit=1"],
      prints(`${JSON.stringify(page)}\n`));
  });
});

describe("svc search --all", () => {
  /** @param {Record<string, object>} pages by offset @returns {import("./support.mjs").Handler} */
  const paged = (pages) => (request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://x");
    json(pages[searchParams.get("offset") ?? "0"])(request, response);
  };
  const page = { count: 2, has_more: true, limit: 2 };
  const first = { ...page, items: ["a", "b"], next_offset: 2, offset: 0 };
  const second = { ...page, items: ["c", "d"], next_offset: 4, offset: 2 };
  const third = { count: 1, has_more: false, items: ["e"], limit: 2, offset: 4 };

  const urls = ["/v1/search?query=x&limit=9", "/v1/search?query=x&limit=7&offset=2"];

  it("follows the pages and prints them as one", () => {
    respond = paged({ 0: first, 2: second, 4: third });
    const url = "/v1/search?query=x&limit=2";
    return asks(["search", "x", "--limit", "2", "--all"],
      [url, `${url}&offset=2`, `${url}&offset=4`],
      prints('{"count":5,"has_more":false,"limit":5,"items":["a","b","c","d","e"],"offset":0}\n'));
  });

  it("asks for what leads to the last page, and for a full one there", () => {
    respond = paged({ 0: { ...first, next_offset: 9 }, 9: { ...third, offset: 9 } });
    return asks(["search", "x", "--all"],
      ["/v1/search?query=x&limit=9", "/v1/search?query=x&limit=10&offset=9"],
      prints('{"count":3,"has_more":false,"limit":3,"items":["a","b","e"],"offset":0}\n'));
  });

  it("begins at --offset", () => {
    respond = paged({ 2: second, 4: third });
    return asks(["search", "x", "--offset", "2", "--all"],
      ["/v1/search?query=x&limit=7&offset=2", "/v1/search?query=x&limit=5&offset=4"],
      prints('{"count":3,"has_more":false,"limit":3,"items":["c","d","e"],"offset":2}\n'));
  });

  it("is content with one page", () => {
    respond = paged({ 0: { ...third, offset: 0, next_offset: null } });
    return asks(["search", "x", "--all"], ["/v1/search?query=x&limit=9"],
      prints('{"count":1,"has_more":false,"items":["e"],"limit":1,"offset":0}\n'));
  });

  it("stops where the offset no longer grows", () => {
    respond = paged({ 0: first, 2: { ...second, next_offset: 2 } });
    return asks(["search", "x", "--all"], urls,
      prints('{"count":4,"has_more":true,"limit":4,"items":["a","b","c","d"],"offset":0}\n'));
  });

  it("says that more may match where its last page is full", () => {
    const last = { count: 2, has_more: false, items: ["c", "d"], limit: 2, offset: 9 };
    respond = paged({ 0: { ...first, next_offset: 9 }, 9: last });
    return asks(["search", "x", "--all"],
      ["/v1/search?query=x&limit=9", "/v1/search?query=x&limit=10&offset=9"], {
        ...prints('{"count":4,"has_more":false,"limit":4,"items":["a","b","c","d"],"offset":0}\n'),
        stderr: "svc: the API gives these 4; ask more precisely for others\n",
      });
  });

  it("prints nothing of the pages before a failure", () => {
    const body = '{"code":"RATE_LIMITED","status":429}';
    respond = (request, response) =>
      (request.url?.includes("offset")
        ? answer(429, "application/problem+json", body)
        : json(first))(request, response);
    return asks(["search", "x", "--all"], urls,
      fails(3, body));
  });
});

describe("svc quran", () => {
  const REFERENCE = { name: "Al-Baqarah", verses: [] };
  /** What the service reads in a text. @type {object} */
  let read;
  beforeEach(() => {
    read = { surah: 2, name: "Al-Baqarah" };
    respond = (request, response) =>
      json(request.url?.startsWith("/reference") ? read : REFERENCE)(request, response);
  });
  const reference = (/** @type {string} */ text, locale = "") =>
    `/reference?q=${encodeURIComponent(text)}${locale}`;

  each(it, [
    ["asks for a surah", ["quran", "2"], ["/v1/quran/2"]],
    ["asks for a range", ["quran", "2", "--from-verse", "255", "--to-verse", "257"],
      ["/v1/quran/2?from_verse=255&to_verse=257"]],
    ["reads a verse after a colon", ["quran", "2:255"], ["/v1/quran/2?from_verse=255"]],
    ["reads a range after a colon", ["quran", "2:255-257"],
      ["/v1/quran/2?from_verse=255&to_verse=257"]],
    ["reads a verse after a blank", ["quran", "2", "255"], ["/v1/quran/2?from_verse=255"]],
    ["sends locale and tafsir", ["quran", "1:2", "--locale", "id", "--tafsir"],
      ["/v1/quran/1?from_verse=2&locale=id&include_tafsir=true"]],
    ["leaves the surah's bounds to the API", ["quran", "115"], ["/v1/quran/115"]],
    ["leaves a negative surah to the API", ["quran", "--", "-1"], ["/v1/quran/-1"]],
    ["leaves the verses' bounds to the API", ["quran", "2:999-1"],
      ["/v1/quran/2?from_verse=999&to_verse=1"]],
    ["reads a range after a longer dash", ["quran", "2:255–257"],
      ["/v1/quran/2?from_verse=255&to_verse=257"]],
    ["reads a range after a blank", ["quran", "2", "255-257"],
      ["/v1/quran/2?from_verse=255&to_verse=257"]],
    ["has the service read a name", ["quran", "al-baqarah"],
      [reference("al-baqarah"), "/v1/quran/2"]],
    ["has the service read words", ["quran", "surah", "2"], [reference("surah 2"), "/v1/quran/2"]],
    ["has the service read Arabic", ["quran", "البقرة"], [reference("البقرة"), "/v1/quran/2"]],
    ["takes options beside a name", ["quran", "al-baqarah", "--to-verse", "5", "--locale", "de"],
      [reference("al-baqarah", "&locale=de"), "/v1/quran/2?to_verse=5&locale=de"]],
    ["takes the language of a page's address", ["quran", "https://site/gate/de/quran/2"],
      [reference("https://site/gate/de/quran/2", "&locale=de"), "/v1/quran/2?locale=de"]],
    ["takes another language than that of the address",
      ["quran", "https://site/de/quran/2", "--locale", "id"],
      [reference("https://site/de/quran/2", "&locale=id"), "/v1/quran/2?locale=id"]],
    ["reads the passage from standard input", ["quran", "-"], ["/v1/quran/2?from_verse=255"],
      "2:255\n"],
  ], (_, args, urls, input = "") =>
    asks(args, urls, prints(`${JSON.stringify(REFERENCE)}\n`), {
      input, env: { SVC_API_BASE: api.base },
    }));

  it("takes the verses that the service reads", () => {
    read = { surah: 2, name: "Al-Baqarah", from_verse: 255, to_verse: 257 };
    return asks(["quran", "al-baqarah 255-257"],
      [reference("al-baqarah 255-257"), "/v1/quran/2?from_verse=255&to_verse=257"],
      prints(`${JSON.stringify(REFERENCE)}\n`));
  });

  it("takes verses once", () => {
    read = { surah: 2, name: "Al-Baqarah", from_verse: 5, to_verse: 5 };
    const url = "http://x/de/quran/2#verse-5";
    return asks(["quran", url, "--to-verse=7"], [reference(url, "&locale=de")],
      refuses("verses stand both in the words and in options"));
  });

  const FORM = "accepted is svc quran <surah>[:<n>[-<n>]], such as";
  each(it, [
    ["what names nothing", { candidates: [] },
      `"qwertz" is no passage; ${FORM} 2, 2:255-257, yasin`],
    ["what is not certain, with what may be meant",
      { candidates: [{ surah: 36, name: "Ya-Sin" },
        { surah: 2, name: "Al-Baqarah", from_verse: 3, to_verse: 5 }, { surah: 7 }] },
      `"qwertz" is no passage; ${FORM} 36 (Ya-Sin), 2:3-5 (Al-Baqarah), 7`],
    ["a juz, which is of more than one surah",
      { juz: 30, surah: 78, name: "An-Naba", from_verse: 1, to_surah: 114, to_verse: 6 },
      "juz 30 is 78:1 to 114:6; ask for one surah at a time, such as 78 (An-Naba)"],
  ], (_, answered, message) => {
    read = answered;
    return asks(["quran", "qwertz"], [reference("qwertz")], refuses(message));
  });
});

describe("svc get", () => {
  beforeEach(() => {
    respond = json(CONTENT);
  });
  each(it, [
    ["sends a content ID", ["get", "asset:en:quran:surah:2"], "asset%3Aen%3Aquran%3Asurah%3A2"],
    ["sends a resource URI", ["get", "svc://content/a:b"], "svc%3A%2F%2Fcontent%2Fa%3Ab"],
    ["sends a URL whole", ["get", "http://site/en/x.md?a=1#b"],
      "http%3A%2F%2Fsite%2Fen%2Fx.md%3Fa%3D1%23b"],
    ["sends an empty reference", ["get", ""], ""],
  ], (_, args, ref) =>
    asks(args, [`/v1/content?ref=${ref}`], prints(`${JSON.stringify(CONTENT)}\n`)));

  it("reads the reference from standard input", () =>
    asks(["get", "-"], ["/v1/content?ref=a"], prints(`${JSON.stringify(CONTENT)}\n`), {
      input: "a\n", env: { SVC_API_BASE: api.base },
    }));

  it("prints the Markdown itself, ended by one line end", () =>
    asks(["get", "a", "--markdown"], ["/v1/content?ref=a"], prints("# Title\n\nText — ✓\n")));
});

describe("svc taxonomy, svc health", () => {
  each(it, [
    ["asks for the taxonomy", ["taxonomy"], "/v1/taxonomy"],
    ["asks for it in a locale", ["taxonomy", "--locale", "de"], "/v1/taxonomy?locale=de"],
    ["asks for the health", ["health"], "/v1/health"],
  ], (_, args, url) => asks(args, [url], PAGE));
});

describe("svc mcp", () => {
  beforeEach(() => {
    respond = (request, response) =>
      json(request.url === "/v1" ? INDEX : TAXONOMY)(request, response);
  });

  it("prints how to connect", () =>
    asks(["mcp", `--api-base=${api.base}/v1/`], ["/v1", "/v1/taxonomy"], prints(`${JSON.stringify({
      endpoint: "https://mcp.example/mcp",
      protocol_revision: "2026-07-28",
      transport: "streamable-http",
      tools: TAXONOMY.tools,
      clients: {
        claude_code: "claude mcp add --transport http svc https://mcp.example/mcp",
        vscode: { servers: { svc: { type: "http", url: "https://mcp.example/mcp" } } },
        mcp_servers: { mcpServers: { svc: { type: "http", url: "https://mcp.example/mcp" } } },
        stdio: {
          mcpServers: {
            svc: { command: "svc", args: ["mcp", "--stdio", "--api-base", api.base] },
          },
        },
      },
    })}\n`)));
});

describe("the output", () => {
  it("is compact whatever the API's spaces", () => {
    respond = answer(200, "application/json", '{ "b" : 1,\n "tools": [ ] }\n');
    return asks(["taxonomy"], ["/v1/taxonomy"], prints('{"b":1,"tools":[]}\n'));
  });

  it("is indented by two spaces with --pretty", () => {
    respond = json({ b: 1, tools: [{ c: "é" }], d: [] });
    return asks(["taxonomy", "--pretty"], ["/v1/taxonomy"], prints(
      '{\n  "b": 1,\n  "tools": [\n    {\n      "c": "é"\n    }\n  ],\n  "d": []\n}\n'));
  });

  it("keeps characters that JSON need not escape", () => {
    respond = answer(200, "application/json", '{"tools":["\\u0628\\u2028/é"]}');
    return asks(["taxonomy"], ["/v1/taxonomy"], prints('{"tools":["ب\u2028/é"]}\n'));
  });

  it("understands a media type with parameters, in any case", () => {
    respond = answer(200, "Application/JSON; charset=utf-8", '{"tools":[]}');
    return asks(["taxonomy"], ["/v1/taxonomy"], prints('{"tools":[]}\n'));
  });
});

describe("the request", () => {
  each(it, [
    ["goes to --api-base rather than SVC_API_BASE",
      ["--api-base", "BASE"], "http://127.0.0.1:9", ""],
    ["goes to SVC_API_BASE without --api-base", [], "BASE", ""],
    ["keeps the base's path", ["--api-base", "BASE/gate/api"], "", "/gate/api"],
    ["takes a base that ends in slashes", ["--api-base", "BASE//"], "", ""],
    ["takes a base with its /v1", ["--api-base", "BASE/v1"], "", ""],
    ["takes a base with its /v1 and a slash", ["--api-base", "BASE/v1/"], "", ""],
    ["takes a base with its /v1 from the variable", [], "BASE/v1", ""],
    ["takes a path with its /v1", ["--api-base", "BASE/gate/v1"], "", "/gate"],
    ["leaves a path that only begins so", ["--api-base", "BASE/v10"], "", "/v10"],
    ["takes an empty SVC_API_BASE for none", ["--api-base", "BASE"], "", ""],
  ], (_, args, variable, path) => {
    const fill = (/** @type {string} */ text) => text.replace("BASE", api.base);
    return asks(["health", ...args.map(fill)], [`${path}/v1/health`], PAGE, {
      env: { SVC_API_BASE: fill(variable) },
    });
  });

  it("takes a host named v1 for a host", async () => {
    const { stderr, status } = await svc(["health", "--api-base", "http://v1", "--timeout", "5"]);
    assert.match(JSON.parse(stderr).message, /^http:\/\/v1\/v1\/health: /);
    assert.equal(status, 4);
  });

  it("says what it is and what it takes, and nothing about its user", async () => {
    await asks(["health"], ["/v1/health"], PAGE);
    const { accept, "user-agent": agent, cookie, authorization } = api.requests[0].headers;
    assert.deepEqual([accept, agent, cookie, authorization],
      ["application/json", "svc-cli/1.0.0", undefined, undefined]);
  });

  each(it, [
    ["goes through the proxy that NODE_USE_ENV_PROXY admits", { NODE_USE_ENV_PROXY: "1" }, 1],
    ["passes the proxy by for NO_PROXY", { NODE_USE_ENV_PROXY: "1", NO_PROXY: "127.0.0.1" }, 0],
    ["passes the proxy by unless asked", {}, 0],
  ], async (_, env, tunnels) => {
    let opened = 0;
    const proxy = createServer().on("connect", ({ url }, client) => {
      opened++;
      const [host, port] = String(url).split(":");
      const upstream = connect(Number(port), host, () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(upstream).pipe(client);
      });
      for (const end of [client, upstream]) end.on("error", () => client.destroy());
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
    try {
      const setting = { SVC_API_BASE: api.base, HTTP_PROXY: `http://127.0.0.1:${port}`, ...env };
      await asks(["health"], ["/v1/health"], PAGE, { env: setting });
      assert.equal(opened, tunnels);
    } finally {
      proxy.close();
    }
  });
});
