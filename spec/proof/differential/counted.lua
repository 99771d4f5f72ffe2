--- Compares the functions of csrc/host/script/library*.c with those of Lua that they stand in for,
-- on random patterns, subjects and lists, malformed ones among them.
--
--     build/svcd lua spec/proof/differential/counted.lua [CASES [SEED]]

local library = {}

--- The functions of Lua, and a state's libraries with ours in their place.
local own = { string = {}, table = {} }
local theirs = { string = {}, table = {} }

--- Compiles the module and binds it for a moment, to take its functions.
function library.load()
  local path = os.tmpname()
  local command = "cc -std=c17 -D_GNU_SOURCE -shared -fPIC -O1 -Icsrc $(pkg-config --cflags lua5.4)"
    .. " -o '%s' spec/proof/differential/counted.c csrc/host/script/library.c"
    .. " csrc/host/script/library_match.c"
  assert(os.execute(command:format(path)))
  local module = assert(package.loadlib(path, "luaopen_library"))()
  os.remove(path)
  for name in pairs(theirs) do
    for key, value in pairs(_G[name]) do
      theirs[name][key] = value
    end
  end
  module.bind()
  for name, functions in pairs(theirs) do
    for key, value in pairs(functions) do
      own[name][key], _G[name][key] = _G[name][key], value
    end
  end
  return own, theirs, module
end

local pick = function(list) return list[math.random(#list)] end

-- stylua: ignore
local ITEMS = {
  "a", "b", "ab", "1", " ", ".", "%a", "%d", "%s", "%w", "%p", "%c", "%g", "%l", "%u", "%x", "%A",
  "%S", "%z", "%%", "%.", "[ab]", "[^a]", "[a-c1]", "[%w_]", "[^%s]", "[]]", "[^]]", "[a-]",
  "[%a-z]",
  "[%]]", "\0", "%1", "%2", "()", "%b()", "%bab", "%f[%w]", "%f[^a]", "%f[%z]",
}
local ENDS = { "", "", "", "*", "+", "-", "?" }
local BYTES = { "a", "b", "c", "1", " ", "(", ")", "_", "]", "\0", "A", "\255", "." }
local RAW =
  { "a", "b", "(", ")", "[", "]", "%", "^", "$", "*", "+", "-", "?", ".", "1", "\0", "f" }

local function text_of(list, most)
  local parts = {}
  for i = 1, math.random(0, most) do
    parts[i] = pick(list)
  end
  return theirs.table.concat(parts)
end

local function items(depth)
  local parts = {}
  for i = 1, math.random(0, 4) do
    if depth > 0 and math.random(4) == 1 then
      parts[i] = "(" .. items(depth - 1) .. ")"
    else
      parts[i] = pick(ITEMS) .. pick(ENDS)
    end
  end
  return theirs.table.concat(parts)
end

local function pattern()
  if math.random(8) == 1 then return text_of(RAW, 6) end
  local anchor = math.random(5) == 1 and "^" or ""
  return anchor .. items(2) .. (math.random(6) == 1 and "$" or "")
end

local REPLACEMENTS = {
  function() return text_of({ "x", "%0", "%1", "%2", "%%", "" }, 3) end,
  function() return text_of(RAW, 3) end,
  function() return 7 end,
  function() return { a = "A", b = false, [""] = "e", ["1"] = 1, c = {} } end,
  function()
    return function(first) return first and first ~= "b" and "<" .. tostring(first) .. ">" end
  end,
}

local function start() return pick({ 1, 1, 1, 2, 5, 0, -1, -3, 20, -20, math.mininteger }) end

--- Calls a function, and gives its results or its error as one text.
local function outcome(run, ...)
  local results = table.pack(pcall(run, ...))
  for i = 1, results.n do
    local value = results[i]
    results[i] = type(value) == "table" and "table" or theirs.string.format("%q", value)
  end
  local told = theirs.table.concat(results, ",", 1, results.n)
  -- A function has a name only in its library, and 5.4.4 blames another argument than 5.4.7.
  return (theirs.string.gsub(told, "#%d to '[^']*'", ""))
end

local function all_matches(functions, ...)
  local found = {}
  for a, b, c in functions.gmatch(...) do
    found[#found + 1] = tostring(a) .. "\1" .. tostring(b) .. "\1" .. tostring(c)
    if #found > 40 then break end
  end
  return theirs.table.concat(found, "\2")
end

--- The list after a change, and the change's result.
local function changed(run, list, ...)
  local copy = theirs.table.move(list, 1, #list, 1, {})
  local given = outcome(run, copy, ...)
  for i = 1, #copy do
    copy[i] = tostring(copy[i])
  end
  return given .. "|" .. theirs.table.concat(copy, ",")
end

-- stylua: ignore
local CASES = {
  find = function(f, s, p, at, plain) return outcome(f.string.find, s, p, at, plain) end,
  match = function(f, s, p, at) return outcome(f.string.match, s, p, at) end,
  gmatch = function(f, s, p, at) return outcome(all_matches, f.string, s, p, at) end,
  gsub = function(f, s, p, _, _, by, most) return outcome(f.string.gsub, s, p, by, most) end,
  rep = function(f, s, _, at, _, _, most)
    return outcome(f.string.rep, s, at, most and "," or nil)
  end,
  concat = function(f, _, _, at, _, _, _, list)
    return outcome(f.table.concat, list, ";", at % 7, at % 5)
  end,
  insert = function(f, s, _, at, _, _, _, list) return changed(f.table.insert, list, at, s) end,
  push = function(f, s, _, _, _, _, _, list) return changed(f.table.insert, list, s) end,
  remove = function(f, _, _, at, _, _, _, list) return changed(f.table.remove, list, at) end,
  pop = function(f, _, _, _, _, _, _, list) return changed(f.table.remove, list) end,
  move = function(f, _, _, at, _, _, _, list)
    return changed(f.table.move, list, 1 + at % 3, at % 6, at % 4)
  end,
  sort = function(f, _, _, at, _, _, _, list)
    return changed(f.table.sort, list, at % 2 == 0 and function(a, b) return a > b end or nil)
  end,
}

local NAMES = {}
for name in pairs(CASES) do
  NAMES[#NAMES + 1] = name
end
table.sort(NAMES)

--- Compares so many random cases.
-- @tparam number count
-- @tparam number seed
-- @treturn string|nil the first case whose outcomes differ; nil: none does
function library.compare(count, seed)
  math.randomseed(seed)
  for _ = 1, count do
    local subject, looked, at = text_of(BYTES, 12), pattern(), start()
    local by, most = pick(REPLACEMENTS)(), pick({ nil, 0, 1, 2, -1 })
    local list = {}
    for i = 1, math.random(0, 8) do
      list[i] = math.random(9)
    end
    for _, name in ipairs(NAMES) do
      local run, plain = CASES[name], at == 2
      local a = run(theirs, subject, looked, at, plain, by, most, list)
      local b = run(own, subject, looked, at, plain, by, most, list)
      if a ~= b then
        local told = "%s of %q by %q from %d: Lua gives %s, ours gives %s"
        return told:format(name, subject, looked, at, a, b)
      end
    end
  end
end

if arg and arg[0] and arg[0]:find("differential/counted.lua$") then
  library.load()
  local count, seed = tonumber(arg[1]) or 1000000, tonumber(arg[2]) or os.time()
  local difference = library.compare(count, seed)
  print(
    difference
      or ("%d cases of %d functions, seed %d: no difference"):format(count, #NAMES, seed)
  )
  if difference then os.exit(1) end
end

return library
