--- Figures of the sources: a report to look at, no law. `make house` prints it.
--
-- Lengths of functions and files, functions that are named at one place and could stand in their
-- caller, functions of many parameters, and how many lines of specs stand beside those of a room.
package.path = "./?.lua;" .. package.path
local functions = require("spec.support.house.functions")
local shell = require("spec.support.house.shell")

local LONGEST = 10 -- of functions that are listed
local MANY = 6 -- parameters that are worth a look

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

local function tracked(pattern)
  return shell.lines("git ls-files -- " .. pattern .. " | grep -v node_modules")
end

--- The value below which a part of a sorted list lies.
local function at(list, part) return list[math.max(1, math.ceil(#list * part))] or 0 end

local function row(...) print(("%-22s %7s %7s %7s %7s %7s"):format(...)) end

local function lengths(title, pattern)
  local sizes, files = {}, {}
  local paths = tracked(pattern)
  for _, each in ipairs(functions.of(paths)) do
    sizes[#sizes + 1] = each.lines
  end
  for i, path in ipairs(paths) do
    files[i] = select(2, read(path):gsub("\n", ""))
  end
  table.sort(files)
  row(title, #sizes, at(sizes, 0.5), at(sizes, 0.9), at(sizes, 1), at(files, 1))
end

--- Static functions of C that one place names.
local function named_once()
  local once = {}
  for _, path in ipairs(tracked("'csrc/*.c'")) do
    local text = read(path)
    for name in ("\n" .. text):gmatch("\nstatic [%w_ *]-([%a_][%w_]*)%(") do
      local _, count = text:gsub("%f[%w_]" .. name .. "%f[^%w_]", "")
      if count == 2 then once[path] = (once[path] or 0) + 1 end
    end
  end
  return once
end

local function many_parameters()
  local list = {}
  for _, path in ipairs(tracked("'csrc/*.c'")) do
    for name, parameters in ("\n" .. read(path)):gmatch("\n[%a][%w_ *]-([%a_][%w_]*)(%b()) {\n") do
      local _, commas = parameters:gsub(",", "")
      if commas + 1 >= MANY then
        list[#list + 1] = ("%2d  %s  %s"):format(commas + 1, path, name)
      end
    end
  end
  table.sort(list, function(a, b) return a > b end)
  return list
end

local function count_lines(pattern)
  local total = 0
  for _, path in ipairs(tracked(pattern)) do
    total = total + select(2, read(path):gsub("\n", ""))
  end
  return total
end

print("functions and files, in lines")
row("", "count", "median", "p90", "longest", "file")
lengths("C", "'csrc/*.c'")
lengths("Lua", "'lua/*.lua' 'routes/*.lua' 'data/*.lua' ':!data/content' ':!lua/*.d.lua'")

print("\nthe longest functions")
local all = functions.of(tracked("'csrc/*.c' 'lua/*.lua' 'routes/*.lua' 'data/*.lua'"))
for i = #all, math.max(1, #all - LONGEST + 1), -1 do
  print(("%4d  %s:%d"):format(all[i].lines, all[i].path, all[i].line))
end

print(("\nfunctions of %d parameters and more"):format(MANY))
print(table.concat(many_parameters(), "\n"))

print("\nstatic functions that one place names, by room")
local rooms, sum = {}, 0
for path, count in pairs(named_once()) do
  local room = path:match("^(.*)/")
  rooms[room], sum = (rooms[room] or 0) + count, sum + count
end
for _, room in ipairs(shell.lines("git ls-files csrc | sed 's,/[^/]*$,,' | sort -u")) do
  if rooms[room] then print(("%4d  %s"):format(rooms[room], room)) end
end
print(("%4d  together"):format(sum))

print("\nlines of specs for a line of source")
for _, pair in ipairs({
  { "csrc", "'csrc/*.[ch]'", "'spec/csrc/*.lua'" },
  { "lua, routes", "'lua/*.lua' 'routes/*.lua'", "'spec/lua/*.lua' 'spec/routes/*.lua'" },
  { "data", "'data/*.lua' ':!data/content'", "'spec/data/*.lua'" },
  { "cli", "'cli/src/*.mjs'", "'cli/test/*.mjs'" },
}) do
  local sources, specs = count_lines(pair[2]), count_lines(pair[3])
  print(("%-12s %6d %6d  %.2f"):format(pair[1], sources, specs, specs / sources))
end
