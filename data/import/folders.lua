--- The folders of a content tree: what people call each in a locale, and its segment in routes. It
-- is `labels.yaml` that names them, else the title of the text of the folder, else its own name.
local catalogue = require("data.import.catalogue")
local derive = require("data.import.derive")
local words = require("base.locales")
local tables = require("base.tables")

local folders = {}
folders.__index = folders

--- Folders that are only named.
-- @tparam table|nil labels as `catalogue.labels` gives them; nil where they were refused
-- @tparam table findings of data/findings.lua
-- @treturn table
function folders.new(labels, findings)
  local is_whole = labels ~= nil
  labels = labels or {}
  local own = { credits = labels.credits }
  for _, kind in ipairs { "sections", "categories", "subjects", "countries", "exams" } do
    own[kind] = tables.merge(labels[kind])
  end
  return setmetatable(
    { labels = own, findings = findings, known = {}, is_whole = is_whole },
    folders
  )
end

local function key_of(locale, section, parts, depth)
  return ("%s/%s/%s"):format(locale, section, table.concat(parts, "/", 1, depth))
end

--- The name of a folder that `labels.yaml` does not name.
function folders:derive(parts, file, parsed)
  local name = file:match("^.*/(.*)$")
  local fields = parsed and parsed.fields or {}
  local heading = parsed and parsed.heading
  local label = fields.title or heading and heading.text ~= "" and heading.text
  if not label then
    label = derive.title_of_name(name)
    self.findings:add("label-derived", file, 1, "is called %q", label)
  end
  return { label = label, segment = fields.slug or parts[#parts] }
end

--- Enters a folder.
-- @tparam string locale
-- @tparam string section
-- @tparam {string,...} parts of its path; none for the section itself
-- @tparam string file its name in the tree
-- @tparam table|nil parsed the text of the folder: `{ fields, heading }`
function folders:enter(locale, section, parts, file, parsed)
  if #parts == 0 then return end
  local kind = catalogue.FOLDERS[section][#parts]
  local named = kind and self.labels[kind][parts[#parts]]
  local own = named and named[locale]
  if not own and section == "tryout" then return end
  if not own then
    own = self:derive(parts, file, parsed)
    if kind then self.labels[kind][parts[#parts]] = tables.merge(named, { [locale] = own }) end
  end
  self.known[key_of(locale, section, parts, #parts)] = own
end

--- The names of the folders of a document; nil when told.
-- @tparam string locale
-- @tparam string section
-- @tparam {string,...} parts of the document
-- @tparam function tell `tell(id of the rule, line, message, …)`
-- @treturn table|nil list of `{ label, segment }`
function folders:names(locale, section, parts, tell)
  local kinds = catalogue.FOLDERS[section]
  local is_deep = section ~= "tryout"
  local is_index = self.known[key_of(locale, section, parts, #parts)] ~= nil
  local depth = is_index and #parts or #parts - 1
  if depth < #kinds or not is_deep and depth > #kinds then
    local fault = "must lie in %s/{%s}/"
    return tell("file-place", 1, fault, section, table.concat(kinds, "}/{"))
  end
  local names = {}
  for i = 1, depth do
    local known = self.known[key_of(locale, section, parts, i)]
    local named = not known and kinds[i] and self.labels[kinds[i]][parts[i]]
    names[i] = known or named and named[locale]
    if not names[i] and not self.is_whole then return nil end
    if not names[i] then
      local fault = "folder %q has no entry under %s; add it to labels.yaml"
      return tell("file-place", 1, fault, parts[i], kinds[i])
    end
  end
  return names
end

--- The route of a folder.
-- @tparam string locale
-- @tparam string section
-- @tparam table names of its folders
-- @treturn string
function folders:route(locale, section, names)
  local named = self.labels.sections[section]
  local own = named and named[locale] or { label = words[locale][section], segment = section }
  local segments = tables.map(names, function(name) return name.segment end)
  table.insert(segments, 1, own.segment)
  return table.concat(segments, "/")
end

return folders
