--- `svcd verify`: would this publication be served?
local svc = require("svc")

local command = { summary = "check a publication against a trust root, as `svcd serve` does" }

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("file", "Publication"):argname("FILE")
  parser:option("--trust", "Trust root file"):argname("FILE"):count(1)
  parser:flag("--json", "One JSON object on standard output")
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil what is known of the publication, when it holds
-- @treturn string|nil the reason where it is refused
function command.run(args)
  local publication <close>, reason = svc.open(args.file, { trust = args.trust })
  if not publication then return nil, reason end
  local info = publication:info()
  info.assets = publication:assets()
  return info
end

--- Prints what `run` found.
-- @tparam table info
-- @tparam table args
function command.show(info, args)
  local line = "%s: good; sequence %d, %d documents, %d images, %d bytes, digest %s"
  local images = #info.assets
  print(line:format(args.file, info.sequence, info.documents, images, info.bytes, info.digest))
end

return command
