--- The addresses of the files that pages load. Each has the digest of its bytes in its name, so
-- that caches may keep it without limit.

local svc = require("svc")

local assets = {}

--- The path below which all of it is, from the root of the site.
assets.PATH = "assets/"

--- The name of a file.
-- @tparam string file such as "style.css"
-- @tparam string bytes
-- @treturn string such as "style.0123456789abcdef.css"
function assets.name(file, bytes)
  local stem, extension = file:match("^(.*)%.(%w+)$")
  return ("%s.%s.%s"):format(stem, svc.sha256(bytes):sub(1, 16), extension)
end

return assets
