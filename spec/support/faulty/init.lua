--- Routes that misbehave, for the specs of the host.

-- luacheck: read globals host
local respond = require("respond")

local function route(path, handle)
  return { method = "GET", path = path, handle = handle }
end

return {
  route("/loop", function() while true do end end),
  route("/caught", function() while true do pcall(function() while true do end end) end end),
  route("/coroutines", function()
    while true do coroutine.wrap(function() for _ = 1, 5000 do end end)() end
  end),
  route("/greedy", function()
    local kept = {}
    while true do kept[#kept + 1] = ("x"):rep(100000) .. #kept end
  end),
  route("/error", function() error("a fault on purpose") end),
  route("/nothing", function() return respond.new("text", {}) end),
  route("/headers", function() return respond.new(200, { { "X", "a\r\nB: c" } }, "") end),
  route("/big", function() return ("x"):rep(4 << 20) end),
  route("/shared", function()
    local shared, seen = host.shared, {}
    local function note(value) seen[#seen + 1] = tostring(value) end
    note(shared.get("absent"))
    shared.set("text", ("v"):rep(7000))
    note(#shared.get("text"))
    shared.set("text", "short")
    note(shared.get("text"))
    shared.set("text", nil)
    note(shared.get("text"))
    note(shared.add("count", 5))
    note(shared.add("count", -7))
    shared.set("word", "no number")
    note(pcall(shared.add, "word", 1))
    note(pcall(shared.set, ("k"):rep(241), "v"))
    note(pcall(shared.set, "k", ("v"):rep(7169)))
    shared.set("brief", "v", 0.001)
    local late = os.clock() + 0.01
    while os.clock() < late do note = note end
    note(shared.get("brief"))
    for number = 1, 20000 do shared.set("key " .. number, "value " .. number) end
    note(shared.get("key 20000"))
    note(shared.get("key 1"))
    return table.concat(seen, ";")
  end),
  route("/fine", function() return { fine = true } end),
  route("/torn", function()
    local response = respond.new(200, { { "Content-Type", "text/plain" } })
    response.stream = function(send)
      send("half")
      error("a fault on purpose")
    end
    return response
  end),
}
