--- `svcd routes`: the list of routes as they are loaded.

local config = require("config")
local loader = require("loader")

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

return {
  summary = "list the routes",
  options = { "routes", "quran_max_verses" },
  run = function(_, options)
    config.settle(options)
    loader.use(options.routes, { config = options })
    local rows = { { "METHOD", "PATH", "OPERATION", "CACHE", "QUOTA", "TOOL" } }
    for _, route in ipairs(loader.routes()) do
      rows[#rows + 1] = row(route)
    end
    show(rows)
    return 0
  end,
}
