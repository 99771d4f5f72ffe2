--- Images in Markdown: `![what it shows](file.svg "caption")`, alone in a paragraph. The file lies
-- beside the text, or at the same place below `shared/`, for all locales.
local svc = require("svc")
local assets = require("base.assets")
local links = require("data.import.links")
local tables = require("base.tables")

local images = {}

--- The folder with the images of all locales.
images.SHARED = "shared"

--- True when the name of a file is that of an image.
-- @tparam string name
-- @treturn boolean
function images.is_image(name) return svc.image_types[name:match("%.(%w+)$") or ""] ~= nil end

--- A file of the tree as an asset.
-- @tparam string file its name
-- @tparam string bytes
-- @treturn table|nil `{ name, bytes, file }`
-- @treturn string|nil why it cannot be published
function images.read(file, bytes)
  local good, reason = svc.check_image(file, bytes)
  if not good then return nil, reason end
  return { name = assets.name(file:match("^.*/(.*)$"), bytes), bytes = bytes, file = file }
end

local FORM = '^!%[([^%[%]]+)%]%(([^%s()]+) "([^"]+)"%)$'

--- The fault of an image that is not written as it must be.
local function form_fault(line)
  if line:find("^!%[%s*%]") then
    return "image without alternative text; say in it what the image shows"
  end
  return 'image must be ![what it shows](file.svg "caption") in a paragraph of its own'
end

--- The asset that a target means in a document; nil and why not.
local function find(target, document, held)
  local wanted = links.resolve(document.path, target)
  if not wanted or target:find("^/") or target:find(":", 1, true) then
    return nil, "leaves the content tree; put the image beside the text"
  end
  for _, folder in ipairs { document.locale, images.SHARED } do
    local found = held[folder .. "/" .. wanted]
    if found then return found end
  end
  return nil,
    "is no image of the tree; put it beside the text or below " .. images.SHARED .. "/"
end

local function lines_of(body)
  local lines = {}
  for line in body:gmatch("([^\n]*)\n?") do
    lines[#lines + 1] = line
  end
  return lines
end

--- True when a line is a paragraph of its own.
local function stands_alone(lines, number)
  local before, after = lines[number - 1] or "", lines[number + 1] or ""
  return before:find("^%s*$") ~= nil and after:find("^%s*$") ~= nil
end

--- Turns the images of a body from files into addresses.
-- @tparam string body
-- @tparam table document where it stands: `{ locale, path, route }`; receives `images`, a list of
-- `{ line, alternative, caption, asset }`, lines counted as `report` counts them
-- @tparam table held path of a file → asset, as `images.read` gives it
-- @tparam function report `report(line, message, …)`, lines count from 1 in the body
-- @treturn string
function images.rewrite(body, document, held, report)
  document.images = {}
  if not body:find("![", 1, true) then return body end
  local lines = lines_of(body)
  return links.map_prose(body, function(line, number)
    if not line:gsub("`[^`]*`", ""):find("![", 1, true) then return line end
    local alternative, target, caption = line:match(FORM)
    if not alternative or not alternative:find("%S") or not stands_alone(lines, number) then
      report(number, form_fault(line))
      return line
    end
    local asset, fault = find(target, document, held)
    if not asset then
      report(number, "image %q %s", target, fault)
      return line
    end
    tables.append(document.images, {
      { line = number, alternative = alternative, caption = caption, asset = asset },
    })
    local page = document.locale .. "/" .. document.route
    local address = links.relative(page, assets.PATH .. asset.name)
    return ('![%s](%s "%s")'):format(alternative, address, caption)
  end)
end

return images
