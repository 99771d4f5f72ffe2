--- Changes single lines of csrc, lua and routes in a copy of the checkout, and asks the specs:
-- those that name the file, then all others. A defect that none of them notices is listed.
--     svcd lua spec/proof/mutation/init.lua MUTANTS SEED
-- Status 1 when fewer than nine in ten are noticed.
package.path = "./?.lua;" .. package.path

local checkout = require("spec.support.checkout")
local forge = require("spec.support.forge")
local mutants = require("spec.proof.mutation.mutants")

local ENOUGH = 0.9
local BATCH = 6
--- Seconds a batch of specs may take: a defect that hangs is noticed.
local PATIENCE = 400
--- Specs that judge the text of the sources would notice any change of it.
local OF_TEXT =
  { "style", "contributing", "stub", "readme", "lint", "new_endpoint", "new_locale" }

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
    local found = mutants.of(file.lines[number], file.language)
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
    for _ = 1, math.ceil(#file.lines / 100) do
      files[#files + 1] = file
    end
  end
  return files
end

local function write(copy, mutant, text)
  local lines = table.move(mutant.file.lines, 1, #mutant.file.lines, 1, {})
  lines[mutant.number] = text
  forge.write(copy.folder .. "/" .. mutant.file.path, table.concat(lines, "\n") .. "\n")
end

--- Whether the copy compiles; a Lua file must be one that Lua reads.
local function compiles(copy, mutant)
  if mutant.file.language == "lua" then
    return loadfile(copy.folder .. "/" .. mutant.file.path) ~= nil
  end
  local told = copy:run("ninja -C build --quiet >build/mutant.log 2>&1 && echo built")
  return told[1] == "built"
end

--- Specs, those that say the most of a file first: its path, its module, its folder's name.
local function by_nearness(specs, path)
  local module = path:gsub("%.%w+$", ""):gsub("/init$", "")
  local stem, room = module:match("([^/]*)$"), module:match("/(%w+)/")
  local function nearness(spec)
    local named = spec.text:find(path, 1, true)
      or spec.text:find(module:gsub("/", "."), 1, true)
    local score = named and 4 or 0
    if spec.name:find(stem, 1, true) then score = score + 2 end
    if room and spec.name:find("^" .. room) then score = score + 1 end
    return score
  end
  local near, far = {}, {}
  for _, spec in pairs(specs) do
    local score = nearness(spec)
    table.insert(score > 0 and near or far, { name = spec.name, score = score })
  end
  local function before(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.name < b.name
  end
  table.sort(near, before)
  table.sort(far, before)
  return table.move(far, 1, #far, #near + 1, near)
end

--- The first spec of a batch that fails, or nil.
local function failing(copy, batch)
  local command = ("timeout -k 5 %d spec/support/run %s >build/mutant.log 2>&1; echo $?"):format(
    PATIENCE,
    table.concat(batch, " ")
  )
  if copy:run(command)[1] == "0" then return nil end
  local failed = copy:run("grep -l '^not ok' build/tap/*.tap")[1]
  return failed and failed:match("spec%.([%w_]+)_spec") or "nothing in time"
end

local function path_of(name) return ("spec/%s_spec.lua"):format(name) end

--- The first spec that fails with the copy as it is, or nil when none does.
local function noticed_by(copy, specs)
  for first = 1, #specs, BATCH do
    local batch = {}
    for i = first, math.min(first + BATCH - 1, #specs) do
      batch[#batch + 1] = path_of(specs[i].name)
    end
    local name = failing(copy, batch)
    if name then return name end
  end
  return nil
end

--- The specs that judge what the sources do, by name, with their text.
local function behaviour(copy)
  local specs = {}
  for _, path in ipairs(copy:run("ls spec/*_spec.lua")) do
    local name = path:match("spec/([%w_]+)_spec%.lua")
    specs[name] = { name = name, text = forge.read(path) }
  end
  for _, name in ipairs(OF_TEXT) do
    specs[name] = nil
  end
  return specs
end

--- The spec that notices a defect, or nil. One that fails without it too is left out of `specs`.
local function judge(copy, specs, sound, mutant)
  while true do
    write(copy, mutant, mutant.text)
    if not compiles(copy, mutant) then return false end
    local name = noticed_by(copy, by_nearness(specs, mutant.file.path))
    write(copy, mutant, mutant.file.lines[mutant.number])
    if not name or sound[name] or not specs[name] then return true, name end
    compiles(copy, mutant)
    sound[name] = not failing(copy, { path_of(name) })
    if sound[name] then return true, name end
    print(name .. " is left out: it fails without a defect")
    specs[name] = nil
  end
end

local function main(count, seed)
  math.randomseed(seed)
  local copy <close> = checkout.copy()
  local files, specs, sound = sources(copy), behaviour(copy), {}
  local noticed, stillborn, survivors = 0, 0, {}
  while noticed + #survivors < count do
    local mutant = draw(files)
    local told = ("%s:%d: %s"):format(mutant.file.path, mutant.number, mutant.what)
    local alive, name = judge(copy, specs, sound, mutant)
    if not alive then
      stillborn = stillborn + 1
    elseif name then
      noticed = noticed + 1
    else
      survivors[#survivors + 1] = told
    end
    if alive then print(("%-24s %s"):format(name or "NOBODY", told)) end
    io.stdout:flush()
  end
  for _, told in ipairs(survivors) do
    print("not noticed: " .. told)
  end
  local share = noticed / count
  local line = "%d of %d noticed (%.0f %%), %d others did not compile"
  print(line:format(noticed, count, 100 * share, stillborn))
  return share >= ENOUGH
end

if not main(math.tointeger(arg[1]), math.tointeger(arg[2])) then os.exit(1) end
