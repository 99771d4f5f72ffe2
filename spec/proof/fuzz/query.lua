--- Fuzz target: query strings and typed JSON arguments. The first line is a query, the rest a JSON
-- object. What is accepted keeps the bounds it was declared with; what is not is a problem of the
-- client that can be told in JSON.
local svc = require("svc")
local arguments = require("web.arguments")
local params = require("web.params")
local problem = require("web.problem")

local DECLARED = {
  surah = params.integer({ from = "path", min = 1, max = 114, missing = "SURAH_NOT_FOUND" }),
  from_verse = params.integer({ min = 1, default = 1 }),
  include = params.boolean({ default = false }),
  name = params.string({ max_bytes = 16 }),
  query = params.strings({ max_items = 3, max_bytes = 16 }),
  locale = params.locale(),
  section = params.section(),
}

local function check(values, fault)
  if not values then
    assert(fault.status >= 400 and fault.status < 500, fault.code)
    local body = problem.body(fault, { path = "/", id = "id-1" }, "http://site.test")
    assert(svc.check_json(svc.json(body)))
    return
  end
  assert(math.type(values.surah) == "integer" and values.surah >= 1 and values.surah <= 114)
  assert(math.type(values.from_verse) == "integer" and values.from_verse >= 1)
  assert(type(values.include) == "boolean")
  assert(not values.name or #values.name <= 16 and utf8.len(values.name))
  assert(#(values.query or {}) <= 3)
  for _, text in ipairs(values.query or {}) do
    assert(#text <= 16 and utf8.len(text) and not text:find("\0", 1, true))
  end
end

return function(input)
  local query, json = input:match("^([^\n]*)\n?(.*)$")
  check(
    arguments.from_query(DECLARED, { query = query }, { surah = query:match("%d+") or "1" })
  )
  local given = svc.parse_json(json)
  if json:find("^{") and given then check(arguments.from_json(DECLARED, given)) end
end
