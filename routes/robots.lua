--- The rules for crawlers (RFC 9309): they may read everything but what forms ask for.
return {
  method = "GET",
  path = "/robots.txt",
  produces = { "text/plain; charset=utf-8" },
  cache = "publication",

  handle = function(call)
    return "User-agent: *\nDisallow: /search\nDisallow: /try/\nAllow: /\n\nSitemap: "
      .. call.config.site_url
      .. "/sitemap.xml\n"
  end,
}
