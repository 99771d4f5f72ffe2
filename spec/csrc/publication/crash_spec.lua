--- torn write during publish: killed, or failed, at any system call of publishing and loading, the
-- publication under its name is the old one or the new one, and the state follows it.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

-- Publications one after the other: the first after the old one, and for `make crash` another.
local LAST = os.getenv("CRASH_POINTS") and 3 or 2

-- How often randomness is asked for differs from run to run, and after the end nothing is torn.
local UNCOUNTED = { getrandom = true, exit_group = true }

local key = forge.key()
local folder, strace

setup(function()
  folder = forge.folder()
  strace = os.execute("strace -o /dev/null true 2>/dev/null")
  assert(svc.save_key(folder .. "/key", key.private))
  assert(forge.builder():write(folder .. "/old", {
    private_key = key.private,
    sequence = 1,
    created = 1,
    expires = 4000000000,
  }))
end)
teardown(function() forge.remove(folder) end)

-- A folder as before the child ran, in a state that accepted the old publication.
local function reset()
  assert(
    os.execute(
      ("cd '%s' && rm -rf run && mkdir run && cp old run/p && cp key run/key"):format(folder)
    )
  )
  assert(
    svc.open(folder .. "/run/p", { keys = { key.public }, state = folder .. "/run/state" })
  )
end

-- Runs the child under strace. Gives its exit status (137 when killed) and what it said.
local function run(arguments, last)
  reset()
  local command = (
    "strace -f -o %s/trace %s lua5.4 "
    .. "spec/support/publication/crash.lua %s/run %s %d 2>%s/err"
  ):format(folder, arguments, folder, key.public, last, folder)
  local _, how, status = os.execute(command)
  return how == "signal" and 128 + status or status, forge.read(folder .. "/err")
end

-- The sequence of the publication that is left under the name. It must open, whole, and the state
-- must be at it or at the one before.
local function left()
  local publication <close> = assert(svc.open(folder .. "/run/p", { keys = { key.public } }))
  local sequence = publication:info().sequence
  local remembered = tonumber(forge.read(folder .. "/run/state"):match("\nkey %x+ (%d+) "))
  assert.is_true(remembered == sequence or remembered == sequence - 1)
  assert(
    svc.open(folder .. "/run/p", { keys = { key.public }, state = folder .. "/run/state" })
  )
  return sequence
end

-- The system calls of the relevant part: a list of { name, number among those of its name }.
local function points()
  local status = run("", LAST)
  assert.equal(0, status)
  local seen, list, begun = {}, {}, false
  for line in io.lines(folder .. "/trace") do
    local name = line:match("^%d+%s+([%w_]+)%(")
    if name then
      seen[name] = (seen[name] or 0) + 1
      begun = begun or line:find('/begin"', 1, true) ~= nil
      if begun and not UNCOUNTED[name] then list[#list + 1] = { name, seen[name] } end
    end
  end
  return list
end

describe("torn write during publish:", function()
  it("killed at any system call leaves the old or the new, never a torn one", function()
    if not strace then pending("strace is missing or not allowed here") end
    local list, outcomes = points(), {}
    assert.is_true(#list >= 75 * (LAST - 1), #list .. " system calls")
    for _, point in ipairs(list) do
      local kill = "-e trace=%s -e inject=%s:signal=SIGKILL:when=%d"
      local status = run(kill:format(point[1], point[1], point[2]), LAST)
      assert.equal(137, status, point[1] .. " " .. point[2])
      outcomes[left()] = true
    end
    assert.equal(LAST, #outcomes)
  end)

  it("a file is flushed before its rename, and its folder after it", function()
    if not strace then pending("strace is missing or not allowed here") end
    assert.equal(0, (run("-e trace=rename,fsync,pwrite64", 2)))
    local order = {}
    for line in io.lines(folder .. "/trace") do
      local name = line:match("^%d+%s+([%w_]+)%(")
      if name and name ~= order[#order] then order[#order + 1] = name end
    end
    local once = { "pwrite64", "fsync", "rename", "fsync" }
    local publication_then_state = table.move(once, 1, 4, 5, table.move(once, 1, 4, 1, {}))
    assert.same(publication_then_state, order)
  end)

  -- What fails, with which error, and what is left.
  local failures = {
    { "pwrite64", 1, "ENOSPC", 3, 1, "the first write on a full disk" },
    { "pwrite64", 4, "EIO", 3, 1, "a write in the middle" },
    { "fsync", 1, "EIO", 3, 1, "flushing the file" },
    { "rename", 1, "EXDEV", 3, 1, "the rename" },
    { "fsync", 2, "EIO", 3, 2, "flushing the folder" },
    { "fchmod", 1, "EPERM", 3, 1, "setting the mode" },
    { "memfd_create", 1, "EMFILE", 4, 2, "memory for the copy" },
    { "sendfile", 1, "EIO", 4, 2, "the copy" },
    { "rename", 2, "EIO", 4, 2, "the rename of the state" },
    { "fsync", 3, "ENOSPC", 4, 2, "flushing the state" },
  }
  for _, failure in ipairs(failures) do
    it("a failure of " .. failure[6] .. " is reported in one line", function()
      if not strace then pending("strace is missing or not allowed here") end
      local status, reason = run(
        ("-e trace=%s -e inject=%s:error=%s:when=%d"):format(
          failure[1],
          failure[1],
          failure[3],
          failure[2]
        ),
        2
      )
      assert.equal(failure[4], status, reason)
      assert.equal(1, select(2, reason:gsub("\n", "")), reason)
      assert.equal(failure[5], left())
      local listing <close> = io.popen("ls -A " .. folder .. "/run | grep -c '^[.]'")
      assert.equal("0", listing:read("l"), "a temporary file was left")
    end)
  end
end)
