--- Routes that read of a request, and say of their answers, what the service's own never do: all of
-- them ask to be kept.

local params = require("web.params")
local respond = require("web.respond")
local svc = require("svc")

local function route(path, handle, more)
  local made = { method = "GET", path = path, cache = "publication", handle = handle }
  for name, value in pairs(more or {}) do
    made[name] = value
  end
  return made
end

--- Every header of a request in one text.
local function headers_of(call)
  local lines = {}
  for name, value in pairs(call.request.headers) do
    if name ~= "x-request-id" then lines[#lines + 1] = name .. "=" .. value end
  end
  table.sort(lines)
  return table.concat(lines, "; ")
end

local PEOPLE = { "text/html", "text/markdown", "application/json" }
local LONG = ("a long answer "):rep(100)

--- An answer that tells a header, and says so in its own headers.
local function told(...)
  local said = { ... }
  return function(call)
    local value = call.request.headers["User-Agent"] or "nobody"
    return respond.new(
      200,
      { { "content-type", call.type }, table.unpack(said) },
      value .. LONG
    )
  end
end

local settled = {
  locale = params.locale(),
  n = params.integer({ min = 0, default = 0 }),
  list = params.strings({ max_items = 3, max_bytes = 20 }),
  flag = params.boolean({}),
}

-- stylua: ignore
return {
  route("/settled/{name}", function(call)
    return svc.json(call.params) .. svc.json(call.captures) .. call.type .. LONG
  end, { params = settled, produces = PEOPLE }),
  route("/strict/{+name}", function(call)
    return { params = call.params, captures = call.captures, long = LONG }
  end, { params = settled }),
  route("/headers", function(call) return headers_of(call) .. LONG end, { produces = PEOPLE }),
  route("/agent", function(call) return call.request.headers["USER-AGENT"] or "nobody" end),
  route("/query", function(call) return call.request.query or "none" end, { produces = PEOPLE }),
  route("/address", function(call) return call.request.raw_target end, { produces = PEOPLE }),
  route("/method", function(call) return call.request.method .. LONG end),
  route("/body", function(call) return call.request.body or "none" end),
  route("/sometimes", function(call)
    return call.params.flag and call.request.headers.cookie or "the same for everybody"
  end, { params = { flag = params.boolean({}) } }),
  route("/private", told({ "cache-control", "private" })),
  route("/vary", told({ "VARY", "user-agent" })),
  route("/cookie", told({ "set-cookie", "a=b" })),
  route("/revalidated", function() return LONG end, { cache = "contract", produces = PEOPLE }),
  route("/tagged", function(call)
    return respond.new(200, { { "content-type", call.type }, { "etag", '"own"' } }, LONG)
  end),
  route("/small", function(call) return call.type end, { produces = PEOPLE }),
}
