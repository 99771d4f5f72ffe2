--- Changes single lines of csrc, lua and routes in a copy of the checkout, and asks the specs. Of
-- each defect the nearest of those that run the line are asked; then the suite, of several defects
-- at once that none of those noticed, and the specs that fail of each alone. Lists what no spec
-- notices.
--     svcd lua spec/proof/mutation/init.lua MUTANTS SEED STATE COVERED
-- STATE is a file of what was found: with the same sources, count and seed a run goes on there.
-- COVERED tells which lines run in which spec, as spec/proof/coverage/covered.lua prints it.
-- Status 1 when fewer than nine in ten are noticed.
package.path = "./?.lua;" .. package.path

local checkout = require("spec.support.house.checkout")
local forge = require("spec.support.publication.forge")
local lfs = require("lfs")
local mutants = require("spec.proof.mutation.mutants")
local tables = require("base.tables")

local ENOUGH = 0.9
--- Specs that are asked of a defect at once, as two processors run them, and how many are nearest.
local BATCH, NEAREST = 3, 36
--- Defects that all specs are asked of at once: most of these are noticed by none.
local GROUP = 10
--- The kinds of notice of a defect that no spec noticed.
local STILLBORN, UNSEEN, NOBODY = "does not compile", "not by specs near it", "NOBODY"
local NOTHING = "no result at all"
--- Seconds that specs may take beyond twice those that they took without a defect: one that
-- makes them hang is noticed.
local PATIENCE = 60
--- Specs that judge the text of the sources would notice any change of it.
local OF_TEXT = {
  "house.style",
  "guides.contributing",
  "house.stub",
  "guides.readme",
  "house.lint",
  "routes.new_endpoint",
  "lua.site.new_locale",
}

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

