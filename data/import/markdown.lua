--- The content tree: `{folder}/{locale}/{section}/…/{name}.md`, images beside the texts and below
-- `shared/`, and if its authors keep them `labels.yaml`, `catalogue.yaml`, `paths.yaml`,
-- `check.yaml`, and `glossary.yaml`, `checks/` and `figures/`, which are not published.
--
-- A file's path below its section is the language-independent part of its ids; its route is built
-- from the localised segments of its folders and its slug. A folder may have a text of its own, its
-- index. Links between files are written as relative paths (`../physics/energy.md`) and become
-- relative links between routes. Nothing is followed that leaves the tree, and all that is wrong is
-- found in one go: each finding is a rule of data/rules.lua at a file and line.
local lfs = require("lfs")
local svc = require("svc")
local allowance = require("data.import.allowance")
local catalogue = require("data.import.catalogue")
local derive = require("data.import.derive")
local folders = require("data.import.folders")
local glossary = require("data.import.glossary")
local images = require("data.import.images")
local links = require("data.import.links")
local memo = require("data.memo")
local message = require("base.message")
local paths = require("data.import.paths")
local reading = require("data.import.reading")
local tables = require("base.tables")
local text = require("base.text")
local tree = require("data.import.tree")
local variants = require("data.import.variants")

local markdown = {}

--- Reads a tree: `files` (tree.lua), the documents so far by their file, by their path and by their
-- route, the images by their file, and the names of the folders (folders.lua).
local Reader = {}
Reader.__index = Reader

--- The front matter and the body of a file, read once; nil after a finding.
function Reader:parse(file)
  local known = self.parsed[file]
  if known ~= nil then return known or nil end
  self.parsed[file] = false
  local bytes = self.files:bytes(file)
  if not bytes then return nil end
  if self.memo.restore then self.memo:restore(file, bytes) end
  local parsed = self.memo:of("parsed", bytes, function() return reading.source(bytes) end)
  memo.tell(parsed.recorded, self.files.findings:teller(file))
  if not parsed.fields then return nil end
  allowance.of_file(parsed.fields.allow, file, self.files.findings)
  if parsed.fields.draft then self.files.findings:excuse(file) end
  self.parsed[file] = parsed
  return parsed
end

