--- Prints which lines of Lua files ran, from the counters that coverage.c wrote:
--
--   lua5.4 spec/proof/coverage/coverage.lua COUNTERS LEAST PREFIX FILE…
--
-- PREFIX is what the programs put before a file's name in place of nothing, such as the checkout's
-- folder and a slash. Ends with status 1 when less than LEAST per cent of all lines ran. With
-- MISSED set in the environment, the lines that did not run are named.

local SLOTS, SLOT = 1024, 1024

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function hash_of(name)
  local hash = 0xcbf29ce484222325
  for i = 1, #name do
    hash = (hash ~ name:byte(i)) * 0x100000001b3
  end
  return hash | 1
end

--- The counters of a name, one byte a line, or nil.
local function slot_of(counters, name)
  local hash = hash_of(name)
  for i = 0, SLOTS - 1 do
    local at = (hash + i) % SLOTS * SLOT
    local found = string.unpack("<i8", counters, at + 1)
    if found == hash then return counters:sub(at + 9, at + SLOT) end
    if found == 0 then return nil end
  end
end

--- The lines of a file that hold instructions; those that only close a block are left out, for a
-- function that returns before its `end` never gets there, and so is the start of a file.
local function active(path)
  local lines, text, number = {}, {}, 0
  for line in io.lines(path) do
    number = number + 1
    text[number] = line
  end
  local listing <close> = assert(io.popen("luac5.4 -l -p " .. path))
  for line in listing:lines() do
    local at, what = line:match("^\t%d+\t%[(%d+)%]\t(%u+)")
    at = tonumber(at)
    local closes = at and text[at]:find("^[%s%)}%]]*end[%s,;%)}%]]*$")
    if at and what ~= "VARARGPREP" and not closes then lines[at] = true end
  end
  return lines
end

local function count(path, slots)
  local all, ran, missed = 0, 0, {}
  for line in pairs(active(path)) do
    local hit = false
    for _, slot in ipairs(slots) do
      hit = hit or slot:byte(line) == 1
    end
    all, ran = all + 1, ran + (hit and 1 or 0)
    if not hit then missed[#missed + 1] = line end
  end
  table.sort(missed)
  return all, ran, missed
end

local counters, least, prefix = read(arg[1]), tonumber(arg[2]), arg[3]
local rows, all, ran = {}, 0, 0
for i = 4, #arg do
  local slots = {}
  for _, name in ipairs({ arg[i], prefix .. arg[i] }) do
    slots[#slots + 1] = slot_of(counters, name)
  end
  local row = { path = arg[i] }
  row.all, row.ran, row.missed = count(arg[i], slots)
  all, ran = all + row.all, ran + row.ran
  rows[#rows + 1] = row
end
table.sort(rows, function(a, b)
  local left, right = a.ran / a.all, b.ran / b.all
  if left ~= right then return left < right end
  return a.path < b.path
end)
for _, row in ipairs(rows) do
  print(
    ("%-40s %4d of %4d lines %6.1f %%"):format(
      row.path,
      row.ran,
      row.all,
      100 * row.ran / row.all
    )
  )
  if os.getenv("MISSED") and #row.missed > 0 then
    print("    missed: " .. table.concat(row.missed, " "))
  end
end
local share = 100 * ran / all
print(("%-40s %4d of %4d lines %6.1f %%, at least %g %%"):format("Lua", ran, all, share, least))
os.exit(share >= least)
