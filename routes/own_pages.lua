--- Pages of the operator: of the folder `pages` of the option `site`.
return require("site.page").own_routes()
