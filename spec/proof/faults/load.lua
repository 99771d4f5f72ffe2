--- Requests in the background while something is done to the service: a process of its own, which
-- compares every answer with what is right.
--   svcd lua spec/proof/faults/load.lua PORT FOLDER     (started by load.start)

local cjson = require("cjson")
local golden = require("spec.proof.faults.golden")
local socket = require("socket")

local load = {}

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

--- Starts it.
-- @tparam number port
-- @tparam table known of golden.record
-- @tparam string folder for its files
-- @treturn function that ends it, and gives `{right, refused, hung, wrong, longest, first}`: how
-- many answers were right, were refused (5xx, or the connection ended), did not come, and were
-- wrong; the longest time without a right answer in seconds; the first defect
function load.start(port, known, folder)
  local file <close> = assert(io.open(folder .. "/known", "wb"))
  file:write(cjson.encode(known))
  file:close()
  os.remove(folder .. "/over")
  local pipe = assert(
    io.popen(
      ("'%s' lua spec/proof/faults/load.lua %d '%s'"):format(
        os.getenv("SVC_SVCD"),
        port,
        folder
      )
    )
  )
  assert(pipe:read("l") == "ready")
  return function()
    assert(io.open(folder .. "/over", "w")):close()
    local text = pipe:read("a")
    pipe:close()
    return cjson.decode(text)
  end
end

local function classify(defect, refused)
  if defect == "timeout" then return "hung" end
  return defect and "wrong" or refused and "refused" or "right"
end

local function run(port, folder)
  local file <close> = assert(io.open(folder .. "/known", "rb"))
  local known = cjson.decode(file:read("a"))
  local seen = { right = 0, refused = 0, hung = 0, wrong = 0, longest = 0, first = "" }
  local last = socket.gettime()
  while not exists(folder .. "/over") do
    for _, request in ipairs(golden.requests) do
      local defect, refused = golden.judge(known[request[1]], golden.ask(port, request))
      local class, now = classify(defect, refused), socket.gettime()
      seen[class] = seen[class] + 1
      if class == "right" then
        seen.longest, last = math.max(seen.longest, now - last), now
      elseif class == "wrong" and seen.first == "" then
        seen.first = (request[1] .. ": " .. defect):gsub("[^\x20-\x7e]", "?")
      end
    end
  end
  print(cjson.encode(seen))
end

if arg and arg[0] == "spec/proof/faults/load.lua" then
  io.write("ready\n")
  io.stdout:flush()
  run(tonumber(arg[1]), arg[2])
end

return load
