--- svcd under valgrind: 10 000 requests of every kind, good and bad, with reloads in between; then
-- no process may have lost memory, nor read or written where it may not.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/valgrind/init.lua [REQUESTS]

local client = require("spec.support.service.client")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local load = require("spec.support.service.load")
local orders = require("spec.support.service.orders")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local socket = require("socket")

local REQUESTS, RELOADS = tonumber(arg[1] or "10000"), 4
local CONTENT = "/v1/content?ref=asset:en:material:mathematics:quadratic-equations"
-- stylua: ignore
local TARGETS = {
  "/v1", "/v1/health", "/v1/search?query=quadratic&locale=en", "/v1/search?query=read*&limit=99",
  CONTENT, CONTENT .. "&x=1", "/v1/taxonomy", "/v1/quran/112?to_verse=4", "/v1/quran/115",
  "/openapi.json", "/nowhere", "/v1/search?query=%ff", "/en/quran/1.md", "/docs", "/",
}
local REFUSED = {
  "GET / HTTP/1.1\nHost: a\n\n",
  "GET / HTTP/1.1\r\n\r\n",
  "BAD\r\n\r\n",
  "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  "GET /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n",
}

local folder = forge.folder()
sample.write(folder .. "/live.svp", folder .. "/trust")
local VALGRIND = "#!/bin/sh\nexec valgrind --leak-check=full --num-callers=20"
  .. " --show-leak-kinds=definite --errors-for-leak-kinds=definite"
  .. ' --log-file=%s/valgrind.%%p %s "$@"\n'
forge.write(folder .. "/checked", VALGRIND:format(folder, os.getenv("SVC_SVCD")))
assert(os.execute("chmod +x " .. folder .. "/checked"))

local svcd = server.start({
  publication = folder .. "/live.svp",
  trust = folder .. "/trust",
  quota_limit = 0,
  sandbox = "false",
  script_instructions = 0, -- valgrind is so slow that steps of Lua would be late
  access_log = folder .. "/access.log",
}, nil, { program = folder .. "/checked" })
local statuses = {}
local loaded = load.start(svcd.port, {
  connections = 8,
  pause = 0,
  targets = TARGETS,
  seen = function(answer) statuses[answer.status] = (statuses[answer.status] or 0) + 1 end,
})
local reloads, last = 0, socket.gettime() + 3600
while loaded.answers < REQUESTS and socket.gettime() < last do
  loaded:pump(socket.gettime() + 0.1)
  if loaded.answers > reloads * REQUESTS / RELOADS then
    reloads = reloads + 1
    for _, bytes in ipairs(REFUSED) do
      client.raw(svcd.port, bytes, { timeout = 30 })
    end
    os.execute(("touch %s/live.svp"):format(folder))
    svcd:signal("HUP")
  end
end
loaded:stop()
-- Processes that still work are ended with the service, without a report: the reload is waited for,
-- and the process that examined for it.
orders.carry_out(svcd, "POST", "/reload")
local children = ("pgrep -P %d | wc -l"):format(svcd.pid)
assert(server.await(function() return document.run(children)[1] == "1" end, 120))
svcd:signal("TERM")
assert(server.await(function() return not svcd:alive() end, 120), "svcd does not end")

local faults, processes = 0, 0
for path in io.popen("ls " .. folder .. "/valgrind.*"):lines() do
  local text = forge.read(path)
  local lost = text:match("definitely lost: ([%d,]+) bytes") or "0"
  local errors = text:match("ERROR SUMMARY: (%d+) errors")
  processes = processes + 1
  print(("%s: %s errors, %s bytes definitely lost"):format(path:match("[^/]*$"), errors, lost))
  if errors ~= "0" or lost ~= "0" then
    faults = faults + 1
    print(text)
  end
end
for status, count in pairs(statuses) do
  print(("%6d answers of status %d"):format(count, status))
end
svcd:stop()
forge.remove(folder)
assert(processes > 1, "valgrind tells of no worker")
os.exit(faults == 0 and loaded.answers >= REQUESTS and loaded.lost == 0, true)