--- Adds a document. `fields` are those of the front matter; of a citation without text.
function Reader:add(locale, section, parts, fields, file, line)
  local tell = self.files.findings:teller(file)
  local names = self.folders:names(locale, section, parts, tell)
  if not names then return nil end
  local is_index = fields.is_index
  local slug = is_index and "" or "/" .. (fields.slug or parts[#parts])
  local lens = section == "tryout" and "lens:tryout" or ("lens:%s:%s"):format(section, parts[1])
  local document = {
    id = ("asset:%s:%s:%s"):format(locale, section, table.concat(parts, ":")),
    locale = locale,
    section = section,
    path = section .. "/" .. table.concat(parts, "/"),
    concept = "concept:" .. fields.concept,
    lens = lens,
    route = self.folders:route(locale, section, names) .. slug,
    title = fields.title,
    description = fields.description,
    updated = fields.updated,
    is_draft = fields.draft == true,
    is_index = is_index,
    order = fields.order,
    aliases = fields.aliases,
    credit = { authors = fields.authors, licence = fields.license, url = fields["license-url"] },
    folders = tables.map(names, function(name) return name.label end),
    file = file,
    line = line,
  }
  document.labels = tables.append(tables.append({}, document.folders), fields.tags)
  self:claim(document, tell)
  return document
end

--- Enters a document under its id and route; a second claim on either is a finding.
function Reader:claim(document, tell)
  local route = document.locale .. "/" .. document.route
  local path = document.locale .. "/" .. document.path
  local holder = self.by_path[path] or self.by_route[route]
  if holder then
    local fault = "has the id or route %q of %s:%d; rename one"
    return tell("id-taken", document.line, fault, route, holder.file, holder.line)
  end
  self.by_path[path], self.by_route[route] = document, document
  self.documents[#self.documents + 1] = document
end

--- Reads a Markdown file and adds its document.
function Reader:add_file(locale, section, parts, file, is_index)
  if #self.documents >= tree.LIMITS.files then
    local fault = "%s holds more than %d documents"
    error(fault:format(self.files.folder, tree.LIMITS.files), 0)
  end
  local parsed = self:parse(file)
  self.by_file[file] = false
  if not parsed then return end
  local base = file:match("^.*/(.*)$")
  local name = is_index and file:sub(1, -#base - 2):match("^.*/(.*)$") or base:gsub("%.md$", "")
  local made = self.memo:of(parsed, file, function()
    local tell, recorded = memo.recorder()
    local own, rest = derive.fields(parsed, parts, name, tell)
    return { fields = own, body = rest, recorded = recorded }
  end)
  memo.tell(made.recorded, self.files.findings:teller(file))
  local fields, body = made.fields, made.body
  if text.is_blank(body) then
    if is_index then return end -- a folder that states only its title
    local fault = "has no text; write it"
      .. (section == "tryout" and ", or cite the set in catalogue.yaml" or "")
    return self.files.findings:add("text-empty", file, parsed.line, fault)
  end
  fields.is_index = is_index
  local document = self:add(locale, section, parts, fields, file, 1)
  if not document then return end
  document.body, document.body_line, document.digest = body, parsed.line, parsed.digest .. file
  self.by_file[file] = document
  if is_index then self.by_file[file:match("^.*/")] = document end
end

--- Reads an image.
function Reader:add_image(file)
  local bytes = self.files:bytes(file)
  self.images[file] = false
  if not bytes then return end
  local kind = "image " .. file
  if self.memo.restore_image then self.memo:restore_image(kind, file, bytes) end
  local read = self.memo:of(
    kind,
    bytes,
    function() return table.pack(images.read(file, bytes)) end
  )
  local asset, note = read[1], read[2]
  if not asset then return self.files:tell("image-unsafe", file, "%s", note) end
  if note ~= "" then self.files:tell("image-cleaned", file, "is published without %s", note) end
  self.images[file] = asset
end

--- Reads the images of all locales.
function Reader:add_shared()
  self.files:walk(images.SHARED, {}, function(_, file, kind)
    if kind == "image" then return self:add_image(file) end
    if kind == "folder" then return end
    self.files:tell("file-place", file, "is a text; move it into the folder of its locale")
  end)
end

--- Reads all sections of a locale.
function Reader:add_locale(locale)
  for _, section in ipairs(self.files:names(locale)) do
    local name = locale .. "/" .. section
    if section:find("^%.") or section:find("%.%w+$") then
      self.files:tell("left-alone", name, "lies beside the sections and is left alone")
    elseif not catalogue.FOLDERS[section] then
      local known = table.concat(tables.keys(catalogue.FOLDERS), ", ")
      self.files:tell("file-place", name, "is no section with Markdown; accepted: " .. known)
    elseif self.files:mode(name) ~= "directory" then
      self.files:tell("file-kind", name, "is no folder")
    else
      self.files:walk(name, {}, function(parts, file, kind, index)
        if kind == "image" then return self:add_image(file) end
        if kind ~= "folder" then
          return self:add_file(locale, section, parts, file, kind == "index")
        end
        local parsed = index and #parts > 0 and self:parse(index) or nil
        self.folders:enter(locale, section, parts, file, parsed)
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
    local document = self:add(locale, "tryout", parts, fields, "catalogue.yaml", set.line)
    if document then self.by_file[("%s/tryout/%s.md"):format(locale, set.path)] = document end
  end
end

--- Turns each document's body into its text, with links to routes, and images at their addresses.
function Reader:link()
  for _, document in ipairs(self.documents) do
    if document.body then
      local tell = self.files.findings:teller(document.file)
      local read = reading.document(document, self.memo)
      document.images, document.found = {}, read.found
      document.text = links.rewrite(
        read.source,
        read.found,
        function(link) return links.destination(link, document, self.by_file, tell) end,
        function(image) return images.address(image, document, self.images, tell) end
      )
    end
  end
end

--- Former addresses, each of one document and of no text that there is.
function Reader:check_aliases()
  local seen = {}
  for _, document in ipairs(self.documents) do
    for _, alias in ipairs(document.aliases or {}) do
      local key = document.locale .. "/" .. alias
      local holder = self.by_route[key] or seen[key]
      if holder then
        local fault = "alias %q is the address of %s; take it out"
        self.files:tell("alias-taken", document.file, fault, alias, holder.file)
      end
      seen[key] = document
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
  allowance.FILE,
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
    elseif
      not tables.contains(TOP, name)
      and self.files:mode(name) == "directory"
      and not name:find("^%.")
    then
      local locales, top = table.concat(svc.locales, ", "), table.concat(TOP, ", ")
      local fault = "does not belong here; accepted: %s, %s, %s"
      self.files:tell("file-place", tree.plain(name), fault, locales, images.SHARED, top)
    elseif not tables.contains(TOP, name) then
      self.files:tell("left-alone", tree.plain(name), "is left alone; no page shows it")
    end
  end
end

--- Reads a file at the top by `read(text, report, memo)`; `otherwise` where it is missing.
function Reader:read_file(name, id, otherwise, read)
  if not self.files:mode(name) then return otherwise end
  local bytes = self.files:bytes(name)
  self.digests[name] = bytes and svc.sha256(bytes)
  return bytes and read(bytes, self.files:reporter(name, id), self.memo)
end

--- Reads a content tree, with all that is wrong in it.
-- @tparam string folder
-- @tparam[opt] table kept of `memo.new`, where the tree is read again and again
-- @treturn table|nil `{ documents, images, labels, glossary, paths, variants, findings, memo }`. A
-- document has the fields of `svc.builder():document` and `locale, section, path, file, digest,
-- body, body_line, found, images, is_draft, is_index, order, aliases, credit, folders`, a citation
-- no `text`, `digest`, `body`, `found` and `images`. Images are by file; labels, glossary, paths
-- and findings are as `catalogue`, `data.import.glossary`, `data.import.paths`, data.findings say
-- @treturn string|nil why not
function markdown.read(folder, kept)
  if lfs.attributes(folder, "mode") ~= "directory" then
    return message.refuse("%s: is no folder; give the content tree with --content", folder)
  end
  local files = tree.new(folder, kept and kept.bytes)
  local reader = setmetatable({
    files = files,
    documents = {},
    images = {},
    by_file = {},
    by_path = {},
    by_route = {},
    parsed = {},
    memo = kept or memo.none,
    digests = {},
  }, Reader)
  reader:read_file(
    allowance.FILE,
    "check-file",
    nil,
    function(bytes, report) allowance.read(bytes, files.findings, report) end
  )
  local labels = reader:read_file("labels.yaml", "labels", {}, catalogue.labels)
  reader.folders = folders.new(labels, files.findings)
  reader:read_top()
  local sets = reader:read_file("catalogue.yaml", "catalogue", {}, catalogue.sets)
  for _, set in ipairs(sets or {}) do
    reader:add_set(set)
  end
  reader:check_aliases()
  local words = variants.of_tree(files)
  local subjects = reader:read_file(
    "glossary.yaml",
    "glossary-file",
    {},
    function(bytes, ...) return glossary.read(bytes, reader.documents, ...) end
  )
  -- A lesson that was refused would be missed by the paths too.
  local is_whole = #files.findings:of("error") == 0
  local steps = is_whole
    and reader:read_file(
      "paths.yaml",
      "paths-file",
      {},
      function(bytes, ...) return paths.read(bytes, reader.documents, ...) end
    )
  reader:link()
  return {
    documents = reader.documents,
    images = reader.images,
    labels = reader.folders.labels,
    glossary = subjects or {},
    variants = words,
    paths = paths.with_order(steps or {}, reader.documents, files.findings),
    findings = files.findings,
    memo = reader.memo,
    glossary_digest = reader.digests["glossary.yaml"] or "none",
  }
end

return markdown
