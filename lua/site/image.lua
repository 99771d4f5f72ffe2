--- The addresses of what pages load. Each has the digest of its bytes in its name, so that it may
-- be kept for ever.

local svc = require("svc")

local image = {}

--- The path below which all of it is, from the root of the site.
image.PATH = "assets/"

--- The name of a file.
-- @tparam string file such as "style.css"
-- @tparam string bytes
-- @treturn string such as "style.0123456789abcdef.css"
function image.name(file, bytes)
  local stem, extension = file:match("^(.*)%.(%w+)$")
  return ("%s.%s.%s"):format(stem, svc.sha256(bytes):sub(1, 16), extension)
end

--- Markdown as a page shows it, with the images of its publication.
-- @tparam string markdown
-- @tparam userdata publication
-- @treturn string HTML
-- @treturn table as `svc.html` gives it
function image.html(markdown, publication) return svc.html(markdown, publication, image.PATH) end

return image
