--- The frame of the contract: what it says of the service as a whole.

local svc = require("svc")
local problem = require("web.problem")
local text = require("base.text")

local frame = {}

--- The tag that every operation has.
frame.TAG = "Public read API"

local ABOUT = [[
Read-only access to multilingual learning content and bounded Quran verse references. No account is
needed.

HEAD is answered wherever GET is, OPTIONS with the methods of a path. The same request gives the
same bytes as long as the publication is the same. Compatible additions stay within this version; a
breaking change gets a new path.]]

local QUOTA = "Operations that can answer 429 take at most {quota_limit} requests in any "
  .. "{quota_window} seconds from one client, together; `RateLimit` says how many are left."

--- The quota as a sentence.
-- @tparam table config
-- @treturn string|nil nil where there is none
function frame.quota(config)
  return (config.quota_limit or 0) > 0 and text.fill(QUOTA, config) or nil
end

local PROBLEMS = [[
Every failure is a problem (RFC 9457) whose `code` is stable. Those of the statuses 408, 412, 413,
414, 417, 431, 501 and 505, and a 404 of a path that is none of this contract, come of the
connection, of a condition or of the path, and no operation lists them.

| code | status | kind |
|---|---|---|]]

local function description(config)
  local lines, row = { ABOUT, "" }, "| [%s](%s) | %d | %s |"
  local quota = frame.quota(config)
  if quota then lines[#lines + 1] = quota .. "\n" end
  lines[#lines + 1] = PROBLEMS
  for _, entry in ipairs(problem.list) do
    local url = problem.type(entry.code, config.site_url)
    lines[#lines + 1] = row:format(entry.code, url, entry.status, entry.title)
  end
  return table.concat(lines, "\n")
end

--- The document without its operations.
-- @tparam table config its `base_url` and `site_url`
-- @treturn table its members beside `paths` and `components`
function frame.render(config)
  return {
    openapi = "3.1.1",
    info = {
      title = "Service Public API",
      version = svc.version,
      summary = "Multilingual learning content and Quran verse references, read-only.",
      description = description(config),
      contact = { name = "The operator", url = config.site_url },
      license = { name = "MIT", identifier = "MIT" },
    },
    servers = { { url = config.base_url, description = "This service." } },
    externalDocs = {
      description = "Documentation index for agents.",
      url = config.base_url .. "/llms.txt",
    },
    tags = {
      { name = frame.TAG, description = "Everything the service offers; nothing is written." },
    },
    security = { {} },
  }
end

return frame
