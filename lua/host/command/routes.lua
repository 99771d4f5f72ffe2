--- `svcd routes`: the list of routes as they are loaded, and the file that each comes from.

local config = require("host.config")
local keep = require("web.keep")
local lfs = require("lfs")
local loader = require("host.loader")

local function row(route, file)
  return {
    route.method,
    route.path,
    route.operation or "-",
    route.cache or "none",
    route.counted and "counted" or "free",
    route.mcp and route.mcp.name or "-",
    file,
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

--- Tells which files of a folder after the first nobody requires: they replace nothing.
local function show_unused(folders, loaded)
  local used = {}
  for _, file in pairs(loaded.files) do
    used[file] = true
  end
  for i = 2, #folders do
    for name in lfs.dir(folders[i]) do
      local file = folders[i] .. "/" .. name
      if name:find("%.lua$") and not used[file] then
        print(("%s is not used: it replaces no file, and no list requires it"):format(file))
      end
    end
  end
end

return {
  summary = "list the routes, and the file that each comes from",
  options = { "routes", "lua_path", "quran_max_verses" },
  run = function(_, options)
    config.settle(options)
    local routes, loaded = loader.try(options.routes, { config = options }, options.lua_path)
    if not routes then return nil, loaded end
    local rows = { { "METHOD", "PATH", "OPERATION", "CACHE", "QUOTA", "TOOL", "FILE" } }
    for _, route in ipairs(routes) do
      rows[#rows + 1] = row(route, loaded.files[route])
    end
    show(rows)
    for _, job in ipairs(loaded.jobs.list) do
      print(("every %g s: %s"):format(job.interval / 1000, job.place))
    end
    for _, line in ipairs(loaded.replaced) do
      print(line)
    end
    show_unused(options.routes, loaded)
    show_obstacles(routes)
    return 0
  end,
}
