--- The worst that the files of a publisher can do to the importers.

local bismillah = require("data.import.bismillah")
local csv = require("data.import.csv")
local frontmatter = require("data.import.frontmatter")
local links = require("data.import.links")
local notes = require("data.import.notes")
local reading = require("data.import.reading")
local punctuation = require("data.import.punctuation")
local text = require("base.text")

local rep = string.rep

local SIZE = 2048

local HEAD = "---\ntitle: T\ndescription: D\nconcept: a:b\nupdated: 2026-01-01\n"

local function ignore() end

local function repeated(piece, before, after)
  return function(n) return (before or "") .. rep(piece, n // #piece) .. (after or "") end
end

local function split(source) frontmatter.split(source, ignore) end

local function rewrite(source)
  local document = { locale = "en", file = "en/a/b.md", route = "a/b" }
  links.rewrite(
    source,
    reading.read(source, 0),
    function(link) return links.destination(link, document, {}, ignore) end,
    ignore
  )
end

local function rows(source)
  for row in csv.rows(source, 1) do
    if not row then break end
  end
end

local ROWS = {
  { "trimmed: blanks", text.trim, repeated(" ") },
  { "trimmed: blanks between two letters", text.trim, repeated(" ", "a", "b") },
  { "trimmed: letters and blanks", text.trim, repeated("a ") },
  { "front matter: a value of spaces", split, repeated(" ", "---\ntitle: a", "b\n---\n") },
  { "front matter: brackets", split, repeated("[", "---\ntitle: ", "\n---\n") },
  { "front matter: unknown keys", split, repeated("a: b\n", HEAD, "---\n") },
  { "front matter that does not end", split, repeated("a\n", "---\n") },
  { "front matter: a body of lines", split, repeated("\n", HEAD .. "---\n") },
  { "links", rewrite, repeated("[a](b.md) ") },
  { "links: steps up", rewrite, repeated("../", "[a](", "c.md)") },
  { "links: endings", rewrite, repeated(".md", "[a](b", "?)") },
  { "links that are not closed", rewrite, repeated("](a") },
  { "links: code that is not closed", rewrite, repeated("`a``") },
  { "links: fences", rewrite, repeated("```\n") },
  {
    "links: a long fence",
    rewrite,
    function(n) return rep("`", n // 2) .. rep("\n```", n // 8) end,
  },
  { "notes", notes.split, repeated("[1]a") },
  { "notes: numbers that are not closed", notes.split, repeated("1", "[", "") },
  { "notes: blanks", notes.split, repeated(" ", "[1]a", "b") },
  { "notes: markers", notes.cut, repeated("a [1]") },
  { "notes: digits in a bracket", notes.cut, repeated("[1") },
  { "rows of one cell", rows, repeated("a\n") },
  { "cells of one row", rows, repeated("a,") },
  { "cells of quotation marks", rows, repeated('""', '"', '"') },
  { "cells that are not closed", rows, repeated("a", '"') },
  {
    "closing marks before a letter",
    function(source) punctuation.count({ source }) end,
    repeated(")", "", "a"),
  },
  { "closing marks", function(source) punctuation.count({ source }) end, repeated(")") },
  { "a formula of one word", bismillah.split, repeated("\u{628}") },
}

local cases = {}
for i, row in ipairs(ROWS) do
  cases[i] = { name = row[1], run = row[2], worst = row[3], size = SIZE }
end
return cases
