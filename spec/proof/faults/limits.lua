--- Few descriptors, little memory, small files: what `prlimit` sets.

local client = require("spec.support.service.client")
local report = require("spec.proof.faults.report")
local stage = require("spec.proof.faults.stage")

local SOME = { index = true, search = true, home = true }

-- The fault of a refusal to start: it is no crash, and says what is missing.
local function refusal(outcome)
  if not outcome.status then return "it neither starts nor ends" end
  if outcome.status > 125 and outcome.status ~= 127 then
    return "ended by signal " .. outcome.status - 128 .. ": " .. outcome.message:sub(-200)
  end
  if not outcome.message:find("%a+ %a+") then
    return "no reason is given: " .. outcome.message
  end
end

local function starts(name, flag, values, visit)
  local row = report.row(name .. ", start")
  for _, value in ipairs(values) do
    local svcd, outcome = stage.start({}, "prlimit " .. flag:format(value, value))
    local defect
    if svcd then
      defect = visit and visit(svcd) or svcd:crash() or svcd:healthy(SOME) or svcd:finish()
      if defect then svcd:finish() end
    else
      defect = refusal(outcome)
    end
    row:point(defect, not svcd, value)
  end
  row:finish()
end

-- More clients than there are descriptors; when they have gone, all is as before.
local function crowd(svcd)
  local before, connections = stage.descriptors(svcd:worker()), {}
  for i = 1, 60 do
    local opened, connection = pcall(client.connect, svcd.port, 1)
    connections[i] = opened and connection or nil
  end
  for _, connection in pairs(connections) do
    connection:send("GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n")
  end
  for _, connection in pairs(connections) do
    connection:close()
  end
  local defect = svcd:healthy(SOME)
  local after = stage.descriptors(svcd:worker())
  if after > before + 2 then
    defect = defect or ("%d descriptors, %d before"):format(after, before)
  end
  return defect
end

local function range(from, to, step)
  local list = {}
  for value = from, to, step or 1 do
    list[#list + 1] = value
  end
  return list
end

return function()
  starts("few descriptors", "--nofile=%d:%d", range(3, 96, 7), nil)
  starts("few descriptors and many clients", "--nofile=%d:%d", range(76, 100, 4), crowd)
  local MiB = 1 << 20
  local sizes = {}
  for i, value in ipairs(range(8, 72, 4)) do
    sizes[i] = value * MiB
  end
  starts("little address space", "--as=%d:%d", sizes)
  starts("small files", "--fsize=%d:%d", { 2 * MiB, 4 * MiB })
end
