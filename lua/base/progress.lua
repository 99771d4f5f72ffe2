--- Progress of a long command: a bar with rate and remaining time on a terminal, one plain line a
-- stage elsewhere, one JSON object a stage for scripts.
local lfs = require("lfs")
local socket = require("socket")

local progress = {}

local WIDTH = 24 -- cells of the bar
local INTERVAL = 0.1 -- seconds between two drawings

--- True when a stream is a terminal: on Linux the link of its descriptor tells.
-- @tparam[opt=2] integer descriptor that of standard error unless told
-- @treturn boolean
function progress.is_terminal(descriptor)
  local place = ("/proc/self/fd/%d"):format(descriptor or 2)
  local target = lfs.symlinkattributes(place, "target") or ""
  return target:find("^/dev/pts/") ~= nil
    or target:find("^/dev/tty") ~= nil
    or target == "/dev/console"
end

local UNITS = { "B", "KiB", "MiB", "GiB", "TiB" }

local function size(bytes)
  local unit = 1
  while bytes >= 1024 and unit < #UNITS do
    bytes, unit = bytes / 1024, unit + 1
  end
  return (unit == 1 and "%d %s" or "%.1f %s"):format(bytes, UNITS[unit])
end

--- An amount for people.
-- @tparam number amount
-- @tparam string unit `"bytes"` or a plural noun
function progress.amount(amount, unit)
  if unit == "bytes" then return size(amount) end
  local few = amount < 10 and amount % 1 ~= 0
  return (few and "%.1f %s" or "%.0f %s"):format(few and amount or math.floor(amount), unit)
end

--- A time span for people.
-- @tparam number seconds
function progress.duration(seconds)
  if seconds < 60 then return ("%.1f s"):format(seconds) end
  local whole = math.floor(seconds + 0.5)
  if whole < 3600 then return ("%d:%02d min"):format(whole // 60, whole % 60) end
  return ("%d:%02d:%02d h"):format(whole // 3600, whole // 60 % 60, whole % 60)
end

local function rate(stage) return stage.seconds > 0 and stage.done / stage.seconds or 0 end

--- The line of a bar in progress.
local function bar(stage)
  local share = stage.total > 0 and math.min(stage.done / stage.total, 1) or 0
  local full = math.floor(share * WIDTH)
  local line = ("%-10s [%s%s] %3d %%  %s/s"):format(
    stage.name,
    ("#"):rep(full),
    ("."):rep(WIDTH - full),
    math.floor(share * 100),
    progress.amount(rate(stage), stage.unit)
  )
  if share > 0 and share < 1 then
    line = line .. "  " .. progress.duration(stage.seconds * (1 - share) / share) .. " left"
  end
  return line
end

local function summary(stage)
  return ("%-10s %s in %s (%s/s)"):format(
    stage.name,
    progress.amount(stage.done, stage.unit),
    progress.duration(stage.seconds),
    progress.amount(rate(stage), stage.unit)
  )
end

--- Back to the first column, and nothing in the line.
local CLEAR = "\r\27[K"

local STYLES = {}

-- Redraws one line.
function STYLES.terminal(meter, stage, ended)
  local now = meter.clock()
  if ended then
    meter.write(CLEAR .. (stage.done > 0 and summary(stage) .. "\n" or ""))
  elseif now - meter.drawn >= INTERVAL then
    meter.drawn = now
    meter.write(CLEAR .. bar(stage))
  end
end

-- One line a stage.
function STYLES.plain(meter, stage, ended)
  if ended and stage.done > 0 then meter.write(summary(stage) .. "\n") end
end

-- One JSON object a stage.
function STYLES.json(meter, stage, ended)
  if not ended or stage.done == 0 then return end
  meter.write(
    ('{"done":%d,"seconds":%.3f,"stage":"%s","total":%d,"unit":"%s"}\n'):format(
      math.floor(stage.done),
      stage.seconds,
      stage.name,
      math.floor(stage.total),
      stage.unit
    )
  )
end

-- Nothing.
function STYLES.quiet() end

local Meter = {}
Meter.__index = Meter

--- Reports that `done` of `total` of a stage are behind us. A stage ends when it is complete or
-- another begins.
-- @tparam string name of the stage, a word
-- @tparam number done
-- @tparam number total 0 when unknown
-- @tparam[opt="bytes"] string unit `"bytes"` or a plural noun
function Meter:update(name, done, total, unit)
  local stage = self.stage
  if not stage or stage.name ~= name then
    self:finish()
    stage = { name = name, began = self.clock(), unit = unit or "bytes" }
    self.stage = stage
  end
  stage.done, stage.total = done, total
  stage.seconds = self.clock() - stage.began
  self.style(self, stage, false)
  if total > 0 and done >= total then self:finish() end
end

--- Ends the stage that runs, if any. One in which nothing was done leaves no line behind.
function Meter:finish()
  if self.stage then
    self.stage.seconds = self.clock() - self.stage.began
    self.style(self, self.stage, true)
    self.stage = nil
  end
end

--- Makes room for a line that is no progress; the stage goes on.
function Meter:clear()
  if self.style ~= STYLES.terminal or not self.stage then return end
  self.write(CLEAR)
  self.drawn = -math.huge
end

--- A new meter.
-- @tparam[opt] table options `style`: `"terminal"`, `"plain"`, `"json"` or `"quiet"` (by default
-- what standard error is); `write`: a function of a string; `clock`: seconds as a float
-- @treturn table with the methods `update`, `clear` and `finish`
function progress.new(options)
  options = options or {}
  local style = options.style or (progress.is_terminal() and "terminal" or "plain")
  return setmetatable({
    style = assert(STYLES[style], "no such style"),
    write = options.write or function(text) io.stderr:write(text) end,
    clock = options.clock or socket.gettime,
    drawn = -math.huge,
  }, Meter)
end

return progress
