--- Requests in a soak: all that the service answers, and what it must refuse. Each request
-- knows its answer.

local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local golden = require("spec.proof.faults.golden")
local hostile = require("spec.support.service.guard_requests")
local rows = require("spec.support.service.requests")

local traffic = {}

local HOSTILE_SHARE = 0.05
local CODINGS = { "gzip", "br", "zstd", "gzip;q=0.5, br" }
local DECODERS = {
  gzip = "gzip -dc",
  zstd = "zstd -dc",
  br = "node -e 'process.stdout.write(require(`zlib`)"
    .. ".brotliDecompressSync(require(`fs`).readFileSync(0)))'",
}

local function with_id(headers)
  local all = { ["X-Request-Id"] = "golden" }
  for name, value in pairs(headers or {}) do
    all[name] = value
  end
  return all
end

-- Every request as {name, target, options of client.format}.
local function plain_requests()
  local list = table.move(golden.requests, 1, #golden.requests, 1, {})
  for i, row in ipairs(rows) do
    local method, target = row[1]:match("^(%S+) (.*)$")
    list[#list + 1] = {
      "row " .. i,
      target or row[1],
      { method = method, headers = with_id(row[4]), status = row[2] },
    }
  end
  for _, coding in ipairs(CODINGS) do
    for _, target in ipairs { "/v1/quran/2?from_verse=1&to_verse=50", "/en/quran/2", "/en" } do
      list[#list + 1] = {
        coding .. " " .. target,
        target,
        { headers = with_id { ["Accept-Encoding"] = coding } },
      }
    end
  end
  return list
end

-- The answers of routes about an upstream, well and not.
local function calls()
  local list = {}
  for _, target in ipairs {
    "/job",
    "/call/echo",
    "/call/redirect",
    "/call/garbage",
    "/call/close-early",
    "/call/close-at-once",
    "/call/endless-head",
    "/call/endless-body",
    "/call/stalled?timeout=2",
    "/call/slow-body?timeout=2",
    "/kept/echo",
  } do
    list[#list + 1] = { target, target, { headers = with_id(), status = 200 } }
  end
  return list
end

--- The decoded body of an answer.
local function text_of(answer)
  local decoder = answer.body ~= "" and DECODERS[answer.headers["content-encoding"]]
  if not decoder then return golden.stable(answer.body) end
  local path = forge.write(os.tmpname(), answer.body)
  local pipe <close> = assert(io.popen(decoder .. " <" .. path))
  local text = pipe:read("a")
  os.remove(path)
  return golden.stable(text)
end

local function as_asked(port, request, keep)
  local options = {}
  for name, value in pairs(request[3]) do
    options[name] = value
  end
  options.keep = keep
  local answer = assert(golden.ask(port, request))
  assert(not options.status or answer.status == options.status, request[1])
  return {
    name = request[1],
    bytes = client.format(request[2], options),
    keep = keep,
    method = options.method,
    statuses = { answer.status },
    text = text_of(answer),
    body = answer.body,
  }
end

local function hostile_requests()
  local list = {}
  for group, cases in pairs(hostile.groups) do
    for _, row in ipairs(cases) do
      list[#list + 1] = {
        name = group .. ": " .. row[1],
        bytes = row[2],
        methods = row.methods,
        statuses = { table.unpack(row, 3) },
        hostile = true,
      }
    end
  end
  return list
end

--- Learns what is right from a service that is well.
-- @tparam number port
-- @tparam[opt] boolean has_calls true: it has the routes of spec/proof/soak/routes
-- @treturn function gives a request for driver.run: nine of ten plain ones keep their connection
function traffic.open(port, has_calls)
  local plain, odd = {}, hostile_requests()
  local all = plain_requests()
  if has_calls then table.move(calls(), 1, #calls(), #all + 1, all) end
  for _, request in ipairs(all) do
    local kept = as_asked(port, request, true)
    plain[#plain + 1] = as_asked(port, request, false)
    for _ = 1, 9 do
      plain[#plain + 1] = kept
    end
  end
  return function()
    local list = math.random() < HOSTILE_SHARE and odd or plain
    return list[math.random(#list)]
  end
end

--- True when an answer says what it should. The bytes that were right last are not read again.
local function is_right(request, answer)
  if request.text == nil or answer.body == request.body then return true end
  if text_of(answer) ~= request.text then return false end
  request.body = answer.body
  return true
end

--- The fault of an answer.
-- @tparam table request of traffic.open
-- @tparam string text
-- @treturn string|nil class of the defect: "cut", "status", "body", "unprovoked 5xx"
-- @treturn string|nil what was seen
function traffic.judge(request, text)
  local answers, reason = client.parse(text, request.methods or { request.method })
  if not answers or #answers < #request.statuses then
    return "cut", reason or text:sub(1, 60)
  end
  for i, expected in ipairs(request.statuses) do
    local status = answers[i].status
    if status ~= expected then
      return status >= 500 and "unprovoked 5xx" or "status", status .. " for " .. expected
    end
  end
  if not is_right(request, answers[1]) then
    return "body", answers[1].body:sub(1, 120):gsub("[^\x20-\x7e]", "?")
  end
end

return traffic
