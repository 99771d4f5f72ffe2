--- `svcd check`: config, routes and contract, each up to its first fault, with file and line.

local config = require("config")
local loader = require("loader")

--- Everything `boot` does for a worker, without one.
local function load_application(options)
  local app = require("app")
  loader.use(options.routes, { config = options })
  return app.new({ routes = loader.routes(), config = options }).app
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
    good, count = pcall(application.check, application)
    if not good then
      io.stderr:write("svcd: ", tostring(count), "\n")
      return 1
    end
    print(("contract  ok: %d operations"):format(count))
    return 0
  end,
}
