--- `svcd check`: config, routes and contract, each up to its first fault, with file and line.

local cjson = require("cjson")
local config = require("config")
local loader = require("loader")

--- Everything `boot` does for a worker, without one.
local function load_application(options)
  local app = require("app")
  loader.use(options.routes, { config = options })
  return app.new({ routes = loader.routes(), config = options }).app
end

--- Each operation of the contract answers at its path: none is shadowed by a route before it.
local function check_contract(application)
  local document = cjson.decode(application.contract)
  local count = 0
  for path, methods in pairs(document.paths) do
    local concrete = path:gsub("{[^}]*}", "1")
    local entry = application.router:match(concrete)
    for method in pairs(methods) do
      count = count + 1
      local routed = entry and entry.methods[method:upper()]
      if not routed or routed.path ~= path then
        error(("contract: %s %s is answered by another route"):format(method:upper(), path), 0)
      end
    end
  end
  return count
end

return {
  summary = "check config, routes and contract, or with --content a content tree",
  options = true,
  parser = function(parser)
    parser:option("--content", "Lint this content tree instead"):argname("DIR")
    parser:flag("--json", "With --content: one JSON object on standard output")
  end,
  run = function(args, options)
    if args.content then return require("data.check").run(args.content, args.json) end
    config.settle(options)
    print("config    ok")
    local good, application = pcall(load_application, options)
    if not good then
      io.stderr:write("svcd: routes: ", tostring(application), "\n")
      return 1
    end
    print(("routes    ok: %d"):format(#application.routes))
    local count
    good, count = pcall(check_contract, application)
    if not good then
      io.stderr:write("svcd: ", tostring(count), "\n")
      return 1
    end
    print(("contract  ok: %d operations"):format(count))
    return 0
  end,
}
