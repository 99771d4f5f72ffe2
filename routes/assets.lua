--- What the pages load.
local asset = require("page.asset")

return asset.routes()
