--- The options as people see them, made from lua/host/options.lua: flags and their help, their
-- table, and the sample of a config file.

local config = require("host.config")
local options = require("host.options")
local tables = require("base.tables")

local config_text = {}

local MiB = 1024 * 1024

--- Types whose flags may be repeated.
local REPEATED = {
  folders = true,
  listeners = true,
  rules = true,
  secrets = true,
  stores = true,
  upstreams = true,
}

--- The default of an option in words.
-- @tparam table option
-- @treturn string
function config_text.default(option)
  if option.shown then return option.shown end
  if option.default == nil then return "none" end
  if option.type == "size" then return ("%d MiB"):format(option.default // MiB) end
  return tostring(option.default)
end

--- Adds options to an argparse parser, as flags.
-- @tparam table parser
-- @tparam[opt] {string,...} names of the options; default all
function config_text.declare(parser, names)
  local help = "Config file, a Lua table (default: svcd.conf.lua of the working folder, else, but "
    .. "for serve, that of the installation, where there is one)"
  parser:option("--config", help):argname("FILE")
  for _, option in ipairs(options) do
    if not names or tables.contains(names, option.name) then
      help = ("%s (default: %s)"):format(option.help, config_text.default(option))
      local flag =
        parser:option(config.flag(option), help):argname(option.argument):overwrite(false)
      if option.type == "boolean" then flag:args("?") end
      if REPEATED[option.type] then flag:count("*"):init(nil) end
    end
  end
end

--- The names of options that a reload does not change, as code of Markdown.
local function fixed_names()
  local fixed = {}
  for _, option in ipairs(options) do
    if option.fixed then fixed[#fixed + 1] = "`" .. option.name .. "`" end
  end
  return table.concat(fixed, ", ")
end

--- The table of all options.
-- @treturn string Markdown
function config_text.markdown()
  local lines = {
    "| flag | environment | config file | default | meaning |",
    "|---|---|---|---|---|",
  }
  for _, option in ipairs(options) do
    lines[#lines + 1] = ("| `%s %s` | `%s` | `%s` | %s | %s |"):format(
      config.flag(option),
      option.argument,
      config.variable(option),
      option.name,
      config_text.default(option),
      option.help
    )
  end
  lines[#lines + 1] = (
    "\nA reload reads the config file again, and refuses a change of %s: these "
    .. "take a restart."
  ):format(fixed_names())
  return table.concat(lines, "\n") .. "\n"
end

--- Words as lines of a comment.
local function wrapped(text)
  local lines, line = {}, "--"
  for word in text:gmatch("%S+") do
    if #line + #word > 98 then
      lines[#lines + 1], line = line, "--"
    end
    line = line .. " " .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local function value_text(option)
  local value = option.example
  if value == nil then value = option.default end
  if option.type == "size" then return ('"%dM"'):format(value // MiB) end
  if type(value) ~= "table" then return ("%q"):format(value) end
  local items = {}
  for i, item in ipairs(value) do
    items[i] = ("%q"):format(item)
  end
  for _, name in ipairs(value[1] and {} or tables.keys(value)) do
    items[#items + 1] = ("%s = %q"):format(name, value[name])
  end
  return "{ " .. table.concat(items, ", ") .. " }"
end

local SAMPLE = [[
--- A sample of a config file of svcd: each option with its meaning, its default, and a value.
-- Copy it to svcd.conf.lua in the folder that svcd is started in, or name it by --config, and take
-- the dashes from the lines that you need. `svcd check` tells what is wrong with it.
--
-- `make readme` writes this file from lua/host/options.lua.
]]

--- A line of a config file that sets an option to what the sample shows.
-- @tparam table option
-- @treturn string Lua
function config_text.setting(option) return ("%s = %s"):format(option.name, value_text(option)) end

--- The sample of a config file: each option as a comment with a value.
-- @treturn string Lua
function config_text.sample()
  local parts = { SAMPLE }
  for _, option in ipairs(options) do
    parts[#parts + 1] = ("%s\n-- %s\n"):format(
      wrapped(
        ("%s. Default: %s.%s"):format(
          option.help,
          config_text.default(option),
          option.fixed and " A change takes a restart." or ""
        )
      ),
      config_text.setting(option)
    )
  end
  return table.concat(parts, "\n")
end

return config_text
