--- Takes memory without end.
-- luacheck: ignore 241

local respond = require("web.respond")

local acts = {}

acts["list"] = function()
  local list = {}
  while true do
    list[#list + 1] = {}
  end
end

acts["string"] = function()
  local text = "x"
  while true do
    text = text .. text
  end
end

acts["strings"] = function()
  local list = {}
  while true do
    list[#list + 1] = ("x"):rep(1 << 20) .. #list
  end
end

acts["caught"] = function()
  local list = {}
  while true do
    pcall(function()
      while true do
        list[#list + 1] = ("x"):rep(1 << 22) .. #list
      end
    end)
  end
end

acts["recursion"] = function()
  local function deeper(n) return 1 + deeper(n + 1) end
  return { deeper(1) }
end

acts["coroutines"] = function()
  local list = {}
  while true do
    list[#list + 1] = coroutine.create(function() end)
  end
end

acts["body"] = function()
  local part, list = ("x"):rep(1 << 20), {}
  for i = 1, 20000 do
    list[i] = part
  end
  return respond.new(200, { { "Content-Type", "text/plain" } }, list)
end

acts["headers"] = function()
  local headers = {}
  for i = 1, 20000 do
    headers[i] = { "X-" .. i, ("x"):rep(1000) }
  end
  return respond.new(200, headers, "")
end

return acts
