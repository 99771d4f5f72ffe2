--- Routes that stream, for the specs of the host.

-- luacheck: read globals host
local respond = require("web.respond")

--- A route whose answer is the stream `run(send, wait)`.
local function route(path, run, cache, counted)
  return {
    method = "GET",
    path = path,
    cache = cache,
    counted = counted,
    handle = function()
      local response = respond.new(200, { { "Content-Type", "text/plain" } })
      response.stream = function(send, wait)
        host.shared.add("begun", 1)
        run(send, wait)
      end
      return response
    end,
  }
end

local function brief(send, wait)
  send("one, ")
  wait(0.01)
  send("two")
end

return {
  route("/brief", brief),
  route("/kept", brief, "publication"),
  route("/counted", function(send, wait)
    wait(0.01)
    brief(send, wait)
  end, nil, true),
  route("/waiting", function(send, wait)
    send("begun\n")
    wait(3600)
  end),
  route("/between", function(send, wait)
    wait(0.01)
    send("begun\n")
    wait(0.01)
    wait(3600)
  end),
  route("/nothing", function(send)
    send("begun\n")
    while true do
      send("")
    end
  end),
  route("/sending", function(send, wait)
    send("begun\n")
    while true do
      send(("x"):rep(4000))
      wait(0)
    end
  end),
  {
    method = "GET",
    path = "/large",
    handle = function()
      return respond.new(200, { { "Content-Type", "text/plain" } }, ("x"):rep(3 << 20))
    end,
  },
  { method = "GET", path = "/vital", vital = true, handle = function() return {} end },
  {
    method = "GET",
    path = "/begun",
    handle = function() return { begun = host.shared.get("begun") or 0 } end,
  },
}
