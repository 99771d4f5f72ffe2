--- Prints which lines of Lua files ran, from the counters that coverage.c wrote:
--
--   lua5.4 spec/proof/coverage/coverage.lua FOLDER LEAST PREFIX FILE…
--
-- FOLDER holds a folder of each spec with its counters. PREFIX is what the programs put before a
-- file's name in place of nothing, such as the checkout's folder and a slash. Ends with status 1
-- when less than LEAST per cent of all lines ran. With MISSED set in the environment, it names the
-- lines that did not run.

local counters = require("spec.proof.coverage.counters")

local function count(path, lines)
  local all, ran, missed = 0, 0, {}
  for line in pairs(counters.active(path)) do
    all, ran = all + 1, ran + (lines[line] and 1 or 0)
    if not lines[line] then missed[#missed + 1] = line end
  end
  table.sort(missed)
  return all, ran, missed
end

local folder, least, prefix = arg[1], tonumber(arg[2]), arg[3]
local specs = counters.of_specs(folder)
local rows, all, ran = {}, 0, 0
for i = 4, #arg do
  local row, lines = { path = arg[i] }, {}
  for _, bytes in pairs(specs) do
    counters.ran(bytes, arg[i], prefix, lines)
  end
  row.all, row.ran, row.missed = count(arg[i], lines)
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
