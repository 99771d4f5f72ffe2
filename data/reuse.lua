--- Results that publishing again can reuse, in a folder: of each text its front matter, its
-- analysis and the errors that its rules found; of an image that it is clean; the errors found
-- between translations; and the renditions. Each is found by a digest of its input, below the
-- digest of the program that made it. `KEY.text` has what linking needs, `KEY.parts` what
-- comparisons look at. Files begin with the digest of the rest, and one that is not whole is as
-- none.
local lfs = require("lfs")
local svc = require("svc")
local derive = require("data.import.derive")
local frontmatter = require("data.import.frontmatter")
local memo = require("data.memo")
local message = require("base.message")
local reading = require("data.import.reading")
local tables = require("base.tables")

local reuse = {}

local Reuse = {}
Reuse.__index = Reuse

--- Members of what is in a text that linking needs, and those that are in `KEY.parts`.
local EAGER = { "comments", "images", "links", "rewritten" }
local LAZY = {
  "code",
  "code_spans",
  "formulas",
  "headings",
  "html",
  "lines",
  "passages",
  "remarks",
  "titles",
}

local DIGEST = 64 -- hexadecimal digits

--- The program: its version, what reads Markdown, and its modules that are in use.
local function stamp_of_program()
  local parts =
    { svc.version, svc.sha256_file(package.searchpath("svc_publish", package.cpath)) }
  for _, name in ipairs(tables.keys(package.loaded)) do
    local is_own = name:find("^data%.") or name:find("^base%.")
    local path = is_own and package.searchpath(name, package.path)
    if path then parts[#parts + 1] = name .. " " .. svc.sha256_file(path) end
  end
  return svc.sha256(table.concat(parts, "\n"))
end

--- The text of a file; nil where it is not whole.
local function load_text(path)
  local file <close> = io.open(path, "rb")
  local bytes = file and file:read("a") or ""
  local text = bytes:sub(DIGEST + 1)
  return #bytes > DIGEST and svc.sha256(text) == bytes:sub(1, DIGEST) and text or nil
end

--- Writes a text under its name in one step. A file that cannot be written is made again another
-- time.
local function save_text(path, text)
  local file = io.open(path .. ".new", "wb")
  local written = file and file:write(svc.sha256(text), text)
  if file and file:close() and written then os.rename(path .. ".new", path) end
end

--- Loads the other members of what is in a text when one of them is asked for.
function Reuse:lazy(key, document)
  return {
    __index = function(found, name)
      if not tables.contains(LAZY, name) then return nil end
      local text = load_text(self.folder .. key .. ".parts")
      local parts = text and svc.parse_json(text) or reading.document(document, memo.none).found
      setmetatable(found, nil)
      for _, each in ipairs(LAZY) do
        found[each] = parts[each]
      end
      return found[name]
    end,
  }
end

--- Enters that an image needs no cleaning.
-- @tparam string kind of the memory
-- @tparam string name of the file
-- @tparam string bytes
function Reuse:restore_image(kind, name, bytes)
  local key = svc.sha256(name .. "\0" .. bytes)
  local text = load_text(self.folder .. key .. ".image")
  if not text then return end
  local asset = { name = text, bytes = bytes, file = name }
  self.memo:of(kind, bytes, function() return { asset, "" } end)
end

--- Enters what is known of a text into the memory.
-- @tparam string name of the file
-- @tparam string bytes
function Reuse:restore(name, bytes)
  local key = svc.sha256(name .. "\0" .. bytes)
  local text = load_text(self.folder .. key .. ".text")
  local kept = text and self.names[key .. ".parts"] and svc.parse_json(text)
  if not kept then return end
  self.used[key] = true
  local parsed, made, source = kept.parsed, kept.made, frontmatter.clean(bytes)
  parsed.body = source:sub(#source - kept.length + 1)
  made.body = kept.is_cut and derive.without(parsed.body, parsed.heading) or parsed.body
  local document = { body = made.body, body_line = parsed.line, title = made.fields.title }
  local found = setmetatable(kept.found, self:lazy(key, document))
  self.memo:of("parsed", bytes, function() return parsed end)
  self.memo:of(parsed, name, function() return made end)
  local read = self.memo:of(
    made.body,
    reading.key(document),
    function() return { source = reading.whole(document), found = found } end
  )
  self.memo:of(read.found, kept.kind, function() return kept.looked end)
end

--- A table without some of its members.
local function without(source, names)
  local own = tables.merge(source)
  for _, name in ipairs(names) do
    own[name] = nil
  end
  return own
end

--- The members of a link that describe its target.
local LED = { "leads_to", "fragment", "file", "wanted", "key", "written" }

local function pick(source, names)
  local own = {}
  for _, name in ipairs(names) do
    own[name] = source[name]
  end
  return own
end

--- Keeps what is known of a document's text.
function Reuse:keep(document, key)
  local now = self.memo.now
  local bytes = self.memo.bytes[document.file]
  local parsed = now.parsed[bytes]
  local made = now[parsed][document.file]
  local kind = reading.place(document)
  local looked = now[document.found][kind]
  local eager = pick(document.found, EAGER)
  for _, name in ipairs { "images", "links" } do
    eager[name] = tables.map(eager[name], function(link) return without(link, LED) end)
  end
  save_text(self.folder .. key .. ".parts", svc.json(pick(document.found, LAZY)))
  save_text(
    self.folder .. key .. ".text",
    svc.json({
      parsed = without(parsed, { "body" }),
      length = #parsed.body,
      made = without(made, { "body" }),
      is_cut = made.body ~= parsed.body,
      found = eager,
      kind = kind,
      looked = { facts = without(looked.facts, { "passages" }), recorded = looked.recorded },
    })
  )
end

--- Keeps what was made of a tree, and removes what is of none of its texts.
-- @tparam table tree as `data.import.markdown` read it with `memo`, checked
-- @treturn boolean|nil nil where the renditions cannot be written
-- @treturn string|nil why not
function Reuse:save(tree)
  local kept = { compared = true }
  for _, document in ipairs(tree and tree.documents or {}) do
    local bytes = document.body and self.memo.bytes[document.file]
    if bytes then
      local key = svc.sha256(document.file .. "\0" .. bytes)
      kept[key .. ".text"], kept[key .. ".parts"] = true, true
      if not self.used[key] then self:keep(document, key) end
    end
  end
  for name, asset in pairs(tree and tree.images or {}) do
    if asset and asset.bytes == self.memo.bytes[name] then
      local own = svc.sha256(name .. "\0" .. asset.bytes) .. ".image"
      kept[own] = true
      if not self.names[own] then save_text(self.folder .. own, asset.name) end
    end
  end
  for name in pairs(self.names) do
    if not kept[name] and not name:find("^renditions") then os.remove(self.folder .. name) end
  end
  save_text(self.folder .. "compared", svc.json({ translations = self.memo.now.translations }))
  return self.renditions:save(self.folder .. "renditions", self.stamp)
end

--- The names in a folder.
local function names_in(folder)
  local names = {}
  for name in lfs.dir(folder) do
    if name ~= "." and name ~= ".." then names[name] = true end
  end
  return names
end

--- Removes what other programs kept.
local function remove_others(folder, own)
  for name in pairs(names_in(folder)) do
    if name ~= own and #name == DIGEST and name:find("^%x+$") then
      for below in pairs(names_in(folder .. "/" .. name)) do
        os.remove(folder .. "/" .. name .. "/" .. below)
      end
      lfs.rmdir(folder .. "/" .. name)
    end
  end
end

--- Opens a folder, which is made where there is none.
-- @tparam string folder
-- @treturn table|nil `{ memo, renditions }` and `save`
-- @treturn string|nil why not
function reuse.open(folder)
  local stamp = stamp_of_program()
  local own = folder .. "/" .. stamp
  for _, path in ipairs { folder, own } do
    lfs.mkdir(path)
    local mode = lfs.attributes(path, "permissions")
    if not mode then return message.refuse("%s: no such folder can be made", path) end
    if mode:find("w", 4, true) then
      local why = "%s: others may write it, and what is in it is signed; chmod go-w"
      return message.refuse(why, path)
    end
  end
  remove_others(folder, stamp)
  local self = setmetatable({
    folder = own .. "/",
    stamp = stamp,
    names = names_in(own),
    used = {},
    memo = memo.new(),
    renditions = svc.render_cache(own .. "/renditions", stamp),
  }, Reuse)
  local compared = load_text(self.folder .. "compared")
  self.memo.last = compared and svc.parse_json(compared) or {}
  self.memo.restore = function(_, ...) self:restore(...) end
  self.memo.restore_image = function(_, ...) self:restore_image(...) end
  return self
end

return reuse
