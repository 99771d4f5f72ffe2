--- Routes that misbehave, for the specs of the host.

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
