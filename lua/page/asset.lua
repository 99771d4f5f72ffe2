--- What pages load: a stylesheet, a script, an icon, and a face for Arabic. Each is read once, has
-- the digest of its bytes in its name, and so may be kept for ever.

local svc = require("svc")

local asset = {}

--- The folder with the files, beside this one.
local FOLDER = package.searchpath("page.asset", package.path):gsub("asset%.lua$", "assets/")

--- Where Debian's fonts-hosny-amiri keeps the face (SIL Open Font License); without it pages fall
-- back to the faces of the reader's machine.
local ARABIC = "/usr/share/fonts/opentype/fonts-hosny-amiri/AmiriQuran.ttf"

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

local arabic = read(ARABIC)
local face = arabic
    and ('@font-face{font-family:"Amiri Quran";font-display:swap;src:url("%s")}\n'):format(
      add("arabic.ttf", "font/ttf", arabic)
    )
  or ""
add("style.css", "text/css; charset=utf-8", face .. read(FOLDER .. "style.css"))
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
