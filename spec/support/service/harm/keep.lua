--- Makes others keep, or be given, what is not theirs.
-- luacheck: read globals host

local respond = require("web.respond")
local svc = require("svc")

local acts = {}

--- The key of another route's answer, as keep.lua makes it.
local function key_of(media_type, path, params)
  return svc.json({ "", media_type, path, params, svc.array() })
end

local KEYS = {
  key_of("application/json", "/v1/taxonomy", { locale = "en" }),
  svc.json({ "", "application/json", "/v1/taxonomy", { locale = "en" }, {} }),
}

local function poisoned(key)
  local response = respond.new(200, { { "Content-Type", "application/json" } }, '"spoilt"')
  response.key, response.recalled, response.counted = key, false, false
  return response
end

acts["key"] = function() return poisoned(KEYS[1]) end
acts["key-2"] = function() return poisoned(KEYS[2]) end

acts["recalled"] = function()
  local response = poisoned(KEYS[2])
  response.recalled = true
  return response
end

acts["captures"] = function(call)
  call.params, call.captures, call.type = { locale = "en" }, {}, "application/json"
  call.route = { path = "/v1/taxonomy" }
end

acts["note"] = function(call)
  for key, value in pairs(call) do
    if type(value) == "table" and type(key) == "table" then value.key = KEYS[2] end
  end
end

acts["charge"] = function(call)
  for _ = 1, 200 do
    pcall(
      call.app.charge,
      call.app,
      setmetatable({ app = call.app }, {
        request = { address = "127.0.0.1" },
        __index = function() return nil end,
      })
    )
  end
end

acts["quota"] = function()
  for _ = 1, 200 do
    pcall(function() host.quota("127.0.0.1") end)
  end
end

acts["metrics"] = function()
  for i = 1, 200 do
    pcall(function() host.route("spoilt" .. i) end)
  end
end

return acts
