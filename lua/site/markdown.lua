--- The Markdown forms of pages, at addresses of their own.

local page = require("site.page")
local problem = require("web.problem")
local tables = require("base.tables")

local markdown = {}

--- The path of the Markdown form of a page.
local function markdown_path(path) return (path == "/" and "/index" or path) .. ".md" end

--- The Markdown forms of pages: routes that answer what the pages answer to
-- `Accept: text/markdown`, at their addresses with `.md` behind them.
-- @tparam {table,...} routes those that produce `page.TYPES` are pages
-- @treturn {table,...}
function markdown.forms(routes)
  local forms = {}
  for _, own in ipairs(routes) do
    if own.produces and own.produces[1] == page.TYPES[1] then
      local form = tables.merge(own)
      form.path, form.produces = markdown_path(own.path), { page.TYPES[2] }
      form.handle = function(call)
        local response, fault = own.handle(call)
        if response or not fault or fault.code ~= "ENDPOINT_NOT_FOUND" then
          return response, fault
        end
        return problem.refuse("CONTENT_NOT_FOUND")
      end
      forms[#forms + 1] = form
    end
  end
  return forms
end

return markdown
