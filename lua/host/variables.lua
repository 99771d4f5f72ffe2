--- The variables of the environment that are ours: an option each, and a few that others read.

local lfs = require("lfs")
local nearest = require("base.nearest")
local tables = require("base.tables")

local variables = {}

--- Variables that begin like ours and are no options, and what their values look like where the
-- name alone does not tell.
local FOREIGN = {
  -- of svcd, read before the options
  { "^SVC_HOME$" },
  { "^SVC_CONFIG$" },
  -- of the command-line client
  { "^SVC_API_BASE$" },
  -- of Kubernetes, for a service that is called svc, or svc-…
  { "^SVC_[%u%d_]*SERVICE_HOST$" },
  { "^SVC_[%u%d_]*SERVICE_PORT" },
  { "^SVC_[%u%d_]*PORT$", "^%l+://" },
  { "^SVC_[%u%d_]*PORT_%d+_" },
  -- of those who build and test the service
  { "^SVC_SVCD$" },
  { "^SVC_PLAIN$" },
  { "^SVC_ANSWERS$" },
  { "^SVC_SOURCES$" },
  { "^SVC_QURANENC$" },
  { "^SVC_LUA_COVERAGE$" },
}

local function is_foreign(variable, value)
  for _, row in ipairs(FOREIGN) do
    if variable:find(row[1]) and value:find(row[2] or "") then return true end
  end
  return false
end

--- The variable of an option.
-- @tparam string name such as quota_limit
-- @treturn string such as SVC_QUOTA_LIMIT
function variables.of(name) return "SVC_" .. name:upper() end

--- The file of a credential that systemd passed on.
-- @tparam string name
-- @tparam[opt] string folder of the credentials: the variable CREDENTIALS_DIRECTORY
-- @treturn string|nil nil where there is none of that name
function variables.credential(name, folder)
  local path = folder and folder .. "/" .. name
  return path and lfs.attributes(path, "mode") and path or nil
end

--- Looks for a variable that looks like ours and that nobody reads.
-- @tparam table environment name -> text
-- @tparam {string,...} names of the options
-- @treturn string|nil the fault of the first by name; nil where there is none
function variables.fault(environment, names)
  local unknown
  local known = tables.map(names, variables.of)
  for variable, value in pairs(environment) do
    local ours = variable:find("^SVC_")
      and not tables.contains(known, variable)
      and not is_foreign(variable, value)
    if ours and (not unknown or variable < unknown) then unknown = variable end
  end
  if not unknown then return nil end
  -- The prefix that all of them share would make any two of them alike.
  local words = tables.map(known, function(variable) return (variable:gsub("^SVC_", "")) end)
  local closest = nearest.find(unknown:gsub("^SVC_", ""), words)
  local hint = nearest.hint(closest and "SVC_" .. closest or unknown, closest and known or {})
  return unknown .. ": there is no such option" .. hint
end

return variables
