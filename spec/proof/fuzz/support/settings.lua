--- For the fuzz target `settings`: options as a command line gives them, lines `NAME VALUE`, read
-- as svcd reads them. Options that name files or accounts are passed over: what is there is the
-- machine's.
local config = require("host.config")
local OPTIONS = require("host.options")

local ELSEWHERE = { account = true, folders = true, path = true, secrets = true }

--- The options that a store needs.
local key = "build/fuzz/store_key"
do
  local file <close> = assert(io.open(key, "w"))
  file:write(("0a"):rep(16), "\n")
end

local types = {}
for _, option in ipairs(OPTIONS) do
  types[option.name] = option.type
end

local function flags_of(input)
  local flags = {}
  for name, value in input:gmatch("([%l_]+) ([^\n]+)") do
    local is_file = name == "upstreams" and value:find("[=@]")
    if types[name] and not ELSEWHERE[types[name]] and not is_file then
      flags[name] = flags[name] or {}
      table.insert(flags[name], value)
    end
  end
  return flags
end

--- @tparam string input lines
-- @treturn string|nil the options as the text that goes to the processes; nil where one is refused
return function(input)
  local flags = flags_of(input)
  if flags.quota_store then flags.quota_store_key_file = { key } end
  for name, list in pairs(flags) do
    if #list == 1 then flags[name] = list[1] end
  end
  local options, reason = config.load(flags, {})
  if not options then
    assert(reason:find("%S") and not reason:find("\n"), "a reason is one line")
    return nil
  end
  config.settle(options)
  local text = config.text(options)
  assert(config.text(load(text, "=options", "t", {})()) == text, "the text is another one")
  return text
end
