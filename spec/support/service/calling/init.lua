--- Routes that call upstreams, for spec/csrc/host/process/fetcher_spec.lua.
-- luacheck: read globals host every
local params = require("web.params")
local respond = require("web.respond")

local function shown(answer, fault)
  if not answer then return { code = fault.code, detail = fault.detail } end
  return { status = answer.status, headers = answer.headers, body = answer.body }
end

--- One kind of answer, of an upstream that may be another.
local call = {
  method = "GET",
  path = "/call/{kind}",
  params = {
    kind = params.string { from = "path", max_bytes = 100 },
    upstream = params.string { max_bytes = 32, default = "local" },
    timeout = params.integer { min = 1, max = 600, default = 10 },
    query = params.string { max_bytes = 100 },
  },
  handle = function(c)
    return shown(host.fetch(c.params.upstream, {
      path = "/" .. c.params.kind,
      query = c.params.query and { status = c.params.query } or nil,
      timeout = c.params.timeout / 10,
    }))
  end,
}

--- A path and a header field as they come.
local raw = {
  method = "POST",
  path = "/raw",
  handle = function(c)
    local given = require("cjson").decode(c.request.body)
    return shown(host.fetch(given.upstream or "local", given.options))
  end,
}

local function kept(path, seconds)
  return {
    method = "GET",
    path = path,
    cache = "publication",
    kept_for = seconds,
    handle = function() return shown(host.fetch("local", { path = "/seen" })) end,
  }
end

local misuse = {
  coroutine = function()
    return coroutine.wrap(function()
      local answer = host.fetch("local", { path = "/echo" })
      return answer
    end)()
  end,
  unknown = function()
    local answer = host.fetch("locl", { path = "/echo" })
    return answer
  end,
  option = function()
    local answer = host.fetch("local", { pth = "/echo" })
    return answer
  end,
  type = function()
    local answer = host.fetch("local", { path = "/echo", timeout = "1" })
    return answer
  end,
  body = function()
    local answer = host.fetch("local", { path = "/echo", body = "x" })
    return answer
  end,
  stream = function()
    return respond.new {
      status = 200,
      headers = { { "Content-Type", "text/plain" } },
      stream = function(send)
        send("before\n")
        host.fetch("local", { path = "/echo" })
      end,
    }
  end,
}

local wrong = {
  method = "GET",
  path = "/wrong/{how}",
  params = { how = params.string { from = "path", max_bytes = 20 } },
  handle = function(c) return misuse[c.params.how]() end,
}

local many = {
  method = "GET",
  path = "/many",
  handle = function()
    local codes = {}
    for i = 1, 34 do
      local answer, fault = host.fetch("local", { path = "/echo" })
      codes[i] = answer and "answered" or fault.code
    end
    return codes
  end,
}

if host.config.site_url:find("jobs", 1, true) then
  every(1, function()
    local answer, fault = host.fetch("local", { path = "/held" })
    host.shared.set("job", answer and answer.body or fault.code)
  end)
end

local job = {
  method = "GET",
  path = "/job",
  handle = function() return { told = host.shared.get("job") or "nothing" } end,
}

--- Asks an upstream who may come, before its quota is asked.
local asked = {
  method = "GET",
  path = "/asked",
  access = function() host.fetch("local", { path = "/held", timeout = 10 }) end,
  handle = function() return { ok = true } end,
}

local plain = { method = "GET", path = "/plain", handle = function() return { ok = true } end }

return { call, raw, kept("/kept", 1), kept("/unkept", nil), wrong, many, job, asked, plain }
