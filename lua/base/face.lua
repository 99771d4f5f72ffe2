--- The face of the site: what readers see of its operator. It is the project's own until
-- `face.use` lays that of the config over it, which lua/host/site_folder.lua reads.

local nearest = require("base.nearest")
local tables = require("base.tables")

local face = {
  name = "svc", -- of the site
  footer = {}, -- `{text, url}` of each link besides the usual ones
  pages = {}, -- `{path, lang, title, markdown, html}` of each page of its own
  report = nil, -- address that errors are reported to, with `{title}` and `{address}` of a page
  files = {}, -- `logo`, `icon`, `style`: `{name, type, bytes}`
  templates = {}, -- name -> `{place, text}`
}

--- Templates that were asked for: each name is one that there is.
local known = {}

--- Takes a face into use: before any other module of the site is loaded.
-- @tparam table|nil own members of this module to replace
function face.use(own)
  for name, value in pairs(own or {}) do
    face[name] = value
  end
end

local PLACE = "{(!?)([%a_]+)}"

--- The places of a template: name -> "!" where HTML stands there, else "".
local function places_of(text)
  local places = {}
  for raw, name in text:gmatch(PLACE) do
    places[name] = raw
  end
  return places
end

local function line_of(text, at) return select(2, text:sub(1, at):gsub("\n", "")) + 1 end

--- The fault of a template that takes the place of another.
local function fault_of(own, default)
  local places, found = places_of(default), places_of(own.text)
  local names = tables.keys(places)
  for at, raw, name in own.text:gmatch("()" .. PLACE) do
    local place = ("%s:%d: "):format(own.place, line_of(own.text, at))
    if not places[name] then
      local closest = nearest.find(name, names)
      local all = "; there are " .. table.concat(names, ", ")
      local hint = closest and ("; did you mean {%s%s}?"):format(places[closest], closest)
        or all
      return ("%sthere is no value {%s}%s"):format(place, name, hint)
    elseif places[name] ~= raw then
      local form = "%s{%s%s} is %s: write {%s%s}"
      local what = raw == "!" and "text, which must be escaped" or "HTML"
      return form:format(place, raw, name, what, places[name], name)
    end
  end
  for _, name in ipairs(names) do
    if places[name] == "!" and not found[name] then
      return ("%s: it lacks {!%s}; put it where that shall stand"):format(own.place, name)
    end
  end
end

--- A template: the operator's, where there is one, else the given one. Raises where the former has
-- other places, with file and line.
-- @tparam string name
-- @tparam string default
-- @treturn string
function face.template(name, default)
  known[name] = true
  local own = face.templates[name]
  if not own then return default end
  local fault = fault_of(own, default)
  if fault then error(fault, 0) end
  return own.text
end

--- Raises for a template of the operator that nobody asked for, once all modules are loaded.
function face.check()
  for name, own in pairs(face.templates) do
    if not known[name] then
      local names = tables.keys(known)
      local all = "; there are " .. table.concat(names, ", ")
      local hint = nearest.hint(name, names, all)
      error(("%s: there is no template %q%s"):format(own.place, name, hint), 0)
    end
  end
end

return face
