--- Crash points of `svcd release` and `svcd follow`: killed at a system call, or one that fails,
-- each in turn. A channel then names the old publication or the new one, with all its files; a
-- follower has the old one or the new one; and the same command, run again, ends with the new one
-- and leaves nothing behind.
--
--   CRASH_POINTS   points of each of the four, evenly spread (15 unless told)
local lfs = require("lfs")
local svc = require("svc")
local channel = require("base.channel")
local desk = require("spec.support.publication.desk")
local forge = require("spec.support.publication.forge")
local mirror = require("spec.support.service.mirror")

local POINTS = tonumber(os.getenv("CRASH_POINTS")) or 15
local WORDS = forge.read("data/KEYS.md")

-- What touches files or the network: only of these is each one made to fail.
local FAIL = {}
for _, name in ipairs {
  "openat",
  "pwrite64",
  "fsync",
  "rename",
  "ftruncate",
  "fallocate",
  "utimensat",
  "fchmod",
  "unlink",
  "connect",
  "sendto",
  "recvfrom",
  "getdents64",
  "pread64",
} do
  FAIL[name] = true
end

-- Calls that are made a varying number of times.
local UNCOUNTED = { getrandom = true, exit_group = true, futex = true, poll = true }

local here, site, strace

local RELEASE = "release two --channel www --trust trust --key alice"
local function follow()
  return ("follow %s/ch --out site.svp --trust trust --authorities %s --once"):format(
    site.url,
    site.authority
  )
end

setup(function()
  strace = os.execute("strace -o /dev/null true 2>/dev/null")
  if not (strace and mirror.is_there()) then return end
  site = mirror.start()
  here = desk.new { "alice" }
  here:succeed("trust init --out trust --root-key alice --publication-key alice")
  for i, name in ipairs { "one", "two" } do
    here:publish(name, i, "alice", WORDS .. ("\n\nWords of edition %s.\n"):format(name))
  end
  here:succeed("release one --channel www --trust trust --key alice")
  here:shell("cp -r www before")
  here:succeed(RELEASE)
  here:shell("cp -r www after")
  assert(lfs.link(here:path("www"), site.www .. "/ch", true))
end)
teardown(function()
  if not here then return end
  site:stop()
  here:clear()
end)

--- Runs a command of svcd under strace, where the leak detector of a sanitized one cannot work.
-- @treturn number status @treturn string errors
local function run(command, inject)
  local line = "SVC_HOME=%s ASAN_OPTIONS=detect_leaks=0 strace -f -o trace %s %s %s"
  local _, err, status =
    here:shell(line:format(os.getenv("PWD"), inject, here.program, command))
  return status, err
end

--- True when a line of a trace is about loading a module, which is not what is tried here.
local function is_module(line) return line:find('%.so[%.%d]*"') or line:find('%.lua"') end

--- The system calls of a command once it reads its key or takes its lock: `{ name, number of it }`.
local function points(command)
  assert.equal(0, (run(command, "")))
  local seen, list, begun = {}, {}, false
  for line in io.lines(here:path("trace")) do
    local name = line:match("^%d+%s+([%w_]+)%(")
    if name then
      seen[name] = (seen[name] or 0) + 1
      begun = begun or line:find('openat%(AT_FDCWD, "alice"') or line:find('svp%.lock"')
      if begun and not UNCOUNTED[name] and not is_module(line) then
        list[#list + 1] = { name, seen[name] }
      end
    end
  end
  return list
end

--- As many of a list as are asked for, evenly spread.
local function spread(list)
  local some = {}
  for i = 1, math.min(POINTS, #list) do
    some[i] = list[math.ceil(i * #list / math.min(POINTS, #list))]
  end
  return some
end

local function that_fail(list)
  local some = {}
  for _, point in ipairs(list) do
    if FAIL[point[1]] then some[#some + 1] = point end
  end
  return some
end

-- The names in a folder, but for what always lies there.
local function names(folder, pattern)
  local list = {}
  for name in lfs.dir(here:path(folder)) do
    if name:find(pattern) then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

--- What must hold of a channel at any time. @treturn number sequence that it names
local function check_channel(where)
  local text = here:read("www/current")
  local pointer, reason = svc.check_pointer(text, { trust = here:path("trust") })
  assert.is_table(pointer, where .. ": " .. tostring(reason))
  local files = { [channel.whole(pointer.digest)] = pointer.whole }
  for _, patch in ipairs(pointer.patches) do
    files[channel.patch(patch.from, pointer.digest)] = patch
  end
  for name, file in pairs(files) do
    assert.equal(file.sha256, svc.sha256_file(here:path("www/" .. name)), where)
  end
  return pointer.sequence
end

local function check_follower(where)
  local bytes = here:read("site.svp")
  local two = bytes == here:read("two")
  assert.is_true(two or bytes == here:read("one"), where)
  return two and 2 or 1
end

local commands = {
  {
    name = "svcd release",
    command = function() return RELEASE end,
    reset = "rm -rf www/* www/.b* www/.p* && cp before/* www",
    check = check_channel,
    ended = function() return names("www", "^[^.]"), names("www", "^%.[^.]") end,
  },
  {
    name = "svcd follow",
    command = follow,
    reset = "rm -rf .site* site* www/* && cp after/* www && cp one site.svp",
    check = check_follower,
    ended = function() return names(".", "^site"), names(".", "^%.+site.+%.[^l]") end,
  },
}

--- Runs the command with each injection, looks, and runs it again to its end.
local function try(case, list, injection, expect)
  local files
  for _, point in ipairs(list) do
    local where = case.name .. ": " .. point[1] .. " " .. point[2]
    here:shell(case.reset)
    local status, err = run(case.command(), injection:format(point[1], point[1], point[2]))
    expect(status, err, where)
    case.check(where)
    local _, reason, again = here:svcd(case.command())
    assert.equal(0, again, where .. ", again: " .. reason)
    assert.equal(2, case.check(where), where)
    local left, hidden = case.ended()
    assert.same({}, hidden, where)
    files = files or left
    assert.same(files, left, where)
  end
end

describe("crash points:", function()
  before_each(function()
    if not here then pending("SKIP: nginx or strace is missing, or not allowed here") end
  end)

  for _, case in ipairs(commands) do
    it(case.name .. " killed at a system call", function()
      here:shell(case.reset)
      local list = points(case.command())
      assert.is_true(#list >= 200, #list .. " system calls")
      local killed = 0
      try(
        case,
        spread(list),
        "-e trace=%s -e inject=%s:signal=SIGKILL:when=%d",
        function(status) killed = killed + (status == 137 and 1 or 0) end
      )
      assert.is_true(killed >= math.min(POINTS, #list) * 0.8, killed .. " killed")
    end)

    it(case.name .. " with a system call that fails", function()
      here:shell(case.reset)
      local list = that_fail(points(case.command()))
      try(
        case,
        spread(list),
        "-e trace=%s -e inject=%s:error=EIO:when=%d",
        function(status, err, where)
          assert.is_true(status == 0 or status == 1, where .. ": status " .. status)
          if status == 1 then assert.equal(1, select(2, err:gsub("\n", "")), where .. err) end
        end
      )
    end)
  end
end)
