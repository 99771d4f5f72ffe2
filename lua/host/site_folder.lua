--- Reads the folder of the option `site`: name, links, colours, files, pages and templates of the
-- operator. The result is a part of the options, so that a reload takes all of it or nothing, and
-- no worker reads a file or parses Markdown of it.

local config_file = require("host.config_file")
local lfs = require("lfs")
local nearest = require("base.nearest")
local svc = require("svc")
local tables = require("base.tables")

local site_folder = {}

local KiB = 1024
local MOST_PAGES, MOST_BYTES, MOST_LINKS = 200, 4096 * KiB, 12

--- Files of the folder by their kind, and what they are.
local FILES = {
  ["logo.svg"] = { "logo", "image/svg+xml" },
  ["logo.png"] = { "logo", "image/png" },
  ["logo.webp"] = { "logo", "image/webp" },
  ["icon.svg"] = { "icon", "image/svg+xml" },
  ["icon.png"] = { "icon", "image/png" },
  ["style.css"] = { "style", "text/css" },
}

local PARTS =
  { "icon.png", "icon.svg", "logo.png", "logo.svg", "logo.webp", "pages", "site.lua" }
tables.append(PARTS, { "style.css", "templates" })

--- Colours of the pages (lua/site/assets/style.css).
local COLOURS = { "ink", "line", "link", "mark", "paper", "soft", "tint" }

local MEMBERS = { "colours", "dark", "footer", "name", "report" }

local function text_fault(text, most)
  local good = type(text) == "string" and #text >= 1 and #text <= most
  if good and not text:find("%c") then return nil end
  return ("%s is not a text of 1 to %d bytes"):format(tostring(text), most)
end

local function link_fault(link)
  if type(link) ~= "table" then return "a link is not { TEXT, URL }" end
  local fault = text_fault(link[1], 60)
  if fault then return fault end
  local url = link[2]
  local good = type(url) == "string"
    and (url:find("^/[^/%s]*") or url:find("^https?://%S+$") or url:find("^mailto:%S+$"))
  if good and not url:find("[^\x21-\x7e]") then return nil end
  return ("%s is neither a path nor a URL"):format(tostring(url))
end

--- The fault of a member of site.lua.
local faults = {}

function faults.name(value) return text_fault(value, 60) end

function faults.footer(value)
  if type(value) ~= "table" or #value > MOST_LINKS then
    return ("it is no list of at most %d links { TEXT, URL }"):format(MOST_LINKS)
  end
  for _, link in ipairs(value) do
    local fault = link_fault(link)
    if fault then return fault end
  end
end

function faults.colours(value)
  if type(value) ~= "table" then return "it is no table of colours" end
  for name, colour in pairs(value) do
    if not tables.contains(COLOURS, name) then
      local all = "; there are " .. table.concat(COLOURS, ", ")
      return ("there is no colour %q%s"):format(
        tostring(name),
        nearest.hint(tostring(name), COLOURS, all)
      )
    end
    local digits = type(colour) == "string" and colour:match("^#(%x+)$") or ""
    if #digits ~= 3 and #digits ~= 6 then
      return ("%s is not a colour such as #0a5f4d"):format(tostring(colour))
    end
  end
end

faults.dark = faults.colours

function faults.report(value)
  local fault = text_fault(value, 500)
  if fault then return fault end
  local plain = value:gsub("{title}", ""):gsub("{address}", "")
  local place = plain:match("{[^}]*}?")
  if place then return ("there is no value %s; there are {title}, {address}"):format(place) end
  local good = plain:find("^https?://[^/?#]+") or plain:find("^mailto:[^@?]+@[^@?]+")
  if good and not plain:find("[^\x21-\x7e]") then return nil end
  return value .. " is neither mailto:NAME@HOST nor a URL of http or https"
end

--- The table that site.lua returns.
local function read_table(path)
  local code, reason = loadfile(path, "t", {})
  if not code then return nil, reason end
  local ran, own = pcall(code)
  if not ran then return nil, tostring(own) end
  if type(own) ~= "table" then
    return nil, ("%s: it returns a %s; return a table"):format(path, type(own))
  end
  for name, value in pairs(own) do
    local check = faults[name]
    local all = "; there are " .. table.concat(MEMBERS, ", ")
    local hint = nearest.hint(tostring(name), MEMBERS, all)
    local fault = not check and "there is no such member" .. hint or check and check(value)
    if fault then
      local line = config_file.line(path, tostring(name))
      return nil,
        ("%s:%s %s: %s"):format(path, line and line .. ":" or "", tostring(name), fault)
    end
  end
  return own
end

