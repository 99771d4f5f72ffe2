--- The content tree: `{folder}/{locale}/{section}/…/{name}.md`, `labels.yaml`, `catalogue.yaml`,
-- images beside the texts and below `shared/`, and if its authors keep them `paths.yaml`, and
-- `glossary.yaml`, `checks/` and `figures/`, which are not published.
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
local images = require("data.import.images")
local links = require("data.import.links")
local message = require("base.message")
local paths = require("data.import.paths")
local reading = require("data.import.reading")
local tables = require("base.tables")
local text = require("base.text")
local tree = require("data.import.tree")
local variants = require("data.import.variants")

local markdown = {}

--- Reads a tree: `files` (tree.lua), the documents so far by their path and by their route, and the
-- images by their file.
local Reader = {}
Reader.__index = Reader

--- The names of a path's folders in a locale; nil when reported.
function Reader:names_of(section, parts, locale, report)
  local kinds = catalogue.FOLDERS[section]
  if #parts ~= #kinds + 1 then
    return report("must lie in %s/{%s}/", section, table.concat(kinds, "}/{"))
  end
  local names = {}
  for i, kind in ipairs(kinds) do
    local name = self.labels[kind][parts[i]]
    if not name then
      return report("folder %q has no entry under %s; add it to labels.yaml", parts[i], kind)
    end
    names[i] = name[locale]
  end
  return names
end

local function route_of(section, names, slug)
  local segments = tables.map(names, function(name) return name.segment end)
  table.insert(segments, 1, section.segment)
  segments[#segments + 1] = slug
  return table.concat(segments, "/")
end

--- Adds a document. `fields` are those of the front matter, `body` is nil for a citation.
function Reader:add(locale, section, parts, fields, file, line)
  local function report(...) self.files:reporter(file)(line, ...) end
  local names = self:names_of(section, parts, locale, report)
  local named = self.labels.sections[section]
  if not named then
    self.files:refuse("labels.yaml", "section %q has no entry under sections", section)
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
    is_draft = fields.draft ~= nil,
    labels = tables.map(names, function(name) return name.label end),
    file = file,
    line = line,
  }
  self:claim(document, report)
  return document
end

