--- Kept inputs of the fuzz target `frontmatter`, by name: documents, labels and the catalogue.
local BODY = table.concat({
  "# Head",
  "",
  "A [link](../physics/light.md#x), `code [a](b.md)`, [s](https://a.test), [bad](/x) [f]("
    .. "javascript:x)"
    .. " [up](../../../../x.md) [none](none.md) [set](../../tryout/indonesia/snbt/set.md)"
    .. " [x](x.txt)",
  "```",
  "[a](/b)",
  "```",
  "",
}, "\n")

--- A document. @tparam[opt] string third its third field @tparam[opt] string created its date
local function document(third, created)
  return table.concat({
    "---",
    "title: Energy",
    "description: What it is.",
    "concept: physics:energy",
    third or "slug: energy",
    "created: " .. (created or "2024-02-29"),
    "updated: 2026-01-02",
    "---",
    BODY,
  }, "\n")
end

local function fields(...) return "---\n" .. table.concat({ ... }, "\n") .. "\n---\nx" end

return {
  ["blank-values"] = fields("title: ''", "description: ' a'", "updated: 'x'", "concept: 'a:b'"),
  ["byte-order-mark"] = "\u{FEFF}---\n",
  ["carriage-return"] = "---\r\n",
  ["catalogue"] = table.concat({
    "sets:",
    "  - path: indonesia/snbt/set-1",
    "    concept: tryout:snbt",
    "    updated: 2026-01-01",
    "    en: {title: A, description: B}",
    "    id: {title: A, description: B, slug: c}",
    "    de: {title: A, description: B}",
    "",
  }, "\n"),
  ["catalogue-entry-no-map"] = "sets:\n  - path: a/b\n  - x\n",
  ["catalogue-lists-in-lists"] = "sets:\n" .. ("  - :nets:\n"):rep(40) .. "  - nets:\n  - :nb:",
  ["date-impossible"] = document("created: {}", "1p22-10-2-02"),
  ["date-later-than-update"] = document(nil, "2026-02-28"),
  ["document"] = document(),
  ["empty"] = "---\n\n---\nx",
  ["field-repeated"] = document("title: x"),
  ["labels"] = "sections: {articles: {en: {label: A, segment: a}, id: {label: A, segment: a}, "
    .. "de: {label: A, segment: a}}}\ncategories: {}\nsubjects: {}\ncountries: {}\nexams: {}\n",
  ["labels-unknown"] = "sections: {a~R}\nexamu: {}\ncategories: {\nsUbjects:untries: {}\n",
  ["never-closed"] = "---\ntitle: x\n",
  ["not-utf-8"] = "---\na: \xff\n---\n",
  ["value-alias"] = fields("a: *b"),
  ["value-anchor"] = fields("a: &b c"),
  ["value-byte-of-yaml"] = fields(" @"),
  ["value-control"] = fields("a: \1"),
  ["value-deep"] = fields("a: " .. ("["):rep(12) .. "a" .. ("]"):rep(12)),
  ["value-lists"] = fields("a: [[a]]", "-2", "[[[]]]"),
  ["value-nul"] = fields("title: \0"),
  ["value-of-another-kind"] = fields(
    "title: [a]",
    "description: {a: b}",
    "concept: x",
    "slug: A--b",
    "updated: 2026-13-01",
    "? [k]",
    ": v"
  ),
  ["value-tag"] = fields("a: !x b"),
  ["yaml-broken"] = fields("{: ]"),
  ["yaml-broken-key"] = ")\na:",
  ["yaml-broken-list"] = "-\n2",
  ["yaml-broken-scalar"] = ">\n-",
  ["yaml-closing-bracket"] = "s: ]",
  ["yaml-open-bracket"] = "[x",
}
