--- The commands of svcd: `svcd COMMAND …`. `serve` is the host's; each of the others is a module
-- `command.NAME` that returns
--   summary             one line for the list of commands
--   options             true: it takes every option of the service as a flag
--   raw                 true: `run` gets the arguments as they are
--   parser(parser)      declares its own options (argparse); may be nil
--   run(args, config)   does it and returns the exit status; `config` as config.load gives it

local argparse = require("argparse")
local config = require("config")

local NAMES = {
  "serve", "fetch", "publish", "keygen", "trust", "verify", "inspect", "check", "routes", "reload",
  "status", "lua", "version",
}

local INVOCATION = 2

--- `svcd serve`: its options alone; the host does the rest.
local serve = {
  summary = "serve the API until it is stopped",
  options = true,
  run = function(_, options)
    return options
  end,
}

local function command_of(name)
  if name == "serve" then return serve end
  local path = package.searchpath("command." .. name, package.path)
  return path and require("command." .. name) or nil
end

local function complain(text)
  io.stderr:write("svcd: ", text, "\n")
  return INVOCATION
end

local function help()
  local lines = { "Usage: svcd COMMAND [OPTION…]", "", "Commands:" }
  for _, name in ipairs(NAMES) do
    local command = command_of(name)
    if command then lines[#lines + 1] = ("  %-9s %s"):format(name, command.summary) end
  end
  lines[#lines + 1] = "\nsvcd COMMAND --help shows the options of a command."
  print(table.concat(lines, "\n"))
  return 0
end

local function parser_of(name, command)
  local parser = argparse("svcd " .. name, command.summary)
  if command.options then config.declare(parser) end
  if command.parser then command.parser(parser) end
  return parser
end

local function run(name, command, arguments)
  local parser = parser_of(name, command)
  local ok, args = parser:pparse(arguments)
  if not ok then
    return complain(("%s; svcd %s --help shows what is accepted"):format(args, name))
  end
  local options, reason = config.load(command.options and args or {})
  if not options then return complain(reason) end
  return command.run(args, options)
end

--- @tparam {string,...} arguments of the command line, without the program's name
-- @treturn number|table the exit status, or the options to serve with
return function(arguments)
  local name = table.remove(arguments, 1)
  if name == nil or name == "help" or name == "--help" or name == "-h" then
    return help() and (name and 0 or INVOCATION)
  end
  if name == "--version" then name = "version" end
  for _, known in ipairs(NAMES) do
    local command = known == name and command_of(name)
    if command and command.raw then return command.run(arguments) end
    if command then return run(name, command, arguments) end
  end
  return complain(("there is no command %q; svcd --help lists the commands"):format(name))
end
