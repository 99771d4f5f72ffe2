--- Files of pages: a stylesheet, a script, an icon, and faces for Arabic and formulas. Each is read
-- once, and has the digest of its bytes in its name, so that caches may keep it without limit.

local site_face = require("base.face")
local files = require("base.files")
local assets = require("base.assets")

local asset = {}

--- The folder with the files.
local FOLDER = files.root .. "lua/site/assets/"

--- The faces that the build cuts down (meson.build), each with the file of its licence. A page
-- loads the alphabets and the rare signs of formulas where the first face of formulas lacks one of
-- its characters. Without faces, pages use those of the reader's machine.
local FACES = {
  { family = "Amiri Quran", file = "amiri-quran.woff2", licence = "amiri.txt" },
  { family = "Formulas", file = "formulas.woff2", licence = "formulas.txt" },
  {
    family = "Formulas Alphabets",
    file = "formulas-alphabets.woff2",
    licence = "formulas.txt",
  },
  { family = "Formulas Signs", file = "formulas-signs.woff2", licence = "formulas.txt" },
}

--- The folder of built files: installed, the same one; in a checkout, beside the engine.
local MADE = FOLDER .. ";" .. package.cpath

local function read_made(name)
  for template in MADE:gmatch("[^;]+") do
    local folder = template:match("^(.*/)")
    local bytes = folder and files.read(folder .. name)
    if bytes then return bytes end
  end
end

--- The bytes of a file that the build makes; raises where there is none.
-- @tparam string name such as "guides.json"
-- @treturn string
function asset.made(name)
  return read_made(name) or error(name .. " is missing beside svc.so; run make build")
end

--- Path, media type and bytes by the name that pages know.
local known = {}

local function add(name, media_type, bytes)
  local path = "/" .. assets.PATH .. assets.name(name, bytes)
  known[name] = { path = path, type = media_type, bytes = bytes }
  return path
end

local RULE = '@font-face{font-family:"%s";font-display:swap;src:url("%s")}'
  .. "/* SIL Open Font License 1.1, see %s */\n"

--- The rules that offer the faces there are, and where their licences are.
local function faces()
  local rules = {}
  for _, face in ipairs(FACES) do
    local bytes, licence = read_made(face.file), read_made(face.licence)
    if bytes and licence then
      rules[#rules + 1] = RULE:format(
        face.family,
        add(face.file, "font/woff2", bytes),
        add(face.licence, "text/plain; charset=utf-8", licence)
      )
    end
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

--- A file of the operator's site, under the name of its kind.
local function add_own(kind)
  local own = site_face.files[kind]
  add(own.name, own.type, own.bytes)
  known[kind] = known[own.name]
end

local style = site_face.files.style and site_face.files.style.bytes or ""
add(
  "style.css",
  "text/css; charset=utf-8",
  faces() .. files.read(FOLDER .. "style.css") .. style
)
add("site.js", "text/javascript; charset=utf-8", files.read(FOLDER .. "site.js"))
add("quran.js", "text/javascript; charset=utf-8", files.read(FOLDER .. "quran.js"))
add("tryout.js", "text/javascript; charset=utf-8", files.read(FOLDER .. "tryout.js"))
add_module("proof.mjs", files.read(files.root .. "cli/src/proof.mjs"))
add_module("formulas.mjs", asset.made("formulas.mjs"))
add_module("tex.mjs", files.read(FOLDER .. "tex.mjs"))
add_module("verify.mjs", files.read(FOLDER .. "verify.mjs"))
if not site_face.files.icon then
  local bytes = files.read(FOLDER .. "icon.svg")
  site_face.files.icon = { name = "icon.svg", type = "image/svg+xml", bytes = bytes }
end
add_own("icon")
if site_face.files.logo then add_own("logo") end

--- The path of an asset.
-- @tparam string name such as "style.css"
-- @treturn string root-relative, with the digest in it
function asset.path(name) return known[name].path end

--- The path of an asset that there may be, such as a face that the build cuts down.
-- @tparam string name
-- @treturn string|nil nil where there is none
function asset.find(name) return known[name] and known[name].path end

--- The media type of an asset.
-- @tparam string name
-- @treturn string
function asset.type(name) return known[name].type end

--- One route for each asset.
-- @treturn {table,...}
function asset.routes()
  local routes, entries = {}, {}
  for _, entry in pairs(known) do
    entries[entry] = true -- some have two names
  end
  for entry in pairs(entries) do
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

return asset
