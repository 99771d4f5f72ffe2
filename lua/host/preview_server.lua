--- The server of `svcd preview` on loopback: the application of the service over a publication that
-- is made again whenever the content tree changes. Pages get a bar with what is wrong, and a script
-- that loads them again when they change. One process, which sleeps while nothing happens.
local socket = require("socket")
local application = require("host.application")
local respond = require("web.respond")
local svc = require("svc")

local server = {}

--- Most bytes of the head of a request, and most connections at a time.
local HEAD, CLIENTS = 16 * 1024, 128

--- Seconds without a request after which what the last change left is collected.
local TIDY = 0.5

--- Below it lies what only a preview has.
local OWN = "/preview/"

local POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
  .. "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

local SCRIPT = [[
"use strict";
const page = document.currentScript.dataset.page;
const events = new EventSource("/preview/events");
events.onmessage = async () => {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
  if (answer.headers.get("Preview-Page") !== page) location.reload();
};
addEventListener("pagehide", () => events.close());
]]

local STYLE = [[
.preview-bar { border: 2px solid #b35900; margin: 0; padding: .5rem 1rem; font: 1rem/1.4 sans-serif;
  background: #fff3e0; color: #402000; overflow: auto; overflow-wrap: anywhere; position: sticky;
  top: 0; z-index: 9; max-height: 40vh; }
.preview-bar.broken { border-color: #b00020; background: #fdecee; color: #40000c; }
.preview-bar p, .preview-bar ul { margin: .25rem 0; }
.preview-bar code { font: .9rem/1.4 monospace; background: none; color: inherit; }
]]

local Server = {}
Server.__index = Server

--- The head of a request; nil where it is not exact.
local function parse(head)
  local line, rest = head:match("^(.-)\r\n(.*)$")
  local method, target = (line or ""):match("^(%u+) (/[\33-\126]*) HTTP/1%.[01]$")
  local headers = {}
  if not method then return nil end
  for field in rest:gmatch("(.-)\r\n") do
    local name, value = field:match("^([%w!#$&'*+.^_`|~-]+):[ \t]*([^%c]-)[ \t]*$")
    name = name and name:lower()
    if not name or headers[name] and name == "host" then return nil end
    headers[name] = value
  end
  return { method = method, target = target, path = target:match("^[^?]*"), headers = headers }
end

--- The bytes of an answer. A browser keeps none but those whose address has a digest of them, which
-- a page that is loaded again need not wait for.
local function message(status, fields, body, is_head, cache)
  local lines = { ("HTTP/1.1 %d %s"):format(status, status == 200 and "OK" or "Answer") }
  for _, field in ipairs(fields) do
    lines[#lines + 1] = field[1] .. ": " .. field[2]
  end
  lines[#lines + 1] = "Content-Length: " .. #body
  lines[#lines + 1] = "Cache-Control: " .. (cache or respond.cache.none)
  lines[#lines + 1] = "Connection: close"
  return table.concat(lines, "\r\n") .. "\r\n\r\n" .. (is_head and "" or body)
end

local function plain(status, text)
  return message(status, { { "Content-Type", "text/plain; charset=utf-8" } }, text .. "\n")
end

--- The place of a finding.
local function place_of(finding)
  local column = finding.column and ":" .. finding.column or ""
  return ("%s:%d%s"):format(finding.file, finding.line, column)
end

local ITEM = "<li><code>%s</code> %s <code>%s</code><br>%s</li>"

--- Findings as a list.
local function listed(found)
  local items = {}
  for i, finding in ipairs(found) do
    items[i] = ITEM:format(
      svc.escape_html(place_of(finding)),
      svc.escape_html(finding.message),
      finding.rule,
      svc.escape_html(finding.cure)
    )
  end
  return "<ul>" .. table.concat(items) .. "</ul>"
end

--- The notes on a page: that it is a draft, the errors of the tree, and the warnings of its text.
function Server:bar(path)
  local locale, route = path:match("^/(%l%l)/(.+)$")
  local document = locale and self.preview:document(locale, route)
  local errors, parts, warnings = self.found.errors, {}, {}
  for _, finding in ipairs(document and self.found.warnings or {}) do
    if finding.file == document.file and finding.rule ~= "draft" then
      warnings[#warnings + 1] = finding
    end
  end
  if document and document.is_draft then
    parts[#parts + 1] = "<p><strong>Draft</strong>: svcd publish leaves this text out.</p>"
  end
  if #errors > 0 then
    local title = "<p><strong>Errors: %d</strong>. What you see is as it was before them.</p>"
    parts[#parts + 1] = title:format(#errors) .. listed(errors)
  end
  if #warnings > 0 then
    local title = "<details><summary>Warnings: %d</summary>%s</details>"
    parts[#parts + 1] = title:format(#warnings, listed(warnings))
  end
  if #parts == 0 then return "" end
  return ('<aside class="preview-bar%s" role="status" data-markdown-ignore>%s</aside>'):format(
    #errors > 0 and " broken" or "",
    table.concat(parts)
  )
end

--- The digest of the own files, which their addresses have.
local DIGEST = svc.sha256(STYLE .. SCRIPT):sub(1, 16)

local TAGS = ('<link rel="stylesheet" href="/preview/preview.css?%s">\n'):format(DIGEST)
  .. ('<script src="/preview/preview.js?%s" data-page="%%s" defer></script>\n'):format(DIGEST)

--- A page with its bar and script.
-- @treturn string
-- @treturn string what tells it from another
function Server:dressed(html, path)
  local bar = self:bar(path)
  local name = svc.sha256(html:gsub("publication=%x+", "") .. bar):sub(1, 16)
  local body = html:gsub("</head>", function() return TAGS:format(name) .. "</head>" end, 1)
  return body:gsub("<body[^>]*>", function(tag) return tag .. "\n" .. bar end, 1), name
end

local EMPTY = [[
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Preview</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
</head><body><main><h1>Nothing to show yet</h1><p>The page appears when the errors are mended.</p>
</main></body></html>
]]

--- Takes a publication in the place of the one before.
function Server:take(publication, is_brief)
  local old = self.app.publication
  self.app.publication, self.is_brief = publication, is_brief
  if old then old:close() end
end

--- The answer of the application.
function Server:page(request)
  if not self.app.publication then
    local html, name = self:dressed(EMPTY, request.path)
    local fields = { { "Content-Type", "text/html; charset=utf-8" } }
    fields[2], fields[3] = { "Content-Security-Policy", POLICY }, { "Preview-Page", name }
    return message(200, fields, html, request.method == "HEAD")
  end
  if self.is_brief and request.target:find("[?&]q%w*=") then -- a search
    local whole = self.preview:publish(false)
    if whole then self:take(whole, false) end
  end
  request.headers["accept-encoding"] = nil
  local answer = self.app:request("GET", request.target, { headers = request.headers })
  local fields, body = {}, answer.body
  for name, value in pairs(answer.headers) do
    if name ~= "cache-control" and name ~= "content-length" and name ~= "etag" then
      fields[#fields + 1] = { name, value }
    end
  end
  if (answer.headers["content-type"] or ""):find("^text/html") then
    local name
    body, name = self:dressed(body, request.path)
    fields[#fields + 1] = { "Preview-Page", name }
  end
  local usual = answer.headers["cache-control"]
  local cache = usual == respond.cache.asset and usual or nil
  return message(answer.status, fields, body, request.method == "HEAD", cache)
end

local OWN_FILES = {
  ["preview.js"] = { "text/javascript; charset=utf-8", SCRIPT },
  ["preview.css"] = { "text/css; charset=utf-8", STYLE },
}

local EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
  .. "Connection: close\r\n\r\nretry: 500\ndata: %d\n\n"

--- The answer to a request, and whether the connection stays open for events.
function Server:answer(request)
  if not request then return plain(400, "the request is not exact") end
  if not self.hosts[request.headers.host or ""] then
    return plain(403, "ask for " .. self.url) -- a page elsewhere whose name leads here
  end
  if request.method ~= "GET" and request.method ~= "HEAD" then
    return plain(405, "a preview answers GET and HEAD")
  end
  local own = request.path:sub(1, #OWN) == OWN and request.path:sub(#OWN + 1)
  if own == "events" then return EVENTS:format(self.state), true end
  if OWN_FILES[own] then
    local fields = { { "Content-Type", OWN_FILES[own][1] } }
    local is_head = request.method == "HEAD"
    return message(200, fields, OWN_FILES[own][2], is_head, respond.cache.asset)
  end
  return self:page(request)
end

--- Closes a connection.
function Server:drop(client)
  client.socket:close()
  self.clients[client] = nil
  self.count = self.count - 1
end

function Server:accept()
  local peer = self.listener:accept()
  if not peer then return end
  if self.count >= CLIENTS then return peer:close() end
  peer:settimeout(0)
  peer:setoption("tcp-nodelay", true)
  self.count = self.count + 1
  self.clients[{ socket = peer, input = "", output = "" }] = true
end

--- Reads what a client sends, and answers once the head of its request is whole.
function Server:read(client)
  local bytes, reason, some = client.socket:receive(HEAD)
  bytes = bytes or some
  if reason == "closed" and bytes == "" then return self:drop(client) end
  if client.is_answered then return end
  client.input = client.input .. bytes
  local last = client.input:find("\r\n\r\n", 1, true)
  if not last and #client.input <= HEAD then return end
  client.is_answered = true
  local request = last and last <= HEAD and parse(client.input:sub(1, last + 1))
  local ok, answer, stays = xpcall(self.answer, debug.traceback, self, request)
  if not ok then
    io.stderr:write("svcd preview: ", answer, "\n")
    answer, stays = plain(500, "the answer failed; see the terminal"), false
  end
  client.output, client.stays = answer, stays
end

--- Writes what a client is to get.
function Server:write(client)
  local sent, reason, some = client.socket:send(client.output)
  if reason == "closed" then return self:drop(client) end
  client.output = client.output:sub((sent or some) + 1)
  if client.output == "" and not client.stays then self:drop(client) end
end

--- Looks at the tree again, and tells the pages that are open.
function Server:refresh(changed)
  local began = socket.gettime()
  self.is_untidy = true
  local publication, found = self.preview:look(changed)
  self.found, self.state = found, self.state + 1
  if publication then self:take(publication, true) end
  for client in pairs(self.clients) do
    if client.stays then
      client.output = ("%sdata: %d\n\n"):format(client.output, self.state)
    end
  end
  for _, finding in ipairs(found.errors) do
    print(("error: %s (%s)"):format(place_of(finding) .. ": " .. finding.message, finding.rule))
  end
  local took = (socket.gettime() - began) * 1000
  print(("%d errors, %d warnings (%.0f ms)"):format(#found.errors, #found.warnings, took))
  io.stdout:flush()
end

--- One turn: waits until something happens, and does it.
function Server:turn()
  local readers, writers = { self.preview, self.listener }, {}
  for client in pairs(self.clients) do
    readers[#readers + 1] = client.socket
    if client.output ~= "" then writers[#writers + 1] = client.socket end
  end
  local patience = self.is_untidy and #writers == 0 and TIDY or nil
  local readable, writable = socket.select(readers, writers, patience)
  for client in pairs(self.clients) do
    if readable[client.socket] then self:read(client) end
    if self.clients[client] and writable[client.socket] then self:write(client) end
  end
  if readable[self.listener] then self:accept() end
  if readable[self.preview] then
    local changed, reason = self.preview:changes(0)
    if reason then return nil, reason end
    if changed then self:refresh(changed) end
  elseif patience and #readable == 0 then
    collectgarbage()
    self.is_untidy = false
  end
  return true
end

--- Serves until the tree can be followed no longer.
-- @treturn nil
-- @treturn string why
function Server:run()
  collectgarbage("stop") -- a page is waited for; it is collected in between
  self:refresh()
  local going, reason = true, nil
  while going do
    going, reason = self:turn()
  end
  return nil, reason
end

--- A server on loopback.
-- @tparam table preview of the room of publishing
-- @tparam integer port 0 takes a free one
-- @tparam table options of `config.load`
-- @treturn table|nil with `url` and `run`
-- @treturn string|nil why not
function server.new(preview, port, options)
  local listener, reason = socket.bind("127.0.0.1", port)
  if not listener then return nil, ("127.0.0.1:%d: %s"):format(port, reason) end
  listener:settimeout(0)
  local _, taken = listener:getsockname()
  local url = "http://127.0.0.1:" .. taken
  options.publication, options.trust = nil, nil
  options.base_url, options.site_url, options.mcp_url = url, nil, nil
  local app, fault = application.new(options)
  if not app then return nil, fault end
  return setmetatable({
    preview = preview,
    listener = listener,
    app = app,
    url = url,
    hosts = { ["127.0.0.1:" .. taken] = true, ["localhost:" .. taken] = true },
    clients = {},
    count = 0,
    state = os.time(),
    found = { errors = {}, warnings = {} },
  }, Server)
end

return server
