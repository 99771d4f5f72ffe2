--- How a release spreads: when it was in the channel, and when each replica answered from it.

local measure = require("spec.proof.bench.measure")
local socket = require("socket")

local rollout = {}

--- Notes who answers from which edition. @tparam table request of traffic.take
function rollout.note(self, request)
  if not request.edition or not request.replica then return end
  local seen = self.seen[request.edition] or {}
  self.seen[request.edition] = seen
  seen[request.replica] = seen[request.replica] or request.done
end

--- True when every replica has answered from the edition that was released last.
function rollout.all_serve(self)
  local seen = self.seen[self.releases.current] or {}
  for i in ipairs(self.places) do
    if not seen[i] then return false end
  end
  return true
end

--- Notes when a release is in the channel. To be called often.
function rollout.look_at_release(self)
  local number = self.releases.current
  if not self.placed[number] and self.releases:released() then
    self.placed[number] = socket.gettime()
  end
end

--- Releases one edition after another, each once every replica serves the one before.
-- @treturn boolean whether all of them are served
function rollout.roll_out(self)
  local number = self.releases.current
  if not self.placed[number] or not self:all_serve() then return false end
  if self.rolling then
    local last = math.max(table.unpack(self.seen[number]))
    table.insert(self.spread, last - self.placed[number])
  end
  self.rolling = true
  if #self.spread == self.to_roll_out then return true end
  self.releases:release()
  return false
end

--- Bytes of each transfer of a kind, as the followers tell, in order.
local function transfers(self, kind)
  local list = {}
  for i in ipairs(self.places) do
    for bytes in self:told(i):gmatch(": " .. kind .. " of (%d+) bytes") do
      list[#list + 1] = tonumber(bytes)
    end
  end
  table.sort(list)
  return list
end

--- Prints how long releases took and what they cost.
-- @treturn number seconds, the longest
function rollout.report_releases(self)
  table.sort(self.spread)
  local spread, patches, wholes =
    self.spread, transfers(self, "patch"), transfers(self, "whole")
  local size = self.releases.editions[1].bytes
  print(
    ("%d releases: the last replica served them after %.1f s (median), %.1f s (longest)"):format(
      #spread,
      measure.median(spread),
      spread[#spread]
    )
  )
  print(
    ("fetched: %d changes of %d bytes (median), %.2f %% of the file; %d times the whole"):format(
      #patches,
      measure.median(patches),
      measure.median(patches) / size * 100,
      #wholes
    )
  )
  return spread[#spread]
end

return rollout
