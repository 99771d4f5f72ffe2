--- Kept inputs of the fuzz target `routes`, by name: a request target without its first slash, and
-- header lines.
local PAGE = 'Accept: text/html, */*;q=0.1\nIf-None-Match: "x"\nAccept-Encoding: gzip\n'
local JSON = "Accept: application/json\n"

local function search(query, headers) return "v1/search?" .. query .. "\n" .. (headers or "") end

return {
  ["accept-refused"] = "v1\nAccept: text/csv\n",
  ["api-catalog"] = ".well-known/api-catalog\n" .. PAGE,
  ["content"] = "v1/content?ref=asset:en:material:mathematics:quadratic-equations\n",
  ["content-uri-unknown"] = "v1/content?ref=svc://content/asset:en:none\n",
  ["content-url-of-markdown"] = "v1/content?ref=http://site.test/en/quran/2.md%3Fx\n" .. PAGE,
  ["docs"] = "docs\n" .. PAGE,
  ["docs-page-unknown"] = "docs/none\n" .. PAGE,
  ["feed"] = "en/feed.atom\n",
  ["find-page"] = "en/search?q=light&section=material\n" .. PAGE,
  ["health-parameter"] = "v1/health?x=1\n",
  ["home"] = "en\n" .. PAGE,
  ["index-page"] = "v1\n" .. PAGE,
  ["llms"] = "llms.txt\n" .. PAGE,
  ["llms-full"] = "llms-full.txt\n",
  ["llms-verses"] = "en/llms-verses.txt\n",
  ["markdown-of-surah"] = "de/quran/2.md\n",
  ["mcp-get"] = "mcp\n",
  ["openapi-page"] = "openapi.json\n" .. PAGE,
  ["page-document"] = "en/material/mathematics/quadratic-equations\n" .. PAGE,
  ["page-folder"] = "en/material/mathematics\n" .. PAGE,
  ["page-surah"] = "en/quran/2\n" .. PAGE,
  ["path-not-utf-8"] = "en?-\xff\xff\x13h",
  ["path-unknown"] = "ope,\0napi.json\n" .. PAGE,
  ["problems"] = "problems/invalid-request\n" .. PAGE,
  ["proofs"] = "proofs/asset:en:quran:surah:2\n" .. JSON,
  ["quran"] = "v1/quran/2?from_verse=1&to_verse=2&locale=id&include_tafsir=true\n" .. JSON,
  ["quran-surah-beyond"] = "v1/quran/115?locale=de\n",
  ["quran-verse-beyond"] = "v1/quran/2?to_verse=999\n" .. PAGE,
  ["robots-and-security"] = ".well-known/security.txt\n" .. PAGE,
  ["search-arabic"] = search("query=%D8%A7%D9%84%D8%AD%D9%85%D8%AF&locale=id"),
  ["search-page"] = search("query=quadratic%20equations&offset=1&limit=1", PAGE),
  ["search-percent-bad"] = search("query=%zz", PAGE),
  ["search-queries"] = search(
    "query=2:255&query=light&query=%E2%80%9Cfast%E2%80%9D&section=quran"
  ),
  ["search-verse-of-german"] = search("query=Sure+2,+Vers+3&locale=de", JSON),
  ["server-card"] = ".well-known/mcp/server-card.json\n" .. JSON,
  ["sitemap"] = "sitemap.xml\n",
  ["taxonomy"] = "v1/taxonomy?locale=de\n",
  ["taxonomy-page"] = "v1/taxonomy?locale=fr\n" .. PAGE,
  ["try"] = "try\n" .. PAGE,
  ["verse-leaf"] = "v1/proofs/en/2/255\n" .. JSON,
}
