--- `svcd verify`: would this publication be served?
local svc = require("svc")

local command = { summary = "check a publication against a trust root, as `svcd serve` does" }

--- Declares the options. @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("file", "Publication"):argname("FILE")
  parser:option("--trust", "Trust root file"):argname("FILE"):count(1)
  parser:flag("--json", "One JSON object on standard output")
end

--- Runs the command. @tparam table args as argparse gives them
-- @treturn integer exit status: 0 when it holds, 1 when it is refused
function command.run(args)
  local publication <close>, reason = svc.open(args.file, { trust = args.trust })
  if not publication then
    io.stderr:write("svcd verify: ", reason, "\n")
    return 1
  end
  local info = publication:info()
  if args.json then
    print(svc.json(info))
  else
    print(
      ("%s: good; sequence %d, %d documents, %d bytes, digest %s"):format(
        args.file,
        info.sequence,
        info.documents,
        info.bytes,
        info.digest
      )
    )
  end
  return 0
end

return command
