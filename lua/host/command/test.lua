--- `svcd test DIR`: runs the specs of a folder of routes by busted, against the application in this
-- process.

local application = require("host.application")
local folders = require("host.folder")
local lfs = require("lfs")

local NO_BUSTED =
  "busted is needed to run specs: apt install lua-busted, or luarocks install busted"

--- True where a folder, or one below it, has a spec.
local function has_specs(folder)
  for name in lfs.dir(folder) do
    local path = folder .. "/" .. name
    if name:find("_spec%.lua$") then return true end
    local below = name:sub(1, 1) ~= "." and lfs.attributes(path, "mode") == "directory"
    if below and has_specs(path) then return true end
  end
  return false
end

--- The globals of a spec besides those of busted.
local function publish_globals(own)
  local globals = {
    publication = own.publication,
    request = function(...) return own:request(...) end,
    reset = own.reset,
    run_jobs = function() return own:run_jobs() end,
    shared = own.shared,
    upstream = function(...) own:upstream(...) end,
  }
  for name, value in pairs(globals) do
    rawset(_G, name, value)
  end
end

return {
  summary = "run the specs of a folder of routes",
  -- stylua: ignore
  options = {
    "publication", "trust", "base_url", "site_url", "mcp_url", "routes", "lua_path", "secrets",
    "upstreams", "quran_max_verses",
  },
  parser = function(parser)
    parser
      :argument("folder", "Folder of routes, with specs NAME_spec.lua in it or below")
      :argname("DIR")
    parser
      :option("--output", "Form of the output: a name that busted knows, such as TAP")
      :argname("NAME")
    parser
      :option("--filter", "Only the specs whose title this pattern of Lua matches")
      :argname("PATTERN")
    parser:epilog("Example: svcd test routes.d --output TAP")
  end,
  run = function(args, options)
    local folder = args.folder
    if lfs.attributes(folder, "mode") ~= "directory" then
      return nil, folder .. " is no folder; name a folder of routes"
    end
    if not has_specs(folder) then
      return nil, folder .. " has no file NAME_spec.lua; svcd new writes a first one"
    end
    if not package.searchpath("busted.runner", package.path) then return nil, NO_BUSTED end
    if not folders.find(options.routes, folder) then table.insert(options.routes, folder) end
    local own, reason = application.new(options)
    if not own then return nil, reason end
    publish_globals(own)
    local arguments = { [0] = "svcd test", "--pattern=_spec%.lua$" }
    if args.output then arguments[#arguments + 1] = "--output=" .. args.output end
    if args.filter then arguments[#arguments + 1] = "--filter=" .. args.filter end
    arguments[#arguments + 1] = folder
    rawset(_G, "arg", arguments)
    require("busted.runner")({ standalone = false }) -- ends the process with its status
    return 0
  end,
}
