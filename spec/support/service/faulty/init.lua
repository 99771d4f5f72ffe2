--- Routes that misbehave, for the specs of the host.

-- luacheck: read globals host
local params = require("web.params")
local respond = require("web.respond")

local function forever()
  while true do
  end
end

local function again()
  while true do
    coroutine.yield()
  end
end

--- Made before any request: nothing counts it until a request enters it.
local older, wrapped = coroutine.create(forever), coroutine.wrap(forever)

--- Runs for ever, and for long in none of its coroutines.
local function alternate()
  local first, second = coroutine.wrap(again), coroutine.wrap(again)
  while true do
    first()
    second()
  end
end

--- A coroutine that runs for ever when it is closed.
local function reluctant()
  local open = coroutine.create(function()
    local _ <close> = setmetatable({}, { __close = forever })
    coroutine.yield()
  end)
  coroutine.resume(open)
  return coroutine.close(open)
end

local function route(path, handle) return { method = "GET", path = path, handle = handle } end

-- stylua: ignore
return {
  route("/forever", function() return { (""):rep(1 << 50) } end),
  route("/random", function() return respond.new(200, {}, tostring(math.random(0))) end),
  route("/loop", function() while true do end end),
  route("/caught", function() while true do pcall(function() while true do end end) end end),
  route("/coroutines", function()
    while true do coroutine.wrap(function() for _ = 1, 5000 do end end)() end
  end),
  route("/older", function() return { coroutine.resume(older) } end),
  route("/wrapped", function() return { pcall(wrapped) } end),
  route("/alternate", alternate),
  route("/reluctant", function() return { reluctant() } end),
  route("/nested", function()
    return { coroutine.resume(coroutine.create(function()
      return pcall(coroutine.wrap(function() return pcall(forever) end))
    end)) }
  end),
  route("/handler", function() return { xpcall(forever, forever) } end),
  route("/handled", function() return { xpcall(error, forever) } end),
  route("/sort", function() return table.sort({ 1, 2, 3 }, forever) end),
  route("/gsub", function() return { (("text"):gsub(".", forever)) } end),
  route("/index", function() return setmetatable({}, { __index = forever }).member end),
  route("/close", function()
    local _ <close> = setmetatable({}, { __close = forever })
    return {}
  end),
  route("/closing", function()
    local _ <close> = setmetatable({}, { __close = forever })
    forever()
  end),
  route("/tostring", function() error(setmetatable({}, { __tostring = forever })) end),
  route("/finalizer", function() setmetatable({}, { __gc = forever }) end),
  route("/metatables", function()
    local raw = require("svc").raw_json("1")
    return { tostring(getmetatable(raw)), type(getmetatable(setmetatable({}, {}))) }
  end),
  route("/endless", function()
    local response = respond.new(200, { { "Content-Type", "text/plain" } })
    response.stream = function(send)
      send("half")
      forever()
    end
    return response
  end),
  route("/joined", function()
    return respond.new(200, { { "Content-Type", "text/plain" } }, { "one, ", "", "two" })
  end),
  route("/unjoined", function() return respond.new(200, {}, { "one, ", 2 }) end),
  route("/overfull", function()
    local half, list = ("x"):rep(1 << 20), {}
    for i = 1, 64 do list[i] = half end
    return respond.new(200, {}, list)
  end),
  route("/works", function()
    local square = coroutine.wrap(function(a, b)
      while true do a, b = coroutine.yield(a * a, b) end
    end)
    local seen = { square(3, "x") }
    seen[3] = square(4)
    local failing = coroutine.create(function() error("inner", 0) end)
    local good, reason = coroutine.resume(failing)
    seen[#seen + 1] = tostring(good) .. " " .. reason
    seen[#seen + 1] = select(2, coroutine.resume(failing))
    seen[#seen + 1] = select(2, pcall(coroutine.wrap(function() error("wrapped", 0) end)))
    seen[#seen + 1] = select(2, xpcall(error, function(text) return text .. "!" end, "oh"))
    seen[#seen + 1] = select(3, xpcall(function(...) return ... end, error, 1, 2))
    local open = coroutine.create(function()
      local _ <close> = setmetatable({}, { __close = function() seen[#seen + 1] = "closed" end })
      coroutine.yield()
    end)
    coroutine.resume(open)
    local closed = coroutine.close(open)
    seen[#seen + 1] = tostring(closed) .. " " .. coroutine.status(open)
    local through = coroutine.wrap(function()
      return xpcall(function() return coroutine.yield("out") end, error)
    end)
    seen[#seen + 1] = through()
    seen[#seen + 1] = select(2, through("in"))
    return seen
  end),
  route("/greedy", function()
    local kept = {}
    while true do kept[#kept + 1] = ("x"):rep(100000) .. #kept end
  end),
  route("/error", function() error("a fault on purpose") end),
  route("/lengthy", function() error(("x"):rep(5000)) end),
  route("/nothing", function() return respond.new("text", {}) end),
  route("/silent", function() end),
  route("/headers", function() return respond.new(200, { { "X", "a\r\nB: c" } }, "") end),
  {
    method = "GET",
    path = "/padded",
    params = { padding = params.integer({ min = 0, max = 4096, description = "Bytes." }) },
    handle = function(call)
      local headers, left = { { "Content-Type", "text/plain" } }, call.params.padding
      for i = 1, 36 do
        local share = left // (37 - i)
        headers[i + 1] = { ("X-%02d"):format(i), ("v"):rep(share) }
        left = left - share
      end
      return respond.new(200, headers, "padded")
    end,
  },
  route("/big", function() return ("x"):rep(4 << 20) end),
  route("/large", function() return ("x"):rep(512 << 10) end),
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
    shared.set("list:b", "v")
    shared.set("list:a", "v")
    local keys = shared.keys("list:")
    table.sort(keys)
    note(table.concat(keys, ","))
    note(#shared.keys("list:", 1))
    note(pcall(shared.keys, "", 1001))
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
