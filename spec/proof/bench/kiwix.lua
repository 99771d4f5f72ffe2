--- The whole service beside kiwix-serve, which serves one file of pages and their index too: the
-- real text of the bench as documents here and as pages there; building, the file, searches and
-- pages over HTTP, memory.
--
--     REAL=build/real DEMO=build build/svcd lua spec/proof/bench/kiwix.lua [--json FILE]
--
-- Each serves from one processor, wrk asks from the other; no answer is kept, and no two questions
-- of a run are alike. Times of building are processor times.

local cjson = require("cjson")
local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")
local server = require("spec.support.service.server")
local servers = require("spec.proof.bench.servers")

local REAL = os.getenv("REAL") or "build/real"
local DEMO = os.getenv("DEMO") or "build"
local SVCD = os.getenv("SVC_SVCD") or "build/svcd"
local DOCUMENTS = measure.quick and 1000 or math.maxinteger
local ROUNDS = measure.quick and 1 or 3
local CONNECTIONS = 16
local PICTURE = [[import struct, sys, zlib
part = lambda name, data: struct.pack(">I", len(data)) + name + data + \
    struct.pack(">I", zlib.crc32(name + data))
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n"
    + part(b"IHDR", struct.pack(">IIBBBBB", 48, 48, 8, 2, 0, 0, 0))
    + part(b"IDAT", zlib.compress(bytes(48 * (1 + 3 * 48)))) + part(b"IEND", b""))
]]
local REQUESTS = [[
local paths, at = {}, 0
for path in io.lines(%q) do paths[#paths + 1] = path end
request = function()
  at = at %% #paths + 1
  return wrk.format("GET", paths[at])
end
]]

local function escaped(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

local function page(document)
  local title, text = escaped(document.title), escaped(document.text):gsub("\n\n", "</p>\n<p>")
  local form = "<!DOCTYPE html>\n<html><head><title>%s</title></head>"
    .. "<body><h1>%s</h1>\n<p>%s</p></body></html>\n"
  return form:format(title, title, text)
end

--- Writes the documents as JSON lines for `svcd publish`, and as pages for zimwriterfs.
-- @treturn integer how many
local function write_both(folder)
  assert(os.execute(("mkdir %s/pages"):format(folder)))
  local lines <close> = assert(io.open(folder .. "/docs.jsonl", "w"))
  local count = 0
  for line in io.lines(REAL .. "/docs.jsonl") do
    if count == DOCUMENTS then break end
    count = count + 1
    local document = cjson.decode(line)
    document.id, document.locale = "d" .. count, "en"
    lines:write(cjson.encode(document), "\n")
    measure.write(("%s/pages/d%d.html"):format(folder, count), page(document))
  end
  measure.write(folder .. "/picture.py", PICTURE)
  assert(
    os.execute(("/usr/bin/python3 %s/picture.py >%s/pages/picture.png"):format(folder, folder))
  )
  return count
end

--- Runs a command. @treturn number seconds of processor time
local function cpu_of(command)
  local line = "TIMEFORMAT='%3U %3S'; time " .. command .. " >/dev/null"
  local said = measure.run("bash -c " .. shell.quoted(line) .. " 2>&1")
  local user, system = said:match("([%d.]+) ([%d.]+)%s*$")
  assert(user, said)
  return tonumber(user) + tonumber(system)
end

--- The programs compared: how each is built, from which source, how it is started and where its
-- answers are.
local PEERS = {
  {
    name = "svcd",
    file = "svcd.svp",
    build = "env -u LUA_PATH -u LUA_CPATH "
      .. SVCD
      .. " publish --no-content --no-quran --jsonl {folder}/docs.jsonl --key "
      .. DEMO
      .. "/demo.key --out {folder}/svcd.svp 2>/dev/null",
    serve = "env -u LUA_PATH -u LUA_CPATH SVC_HOME=$PWD "
      .. SVCD
      .. " serve --workers 1 --listen 127.0.0.1:{port} --publication {folder}/svcd.svp --trust "
      .. DEMO
      .. "/demo.trust --control {folder}/control --quota-limit 0 --cache-size 0 --access-log none",
    search = "/v1/search?query=%s",
    page = "/en/material/d%d",
  },
  {
    name = "kiwix-serve",
    file = "kiwix.zim",
    build = "zimwriterfs --welcome=d1.html --illustration=picture.png --language=eng --title=Bench"
      .. " --description=Bench --creator=Bench --publisher=Bench {folder}/pages {folder}/kiwix.zim",
    serve = "kiwix-serve --threads 2 --address 127.0.0.1 --port {port} {folder}/kiwix.zim",
    search = "/search?pattern=%s&books.name=kiwix&pageLength=10",
    page = "/kiwix/A/d%d.html",
  },
}

local function answers(port, path)
  local found = measure.run(
    ("curl -s -o /dev/null -w '%%{http_code}' 'http://127.0.0.1:%d%s'"):format(port, path)
  )
  return found == "200"
end

--- The requests of each kind, in an order that no round repeats.
local function write_requests(folder, peer, documents)
  local searches, pages = {}, {}
  for line in io.lines(REAL .. "/queries.jsonl") do
    local text = cjson.decode(line).text:gsub(" ", "+")
    searches[#searches + 1] = peer.search:format(text)
  end
  for i = 1, documents do
    pages[i] = peer.page:format(i)
  end
  for kind, list in pairs({ search = searches, page = pages }) do
    local path = ("%s/%s-%s"):format(folder, peer.name, kind)
    measure.write(path, table.concat(list, "\n") .. "\n")
    measure.write(path .. ".lua", REQUESTS:format(path))
  end
  return searches[1]
end

local function start(folder, peer, first)
  local values = { folder = folder, port = measure.free_port() }
  local pid = servers.spawn(folder, peer.name, (peer.serve:gsub("{(%l+)}", values)))
  server.await(function() return answers(values.port, first) end, 30)
  return { pid = pid, stop = servers.stopper(pid), url = "http://127.0.0.1:" .. values.port }
end

local function stop_all(running)
  for _, own in pairs(running) do
    own.stop()
  end
end

local function run(folder)
  local figures, documents, running, rates = measure.figures(), write_both(folder), {}, {}
  local _ <close> = setmetatable(running, { __close = stop_all })
  for _, peer in ipairs(PEERS) do
    local seconds = cpu_of((peer.build:gsub("{(%l+)}", { folder = folder })))
    local bytes = #measure.read(folder .. "/" .. peer.file)
    print(("%-12s built in %6.1f s, %6.1f MB"):format(peer.name, seconds, bytes / 1e6))
    figures:add("kiwix.build", peer.name, nil, seconds)
    figures:add("kiwix.size", peer.name, nil, bytes / 1e6)
    running[peer] = start(folder, peer, write_requests(folder, peer, documents))
    rates[peer] = { search = { rate = {}, cpu = {} }, page = { rate = {}, cpu = {} } }
  end
  for _ = 1, ROUNDS do
    for _, peer in ipairs(PEERS) do
      for kind, list in pairs(rates[peer]) do
        local script = ("%s/%s-%s.lua"):format(folder, peer.name, kind)
        local own = running[peer]
        local found = measure.load(own.url, CONNECTIONS, measure.tree(own.pid), script)
        list.rate[#list.rate + 1], list.cpu[#list.cpu + 1] = found.rate, found.cpu
      end
    end
  end
  for _, peer in ipairs(PEERS) do
    local own = running[peer]
    local memory = measure.memory(measure.tree(own.pid)) / 2 ^ 20
    figures:add("kiwix.memory", peer.name, nil, memory)
    print(("%-12s %7.1f MiB"):format(peer.name, memory))
    for _, kind in ipairs({ "search", "page" }) do
      local list = rates[peer][kind]
      local rate, cpu = measure.median(list.rate), measure.median(list.cpu)
      print(
        ("%-12s %8.0f 1/s %8.0f µs of the processor, %s"):format(peer.name, rate, cpu, kind)
      )
      figures:add("kiwix." .. kind, peer.name, nil, rate)
      figures:add("kiwix." .. kind .. ".cpu", peer.name, nil, cpu)
    end
  end
  figures:save(arg)
end

measure.in_folder(run)