--- The colours as rules of CSS.
local function css_of(own)
  local function rule(colours)
    local set = {}
    for _, name in ipairs(COLOURS) do
      if colours[name] then set[#set + 1] = ("--%s:%s"):format(name, colours[name]) end
    end
    return ":root{" .. table.concat(set, ";") .. "}"
  end
  local parts = {}
  if own.colours then parts[1] = rule(own.colours) end
  if own.dark then
    parts[#parts + 1] = "@media screen and (prefers-color-scheme:dark){"
      .. rule(own.dark)
      .. "}"
  end
  return #parts > 0 and table.concat(parts, "\n") .. "\n" or ""
end

--- The bytes of a file; the bytes of all files together have a bound.
local function take_file(load, path)
  local file <close>, reason = io.open(path, "rb")
  local bytes = file and file:read("a")
  if not bytes then return nil, reason or path .. ": it cannot be read" end
  load.bytes = load.bytes + #bytes
  if load.bytes > MOST_BYTES then
    return nil, ("%s: the folder has more than %d MiB"):format(path, MOST_BYTES // (1024 * KiB))
  end
  return bytes
end

--- A page of Markdown: rendered here, since no process that serves has a parser of it.
local function render(markdown) return svc.html(markdown) end

--- Stands for the address of the site where a link of a page leads within it (site/page.lua).
local SITE = "https://site.invalid"

--- The Markdown of a page with whole addresses, so that it is read away from its page.
local function whole(markdown, address)
  return svc.map_links(markdown, function(target)
    if target:find("^#") or target:find("^%a[%w+.-]*:") then return nil end
    if target:find("^/") then return SITE .. target end
    local folder = address:match("^.*/")
    while target:find("^%.%./") do
      target, folder = target:sub(4), folder:match("^(.*/)[^/]+/$") or "/"
    end
    return SITE .. folder .. target
  end)
end

local function add_page(load, path, address)
  local markdown, reason = take_file(load, path)
  if not markdown then return reason end
  if not utf8.len(markdown) then return path .. ": it is not UTF-8" end
  local title = markdown:match("^%s*#%s+([^\n]+)")
  if not title then return path .. ":1: it does not begin with a title, `# …`" end
  if #load.face.pages == MOST_PAGES then
    return ("%s: there are more than %d pages"):format(path, MOST_PAGES)
  end
  local locale = address:match("^/(%l%l)/")
  table.insert(load.face.pages, {
    html = render(markdown),
    lang = tables.contains(svc.locales, locale) and locale or svc.locales[1],
    markdown = whole(markdown, address),
    path = address,
    title = title:gsub("%s+$", ""),
  })
end

--- Names of a folder, sorted, without those that are hidden.
local function names_of(folder)
  local names = {}
  for name in lfs.dir(folder) do
    if name:sub(1, 1) ~= "." then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function add_pages(load, folder, address)
  for _, name in ipairs(names_of(folder)) do
    local path = folder .. "/" .. name
    local fault
    local part = name:match("^([%l%d][%l%d-]*)%.md$") or name:match("^([%l%d][%l%d-]*)$")
    if not part then
      fault = path .. ": its name is not of small letters, digits and -, with .md"
    elseif lfs.attributes(path, "mode") == "directory" then
      fault = add_pages(load, path, address .. part .. "/")
    else
      fault = add_page(load, path, address .. part)
    end
    if fault then return fault end
  end
end

local function add_templates(load, folder)
  for _, name in ipairs(names_of(folder)) do
    local path = folder .. "/" .. name
    local part = name:match("^([%l_]+)%.html$")
    if not part then return path .. ": it is no template such as frame.html" end
    local text, reason = take_file(load, path)
    if not text then return reason end
    load.face.templates[part] = { place = path, text = text }
  end
end

local function add_own(load, path)
  local own, fault = read_table(path)
  if not own then return fault end
  load.face.name, load.face.footer, load.face.report = own.name, own.footer, own.report
  load.css = css_of(own)
end

local function add_file(load, path, name)
  local kind, media_type = table.unpack(FILES[name])
  local bytes, reason = take_file(load, path)
  if not bytes then return reason end
  if load.face.files[kind] then return ("%s: there is another %s"):format(path, kind) end
  load.face.files[kind] = { name = name, type = media_type, bytes = bytes }
end

local function add_part(load, folder, name)
  local path = folder .. "/" .. name
  if name == "site.lua" then return add_own(load, path) end
  if name == "pages" then return add_pages(load, path, "/") end
  if name == "templates" then return add_templates(load, path) end
  if FILES[name] then return add_file(load, path, name) end
  local hint = nearest.hint(name, PARTS, "; there are " .. table.concat(PARTS, ", "))
  return ("%s: it is no part of a site%s"):format(path, hint)
end

--- Reads a folder.
-- @tparam string folder
-- @treturn table|nil members of lua/base/face.lua
-- @treturn string|nil what is wrong, with file and, where there is one, line
function site_folder.read(folder)
  if lfs.attributes(folder, "mode") ~= "directory" then
    return nil, folder .. ": it is no folder; name one that has site.lua, pages or templates"
  end
  local load = { bytes = 0, css = "", face = { files = {}, pages = {}, templates = {} } }
  for _, name in ipairs(names_of(folder)) do
    local fault = add_part(load, folder, name)
    if fault then return nil, fault end
  end
  local style = load.face.files.style
  local css = load.css .. (style and style.bytes or "")
  load.face.files.style = css ~= "" and { name = "own.css", type = "text/css", bytes = css }
    or nil
  return load.face
end

return site_folder
