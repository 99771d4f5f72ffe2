--- `svcd check`: the start without its effects, each part up to its first fault. The parts are
-- those of the start itself (csrc/host/process/start.c), which the host tries for these options.

local config = require("host.config")

return {
  summary = "check all that a start needs, or with --content a content tree",
  options = true,
  parser = function(parser)
    parser
      :option(
        "--content",
        "Lint this content tree instead; with --watch again after each change"
      )
      :argname("DIR")
    parser:flag(
      "--watch",
      "With --content: tell what came and is gone after each change, until interrupted"
    )
    parser:flag("--fix", "With --content: mend first what is mechanical and sure, and tell it")
    parser:flag("--json", "One JSON object on standard output")
    parser:epilog(
      "Examples:\n  svcd check --config /etc/svc/svcd.conf.lua\n"
        .. "  svcd check --content content --fix\n"
        .. "  svcd check --content content --watch"
    )
  end,
  run = function(args, options)
    if args.content then
      local asked = { json = args.json, fix = args.fix, watch = options.watch }
      return require("data").check(args.content, asked)
    end
    if args.fix then return nil, "--fix mends a content tree; give it with --content DIR" end
    options.check = args.json and "json" or "text"
    options.rules = config.rules(options)
    return options
  end,
}
