--- Images in Markdown: `![what it shows](file.svg "caption")`. The file lies beside the text, or at
-- the same place below `shared/`, for all locales.
local svc = require("svc")
local assets = require("base.assets")
local derive = require("data.import.derive")
local links = require("data.import.links")

local images = {}

--- The folder with the images of all locales.
images.SHARED = "shared"

--- The extension of a file of an image, as a publication writes it; empty where there is none.
-- @tparam string name
-- @treturn string
function images.extension(name)
  local extension = (name:match("%.(%w+)$") or ""):lower()
  return extension == "jpeg" and "jpg" or extension
end

--- True when the name of a file is that of an image.
-- @tparam string name
-- @treturn boolean
function images.is_image(name) return svc.image_types[images.extension(name)] ~= nil end

--- A file of the tree as an asset, without what it holds beside its picture.
-- @tparam string file its name
-- @tparam string bytes
-- @treturn table|nil `{ name, bytes, file }`
-- @treturn string why it cannot be published, or the names of what was taken out
function images.read(file, bytes)
  local base = file:match("^.*/(.*)$") or file
  local stem = derive.kebab((base:gsub("%.%w+$", ""))) or "image"
  local name = stem .. "." .. images.extension(base)
  local clean, removed = svc.clean_image(name, bytes)
  if not clean then return nil, removed end
  return { name = assets.name(name, clean), bytes = clean, file = file }, removed
end

local NONE = "is no image of the tree; put it beside the text or below %s/"

--- Formats that the pages of a school show and a publication does not take.
local OTHERS = {
  gif = "is a GIF; save it as PNG, or its motion as a figure for each step",
  bmp = "is a bitmap of Windows; save it as PNG",
  tif = "is a TIFF; save it as PNG",
  tiff = "is a TIFF; save it as PNG",
  avif = "is AVIF; save it as WebP or PNG",
}

--- The asset that a target means in a document; nil, the rule that it breaks, and why not.
local function find(image, document, held)
  local target = image.target
  if image.file ~= document.file then -- the text may have been read before
    local path = target:match("^[^?#]*")
    image.file = document.file
    image.wanted = links.resolve(document.file, svc.decode_uri(path) or path)
  end
  local wanted = image.wanted
  if not wanted or target:find("^/") or target:find(":", 1, true) then
    return nil, "link-form", "leaves the content tree; put the image beside the text"
  end
  local below = wanted:match("^" .. document.locale .. "/(.*)$")
  if not below then
    return nil, "link-form", "leaves the content tree; put the image beside the text"
  end
  for _, folder in ipairs { document.locale, images.SHARED } do
    local found = held[folder .. "/" .. below]
    if found ~= nil then return found end -- false where it was refused already
  end
  local other = OTHERS[(below:match("%.(%w+)$") or ""):lower()]
  return nil, "image-missing", other or NONE:format(images.SHARED)
end

--- The address of an image of a document, which is noted in the document.
-- @tparam table image as `svc.document` gives it
-- @tparam table document where it stands: `{ locale, file, route, images }`; to `images` is added
-- `{ line, column, alternative, caption, plain, asset }`
-- @tparam table held path of a file → asset, as `images.read` gives it; false for one that was
-- refused
-- @tparam function tell `tell(id of the rule, place, message, …)`
-- @treturn string|nil the address; nil where it is told
function images.address(image, document, held, tell)
  local asset, id, fault = find(image, document, held)
  if not asset then
    if id then tell(id, image, "image %q %s", image.target, fault) end
    return nil
  end
  table.insert(document.images, {
    line = image.line,
    column = image.column,
    alternative = image.alternative,
    caption = image.title,
    plain = image.plain,
    asset = asset,
  })
  local key = ("%s/%s %s"):format(document.locale, document.route, asset.name)
  if image.key ~= key then
    local page = document.locale .. "/" .. document.route
    image.key, image.written = key, links.relative(page, assets.PATH .. asset.name)
  end
  return image.written
end

return images
