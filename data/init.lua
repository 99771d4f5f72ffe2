--- The door of the publishing room: all that `lua/host` uses of it. Inside are the importers of
-- sources (data/import), the rules that content must keep (data/check), the way from both to a
-- signed file (data/publish.lua), and the commands of svcd that publish (data/command). The room
-- stands on lua/base and the engine alone.

local data = {}

--- A command of svcd that publishes; lua/host/command/init.lua says what its module returns.
-- @tparam string name
-- @treturn table|nil nil where this room has none of that name
function data.command(name)
  local module = "data.command." .. name
  return package.searchpath(module, package.path) and require(module) or nil
end

--- Checks a content tree and prints what it finds (data/check/init.lua).
-- @param ... as `run` of data/check takes it
-- @treturn number the exit status
function data.check(...) return require("data.check").run(...) end

--- Follows a content tree for those who write it (data/preview.lua).
-- @tparam string folder
-- @return as `preview.new` gives it
function data.preview(folder) return require("data.preview").new(folder) end

return data
