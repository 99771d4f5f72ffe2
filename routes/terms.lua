--- What is known of the terms of what is served.
return require("site.terms").routes()
