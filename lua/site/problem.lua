--- The pages that explain problems, as Markdown.

local svc = require("svc")
local problem = require("web.problem")

local pages = {}

local TEXT = [[
# %s

Code `%s`, HTTP status %d.

## Cause

%s

## Cure

%s

## Example

Every error of the API is such a document (RFC 9457). `detail` says what was wrong with the request
at hand, `resolution` what to do next, and `request_id` names it to the operator.

```json
%s
```

[All problems](/problems.md) · [API reference](/docs.md)
]]

--- One problem: cause, cure, example.
-- @tparam table entry of `problem.list`
-- @tparam table call
-- @treturn string
function pages.one(entry, call)
  local request = { path = "/", id = "00000000-0000-4000-8000-000000000000" }
  local body = svc.json(problem.body(problem.new(entry.code), request, call.config.site_url))
  local example = body:gsub('([,{])"', '%1\n  "'):gsub("}$", "\n}"):gsub('":', '": ')
  return TEXT:format(
    entry.title,
    entry.code,
    entry.status,
    entry.detail,
    entry.resolution,
    example
  )
end

--- All of them, by status.
-- @treturn string
function pages.list()
  local lines = { "# Problems\n" }
  for _, entry in ipairs(problem.list) do
    lines[#lines + 1] = ("- %d [`%s`](%s.md): %s"):format(
      entry.status,
      entry.code,
      problem.type(entry.code, ""),
      entry.detail
    )
  end
  return table.concat(lines, "\n") .. "\n"
end

return pages
