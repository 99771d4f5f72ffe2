--- Routes and a job of the soak that call an upstream (spec/support/service/upstream.lua).
-- luacheck: read globals host every
local params = require("web.params")

local LONG = 50 -- tenths of a second

--- @tparam boolean brief its time is over before it can end in another way: of one that does, the
-- reader of the defect is told why
local function told(brief, answer, fault)
  if answer then return { status = answer.status, body = answer.body } end
  return {
    code = fault.code,
    detail = brief and fault.code ~= "timeout" and fault.detail or nil,
  }
end

every(1, function()
  local answer = assert(host.fetch("local", { path = "/echo" }))
  host.shared.set("told", answer.body)
end)

--- @return a route that answers with what came of a kind of answer
local function call(path, class)
  return {
    method = "GET",
    path = path .. "/{kind}",
    cache = class,
    kept_for = class and 1,
    params = {
      kind = params.string { from = "path", max_bytes = 20 },
      timeout = params.integer { min = 1, max = LONG, default = LONG },
    },
    handle = function(c)
      local path_of = { c.params.kind }
      local timeout = c.params.timeout
      return told(
        timeout < LONG,
        host.fetch("local", { path = path_of, timeout = timeout / 10 })
      )
    end,
  }
end

local job = {
  method = "GET",
  path = "/job",
  handle = function() return { told = host.shared.get("told") ~= nil } end,
}

return { call("/call"), call("/kept", "publication"), job }
