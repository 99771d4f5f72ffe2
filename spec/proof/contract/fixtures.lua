--- One real answer of svcd for each operation and each problem, as it stands on the wire, kept in
-- contract/fixtures. The publication is the sample; only the request id, the
-- digest of the publication and what depends on the time (date, rest of the quota) are masked.
-- Run as a program (`make contract-update`), it records them anew.

local known_options = require("host.options")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local fixtures = {}

fixtures.folder = "contract/fixtures/"

local DIGEST = ("0"):rep(64)
local LESSON = "asset:en:material:mathematics:quadratic-equations"

--- Rows: `{name, request, profile}`. The name is that of the file: an operationId or a code. The
-- request is its first line without the version, then header lines. The profile is a key of
-- `profiles`, `default` where there is none.
fixtures.list = {
  { "getSvcOpenApi", "HEAD /openapi.json" },
  { "getSvcApiIndex", "GET /v1" },
  { "getSvcApiHealth", "GET /v1/health" },
  { "searchSvcContent", "GET /v1/search?query=quadratic&locale=en" },
  { "getSvcContent", "GET /v1/content?ref=" .. LESSON },
  { "getSvcTaxonomy", "GET /v1/taxonomy?locale=de" },
  { "getSvcQuranReference", "GET /v1/quran/2?to_verse=2&locale=id&include_tafsir=true" },
  { "INVALID_REQUEST", "GET /v1/search?page=2" },
  { "EDGE_GUARD_REJECTED", "POST /mcp\nOrigin: https://elsewhere.test" },
  { "ENDPOINT_NOT_FOUND", "GET /v1/" },
  { "CONTENT_NOT_FOUND", "GET /v1/content?ref=asset:en:material:none" },
  { "SURAH_NOT_FOUND", "GET /v1/quran/115" },
  { "METHOD_NOT_ALLOWED", "DELETE /v1/taxonomy" },
  { "NOT_ACCEPTABLE", "GET /v1\nAccept: text/html" },
  { "REQUEST_TIMEOUT", "GET /v1", "slow" },
  { "PRECONDITION_FAILED", 'GET /openapi.json\nIf-Match: "another"' },
  { "CONTENT_TOO_LARGE", "POST /v1\nContent-Type: application/json\nContent-Length: 9999999" },
  { "URI_TOO_LONG", "GET /v1/content?ref=" .. ("a"):rep(8192) },
  { "UNSUPPORTED_MEDIA_TYPE", "GET /v1\nContent-Type: text/plain" },
  { "EXPECTATION_FAILED", "GET /v1\nExpect: a-miracle" },
  { "UNPROCESSABLE_REQUEST", "GET /v1/quran/2?from_verse=287&locale=en" },
  { "RATE_LIMITED", "GET /v1/taxonomy", "limited" },
  { "HEADERS_TOO_LARGE", "GET /v1\nX-Padding: " .. ("a"):rep(16384) },
  { "INTERNAL_ERROR", "GET /error", "faulty" },
  { "NOT_IMPLEMENTED", "POST /v1\nTransfer-Encoding: gzip" },
  { "SERVICE_UNAVAILABLE", "GET /v1/taxonomy", "unpublished" },
  { "HTTP_VERSION_NOT_SUPPORTED", "GET /v1" },
}

--- How svcd is started for a row, beside what is common to all.
local profiles = {
  default = {},
  slow = {},
  limited = { quota_limit = 1 },
  faulty = { routes = "spec/support/service/faulty" },
  unpublished = { publication = "/nonexistent.svp", allow_unavailable = true },
}

--- The first option of a profile that svcd does not have, or nil.
function fixtures.lacks(row)
  for name in pairs(profiles[row[3] or "default"]) do
    local known = false
    for _, option in ipairs(known_options) do
      known = known or option.name == name
    end
    if not known then return name end
  end
end

--- The servers, one for each profile, started when they are first needed.
local Servers = {}
Servers.__index = Servers

--- Prepares a publication; `stop` must follow.
function fixtures.servers()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  sample.write(folder .. "/sample.svp", folder .. "/sample.trust")
  return setmetatable({ folder = folder, running = {} }, Servers)
end

--- The server of a profile.
function Servers:get(profile)
  if not self.running[profile] then
    local options = {
      publication = self.folder .. "/sample.svp",
      trust = self.folder .. "/sample.trust",
      base_url = "https://api.example.org",
    }
    for name, value in pairs(profiles[profile]) do
      options[name] = value
    end
    self.running[profile] = server.start(options)
  end
  return self.running[profile]
end

--- Stops what was started.
function Servers:stop()
  for _, each in pairs(self.running) do
    each:stop()
  end
  os.execute("rm -r " .. self.folder)
end

local function bytes_of(row)
  local line, headers = row[2]:match("^([^\n]*)\n?(.*)$")
  local version = row[1] == "HTTP_VERSION_NOT_SUPPORTED" and "HTTP/3.0" or "HTTP/1.1"
  local head = { line .. " " .. version, "Host: api.example.org", "Connection: close" }
  if headers ~= "" then head[#head + 1] = headers:gsub("\n", "\r\n") end
  if row[3] == "slow" then return table.concat(head, "\r\n") .. "\r\n" end
  return table.concat(head, "\r\n") .. "\r\n\r\n"
end

local ID = "00000000-0000-4000-8000-000000000000"

local function mask(answer)
  return (
    answer
      :gsub("\r\nDate: [^\r]*", "\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT")
      :gsub("\r\nX%-Request%-Id: [^\r]*", "\r\nX-Request-Id: " .. ID)
      :gsub('(\r\nRateLimit: "default";r=)[1-9]%d*', "%1119")
      :gsub('(\r\nRateLimit: "default";r=%d+;t=)%d+', "%160")
      :gsub("(\r\nSVC%-Publication: sha%-256=)%x+", "%1" .. ("0"):rep(64))
      :gsub("\r\nRetry%-After: [^\r]*", "\r\nRetry-After: 5")
      :gsub('"request_id":"[^"]*"', '"request_id":"' .. ID .. '"')
      :gsub("%?publication=%x+", "?publication=" .. DIGEST)
      :gsub('"timestamp":%d+', '"timestamp":1767225600000')
  )
end

--- Sends the request of a row and gives the fixture: request, empty line, answer, with the line
-- ends of a text file.
-- @tparam table row
-- @tparam table servers from `fixtures.servers`
-- @treturn string
function fixtures.record(row, servers)
  local subject = servers:get(row[3] or "default")
  local request = bytes_of(row)
  if row[3] == "limited" then subject:raw(request) end
  local answer = subject:raw(request, { timeout = row[3] == "slow" and 15 or 5 })
  local shown = request:gsub(
    "%f[a]a+%f[^a]",
    function(run) return #run > 100 and ("a…a (%d times a)"):format(#run) or nil end
  )
  shown = shown:gsub("\r\n\r\n$", "\r\n")
  local fixture = (shown .. "\r\n" .. mask(answer) .. "\n"):gsub("\r\n", "\n")
  return fixture
end

--- The file of a row.
function fixtures.path(row) return fixtures.folder .. row[1] .. ".http" end

if arg and arg[0] and arg[0]:find("contract/fixtures%.lua$") then
  local servers = fixtures.servers()
  for _, row in ipairs(fixtures.list) do
    if not fixtures.lacks(row) then
      local file <close> = assert(io.open(fixtures.path(row), "w"))
      file:write(fixtures.record(row, servers))
    end
  end
  servers:stop()
end

return fixtures
