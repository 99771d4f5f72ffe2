--- Tries what authors of routes are given: jobs, secrets, keys, problems, bodies, the dictionary.
-- luacheck: read globals host every

local problem = require("web.problem")

local acts = {}

--- A job that harms in the process of the jobs: it never ends, and holds what it can.
every(1, function()
  local held = {}
  while true do
    held[#held + 1] = ("x"):rep(1000)
  end
end)

--- A job that fails at once.
every(1, function() error({ code = "spoilt" }) end)

acts["every"] = function() every(1, print) end
acts["problem-add"] = function() problem.add({ code = "SPOILT", status = 418 }) end
acts["problem-reset"] = function() problem.reset() end
acts["problem-list"] = function()
  for i = #problem.list, 1, -1 do
    problem.list[i] = nil
  end
end
acts["problem-entry"] = function() problem.entry("ENDPOINT_NOT_FOUND").detail = "spoilt" end
acts["problem-errors"] = function()
  local errors = {}
  errors[1] = errors
  return nil, problem.new("UNPROCESSABLE_REQUEST", { errors = errors })
end
acts["library"] = function() return require("../../secret") end
acts["library-of-host"] = function() return require("host.secrets") end
acts["keys"] = function()
  while true do
    host.shared.keys("", 1000)
  end
end
acts["keys-many"] = function()
  for i = 1, 100000 do
    host.shared.set("harm:" .. i, "x")
  end
end
acts["secret-equals"] = function(call)
  call.secrets.harm.equals = function() return true end
end
acts["secret-metatable"] = function(call)
  return { getmetatable(call.secrets.harm), rawget(call.secrets.harm, "lines") }
end
acts["route-key"] = function(call) call.route.key = nil end
acts["route-secrets"] = function(call) table.insert(call.route.secrets, "other") end

--- Looks through all that it is given for the text of a secret.
acts["secret-walk"] = function(call)
  local seen, found = {}, 0
  local function walk(value)
    if type(value) == "string" then
      if value:find("harmharmharm", 1, true) then found = found + 1 end
    elseif type(value) == "table" and not seen[value] then
      seen[value] = true
      for key, member in pairs(value) do
        walk(key)
        walk(member)
      end
    end
  end
  for _, each in ipairs({ call.config, call.secrets, host, call.route }) do
    walk(each)
  end
  if found > 0 then error("a secret is there to be read") end
end

acts["fetch-none"] = function() return host.fetch("nowhere", { path = "/" }) end
acts["fetch-address"] = function()
  return host.fetch("http://127.0.0.1:1/", { path = "//127.0.0.1/x" })
end

return acts
