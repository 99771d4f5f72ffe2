--- `svcd routes`: the list of routes as they are loaded.

local config = require("host.config")
local keep = require("web.keep")
local loader = require("host.loader")

local function row(route)
  return {
    route.method,
    route.path,
    route.operation or "-",
    route.cache or "none",
    route.counted and "counted" or "free",
    route.mcp and route.mcp.name or "-",
  }
end

local function widths(rows)
  local most = {}
  for _, cells in ipairs(rows) do
    for i, cell in ipairs(cells) do
      most[i] = math.max(most[i] or 0, #cell)
    end
  end
  return most
end

local function show(rows)
  local most = widths(rows)
  for _, cells in ipairs(rows) do
    for i, cell in ipairs(cells) do
      cells[i] = cell .. (" "):rep(most[i] - #cell)
    end
    print((table.concat(cells, "  "):gsub("%s+$", "")))
  end
end

--- Tells which routes have a caching class, and answers that are never kept all the same.
local function show_obstacles(routes)
  for _, route in ipairs(routes) do
    local obstacle = keep.obstacle(route, routes, routes.phases or {})
    if obstacle and (route.cache or "none") ~= "none" then
      print(("%s %s is never kept: %s"):format(route.method, route.path, obstacle))
    end
  end
end

return {
  summary = "list the routes",
  options = { "routes", "quran_max_verses" },
  run = function(_, options)
    config.settle(options)
    loader.use(options.routes, { config = options })
    local rows = { { "METHOD", "PATH", "OPERATION", "CACHE", "QUOTA", "TOOL" } }
    local routes = loader.routes()
    for _, route in ipairs(routes) do
      rows[#rows + 1] = row(route)
    end
    show(rows)
    show_obstacles(routes)
    return 0
  end,
}
