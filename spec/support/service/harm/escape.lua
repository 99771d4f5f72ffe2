--- Tries to leave the room that routes have.
-- luacheck: globals spoilt

local acts = {}

acts["debug"] = function() return debug.getregistry() end
acts["load"] = function() return load("return 1")() end
acts["io"] = function() return io.open("/etc/passwd"):read("a") end
acts["execute"] = function() return os.execute("true") end
acts["package"] = function() return package.loaded end
acts["require-host"] = function() return require("host.boot") end
acts["require-call"] = function() return require("web.call") end
acts["require-number"] = function() return require(7) end
acts["global"] = function() spoilt = true end
acts["environment"] = function() getmetatable(_ENV).__index = {} end
acts["raw-environment"] = function() rawset(_ENV, "string", nil) end
acts["finalizer"] = function()
  setmetatable({}, { __gc = function() end })
end
acts["seed"] = function() math.randomseed(1) end

acts["framing"] = function()
  local respond = require("web.respond")
  return respond.new(
    200,
    { { "Transfer-Encoding", "chunked" }, { "Content-Length", "9" } },
    "x"
  )
end

acts["running"] = function()
  local own = coroutine.running()
  return { pcall(coroutine.resume, own), pcall(coroutine.close, own) }
end

--- The coroutine of a stream that waits, for the next act.
local kept

acts["keep-stream"] = function()
  local response = require("web.respond").new(200, { { "Content-Type", "text/plain" } })
  response.stream = function(send, wait)
    kept = coroutine.running()
    for i = 1, 8 do
      send(("part %d\n"):format(i))
      wait(0.01)
    end
  end
  return response
end

acts["resume-stream"] = function()
  if kept then
    pcall(coroutine.resume, kept)
    pcall(coroutine.close, kept)
  end
end

return acts
