--- Documents about svcd for people and their shells, made from the sources of their facts: manual
-- pages and the guide to options out of options, commands, guides and header comments, completion
-- out of the commands.
--
-- A page is data/deploy/man/PAGE.in with `@NAME ARGUMENT@` lines, each replaced by what a function
-- below makes.

local argparse = require("argparse")
local config = require("host.config")
local config_text = require("host.config_text")
local list = require("host.command.list")
local mdoc = require("spec.proof.readme.mdoc")
local options = require("host.options")

local manuals = {}

local FOLDER = "data/deploy/man/"

--- Pages and the folders that they are written to.
local PAGES = {
  ["svcd.8"] = FOLDER,
  ["svcd.conf.lua.5"] = FOLDER,
  ["svc-routes.7"] = FOLDER,
  ["svc-publication.5"] = FOLDER,
  ["options.md"] = "lua/site/assets/",
}

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

-- --- commands ------------------------------------------------------------------------------------

--- A flag with its argument, as source of mdoc.
local function flag_of(option)
  local names = {}
  for _, alias in ipairs(option._aliases) do
    names[#names + 1] = "Fl " .. alias:gsub("^%-", ""):gsub("%-", "\\-")
  end
  local argument = option._argname
  local said = type(argument) == "table" and argument[1] or argument
  return table.concat(names, " , ") .. (said and " Ar " .. said or "")
end

--- The options of a command that are its own, and its arguments.
local function rows_of(parser, rows)
  local flags = {}
  for _, option in ipairs(options) do
    flags[config.flag(option)] = true
  end
  for _, argument in ipairs(parser._arguments) do
    rows[#rows + 1] = {
      "Ar " .. (argument._argname or argument._name),
      mdoc.paragraph(argument._description),
    }
  end
  for _, option in ipairs(parser._options) do
    local name = option._aliases[#option._aliases]
    if not flags[name] and name ~= "--help" and name ~= "--config" then
      rows[#rows + 1] = { flag_of(option), mdoc.paragraph(option._description) }
    end
  end
  return rows
end

--- The options of the service that a command takes.
local function taken(command)
  if not command.options then return "" end
  if command.options == true then return "\nIt takes each of the\n.Sx OPTIONS ." end
  local flags = {}
  for i, name in ipairs(command.options) do
    flags[i] = "\n.Fl \\-" .. name:gsub("_", "\\-")
  end
  return "\nOf the options of the service it takes" .. table.concat(flags, "\nand") .. " ."
end

local function usage_of(name, command)
  if command.raw then return "Cm " .. name .. " Ar FILE Op Ar ARGUMENT ..." end
  return "Cm " .. name
end

local function sentence(text)
  return mdoc.paragraph(text:sub(1, 1):upper() .. text:sub(2) .. ".")
end

local function command_row(name)
  local command = list.of(name)
  local parser = argparse("svcd " .. name, command.summary)
  if not command.raw then list.declare(parser, command) end
  local rows = rows_of(parser, {})
  local text = sentence(command.summary) .. taken(command)
  if #rows > 0 then text = text .. "\n" .. mdoc.list(rows) end
  for _, sub in ipairs(parser._commands) do
    text = text
      .. ("\n.Pp\n.Cm %s %s :\n%s\n%s"):format(
        name,
        sub._name,
        mdoc.paragraph(sub._description .. "."),
        mdoc.list(rows_of(sub, {}))
      )
  end
  return { usage_of(name, command), text }
end

local make = {}

--- All commands with what each may be asked.
function make.COMMANDS()
  local rows = {}
  for i, name in ipairs(list.names) do
    rows[i] = command_row(name)
  end
  return mdoc.list(rows)
end

-- --- options -------------------------------------------------------------------------------------

local function default_of(option)
  local text = config_text.default(option)
  local fixed = option.fixed and " A change takes a restart." or ""
  return mdoc.paragraph(("%s. Default: %s.%s"):format(option.help, text, fixed))
end

--- The table of all options, as Markdown.
make.OPTIONS = config_text.markdown

--- Flags of the service.
function make.FLAGS()
  local rows = {}
  for i, option in ipairs(options) do
    rows[i] = {
      ("Fl %s Ar %s"):format(
        config.flag(option):gsub("^%-", ""):gsub("%-", "\\-"),
        option.argument
      ),
      default_of(option),
    }
  end
  return mdoc.list(rows)
end

--- Lines of the config file.
function make.SETTINGS()
  local rows = {}
  for i, option in ipairs(options) do
    local bounds = option.min and (" %s to %s."):format(option.min, option.max)
    local choices = option.choices and " One of: " .. table.concat(option.choices, ", ") .. "."
    rows[i] = {
      ("Va %s No ( %s )"):format(option.name, option.type),
      default_of(option)
        .. (bounds and "\nAccepted:" .. bounds or "")
        .. (choices and "\n" .. mdoc.paragraph(choices) or ""),
    }
  end
  return mdoc.list(rows)
end

--- The sample of a config file.
function make.SAMPLE()
  local lines = {}
  for _, option in ipairs(options) do
    if option.example then lines[#lines + 1] = config_text.setting(option) end
  end
  return mdoc.literal(lines)
end

-- --- what stands elsewhere -----------------------------------------------------------------------

--- The first comment of a C header.
function make.HEADER(path)
  local comment = read(path):match("^/%*%* @file\n(.-)%*/")
  return mdoc.drawn((comment:gsub("^ %* ?", ""):gsub("\n %* ?", "\n")))
end

--- An enumeration of a C header, with the comments of its members.
function make.ENUM(argument)
  local path, name = argument:match("^(%S+) (%S+)$")
  local body = read(path):match("enum " .. name .. " (%b{});"):sub(3, -3)
  local lines = {}
  for line in body:gmatch("[^\n]+") do
    lines[#lines + 1] = line
  end
  return mdoc.literal(lines)
end

--- The first comment of a file of Lua.
function make.COMMENT(path)
  local lines = {}
  for line in io.lines(path) do
    if not line:find("^%-%-") then break end
    lines[#lines + 1] = line:gsub("^%-%-%-? ?", "")
  end
  return mdoc.drawn(table.concat(lines, "\n"), mdoc.tagged)
end

--- The typed stub of a module, as it stands.
function make.STUB(path)
  local lines = {}
  for line in io.lines(path) do
    lines[#lines + 1] = line
  end
  return mdoc.literal(lines)
end

--- A guide of /docs.
function make.GUIDE(name) return mdoc.markdown(read("lua/site/assets/" .. name .. ".md")) end

--- The pages.
-- @treturn {[string]=string} path -> source of mdoc, or Markdown
function manuals.pages()
  local pages = {}
  for page, folder in pairs(PAGES) do
    local text = read(FOLDER .. page .. ".in")
    pages[folder .. page] = text:gsub("@(%u+) ?([^\n@]*)@\n", function(name, argument)
      local made = make[name](argument):gsub("\n+", "\n")
      return made .. "\n"
    end)
  end
  return pages
end

-- --- completion ----------------------------------------------------------------------------------

local function parser_of_all()
  local parser = argparse("svcd", "the content service")
  for _, name in ipairs(list.names) do
    local command = list.of(name)
    local own = parser:command(name, command.summary)
    if not command.raw then list.declare(own, command) end
    for _, flag in ipairs(own._options) do
      for _, option in ipairs(options) do
        local values = option.choices or option.type == "boolean" and { "true", "false" }
        if values and config.flag(option) == flag._name then flag:choices(values) end
      end
    end
  end
  return parser
end

--- Scripts of shells that complete commands and options.
-- @treturn {[string]=string} path -> script
function manuals.completion()
  local parser = parser_of_all()
  return {
    ["data/deploy/completion/svcd"] = parser:get_bash_complete(),
    ["data/deploy/completion/_svcd"] = parser:get_zsh_complete(),
  }
end

return manuals
