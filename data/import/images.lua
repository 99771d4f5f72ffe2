--- Images in Markdown: `![what it shows](file.svg "caption")`. The file lies beside the text, or at
-- the same place below `shared/`, for all locales.
local svc = require("svc")
local assets = require("base.assets")
local links = require("data.import.links")

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

--- The address of an image of a document, which is noted in the document.
-- @tparam table image as `svc.document` gives it
-- @tparam table document where it stands: `{ locale, path, route, images }`; to `images` is added
-- `{ line, column, alternative, caption, plain, asset }`
-- @tparam table held path of a file → asset, as `images.read` gives it
-- @tparam function report `report(place, message, …)`
-- @treturn string|nil the address; nil where it is reported
function images.address(image, document, held, report)
  if not image.alternative:find("%S") then
    return report(image, "image without alternative text; say in it what the image shows")
  end
  local asset, fault = find(image.target, document, held)
  if not asset then return report(image, "image %q %s", image.target, fault) end
  table.insert(document.images, {
    line = image.line,
    column = image.column,
    alternative = image.alternative,
    caption = image.title,
    plain = image.plain,
    asset = asset,
  })
  return links.relative(document.locale .. "/" .. document.route, assets.PATH .. asset.name)
end

return images
