--- The terms of the texts that are served, as far as they are known.
return require("site.terms").routes()