--- One of the copy's source files, drawn by its length, and one of its lines with a defect.
local function draw(files)
  while true do
    local file = files[math.random(#files)]
    local number = math.random(#file.lines)
    local found = file.words[number] and {} or mutants.of(file.lines[number], file.language)
    if #found > 0 then
      local mutant = found[math.random(#found)]
      mutant.file, mutant.number = file, number
      return mutant
    end
  end
end

--- The sources, each as often as it has hundreds of lines, so that every line is as likely.
local function sources(copy)
  local files = {}
  for _, path in ipairs(copy:run("git ls-files 'csrc/*.[ch]' 'lua/*.lua' 'routes/*.lua'")) do
    local text = forge.read(copy.folder .. "/" .. path)
    local file = { path = path, text = text, lines = lines_of(text) }
    file.language = path:find("%.lua$") and "lua" or "c"
    file.words = mutants.words(file.lines, file.language)
    for _ = 1, math.ceil(#file.lines / 100) do
      files[#files + 1] = file
    end
  end
  return files
end

--- Writes the files of some mutants, no two of one file: with their defects, or as they were.
local function write(copy, list, defective)
  for _, mutant in ipairs(list) do
    local lines = table.move(mutant.file.lines, 1, #mutant.file.lines, 1, {})
    if defective then lines[mutant.number] = mutant.text end
    forge.write(copy.folder .. "/" .. mutant.file.path, table.concat(lines, "\n") .. "\n")
  end
end

--- True when the copy compiles. A mutant in Lua compiles when luacheck takes it, as gcc one in C:
-- without a warning.
local function compiles(copy, mutant)
  local check = "ninja -C build --quiet"
  if mutant and mutant.file.language == "lua" then
    check = "luacheck -q " .. mutant.file.path
  end
  local good = " >build/mutant.log 2>&1 && ! grep -q warning: build/mutant.log && echo good"
  return copy:run(check .. good)[1] == "good"
end

--- Which specs run each line of each file, and how many seconds each spec takes.
local function read_covered(path)
  local by_line, seconds = {}, {}
  for row in io.lines(path) do
    local spec, time, file, lines = row:match("^([^\t]*)\t(%d+)\t([^\t]*)\t(.*)$")
    local specs = by_line[file] or {}
    by_line[file] = specs
    for number in lines:gmatch("%d+") do
      local line = math.tointeger(number)
      specs[line] = specs[line] or {}
      table.insert(specs[line], spec)
    end
    seconds[spec] = tonumber(time)
  end
  return { by_line = by_line, seconds = seconds }
end

--- How much a spec's name has of a file's: its stem, its folder.
local function likeness(name, path)
  local module = path:gsub("%.%w+$", ""):gsub("/init$", "")
  local stem, room = module:match("([^/]*)$"), module:match("/(%w+)/")
  return (name:find(stem, 1, true) and 2 or 0) + (room and name:find("^" .. room) and 1 or 0)
end

--- The specs that run a mutant's line; those of its file if none does, as for a constant; all where
-- no line of the file runs. A line within a Lua statement counts as its first.
local function runners(self, mutant)
  local lines, line = self.covered.by_line[mutant.file.path] or {}, mutant.number
  while mutant.file.language == "lua" and line > 1 and not lines[line] do
    line = line - 1
  end
  local specs = {}
  for at, names in pairs(lines) do
    if at == line or not lines[line] then
      for _, name in ipairs(names) do
        specs[name] = true
      end
    end
  end
  return next(specs) and specs or self.specs
end

--- The specs that may notice a mutant, those first whose names are like its file's, then those that
-- take the least time.
local function near(self, mutant)
  local path, list = mutant.file.path, {}
  for name in pairs(runners(self, mutant)) do
    if self.specs[name] then
      local seconds = self.covered.seconds[name] or 0
      list[#list + 1] = { name = name, likeness = likeness(name, path), seconds = seconds }
    end
  end
  table.sort(list, function(a, b)
    if a.likeness ~= b.likeness then return a.likeness > b.likeness end
    if a.seconds ~= b.seconds then return a.seconds < b.seconds end
    return a.name < b.name
  end)
  return tables.map(list, function(spec) return spec.name end)
end

local function path_of(name) return "spec/" .. name:gsub("%.", "/") .. "_spec.lua" end

--- The specs of a list that fail with the copy as it is; NOTHING where they hang or run no case.
-- One that skips all of its cases does not fail.
local function failing(self, names)
  if #names == 0 then return {} end
  local seconds = 0
  for _, name in ipairs(names) do
    seconds = seconds + (self.covered.seconds[name] or 0)
  end
  local run = ("timeout -k 5 %d spec/support/run %s >build/mutant.log 2>&1"):format(
    PATIENCE + 2 * seconds,
    table.concat(tables.map(names, path_of), " ")
  )
  local last = self.copy:run(run .. "; tail -n 1 build/mutant.log")[1] or ""
  if last:find("^%d+ passed, 0 failed") and last ~= "0 passed, 0 failed" then return {} end
  local failed = self.copy:run("grep -l '^not ok' build/tap/*.tap")
  if #failed == 0 then return { NOTHING } end
  return tables.map(failed, function(file) return file:match("spec%.([%w_.]+)_spec") end)
end

--- The names of the specs that judge what the sources do.
local function behaviour(copy)
  local specs = {}
  for _, path in ipairs(copy:run("find spec -name '*_spec.lua'")) do
    local name = path:match("spec/([%w_/]+)_spec%.lua"):gsub("/", ".")
    specs[name] = true
  end
  for _, name in ipairs(OF_TEXT) do
    specs[name] = nil
  end
  return specs
end

--- Leaves out a spec that fails without a defect too. @treturn boolean whether it is good
local function is_sound(self, name)
  if not self.specs[name] then return name == NOTHING end
  if self.sound[name] == nil then
    compiles(self.copy)
    self.sound[name] = #failing(self, { name }) == 0
    if not self.sound[name] then print(name .. " is left out: it fails without a defect") end
  end
  if not self.sound[name] then self.specs[name] = nil end
  return self.sound[name]
end

--- The first of these specs that notices a defect, or nil; false where it does not compile.
local function judge(self, mutant, names)
  local noticed, first = nil, 1
  repeat
    write(self.copy, { mutant }, true)
    if not compiles(self.copy, mutant) then noticed = false end
    local failed = {}
    while noticed == nil and #failed == 0 and first <= #names do
      failed =
        failing(self, table.move(names, first, math.min(first + BATCH - 1, #names), 1, {}))
      first = first + BATCH
    end
    write(self.copy, { mutant }, false)
    for _, name in ipairs(failed) do
      if noticed == nil and is_sound(self, name) then noticed = name end
    end
  until noticed ~= nil or first > #names
  return noticed
end

--- Asks the suite of some defects at once, then the specs that fail of each alone.
local function judge_together(self, group)
  write(self.copy, group, true)
  compiles(self.copy)
  local failed = failing(self, tables.keys(self.specs))
  write(self.copy, group, false)
  local suspects = {}
  for _, name in ipairs(failed) do
    if name == NOTHING then
      suspects = tables.keys(self.specs)
    elseif is_sound(self, name) then
      suspects[#suspects + 1] = name
    end
  end
  for _, mutant in ipairs(group) do
    self:found(mutant, judge(self, mutant, suspects) or NOBODY)
  end
end

--- The first of a list, at most `most`, no two of one file; they are taken from it.
local function take_group(list, most)
  local group, files, at = {}, {}, 1
  while #group < most and list[at] do
    if files[list[at].file.path] then
      at = at + 1
    else
      files[list[at].file.path] = true
      group[#group + 1] = table.remove(list, at)
    end
  end
  return group
end

local Run = {}
Run.__index = Run

--- Opens what was found before.
function Run.open(copy, path, covered)
  local self = setmetatable({ copy = copy, sound = {}, verdicts = {}, path = path }, Run)
  self.covered = read_covered(covered)
  self.specs = behaviour(copy)
  for line in lfs.attributes(path) and io.lines(path) or function() end do
    local told, verdict = line:match("^(.*)\t(.*)$")
    self.verdicts[told] = verdict
  end
  return self
end

--- Keeps what was found of a defect.
function Run:found(mutant, verdict)
  self.verdicts[mutant.told] = verdict
  print(("%-24s %s"):format(verdict, mutant.told))
  io.stdout:flush()
  local file <close> = assert(io.open(self.path, "a"))
  file:write(mutant.told, "\t", verdict, "\n")
end

--- Draws defects that compile, and asks the specs nearest to each.
-- @treturn {table,...} all of them, each asked
function Run:draw(files, count)
  local drawn, seen = {}, {}
  while #drawn < count do
    local mutant = draw(files)
    mutant.told = ("%s:%d: %s"):format(mutant.file.path, mutant.number, mutant.what)
    if not seen[mutant.told] and not self.verdicts[mutant.told] then
      local names = near(self, mutant)
      local name = judge(self, mutant, table.move(names, 1, NEAREST, 1, {}))
      if name == nil then name = UNSEEN end
      self:found(mutant, name or STILLBORN)
    end
    if not seen[mutant.told] and self.verdicts[mutant.told] ~= STILLBORN then
      drawn[#drawn + 1] = mutant
    end
    seen[mutant.told] = true
  end
  return drawn
end

local function main(count, seed, path, covered)
  math.randomseed(seed)
  local copy <close> = checkout.copy()
  local run = Run.open(copy, path, covered)
  local drawn, left, survivors = run:draw(sources(copy), count), {}, 0
  for _, mutant in ipairs(drawn) do
    if run.verdicts[mutant.told] == UNSEEN then left[#left + 1] = mutant end
  end
  while #left > 0 do
    judge_together(run, take_group(left, GROUP))
  end
  for _, mutant in ipairs(drawn) do
    if run.verdicts[mutant.told] == NOBODY then
      survivors = survivors + 1
      print("not noticed: " .. mutant.told)
    end
  end
  local share = 1 - survivors / count
  print(("%d of %d noticed (%.0f %%)"):format(count - survivors, count, 100 * share))
  return share >= ENOUGH
end

if not main(math.tointeger(arg[1]), math.tointeger(arg[2]), arg[3], arg[4]) then os.exit(1) end
