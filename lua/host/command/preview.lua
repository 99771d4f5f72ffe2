--- `svcd preview`: a content tree as readers would see it, while it is written.
local number = require("base.number")

return {
  summary = "show a content tree in the browser while it is written, drafts included",
  options = { "site", "routes", "lua_path" },
  starts = true,
  parser = function(parser)
    parser:argument("folder", "Content tree"):argname("DIR")
    parser
      :option("--port", "Port on 127.0.0.1; 0 takes a free one")
      :argname("N")
      :default("8090")
      :convert(number("--port", 0, 65535))
    parser:epilog(
      "Pages are loaded again when a file changes. With errors the last good pages stay, and\n"
        .. "tell file, line, column, rule and cure. Nothing is written and no key is needed.\n\n"
        .. "Examples:\n  svcd preview content\n  svcd preview content --port 0 --site site"
    )
  end,
  run = function(args, options)
    local preview, reason = require("data").preview(args.folder)
    if not preview then return nil, reason end
    local server, fault = require("host.preview_server").new(preview, args.port, options)
    if not server then return nil, fault end
    print(("Preview of %s at %s (Ctrl-C ends it)"):format(args.folder, server.url))
    io.stdout:flush()
    return server:run()
  end,
}
