--- A list of routes with one that fails.
return {
  {
    method = "GET",
    path = "/fault",
    handle = function() error("this route fails") end,
  },
}
