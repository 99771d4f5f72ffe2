--- Reads the counters of Lua lines that coverage.c wrote, a folder of each spec.

local counters = {}

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
local function slot_of(bytes, name)
  local hash = hash_of(name)
  for i = 0, SLOTS - 1 do
    local at = (hash + i) % SLOTS * SLOT
    local found = string.unpack("<i8", bytes, at + 1)
    if found == hash then return bytes:sub(at + 9, at + SLOT) end
    if found == 0 then return nil end
  end
end

--- The counters of all specs in a folder.
-- @tparam string folder
-- @treturn {[string]=string,...} by the name of the spec's folder
function counters.of_specs(folder)
  local found = {}
  local list <close> = assert(io.popen(("ls %s/*/lines"):format(folder)))
  for path in list:lines() do
    found[path:match("([^/]*)/lines$")] = read(path)
  end
  return found
end

--- Notes which lines of a file ran.
-- @tparam string bytes the counters of a spec
-- @tparam string path
-- @tparam string prefix the checkout's folder and a slash, as programs may name the file so
-- @tparam {[integer]=boolean,...} lines those found are added
function counters.ran(bytes, path, prefix, lines)
  for _, name in ipairs({ path, prefix .. path }) do
    local slot = slot_of(bytes, name) or ""
    for line = 1, #slot do
      if slot:byte(line) == 1 then lines[line] = true end
    end
  end
end

--- The lines of a file that hold instructions; those that only close a block are left out, for a
-- function that returns before its `end` never gets there, and so is the start of a file.
-- @tparam string path
-- @treturn {[integer]=boolean,...}
function counters.active(path)
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

return counters
