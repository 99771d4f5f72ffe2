--- Reads tables of variants, `search/{locale}.yaml`: words that are found beside the typed ones.
--
-- A table is a list of parts, each with its `source` and rows: `same`, lists of words that find
-- each other; `finds`, lists whose first entry finds the others, which do not find it; and
-- `found-by`, lists whose first entry is found by the others.
local svc = require("svc")
local message = require("base.message")
local tables = require("base.tables")
local yaml = require("data.import.yaml")

local shape = yaml.shape

local variants = {}

--- The folder of the tables, of this program and of a content tree.
variants.FOLDER = "search"

local LEAST, MOST = 2, 9 -- entries of a row

local function has_word(text) return text:find("[%w\128-\255]") ~= nil end

local ROW = shape.list(shape.text(120, has_word, "words"))

local PARTS = shape.list(shape.record {
  source = shape.text(300),
  same = shape.optional(shape.list(ROW)),
  finds = shape.optional(shape.list(ROW)),
  ["found-by"] = shape.optional(shape.list(ROW)),
})

-- Keys of a part: whether the entry `i` of a row finds the entry `k`.
local FINDS = {
  { "same", function() return true end },
  { "finds", function(i) return i == 1 end },
  { "found-by", function(_, k) return k == 1 end },
}

--- Adds the pairs of a row.
local function add(pairs_of, row, finds, report)
  if #row < LEAST or #row > MOST then
    local fault = "has %d entries; %d to %d are accepted"
    report(row.line, fault, #row, LEAST, MOST)
    return
  end
  for i, words in ipairs(row) do
    for k, other in ipairs(row) do
      if i ~= k and finds(i, k) then
        pairs_of[#pairs_of + 1] = { words = words, finds = other, line = row.line }
      end
    end
  end
end

--- Reads one table.
-- @tparam string text valid UTF-8
-- @tparam function report `report(line, message, …)`, lines counted from 0
-- @treturn table|nil list of `{ words, finds, line }`; nil when anything was reported
function variants.read(text, report)
  local sound, list = true, {}
  local function refuse(...)
    sound = false
    report(...)
  end
  for _, part in ipairs(yaml.read(text, PARTS, refuse) or {}) do
    for _, kind in ipairs(FINDS) do
      for _, row in ipairs(part[kind[1]] or {}) do
        add(list, row, kind[2], refuse)
      end
    end
  end
  return sound and list or nil
end

--- Reads the tables that come with this program.
-- @tparam[opt] {string,...} locales those to read; all when absent
-- @treturn table|nil locale → list as `read` gives it
-- @treturn table|nil the faults, one line each
function variants.own(locales)
  local folder = package.searchpath("data.publish", package.path):match("^(.*)/[^/]*$")
  local own, faults = {}, {}
  for _, locale in ipairs(locales or svc.locales) do
    local name = ("%s/%s/%s.yaml"):format(folder, variants.FOLDER, locale)
    local file <close> = io.open(name, "rb")
    local text = file and file:read("a")
    own[locale] = text and variants.read(text, message.reporter(faults, name)) or {}
  end
  if #faults > 0 then return nil, faults end
  return own
end

--- Adds tables to a builder; raises a list with its refusal of a row, as `data.publish` takes it.
-- @tparam userdata builder of `svc.builder`
-- @tparam table all locale → list as `read` gives it
function variants.add(builder, all)
  for _, locale in ipairs(svc.locales) do
    for _, row in ipairs(all[locale] or {}) do
      local variant = { locale = locale, words = row.words, finds = row.finds }
      local ok, fault = pcall(builder.variant, builder, variant)
      if not ok then
        local place = ("%s/%s.yaml:%d"):format(variants.FOLDER, locale, row.line + 1)
        error({ ("%s: %s"):format(place, fault) }, 0)
      end
    end
  end
end

--- Reads the tables of a content tree, `search/{locale}.yaml`.
-- @tparam table files as data/import/tree.lua finds them
-- @treturn table locale → list as `variants.read` gives it
function variants.of_tree(files)
  local read, mode = {}, files:mode(variants.FOLDER)
  local function refuse(name, ...) files:tell("variants-file", name, ...) end
  if mode and mode ~= "directory" then
    refuse(variants.FOLDER, "is no folder; it holds a table a locale, as en.yaml")
  end
  for _, name in ipairs(mode == "directory" and files:names(variants.FOLDER) or {}) do
    local path, locale = variants.FOLDER .. "/" .. name, name:match("^(%a+)%.yaml$")
    if tables.contains(svc.locales, locale) then
      local text = files:bytes(path)
      read[locale] = text and variants.read(text, files:reporter(path, "variants-file"))
    else
      local fault = "does not belong here; accepted: %s, each with .yaml"
      refuse(files.plain(path), fault, table.concat(svc.locales, ", "))
    end
  end
  return read
end

--- The words of a text in lower case, each without its last two letters, which inflection changes.
local function beginnings(words)
  local list = {}
  for word in words:lower():gmatch("[%w\128-\255]+") do
    list[#list + 1] = word:sub(1, math.max(3, #word - 2))
  end
  return list
end

local ARABIC = "[\216-\219]"

--- True when a text has the beginning of each word. Arabic is found in verses, which are in no
-- tree.
local function has(text, words)
  for _, beginning in ipairs(beginnings(words)) do
    local known = beginning:find(ARABIC) or text:find(beginning, 1, true)
    if not known then return false end
  end
  return true
end

--- Tells of variants that no text of their locale has.
-- @tparam table tree as `data.import.markdown` reads it; its findings are added to
function variants.check(tree)
  local fault = "%q finds %q, which no text of the folder has; it finds verses at most"
  for locale, rows in pairs(tree.variants) do
    local texts = {}
    for _, document in ipairs(tree.documents) do
      local own = document.locale == locale and document.title .. " " .. (document.body or "")
      texts[#texts + 1] = own and own:lower() or nil
    end
    local all, file = table.concat(texts, " "), ("%s/%s.yaml"):format(variants.FOLDER, locale)
    for _, row in ipairs(rows) do
      if not has(all, row.finds) then
        local filled = fault:format(row.words, row.finds)
        tree.findings:add("variant-unmatched", file, row.line + 1, filled)
      end
    end
  end
end

return variants
