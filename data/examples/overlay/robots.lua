--- Asks crawlers to stay away from all of the service.
return {
  method = "GET",
  path = "/robots.txt",
  produces = { "text/plain; charset=utf-8" },
  cache = "publication",

  handle = function() return "User-agent: *\nDisallow: /\n" end,
}
