--- What pages load: a stylesheet, a script, an icon, and a face for Arabic. Each is read once, has
-- the digest of its bytes in its name, and so may be kept for ever.

local svc = require("svc")

local asset = {}

--- The folder with the files, beside this one.
local FOLDER = package.searchpath("page.asset", package.path):gsub("asset%.lua$", "assets/")

--- The faces for Arabic of Debian’s fonts-hosny-amiri (SIL Open Font License), the first for all
-- that it has: browsers load the second for a page with the open dammatan (U+065E), which the first
-- lacks. Without the package pages use the faces of the reader's machine.
local FACES = {
  { family = "Amiri Quran", file = "AmiriQuran.ttf" },
  { family = "Amiri", file = "Amiri-Regular.ttf" },
}
local FONTS = "/usr/share/fonts/opentype/fonts-hosny-amiri/"

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read("a")
end

--- Path, media type and bytes by the name that pages know.
local known = {}

local function add(name, media_type, bytes)
  local stem, extension = name:match("^(.*)%.(%w+)$")
  local path = ("/assets/%s.%s.%s"):format(stem, svc.sha256(bytes):sub(1, 16), extension)
  known[name] = { path = path, type = media_type, bytes = bytes }
  return path
end

--- The rules that offer the faces there are.
local function faces()
  local rules = {}
  for _, face in ipairs(FACES) do
    local bytes = read(FONTS .. face.file)
    local path = bytes and add(face.file, "font/ttf", bytes)
    rules[#rules + 1] = path
      and ('@font-face{font-family:"%s";font-display:swap;src:url("%s")}\n'):format(
        face.family,
        path
      )
  end
  return table.concat(rules)
end

add("style.css", "text/css; charset=utf-8", faces() .. read(FOLDER .. "style.css"))
add("site.js", "text/javascript; charset=utf-8", read(FOLDER .. "site.js"))
add("icon.svg", "image/svg+xml", read(FOLDER .. "icon.svg"))

--- The path of an asset.
-- @tparam string name such as "style.css"
-- @treturn string root-relative, with the digest in it
function asset.path(name) return known[name].path end

--- One route for each asset.
-- @treturn {table,...}
function asset.routes()
  local routes = {}
  for _, entry in pairs(known) do
    routes[#routes + 1] = {
      method = "GET",
      path = entry.path,
      produces = { entry.type },
      cache = "asset",
      vital = true,
      handle = function() return entry.bytes end,
    }
  end
  table.sort(routes, function(a, b) return a.path < b.path end)
  return routes
end

--- Text of a file of the folder, for pages that are written as Markdown.
-- @tparam string name
-- @treturn string|nil
function asset.text(name) return read(FOLDER .. name) end

return asset
