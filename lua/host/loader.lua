--- Loads the folders of routes: text only, with the environment that scripts may use.
--
-- The first folder holds init.lua, the list of all its routes. Each further one is laid over those
-- before it: its file `x.lua` is what `require("routes.x")` gives to all of them, and its own
-- init.lua, which it need not have, returns routes and phases that are added, or take the place of
-- those with the same method and path, or name. The file problems.lua of a folder lists problems of
-- its own.

local blame = require("web.blame")
local environment = require("host.route_environment")
local jobs = require("host.jobs")
local nearest = require("base.nearest")
local own_problems = require("host.own_problems")
local problem = require("web.problem")
local tables = require("base.tables")

local loader = {}

--- The state of a load: `folders`; `environment(require)`, a new one for a file of them; `files`,
-- from what a file returned to its path; `copies`, of what lower folders returned; `running`, files
-- from the outermost on; `origin`, from the name of a module to the index of its folder;
-- `libraries`, folders of them; `loaded`, from the name of a library to the module; `used`, by
-- index the folders that gave something; `replaced`, a line for each thing that took the place of
-- another.
local Load = {}
Load.__index = Load

--- The file of a module, in the last folder that has it.
-- @tparam string part such as "search", of routes.search
-- @tparam[opt] number below only the folders before this one
-- @treturn string|nil path
-- @treturn number|string index of the folder; or what was looked for
function Load:find(part, below)
  local looked = {}
  for i = (below or #self.folders + 1) - 1, 1, -1 do
    local folder = self.folders[i]
    local path, reason =
      package.searchpath(part, folder .. "/?.lua;" .. folder .. "/?/init.lua")
    if path then return path, i end
    table.insert(looked, 1, reason)
  end
  return nil, table.concat(looked, " ")
end

function Load:note(text, ...) table.insert(self.replaced, text:format(...)) end

--- Remembers the file that a module came from, and each route if it is a list of them. A copy is
-- of the file that returns it.
function Load:keep_origin(module, file)
  if type(module) ~= "table" then return end
  for _, each in ipairs({ module, table.unpack(module) }) do
    if type(each) == "table" and (self.copies[each] or not self.files[each]) then
      self.files[each], self.copies[each] = file, nil
    end
  end
end

--- A module of the folders, as a file of a folder has it: of a folder below its own it has a copy,
-- so that it can take from there what it likes and change nothing.
-- @tparam string name such as `routes.search`
-- @tparam number at index of the folder that asks
function Load:module(name, at)
  local module = require(name)
  if type(module) ~= "table" or (self.origin[name] or at) >= at then return module end
  local own = tables.copy(module)
  self.files[own], self.copies[own] = self.files[module], true
  for i, route in ipairs(own) do
    if type(route) == "table" then
      self.files[route], self.copies[route] = self.files[module[i]], true
    end
  end
  return own
end

--- A module of the folders of libraries, loaded once.
-- @tparam string name such as `shop.prices`
-- @return the module; nil where no folder has it
function Load:library(name)
  local known = self.loaded[name]
  if known ~= nil or not name:find("^[%a_][%w_.]*$") or name:find("..", 1, true) then
    return known
  end
  for _, folder in ipairs(self.libraries) do
    local file = package.searchpath(name, folder .. "/?.lua;" .. folder .. "/?/init.lua")
    if file then
      self.loaded[name] = self:compile(file, #self.folders)(name, file)
      return self.loaded[name]
    end
  end
end

--- A function that runs a file of a folder and gives what it returns. Raises where it does not
-- parse.
function Load:compile(file, at)
  local own = self.environment(
    function(name) return self:module(name, at) end,
    function(name) return self:library(name) end
  )
  local code, fault = loadfile(file, "t", own)
  if not code then
    -- Lua does not name the file when it is not text.
    blame.raise(fault:find(file, 1, true) and fault or file .. ": " .. fault)
  end
  return function(...)
    local _ <close> = self:enter(file)
    local module = blame.run(file, code, ...)
    if module == nil then blame.raise(file .. ": it returns nothing; end it with return") end
    self:keep_origin(module, file)
    return module
  end
end

--- Notes that a file runs. Raises where it runs already: files would require one another for ever.
-- @treturn table to be closed when the file has run: who requires it may catch what it raises
function Load:enter(file)
  local chain = {}
  for _, outer in ipairs(self.running) do
    if outer == file or chain[1] then chain[#chain + 1] = outer end
  end
  chain[#chain + 1] = file
  if chain[2] then
    error(
      (
        "files that require one another never end: %s; put what they share into another file, or, "
        .. "to wrap a route, take another name for the file"
      ):format(table.concat(chain, " > ")),
      0
    )
  end
  table.insert(self.running, file)
  return setmetatable({}, { __close = function() table.remove(self.running) end })
end

--- The searcher of modules named `routes.x`; `routes` is the list of the first folder.
function Load:search(name)
  local part = name == "routes" and "init" or name:match("^routes%.(.+)$")
  if not part then return nil end
  local file, at = self:find(part, part == "init" and 2 or nil)
  if not file then
    error(
      "the routes folder lacks a file: "
        .. at:gsub("\n%s*", " ")
        .. "; name the folder that holds init.lua by --routes, or add the file",
      0
    )
  end
  local former, below = self:find(part, at)
  if former then self:note("%s replaces %s", file, former) end
  self.used[at], self.origin[name] = true, at
  while former do
    self.used[below] = true
    former, below = self:find(part, below)
  end
  return self:compile(file, at), file
end

--- Adds the problems of the folders, ahead of the routes that name them.
function Load:add_problems()
  problem.reset()
  for i, folder in ipairs(self.folders) do
    local file = package.searchpath("problems", folder .. "/?.lua")
    if file then
      self.used[i] = true
      local fault = own_problems.add(self:compile(file, i)("problems", file))
      if fault then error(("%s: %s"):format(file, fault), 0) end
    end
  end
end

--- The functions that the list may have in `phases`, besides its routes.
local PHASES = { "access", "header", "log" }

local function phases_fault(phases)
  local kind = type(phases)
  if kind ~= "table" then return ("its `phases` is a %s, not a table"):format(kind) end
  for name, run in pairs(phases) do
    if not tables.contains(PHASES, name) then
      local all = "; there are " .. table.concat(PHASES, ", ")
      return ("there is no phase `%s`%s"):format(
        name,
        nearest.hint(tostring(name), PHASES, all)
      )
    end
    if type(run) ~= "function" then
      return ("its phase `%s` is a %s, not a function"):format(name, type(run))
    end
  end
end

local function list_fault(list)
  if type(list) ~= "table" then
    return ("it returns a %s; return the list of routes"):format(type(list))
  end
  local last = 0
  for key in pairs(list) do
    if math.type(key) == "integer" then
      last = math.max(last, key)
    elseif key ~= "phases" then
      return ("its list has a member `%s`; besides routes it may have `phases`"):format(
        tostring(key)
      )
    end
  end
  for i = 1, last do
    local kind = type(list[i])
    if kind ~= "table" then
      return ("route %d of its list is a %s, not a table"):format(i, kind)
    end
  end
  return phases_fault(list.phases or {})
end

--- A list in which routes stand in place of the lists of routes that files may return.
local function flat(list)
  local routes = { phases = list.phases }
  for _, part in ipairs(list) do
    local several = part.path == nil and type(part[1]) == "table"
    tables.append(routes, several and part or { part })
  end
  return routes
end

--- The list of a folder, and the file of the list; nil where a later folder has none.
function Load:list(index)
  local list, file
  if index == 1 then
    list, file = require("routes")
  else
    file = package.searchpath("init", self.folders[index] .. "/?.lua")
    if not file then return nil end
    self.used[index] = true
    list = self:compile(file, index)("routes", file)
  end
  file = file or "routes/init.lua"
  local fault = list_fault(list)
  if fault then error(("%s: %s"):format(file, fault), 0) end
  return flat(list), file
end

local function label(route) return ("%s %s"):format(route.method, route.path) end

--- Lays a list over the routes so far: what is new comes first, so that no template of another
-- folder answers in its place.
function Load:lay(routes, list, file)
  local at, laid = {}, {}
  for i, route in ipairs(routes) do
    at[label(route)] = i
  end
  for _, route in ipairs(list) do
    local name = label(route)
    local former = routes[at[name]]
    if former == route then
      error(
        (
          "%s: it lists %s, but %s takes the place of another file and is in its list; leave the "
          .. "line out, or rename the file"
        ):format(file, name, self.files[route]),
        0
      )
    end
    if former then
      self:note("%s of %s replaces that of %s", name, self.files[route], self.files[former])
      routes[at[name]], at[name] = route, nil
    else
      laid[#laid + 1] = route
    end
  end
  table.move(routes, 1, #routes, #laid + 1, laid)
  laid.phases = routes.phases or {}
  for _, name in ipairs(PHASES) do
    local run = list.phases and list.phases[name]
    if run and laid.phases[name] then
      self:note("the phase %s of %s replaces the one before it", name, file)
    end
    laid.phases[name] = run or laid.phases[name]
  end
  return laid
end

--- Raises where two routes have one operation: the contract could name only one of them.
function Load:check_operations(routes)
  local known = {}
  for i = #routes, 1, -1 do
    local route = routes[i]
    local former = known[route.operation or false]
    if former then
      error(
        (
          "%s: the operation %s is that of %s in %s already; give it another name, or the same "
          .. "method and path to replace it"
        ):format(self.files[route], route.operation, label(former), self.files[former]),
        0
      )
    end
    if route.operation then known[route.operation] = route end
  end
end

--- Loads the routes of folders. Raises with file and line when one is faulty.
-- @tparam {string,...} folders
-- @tparam[opt] table host what the route files see as `host`
-- @tparam[opt] {string,...} libraries folders whose modules the route files may require
-- @treturn {table,...} the routes, with `phases`
-- @treturn table `{files, replaced, jobs}`: from a route to the file it is of, a line for each
-- thing of a folder that took the place of another, and the jobs (host/jobs.lua)
function loader.load(folders, host, libraries)
  local self = setmetatable({
    copies = {},
    folders = folders,
    files = {},
    jobs = jobs.new(),
    libraries = libraries or {},
    loaded = {},
    origin = {},
    running = {},
    used = {},
    replaced = {},
  }, Load)
  self.environment = environment(host, function(seconds, run) self.jobs:add(seconds, run) end)
  table.insert(package.searchers, 2, function(name) return self:search(name) end)
  self:add_problems()
  local routes = self:list(1)
  for i = 2, #folders do
    local list, file = self:list(i)
    if list then routes = self:lay(routes, list, file) end
    if not self.used[i] then
      error(
        (
          "%s adds nothing: it has no init.lua, and no file of it replaces one; name a folder of "
          .. "routes by --routes, or make one by svcd new route"
        ):format(folders[i]),
        0
      )
    end
  end
  self:check_operations(routes)
  self.jobs:close()
  return routes, self
end

--- Loads the routes as `load` does, for a command: nil and the reason where they are faulty.
function loader.try(...)
  local ok, routes, loaded = pcall(loader.load, ...)
  if not ok then return nil, tostring(routes) end
  return routes, loaded
end

return loader
