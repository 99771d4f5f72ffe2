--- The texts of the pages that explain problems.

local svc = require("svc")
local problem = require("web.problem")

local pages = {}

local EXAMPLE = [[
Every error of the API is such a document (RFC 9457). `detail` says what was wrong with the request
at hand, `resolution` what to do next, and `request_id` names it to the operator.]]

local MORE =
  { { path = "/problems", "All problems" }, " · ", { path = "/docs", "API reference" } }

--- One problem: cause, cure, example.
-- @tparam table entry of `problem.list`
-- @tparam table call
-- @treturn {table,...} blocks
function pages.one(entry, call)
  local request = { path = "/", id = "00000000-0000-4000-8000-000000000000" }
  local body = svc.json(problem.body(problem.new(entry.code), request, call.config.site_url))
  local example = body:gsub('([,{])"', '%1\n  "'):gsub("}$", "\n}"):gsub('":', '": ')
  return {
    { "h1", entry.title },
    { "p", ("Code `%s`, HTTP status %d."):format(entry.code, entry.status) },
    { "h2", "Cause" },
    { "p", entry.detail },
    { "h2", "Cure" },
    { "p", entry.resolution },
    { "h2", "Example" },
    { "p", EXAMPLE },
    { "pre", "json", example },
    { "p", MORE },
  }
end

--- All of them, by status.
-- @treturn {table,...} blocks
function pages.list()
  local lines = { "ul" }
  for _, entry in ipairs(problem.list) do
    local link = { path = problem.type(entry.code, ""), "`" .. entry.code .. "`" }
    lines[#lines + 1] = { ("%d "):format(entry.status), link, ": " .. entry.detail }
  end
  return { { "h1", "Problems" }, lines }
end

return pages