--- Enters a document under its id and route; a second claim on either is reported.
function Reader:claim(document, report)
  local route = document.locale .. "/" .. document.route
  local path = document.locale .. "/" .. document.path
  local holder = self.by_path[path] or self.by_route[route]
  if holder then
    local fault = "has the id or route %q of %s:%d; rename one"
    return report(fault, route, holder.file, holder.line)
  end
  self.by_path[path], self.by_route[route] = document, document
  self.documents[#self.documents + 1] = document
end

--- Reads a Markdown file and adds its document.
function Reader:add_file(locale, section, parts, file)
  if #self.documents >= tree.LIMITS.files then
    local fault = "%s holds more than %d documents"
    error(fault:format(self.files.folder, tree.LIMITS.files), 0)
  end
  local bytes, report = self.files:text(file), self.files:reporter(file)
  if not bytes then return end
  local fields, body, line = frontmatter.split(bytes, report)
  if not fields then return end
  if text.is_blank(body) then
    return report(line, "has no text; write it, or cite the set in catalogue.yaml")
  end
  local document = self:add(locale, section, parts, fields, file, 1)
  if document then
    document.body, document.body_line = body, line
  end
end

--- Reads an image.
function Reader:add_image(file)
  local bytes = self.files:text(file)
  if not bytes then return end
  local asset, reason = images.read(file, bytes)
  if not asset then return self.files:refuse(file, reason) end
  self.images[file] = asset
end

--- Reads the images of all locales.
function Reader:add_shared()
  self.files:walk(images.SHARED, {}, function(_, file, kind)
    if kind == "image" then return self:add_image(file) end
    self.files:refuse(file, "is a text; move it into the folder of its locale")
  end)
end

--- Reads all sections of a locale.
function Reader:add_locale(locale)
  for _, section in ipairs(self.files:names(locale)) do
    local name = locale .. "/" .. section
    if not catalogue.FOLDERS[section] then
      local known = table.concat(tables.keys(catalogue.FOLDERS), ", ")
      self.files:refuse(name, "is no section with Markdown; accepted: " .. known)
    elseif self.files:mode(name) ~= "directory" then
      self.files:refuse(name, "is no folder")
    else
      self.files:walk(name, {}, function(parts, file, kind)
        if kind == "image" then return self:add_image(file) end
        self:add_file(locale, section, parts, file)
      end)
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
    local shared = { concept = set.concept, updated = set.updated }
    local fields = tables.merge(set[locale], shared)
    self:add(locale, "tryout", parts, fields, "catalogue.yaml", set.line)
  end
end

--- A document's text, a heading with its title before its body, and what is in it, by the lines of
-- its file.
local function read_text(document)
  local blank = #document.body:match("^\n*")
  local source = ("# %s\n\n%s"):format(document.title, document.body:sub(blank + 1))
  local found = reading.read(source, document.body_line + blank - 3)
  table.remove(found.passages, 1) -- the title, which is not of the body
  table.remove(found.lines, 1)
  return source, found
end

--- Turns each document's body into its text, with links to routes, and images at their addresses.
function Reader:link()
  for _, document in ipairs(self.documents) do
    if document.body then
      local report = self.files:reporter(document.file)
      local source, found = read_text(document)
      document.images, document.found = {}, found
      document.text = links.rewrite(
        source,
        found,
        function(link) return links.destination(link, document, self.by_path, report) end,
        function(image) return images.address(image, document, self.images, report) end
      )
    end
  end
end

--- Entries beside the folders of the locales and of the shared images; `checks` is for the
-- authors' own tests, `figures` for what draws the images.
local TOP = {
  "labels.yaml",
  "catalogue.yaml",
  "glossary.yaml",
  "paths.yaml",
  variants.FOLDER,
  "checks",
  "figures",
}

--- Reads what lies at the top of the tree.
function Reader:read_top()
  for _, name in ipairs(self.files:names()) do
    if tables.contains(svc.locales, name) then
      self:add_locale(name)
    elseif name == images.SHARED then
      self:add_shared()
    elseif not tables.contains(TOP, name) then
      local locales, top = table.concat(svc.locales, ", "), table.concat(TOP, ", ")
      local fault = "does not belong here; accepted: %s, %s, %s"
      self.files:refuse(tree.plain(name), fault, locales, images.SHARED, top)
    end
  end
end

--- Reads a file at the top by `read(text, report)`; nil when reported.
function Reader:read_file(name, read)
  local bytes = self.files:text(name)
  return bytes and read(bytes, self.files:reporter(name))
end

--- Reads the tables of variants, `search/{locale}.yaml`; locale → list as `data.import.variants`
-- gives it.
function Reader:read_variants()
  local read, mode = {}, self.files:mode(variants.FOLDER)
  if not mode then return read end
  if mode ~= "directory" then
    self.files:refuse(variants.FOLDER, "is no folder; it holds a table a locale, as en.yaml")
    return read
  end
  for _, name in ipairs(self.files:names(variants.FOLDER)) do
    local path, locale = variants.FOLDER .. "/" .. name, name:match("^(%a+)%.yaml$")
    if tables.contains(svc.locales, locale) then
      read[locale] = self:read_file(path, variants.read)
    else
      local fault = "does not belong here; accepted: %s, each with .yaml"
      self.files:refuse(tree.plain(path), fault, table.concat(svc.locales, ", "))
    end
  end
  return read
end

--- Reads an optional file by `read(text, documents, report)`; an empty
-- table where there is none, nil when reported.
function Reader:read_own(name, read)
  if not self.files:mode(name) then return {} end
  return self:read_file(
    name,
    function(bytes, report) return read(bytes, self.documents, report) end
  )
end

--- Reads a content tree.
-- @tparam string folder
-- @treturn table|nil `{ documents = {…}, images = …, labels = …, glossary = …, paths = …,
-- variants = … }`: each
-- document has the fields of `svc.builder():document` and `locale, section, path, file, body,
-- body_line, found, images, is_draft` (`text`, `body`, `found` and `images` are absent in a
-- citation); the images
-- by their file, and those of a document, as `data.import.images` has them; labels as
-- `catalogue.labels` gives them, the glossary and the paths as `data.import.glossary` and
-- `data.import.paths` read them. nil when there are faults.
-- @treturn table|nil the faults, each `file:line: what is wrong; what to do`
function markdown.load(folder)
  if lfs.attributes(folder, "mode") ~= "directory" then
    return nil,
      { message.fill("%s: is no folder; give the content tree with --content", folder) }
  end
  local files = tree.new(folder)
  local reader = setmetatable(
    { files = files, documents = {}, images = {}, by_path = {}, by_route = {} },
    Reader
  )
  reader.labels = reader:read_file("labels.yaml", catalogue.labels)
  if not reader.labels then return nil, files.faults end
  reader:read_top()
  for _, set in ipairs(reader:read_file("catalogue.yaml", catalogue.sets) or {}) do
    reader:add_set(set)
  end
  local words = reader:read_variants()
  local subjects = reader:read_own("glossary.yaml", glossary.read)
  -- A lesson that was refused would be missed by the paths too.
  local steps = #files.faults == 0 and reader:read_own("paths.yaml", paths.read)
  if #files.faults == 0 then reader:link() end
  if #files.faults > 0 then return nil, files.faults end
  return {
    documents = reader.documents,
    images = reader.images,
    labels = reader.labels,
    glossary = subjects,
    variants = words,
    paths = steps,
  }
end

return markdown
