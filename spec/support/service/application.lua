--- The real application over the sample publication, in this process: requests in, answers out.

local cjson = require("cjson")
local app = require("web.app")
local sample = require("spec.support.publication.sample")

local application = {}

application.config = {
  base_url = "http://api.test",
  site_url = "http://site.test",
  mcp_url = "http://api.test/mcp",
  quran_max_verses = 50,
}

local publication

--- The sample publication, opened once for all specs of a file.
function application.publication()
  publication = publication or sample.open()
  return publication
end

--- A handler that joins the texts of a body, as the host does.
function application.joined(handler)
  local handle = handler.handle
  handler.handle = function(request)
    local response = handle(request)
    if type(response.body) == "table" then response.body = table.concat(response.body) end
    return response
  end
  return handler
end

--- A handler over the routes of the service.
-- @tparam[opt] table options in place of `routes`, `config`, `quota`, `now`, `recall`
function application.new(options)
  options = options or {}
  return application.joined(app.new({
    routes = options.routes or require("routes"),
    config = options.config or application.config,
    quota = options.quota,
    now = options.now,
    recall = options.recall,
  }))
end

--- A request as the host would give it.
-- @tparam string line method and target, or a target alone for GET
-- @tparam[opt] table headers by lower-case name
-- @tparam[opt] boolean unpublished true: there is no publication
function application.request(line, headers, unpublished)
  local method, target = line:match("^(%S+) (.*)$")
  target = target or line
  local path, query = target:match("^([^?]*)%??(.*)$")
  return {
    method = method or "GET",
    raw_target = target,
    path = path,
    query = target:find("?", 1, true) and query or nil,
    headers = headers or {},
    address = "192.0.2.1",
    id = "id-1",
    publication = not unpublished and application.publication() or nil,
  }
end

--- The values of a header field of a response, joined by `, `; nil when it is absent.
function application.header(response, name)
  local values = {}
  for _, header in ipairs(response.headers) do
    if header[1]:lower() == name:lower() then values[#values + 1] = header[2] end
  end
  return values[1] and table.concat(values, ", ") or nil
end

--- The decoded body.
function application.json(response) return cjson.decode(response.body) end

return application
