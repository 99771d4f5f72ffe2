--- The content tree: `{folder}/{locale}/{section}/…/{name}.md`, `labels.yaml`, `catalogue.yaml`,
-- and if its authors keep them `glossary.yaml` and `checks/`, which are not published.
--
-- A file's path below its section is the language-independent part of its ids; its route is built
-- from the localised segments of its folders and its slug. Links between files are written as
-- relative paths (`../physics/energy.md`) and become relative links between routes. Nothing is
-- followed that leaves the tree, and every fault is reported as `file:line: what, what to do`.
local lfs = require("lfs")
local svc = require("svc")
local catalogue = require("data.import.catalogue")
local frontmatter = require("data.import.frontmatter")
local glossary = require("data.import.glossary")
local links = require("data.import.links")

local markdown = {}

--- The bounds of a tree. Sizes in bytes; depth in folders below a section.
markdown.LIMITS = { file = 1024 * 1024, depth = 4, files = 100000 }

local Reader = {}
Reader.__index = Reader

--- Enters a fault.
function Reader:report(file, line, message)
  self.faults[#self.faults + 1] = ("%s:%d: %s"):format(file, line, message)
end

--- A function that enters faults of one file.
function Reader:reporter(file)
  return function(line, message) self:report(file, line, message) end
end

local function read_whole(path, max)
  local file <close> = assert(io.open(path, "rb"))
  local text = file:read(max + 1) or ""
  if #text > max then return nil end
  return text
end

--- The text of a regular file below the tree, or nil when reported.
function Reader:text_of(name)
  local path = self.folder .. "/" .. name
  local mode = lfs.symlinkattributes(path, "mode")
  if mode ~= "file" then
    self:report(
      name,
      1,
      mode and ("is a %s; only regular files are read"):format(mode) or "is missing; create it"
    )
    return nil
  end
  local text = read_whole(path, markdown.LIMITS.file)
  if not text then
    self:report(name, 1, ("is larger than %d bytes; split it"):format(markdown.LIMITS.file))
  end
  return text
end

local function sorted_names(path)
  local names = {}
  for name in lfs.dir(path) do
    if name ~= "." and name ~= ".." then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

--- Reports names of one folder that differ only in case; true when there are none.
function Reader:names_differ(folder, names)
  local seen, differ = {}, true
  for _, name in ipairs(names) do
    local folded = name:lower()
    if seen[folded] then
      differ = false
      self:report(
        folder .. "/" .. name,
        1,
        ("differs from %q only in case; rename one"):format(seen[folded])
      )
    end
    seen[folded] = name
  end
  return differ
end

local function plain_name(name) return (name:gsub("[%c\127-\255]", "?")) end

--- What is wrong with one entry of a folder, or nil; the second result is its kind.
local function entry_fault(path, name, depth)
  local mode = lfs.symlinkattributes(path, "mode")
  if mode == "directory" then
    if depth >= markdown.LIMITS.depth then
      return ("lies deeper than %d folders; move it up"):format(markdown.LIMITS.depth)
    end
    if not frontmatter.is_kebab(name) then return "is no kebab name; rename the folder" end
    return nil, "folder"
  end
  if mode ~= "file" then
    return ("is a %s; only folders and regular files are read"):format(mode)
  end
  local stem = name:match("^(.*)%.md$")
  if not stem then return "is no .md file; move it out of the content tree" end
  if not frontmatter.is_kebab(stem) then return "is no kebab name; rename the file" end
  return nil, "file"
end

local function extended(parts, part)
  local longer = table.move(parts, 1, #parts, 1, {})
  longer[#longer + 1] = part
  return longer
end

--- Calls `visit(parts, name)` for each Markdown file below `name`, in order of their names.
function Reader:walk(name, parts, visit)
  local names = sorted_names(self.folder .. "/" .. name)
  if not self:names_differ(name, names) then return end
  for _, entry in ipairs(names) do
    local below = name .. "/" .. entry
    local fault, kind = entry_fault(self.folder .. "/" .. below, entry, #parts)
    if fault then
      self:report(name .. "/" .. plain_name(entry), 1, fault)
    elseif kind == "folder" then
      self:walk(below, extended(parts, entry), visit)
    else
      visit(extended(parts, entry:sub(1, -4)), below)
    end
  end
end

--- The names of a path's folders in a locale; nil when reported.
function Reader:names_of(section, parts, locale, file, line)
  local tables = catalogue.FOLDERS[section]
  if #parts ~= #tables + 1 then
    self:report(
      file,
      line,
      ("must lie in %s/{%s}/"):format(section, table.concat(tables, "}/{"))
    )
    return nil
  end
  local names = {}
  for i, kind in ipairs(tables) do
    local name = self.labels[kind][parts[i]]
    if not name then
      self:report(
        file,
        line,
        ("folder %q has no entry under %s; add it to labels.yaml"):format(parts[i], kind)
      )
      return nil
    end
    names[i] = name[locale]
  end
  return names
end

local function route_of(section, names, slug)
  local segments = { section.segment }
  for _, name in ipairs(names) do
    segments[#segments + 1] = name.segment
  end
  segments[#segments + 1] = slug
  return table.concat(segments, "/")
end

local function labels_of(names)
  local labels = {}
  for i, name in ipairs(names) do
    labels[i] = name.label
  end
  return labels
end

--- Adds a document. `fields` are those of the front matter, `body` is nil for a citation.
function Reader:add(locale, section, parts, fields, file, line)
  local names = self:names_of(section, parts, locale, file, line)
  local named = self.labels.sections[section]
  if not named then
    self:report("labels.yaml", 1, ("section %q has no entry under sections"):format(section))
  end
  if not (names and named) then return nil end
  local path = table.concat(parts, ":")
  local lens = section == "tryout" and "lens:tryout" or ("lens:%s:%s"):format(section, parts[1])
  local document = {
    id = ("asset:%s:%s:%s"):format(locale, section, path),
    locale = locale,
    section = section,
    path = section .. "/" .. table.concat(parts, "/"),
    concept = "concept:" .. fields.concept,
    lens = lens,
    route = route_of(named[locale], names, fields.slug or parts[#parts]),
    title = fields.title,
    description = fields.description,
    updated = fields.updated,
    labels = labels_of(names),
    file = file,
    line = line,
  }
  self:claim(document)
  return document
end

--- Enters a document under its id and route; a second claim on either is reported.
function Reader:claim(document)
  local route = document.locale .. "/" .. document.route
  local holder = self.by_path[document.locale .. "/" .. document.path] or self.by_route[route]
  if holder then
    self:report(
      document.file,
      document.line,
      ("has the id or route %q of %s:%d; rename one"):format(route, holder.file, holder.line)
    )
    return
  end
  self.by_path[document.locale .. "/" .. document.path] = document
  self.by_route[route] = document
  self.documents[#self.documents + 1] = document
end

--- Reads a Markdown file and adds its document.
function Reader:add_file(locale, section, parts, file)
  if #self.documents >= markdown.LIMITS.files then
    error(("%s holds more than %d documents"):format(self.folder, markdown.LIMITS.files), 0)
  end
  local text = self:text_of(file)
  if not text then return end
  local fields, body, line = frontmatter.split(text, self:reporter(file))
  if not fields then return end
  if not body:find("%S") then
    self:report(file, line, "has no text; write it, or cite the set in catalogue.yaml")
    return
  end
  local document = self:add(locale, section, parts, fields, file, 1)
  if document then
    document.body, document.body_line = body, line
  end
end

--- Reads all sections of a locale.
function Reader:add_locale(locale)
  for _, section in ipairs(sorted_names(self.folder .. "/" .. locale)) do
    local name = locale .. "/" .. section
    if not catalogue.FOLDERS[section] then
      self:report(name, 1, "is no section with Markdown; accepted: articles, material, tryout")
    elseif lfs.symlinkattributes(self.folder .. "/" .. name, "mode") ~= "directory" then
      self:report(name, 1, "is no folder")
    else
      self:walk(name, {}, function(parts, file) self:add_file(locale, section, parts, file) end)
    end
  end
end

--- Adds a cited set in every locale.
function Reader:add_set(set)
  local parts = {}
  for part in set.path:gmatch("[^/]+") do
    parts[#parts + 1] = part
  end
  for _, locale in ipairs(svc.locales) do
    local told = set[locale]
    self:add(locale, "tryout", parts, {
      title = told.title,
      description = told.description,
      slug = told.slug,
      concept = set.concept,
      updated = set.updated,
    }, "catalogue.yaml", set.line)
  end
end

--- Turns each document's body into its text: a heading with its title, and links to routes.
function Reader:link()
  for _, document in ipairs(self.documents) do
    if document.body then
      local function report(line, message)
        self:report(document.file, document.body_line + line - 1, message)
      end
      local body = links.rewrite(document.body, document, self.by_path, report)
      document.text = ("# %s\n\n%s"):format(document.title, (body:gsub("^\n+", "")))
    end
  end
end

-- What lies beside the folders of the locales; `checks` is for the authors' own tests.
local TOP = { "labels.yaml", "catalogue.yaml", "glossary.yaml", "checks" }

--- Reads what lies at the top of the tree.
function Reader:read_top()
  local known = {}
  for _, locale in ipairs(svc.locales) do
    known[locale] = self.add_locale
  end
  for _, name in ipairs(TOP) do
    known[name] = function() end
  end
  for _, name in ipairs(sorted_names(self.folder)) do
    if known[name] then
      known[name](self, name)
    else
      self:report(
        plain_name(name),
        1,
        ("does not belong here; accepted: %s, %s"):format(
          table.concat(svc.locales, ", "),
          table.concat(TOP, ", ")
        )
      )
    end
  end
end

--- The glossary, empty when the tree has none.
function Reader:read_glossary()
  local name = "glossary.yaml"
  if not lfs.symlinkattributes(self.folder .. "/" .. name, "mode") then return {} end
  local text = self:text_of(name)
  return text and glossary.read(text, self.documents, self:reporter(name)) or {}
end

--- Reads a content tree.
-- @tparam string folder
-- @treturn table|nil `{ documents = {…}, labels = …, glossary = … }`: each document has the fields
-- of `svc.builder():document` and `locale, section, path, file, body, body_line` (`text` and `body`
-- are absent in a citation); labels as `catalogue.labels` gives them, the glossary as
-- `data.import.glossary` reads it. nil when there are faults.
-- @treturn table|nil the faults, each `file:line: what is wrong; what to do`
function markdown.load(folder)
  if lfs.attributes(folder, "mode") ~= "directory" then
    return nil, { ("%s: is no folder; give the content tree with --content"):format(folder) }
  end
  local reader = setmetatable({
    folder = folder,
    faults = {},
    documents = {},
    by_path = {},
    by_route = {},
  }, Reader)
  local labels = reader:text_of("labels.yaml")
  reader.labels = labels and catalogue.labels(labels, reader:reporter("labels.yaml"))
  if not reader.labels then return nil, reader.faults end
  reader:read_top()
  local cited = reader:text_of("catalogue.yaml")
  local sets = cited and catalogue.sets(cited, reader:reporter("catalogue.yaml"))
  for _, set in ipairs(sets or {}) do
    reader:add_set(set)
  end
  local subjects = reader:read_glossary()
  if #reader.faults == 0 then reader:link() end
  if #reader.faults > 0 then return nil, reader.faults end
  return { documents = reader.documents, labels = reader.labels, glossary = subjects }
end

return markdown
