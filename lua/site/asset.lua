--- What pages load: a stylesheet, a script, an icon, and faces for Arabic. Each is read once, has
-- the digest of its bytes in its name, and so may be kept for ever.

local files = require("web.files")
local formulas = require("site.formulas")
local image = require("site.image")
local svc = require("svc")

local asset = {}

--- The folder with the files.
local FOLDER = files.root .. "lua/site/assets/"

--- The faces for Arabic, cut down by the build (meson.build) from Debian’s fonts-hosny-amiri. The
-- first is for all that it has: browsers load the second for a page with the open dammatan
-- (U+065E), which the first lacks. Without them pages use the faces of the reader's machine.
local FACES = {
  { family = "Amiri Quran", file = "amiri-quran.woff2" },
  { family = "Amiri", file = "amiri.woff2" },
}

--- Where the faces and their licence are: installed in the folder, in a checkout beside the engine.
local FACES_FOLDERS = FOLDER .. ";" .. package.cpath

local function read_face(name)
  for template in FACES_FOLDERS:gmatch("[^;]+") do
    local folder = template:match("^(.*/)")
    local bytes = folder and files.read(folder .. name)
    if bytes then return bytes end
  end
end

--- Path, media type and bytes by the name that pages know.
local known = {}

local function add(name, media_type, bytes)
  local path = "/" .. image.PATH .. image.name(name, bytes)
  known[name] = { path = path, type = media_type, bytes = bytes }
  return path
end

--- The rules that offer the faces there are, and where their licence is.
local function faces()
  local rules, licence = {}, read_face("amiri.txt")
  if not licence then return "" end
  rules[1] = ("/* Amiri: SIL Open Font License 1.1, see %s */\n"):format(
    add("amiri.txt", "text/plain; charset=utf-8", licence)
  )
  for _, face in ipairs(FACES) do
    local bytes = read_face(face.file)
    rules[#rules + 1] = bytes
      and ('@font-face{font-family:"%s";font-display:swap;src:url("%s")}\n'):format(
        face.family,
        add(face.file, "font/woff2", bytes)
      )
  end
  return table.concat(rules)
end

--- Adds a script that others import, and leads its own imports to the paths of modules.
local function add_module(name, text)
  text = text:gsub(
    '"%./([%w_]+%.mjs)"',
    function(other) return '"' .. known[other].path .. '"' end
  )
  add(name, "text/javascript; charset=utf-8", text)
end

add("style.css", "text/css; charset=utf-8", faces() .. files.read(FOLDER .. "style.css"))
add("site.js", "text/javascript; charset=utf-8", files.read(FOLDER .. "site.js"))
add_module("proof.mjs", files.read(files.root .. "cli/src/proof.mjs"))
add_module("formulas.mjs", "export const SIGNS = " .. svc.json(formulas.signs()))
add_module("verify.mjs", files.read(FOLDER .. "verify.mjs"))
add("icon.svg", "image/svg+xml", files.read(FOLDER .. "icon.svg"))

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
function asset.text(name) return (files.read(FOLDER .. name)) end

return asset
