--- The loop of a contributor, for the Makefile: which specs are meant, and what they need.
--
--     lua5.4 spec/support/house/loop.lua packages SPEC…   Debian packages that they need
--     lua5.4 spec/support/house/loop.lua targets SPEC…    targets of make that they need
--     lua5.4 spec/support/house/loop.lua titled TITLE     specs that have words in their titles
--     lua5.4 spec/support/house/loop.lua pattern TITLE    Lua pattern of the words
--     lua5.4 spec/support/house/loop.lua changed BASE     specs of what differs from a commit
--     lua5.4 spec/support/house/loop.lua quick            specs that need nothing beside a build
package.path = "./?.lua;" .. package.path
local needs = require("spec.support.house.needs")
local shell = require("spec.support.house.shell")

local function read(path)
  local file <close> = io.open(path)
  return file and file:read("a")
end

local function all_specs()
  return shell.lines("find spec -name node_modules -prune -o -name '*_spec.lua' -print | sort")
end

local function print_set(names)
  local list = {}
  for name in pairs(names) do
    list[#list + 1] = name
  end
  table.sort(list)
  print(table.concat(list, " "))
end

--- Ends with what is wrong and what to do.
local function refuse(form, ...)
  io.stderr:write(form:format(...), "\n")
  os.exit(1)
end

--- The titles of a spec: each `it` behind the `describe`s that it can be in.
local function titles(text)
  local list, group = {}, ""
  for kind, title in text:gmatch('%f[%w](%l+)%s*%(?%s*("[^"\n]+")') do
    title = title:sub(2, -2)
    if kind == "describe" then
      group = title
    elseif kind == "it" then
      list[#list + 1] = group .. " " .. title
    end
  end
  return list
end

--- The specs of a file: the one of its name, or else all of its room.
local function mirrored(path, add)
  local stem = path:match("^(.+)%.[chlm][uj]?[as]?$")
  if not stem then return end
  local room = "spec/" .. stem:match("^(.*)/")
  local own = "spec/" .. stem:gsub("/init$", "") .. "_spec.lua"
  if read(own) then return add(own) end
  for _, spec in ipairs(shell.lines(("ls %s/*_spec.lua 2>/dev/null || true"):format(room))) do
    add(spec)
  end
end

--- The C files that include a header. @tparam string path of the header
local function including(path)
  return shell.lines(
    ("grep -rlF '#include \"%s\"' csrc --include=*.c || true"):format(path:sub(6))
  )
end

local function module_of(path)
  return path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
end

local commands = {}

function commands.packages(...)
  local set = {}
  for _, spec in ipairs({ ... }) do
    for _, name in ipairs((needs.of(spec))) do
      set[name] = true
    end
  end
  print_set(set)
end

function commands.targets(...)
  local set = { build = true }
  for _, spec in ipairs({ ... }) do
    for _, name in ipairs((select(2, needs.of(spec)))) do
      set[name] = true
    end
  end
  print_set(set)
end

function commands.titled(title)
  local set = {}
  for _, spec in ipairs(all_specs()) do
    for _, each in ipairs(titles(read(spec))) do
      if each:lower():find(title:lower(), 1, true) then set[spec] = true end
    end
  end
  if not next(set) then refuse('no spec has "%s" in its title; give fewer words', title) end
  print_set(set)
end

function commands.pattern(title) print((title:gsub("%p", "%%%0"))) end

--- A spec is of a change that is of its own file, of the file it mirrors, of a module it requires
-- itself, of a header that a file it mirrors includes, or of a file that it names.
function commands.changed(base)
  local found = os.execute(("git rev-parse -q --verify '%s^{commit}' >/dev/null"):format(base))
  if not found then
    refuse('there is no commit "%s"; name one: make changed BASE=origin/HEAD', base)
  end
  local set = {}
  local function add(spec) set[spec] = true end
  local changed =
    shell.lines(("git diff --name-only %s && git ls-files -o --exclude-standard"):format(base))
  local texts = {}
  for _, spec in ipairs(all_specs()) do
    texts[spec] = read(spec)
  end
  for _, path in ipairs(changed) do
    if texts[path] then add(path) end
    if path:find("^cli/test/.*%.test%.mjs$") and read(path) then add(path) end
    mirrored(path, add)
    if path:find("%.h$") then
      for _, file in ipairs(including(path)) do
        mirrored(file, add)
      end
    end
    local module = path:find("%.lua$") and module_of(path)
    for spec, text in pairs(texts) do
      local named = text:find('"' .. path, 1, true)
      if named or module and text:find('require("' .. module .. '")', 1, true) then
        add(spec)
      end
    end
  end
  print_set(set)
end

function commands.quick()
  local set = {}
  for _, spec in ipairs(all_specs()) do
    local packages, targets = needs.of(spec)
    if #packages == 1 and #targets == 0 then set[spec] = true end
  end
  print_set(set)
end

assert(commands[arg[1]], "no such command")(table.unpack(arg, 2))
