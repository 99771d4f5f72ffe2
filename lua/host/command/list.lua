--- The commands of svcd and what each may be asked, for those who run them and those who describe
-- them. `lua/host/command/init.lua` says what the module of a command returns.

local data = require("data")

local list = {}

-- stylua: ignore
list.names = {
  "serve", "fetch", "import", "publish", "sign", "release", "follow", "keygen", "trust", "verify",
  "inspect", "diff", "tune", "check", "preview", "routes", "new", "test", "console", "reload",
  "upgrade", "rollback", "status", "lua", "version",
}

--- `svcd serve`: its options alone; the host does the rest.
local serve = {
  summary = "serve the API until it is stopped",
  options = true,
  starts = true,
  run = function(_, options) return options end,
}

--- The command of a name of the list: the service's own are in this folder, those that publish in
-- the room of publishing.
-- @tparam string name
-- @treturn table|nil nil where this build does without it
function list.of(name)
  if name == "serve" then return serve end
  local own = "host.command." .. name
  return package.searchpath(own, package.path) and require(own) or data.command(name)
end

--- Declares all that a command may be asked.
-- @tparam table parser of argparse; changed
-- @tparam table command
-- @treturn table the parser
function list.declare(parser, command)
  if command.options then
    require("host.config_text").declare(
      parser,
      command.options ~= true and command.options or nil
    )
  end
  if command.parser then command.parser(parser) end
  return parser
end

return list
