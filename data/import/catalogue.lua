--- The files beside the Markdown tree: the names of its folders and the try-out catalogue.
--
-- `labels.yaml` names, once and in every locale, each folder that may stand in a path: sections,
-- article categories, material subjects, try-out countries and exams, each with a `label` for
-- people and a `segment` for routes; and it says who wrote the texts. `catalogue.yaml` lists the
-- try-out sets that have no text here and are only cited.
local svc = require("svc")
local frontmatter = require("data.import.frontmatter")
local yaml = require("data.import.yaml")

local shape = yaml.shape

local catalogue = {}

local function in_every_locale(inner)
  local fields = {}
  for _, locale in ipairs(svc.locales) do
    fields[locale] = inner
  end
  return fields
end

local NAMES = shape.map(
  frontmatter.is_kebab,
  "a lower-case kebab word",
  shape.record(in_every_locale(shape.record {
    label = shape.text(80),
    segment = frontmatter.slug,
  }))
)

local LABELS = shape.record {
  sections = NAMES,
  categories = NAMES,
  subjects = NAMES,
  countries = NAMES,
  exams = NAMES,
  credits = shape.optional(shape.record(in_every_locale(shape.record {
    authors = shape.text(80),
    licence = shape.text(80),
    ["licence-url"] = frontmatter.web_address,
  }))),
}

local function is_set_path(path)
  local parts = { path:match("^([^/]+)/([^/]+)/([^/]+)$") }
  for _, part in ipairs(parts) do
    if not frontmatter.is_kebab(part) then return false end
  end
  return #parts == 3
end

local function set_fields()
  local fields = in_every_locale(shape.record {
    title = shape.text(160),
    description = shape.text(320),
    slug = shape.optional(frontmatter.slug),
  })
  fields.path = shape.text(240, is_set_path, "country/exam/set in kebab words")
  fields.concept = frontmatter.concept
  fields.updated = shape.date
  return fields
end

local SETS = shape.record { sets = shape.list(shape.record(set_fields())) }

--- Which table of the labels names each folder below a section, outermost first.
catalogue.FOLDERS = {
  articles = { "categories" },
  material = { "subjects" },
  tryout = { "countries", "exams" },
}

--- Reads `labels.yaml`.
-- @tparam string text
-- @tparam function report `report(line, message, …)`, lines count from 1
-- @tparam[opt] table memo as `yaml.kept` takes it
-- @treturn table|nil table → name → locale → `{ label, segment }`, and of `credits`, which may be
-- nil, locale → `{ authors, licence, ["licence-url"] }`; nil when anything was reported
function catalogue.labels(text, report, memo)
  if not frontmatter.check_bytes(text, report) then return nil end
  return yaml.read(text, LABELS, function(line, ...) report(line + 1, ...) end, yaml.kept(memo))
end

--- Reads `catalogue.yaml`.
-- @tparam string text
-- @tparam function report `report(line, message, …)`, lines count from 1
-- @tparam[opt] table memo as `yaml.kept` takes it
-- @treturn table|nil a list of `{ path, concept, updated, line, [locale] = { title, description,
-- slug? } }`, lines count from 1; nil when anything was reported
function catalogue.sets(text, report, memo)
  if not frontmatter.check_bytes(text, report) then return nil end
  local document = yaml.read(
    text,
    SETS,
    function(line, ...) report(line + 1, ...) end,
    yaml.kept(memo)
  )
  if not document then return nil end
  for _, set in ipairs(document.sets) do
    set.line = set.line + 1
  end
  return document.sets
end

return catalogue
