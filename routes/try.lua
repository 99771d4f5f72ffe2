--- The target of the forms of the reference: leads on to the operation, with the fields that were
-- filled in.
-- A browser sends empty fields too, and cannot put a field into a path.
local problem = require("web.problem")
local respond = require("web.respond")
local template = require("web.template")
local uri = require("base.uri")

--- The address of an operation with the values of a form.
local function address(route, form)
  local query = {}
  local path = template.expand(route.path, function(name)
    local value = (form[name] or {})[1]
    form[name] = nil
    return uri.encode(value or "")
  end)
  for name, values in pairs(form) do
    for _, value in ipairs(values) do
      if value ~= "" then query[#query + 1] = uri.encode(name) .. "=" .. uri.encode(value) end
    end
  end
  table.sort(query)
  return path .. (#query > 0 and "?" .. table.concat(query, "&") or "")
end

return {
  method = "GET",
  path = "/try/{operation}",
  produces = { "text/html; charset=utf-8" },

  handle = function(call)
    local form = uri.parse_query(call.request.query)
    for _, route in ipairs(call.app.routes) do
      if route.operation == call.captures.operation and route.method == "GET" then
        return respond.new(303, {
          { "Location", address(route, form) },
          { "Cache-Control", respond.cache.none },
        })
      end
    end
    return problem.refuse("ENDPOINT_NOT_FOUND")
  end,
}
