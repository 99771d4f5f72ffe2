--- The commands of svcd: `svcd COMMAND …`. `serve` is the host's; each of the others is a module
-- `command.NAME` that returns
--   summary             one line for the list of commands
--   options             true: it takes every option of the service as a flag; or a list of those
--                       that have an effect on it
--   starts              true: it starts a service of its own, so that the config file of the
--                       installed one does not count
--   raw                 true: `run` gets the arguments as they are
--   parser(parser)      declares its own options (argparse); may be nil
--   run(args, config)   does it and returns the exit status, or what `show` is given; or nil and
--                       the reason, or several; `config` as config.load gives it, where it takes
--                       options. Without `show`, a table is the options to serve with
--   show(result, args)  prints it for people; with the flag --json it is printed as JSON

local argparse = require("argparse")
local config = require("host.config")
local list = require("host.command.list")
local nearest = require("base.nearest")
local svc = require("svc")
local text = require("base.text")

local FAILED, INVOCATION = 1, 2

local function complain(reason)
  io.stderr:write("svcd: ", reason, "\n")
  return INVOCATION
end

local function help()
  local lines = { "Usage: svcd COMMAND [OPTION…]", "", "Commands:" }
  for _, name in ipairs(list.names) do
    local command = list.of(name)
    if command then lines[#lines + 1] = ("  %-9s %s"):format(name, command.summary) end
  end
  lines[#lines + 1] = "\nsvcd COMMAND --help shows the options of a command."
  print(table.concat(lines, "\n"))
  return 0
end

--- Every flag and command that a parser knows, those of its commands as well.
local function words_of(parser, words)
  for _, option in ipairs(parser._options) do
    table.move(option._aliases, 1, #option._aliases, #words + 1, words)
  end
  for _, command in ipairs(parser._commands) do
    table.move(command._aliases, 1, #command._aliases, #words + 1, words)
    words_of(command, words)
  end
  return words
end

--- A fault as argparse tells it, in one line, with what was meant or where to look.
local function explain(fault, name, parser)
  local line = fault:match("^[^\n]*")
  local see = ("; svcd %s --help shows what is accepted"):format(name)
  local unknown = line:match("^unknown %a+ '(.*)'$")
  return line .. (unknown and nearest.hint(unknown, words_of(parser, {}), see) or see)
end

--- Tells what came of a command, and gives its exit status.
local function tell(name, command, args, result, reasons)
  if result == nil then
    local title = ("svcd %s%s: "):format(name, args.action and " " .. args.action or "")
    for _, reason in ipairs(type(reasons) == "table" and reasons or { reasons }) do
      io.stderr:write(title, text.placed(reason), "\n")
    end
    return FAILED
  end
  if not command.show or math.type(result) then return result end
  if args.json then
    print(svc.json(result))
  else
    command.show(result, args)
  end
  return 0
end

local function run(name, command, arguments, environment)
  local parser = list.declare(argparse("svcd " .. name, command.summary), command)
  parser:help_max_width(80)
  local ok, args = parser:pparse(arguments)
  if not ok then return complain(explain(args, name, parser)) end
  local options, reason
  if command.options then
    options, reason = config.load(args, environment, not command.starts)
    if not options then return complain(reason) end
  end
  return tell(name, command, args, command.run(args, options))
end

--- Runs the command of a command line.
-- @tparam {string,...} arguments of the command line, without the program's name
-- @tparam table environment name -> text
-- @treturn number|table the exit status, or the options to serve with
return function(arguments, environment)
  local name = table.remove(arguments, 1)
  if name == nil or name == "help" or name == "--help" or name == "-h" then
    return help() and (name and 0 or INVOCATION)
  end
  if name == "--version" then name = "version" end
  for _, known in ipairs(list.names) do
    local command = known == name and list.of(name)
    if command and command.raw then return command.run(arguments) end
    if command then return run(name, command, arguments, environment) end
  end
  return complain(
    ("there is no command %q%s"):format(
      name,
      nearest.hint(name, list.names, "; svcd --help lists the commands")
    )
  )
end
