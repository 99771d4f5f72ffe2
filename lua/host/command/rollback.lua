--- `svcd rollback`: back to an older publication, in the running service. The file of that
-- publication must be in place already; that it may be older holds for this one order.

local order = require("host.command.order")

local INVOCATION = 2

return {
  summary = "serve an older publication again, which is named by its digest",
  options = true,
  parser = function(parser)
    parser:argument("digest", "The publication's digest, as `svcd inspect` shows it")
  end,
  run = function(args, options)
    if #args.digest == 64 and not args.digest:find("[^0-9a-f]") then
      return order.carry_out(options, "/rollback/" .. args.digest)
    end
    io.stderr:write(
      (
        "svcd: %q is no digest of 64 lower-case hexadecimal digits; `svcd inspect` "
        .. "shows that of a file\n"
      ):format(args.digest)
    )
    return INVOCATION
  end,
}
