--- `svcd reload`: options, publication and routes anew, without a dropped request, all or none. The
-- files are loaded as they are at the request or later; all reloads that are asked for during one
-- become one further reload, and an unchanged publication is not verified again.

local order = require("host.command.order")

return {
  summary = "load options, publication and routes anew in the running service",
  options = { "control" },
  parser = function(parser)
    parser
      :argument("part", "Only this: publication or routes")
      :args("?")
      :choices({ "publication", "routes" })
  end,
  run = function(args, options)
    return order.carry_out(options, "/reload" .. (args.part and "/" .. args.part or ""))
  end,
}
