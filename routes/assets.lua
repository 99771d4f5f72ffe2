--- What the pages load.
local asset = require("site.asset")

return asset.routes()
