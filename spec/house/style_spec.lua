--- The rules of the architecture and of the style, as tests. Each failure names file and line.

local forge = require("spec.support.publication.forge")
local functions = require("spec.support.house.functions")
local lua_patterns = require("spec.support.house.patterns")
local shell = require("spec.support.house.shell")

local function tracked(...)
  local patterns = {}
  for i, pattern in ipairs({ ... }) do
    patterns[i] = "'" .. pattern .. "'"
  end
  return shell.lines("git ls-files -- " .. table.concat(patterns, " ") .. " | sort")
end

--- Calls `visit(line, number, path)` for each line of each file; a returned reason is a violation.
local function violations(files, visit)
  local found = {}
  for _, path in ipairs(files) do
    local number = 0
    local file = io.open(path)
    for line in file and file:lines() or function() end do
      number = number + 1
      local reason = visit(line, number, path)
      if reason then found[#found + 1] = ("%s:%d: %s"):format(path, number, reason) end
    end
    if file then file:close() end
  end
  return table.concat(found, "\n")
end

--- The circles of a graph `name -> { [name] = true }`, a line each; "" where there are none.
local function circles(graph)
  local state, found, way = {}, {}, {}
  local function visit(name)
    if state[name] == "open" then
      found[#found + 1] = table.concat(way, " > ", way[name]) .. " > " .. name
    end
    if state[name] then return end
    state[name] = "open"
    way[#way + 1] = name
    way[name] = #way
    for to in pairs(graph[name] or {}) do
      if to ~= name then visit(to) end
    end
    way[name], way[#way] = nil, nil
    state[name] = "done"
  end
  for name in pairs(graph) do
    visit(name)
  end
  table.sort(found)
  return table.concat(found, "\n")
end

local C = { "csrc/*.c", "csrc/*.h" }
local LUA = { "lua/*.lua", "routes/*.lua", "data/*.lua", "spec/*.lua" }

describe("layers of csrc", function()
  -- A layer may include itself and what stands before it in its list. The host stands on base
  -- alone: it knows sealed memory, not content.
  local orders = {
    { "base", "json", "publication", "store", "text", "markup", "quran", "search", "binding" },
    { "base", "publication", "transfer", "binding" },
    { "base", "host/wire", "host/shared", "host/script", "host/process" },
  }

  local function layer_of(path) return path:match("^(host/%l+)/") or path:match("^(%l+)/") end

  local function allowed(from, to)
    for _, order in ipairs(orders) do
      local rank = {}
      for i, name in ipairs(order) do
        rank[name] = i
      end
      if rank[from] and rank[to] and rank[to] <= rank[from] then return true end
    end
    return false
  end

  it("include only their own and lower layers", function()
    assert.equal(
      "",
      violations(tracked(table.unpack(C)), function(line, _, path)
        local to = line:match('^#include "([%w_/]+)%.h"')
        local from = layer_of(path:sub(#"csrc/" + 1))
        if to and not allowed(from, layer_of(to)) then return from .. " includes " .. to end
      end)
    )
  end)

  -- A file and its header are one unit.
  it("hold no circle of includes", function()
    local includes, count = {}, 0
    violations(tracked(table.unpack(C)), function(line, _, path)
      local unit = path:match("^csrc/(.*)%.[ch]$")
      if not includes[unit] then
        includes[unit], count = {}, count + 1
      end
      local to = line:match('^#include "([%w_/]+)%.h"')
      if to then includes[unit][to] = true end
    end)
    assert.equal("", circles(includes))
    assert.is_true(count > 50, count .. " units")
  end)

  -- A header may declare what several files define, so includes alone do not show who calls whom.
  -- A name that no header declares is the C library's, which csrc/host/wire/seam.c defines anew.
  it("hold no circle of calls", function()
    local declared, homes, words, calls = {}, {}, {}, {}
    for _, path in ipairs(tracked("csrc/*.h")) do
      for name in forge.read(path):gmatch("([%a_][%w_]*)%(") do
        declared[name] = true
      end
    end
    for _, path in ipairs(tracked("csrc/*.c")) do
      local text, unit = forge.read(path):gsub("/%*.-%*/", ""), path:match("^csrc/(.*)%.c$")
      words[unit] = text
      for head, name in ("\n" .. text):gmatch("\n(%a[%w_ *]-)([%a_][%w_]*)%([^;{}]*%)%s*{") do
        if declared[name] and not head:find("^static ") then homes[name] = unit end
      end
    end
    for unit, text in pairs(words) do
      calls[unit] = {}
      for word in text:gmatch("[%a_][%w_]*") do
        if homes[word] then calls[unit][homes[word]] = true end
      end
    end
    assert.is_true(next(homes) ~= nil)
    assert.equal("", circles(calls))
  end)

  it("declare functions of other files in headers alone", function()
    assert.equal(
      "",
      violations(tracked("csrc/*.c"), function(line)
        if line:match("^extern ") or line:match("^%a[%w_ *]*%([^{}]*%);$") then
          if not line:match("^static ") and not line:match("^typedef ") then return line end
        end
      end)
    )
  end)

  it("share no function that nobody else names", function()
    local named, shared, alone = {}, {}, {}
    local files = tracked("csrc/*.[ch]", "spec/*.[ch]")
    for _, path in ipairs(files) do
      for word in forge.read(path):gmatch("[%a_][%w_]*") do
        named[word] = named[word] or {}
        named[word][path] = true
      end
    end
    -- What declares or defines a function does not use it, but in the body of another one.
    for _, path in ipairs(files) do
      local text = "\n" .. forge.read(path)
      for head in text:gmatch("\n(%a[%w_ *]*)%(") do
        local name = head:match("[%a_][%w_]*$")
        if not head:find("^static ") and not head:find("^typedef ") then
          local called = path:find("%.h$") and text:find("\n  [^\n]*%f[%w_]" .. name .. "%(")
          named[name][path] = called and true or nil
          if path:find("%.h$") then shared[name] = path end
        end
      end
    end
    for name, path in pairs(shared) do
      if not next(named[name]) then alone[#alone + 1] = path .. ": " .. name end
    end
    assert.equal("", table.concat(alone, "\n"))
    assert.is_true(next(shared) ~= nil)
  end)

  local homes = {
    { "lua%.h>", { "^csrc/binding/", "^csrc/host/script/", "^csrc/host/process/" } },
    { "lauxlib%.h>", { "^csrc/binding/", "^csrc/host/script/", "^csrc/host/process/" } },
    { "sys/wait%.h>", { "^csrc/host/process/" } },
    { "openssl/", { "^csrc/publication/signature%.c$" } },
    { "expat%.h>", { "^csrc/store/svg[_%a]*%.c$" } },
    { "curl/", { "^csrc/transfer/download%.c$", "^csrc/host/process/fetch_curl%.c$" } },
    { "microhttpd%.h>", { "^csrc/host/wire/http[_%l]*%.c$" } },
  }
  for _, home in ipairs(homes) do
    it("include " .. home[1] .. " only at home", function()
      assert.equal(
        "",
        violations(tracked(table.unpack(C)), function(line, _, path)
          if not line:match("^#include <.*" .. home[1]) then return end
          for _, place in ipairs(home[2]) do
            if path:match(place) then return end
          end
          return line
        end)
      )
    end)
  end
end)

describe("svcd", function()
  it("starts no thread: processes share only what a mutex between them guards", function()
    local threads =
      { "pthread_create", "thrd_create", "POLLING_THREAD", "SIGEV_THREAD%f[^%w_]" }
    assert.equal(
      "",
      violations(tracked(table.unpack(C)), function(line)
        for _, pattern in ipairs(threads) do
          if line:find(pattern) then return line end
        end
      end)
    )
  end)
end)

describe("Lua", function()
  -- Rooms, and the rooms that each may use besides itself. The rest are libraries.
  local rooms = {
    base = {},
    web = { base = true },
    mcp = { base = true, web = true },
    site = { base = true, web = true },
    routes = { base = true, web = true, mcp = true, site = true },
    data = { base = true },
    host = { base = true, web = true, routes = true, data = true },
  }

  it("rooms use only lower ones", function()
    assert.equal(
      "",
      violations(
        tracked("lua/*.lua", "routes/*.lua", "data/*.lua", ":!data/examples"),
        function(line, _, path)
          local from = path:match("^lua/(%l+)/") or path:match("^(%l+)/")
          local to = line:match('require[ (]*"(%l+)[%."]')
          if rooms[from] and rooms[to] and to ~= from and not rooms[from][to] then
            return from .. " uses " .. to
          end
        end
      )
    )
  end)

  it("modules require one another in no circle", function()
    local requires = {}
    violations(tracked("lua/*.lua", "routes/*.lua", "data/*.lua"), function(line, _, path)
      local module = path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
      requires[module] = requires[module] or {}
      for to in line:gmatch('require[ (]*"([%w_.]+)"') do
        requires[module][to] = true
      end
    end)
    assert.is_true(requires["web.app"]["web.router"])
    assert.equal("", circles(requires))
  end)

  it("modules use no private member of another room's", function()
    local rows = {}
    for _, path in ipairs(tracked("lua/*.lua", "routes/*.lua", "data/*.lua")) do
      local text = forge.read(path)
      local from = path:match("^lua/(%l+)/") or path:match("^(%l+)/")
      for name, room in text:gmatch('local ([%a_][%w_]*) = require[ (]*"(%l+)[%."]') do
        local private = rooms[room]
          and room ~= from
          and text:match("%f[%w_]" .. name .. "[.:](_[%w_]+)")
        if private then rows[#rows + 1] = ("%s: %s.%s"):format(path, name, private) end
      end
    end
    assert.equal("", table.concat(rows, "\n"))
  end)

  it("the publishing room is entered by its door alone", function()
    assert.equal(
      "",
      violations(tracked("lua/*.lua", "routes/*.lua"), function(line)
        if line:match('require[ (]*"data%.') then return line end
      end)
    )
  end)

  it("routes never require another route", function()
    local files = {}
    for _, path in ipairs(tracked("routes/*.lua")) do
      if path ~= "routes/init.lua" then files[#files + 1] = path end
    end
    assert.equal(
      "",
      violations(files, function(line)
        if line:match('require[ (]*"routes') then return line end
      end)
    )
  end)

  it("the framework names no endpoint", function()
    assert.equal(
      "",
      violations(tracked("lua/*.lua"), function(line)
        if line:find("/v1", 1, true) then return line end
      end)
    )
  end)

  it("an error status is written only in the problem table", function()
    assert.equal(
      "",
      violations(tracked("lua/*.lua", "routes/*.lua"), function(line, _, path)
        if path ~= "lua/web/problem.lua" and line:match("status%s*=+%s*[45]%d%d") then
          return line
        end
      end)
    )
  end)

  it(
    "doc comments are LDoc blocks: a tag begins its line; LuaCATS stays in the stubs",
    function()
      local files = tracked("lua/*/*.lua", "routes/*.lua")
      for _, path in ipairs(tracked("data/*.lua")) do
        files[#files + 1] = path
      end
      assert.equal(
        "",
        violations(files, function(line)
          if line:find("^%s*%-%-%-@") then return "LuaCATS: " .. line end
          local tag = line:match("^%s*%-%-.-%s(@t?%l+) ")
          local begins = line:find("^%s*%-%- @")
          if (tag == "@tparam" or tag == "@treturn") and not begins then return line end
          if select(2, line:gsub("@t[pr]%l+ ", "")) > 1 then return "two tags: " .. line end
        end)
      )
    end
  )

  it("every function that a module exports has a doc block", function()
    local undocumented = {}
    for _, path in ipairs(tracked("lua/*.lua", "data/*.lua")) do
      local lines = shell.lines("cat " .. path)
      local module = (lines[#lines] or ""):match("^return ([%a_][%w_]*)$")
      for number, line in ipairs(lines) do
        local owner = line:match("^function ([%w_]+)[.:][%w_]+%(")
        if owner and owner == module and not lines[number - 1]:match("^%-%-") then
          undocumented[#undocumented + 1] = ("%s:%d: %s"):format(path, number, line)
        end
      end
    end
    assert.equal("", table.concat(undocumented, "\n"))
  end)
end)

describe("Lua patterns", function()
  local rows = {
    { "^[ \t]*(.-)[ \t]*$", true, "two runs that share blanks, before the end" },
    { "%d+$", true, "a run before the end, not anchored" },
    { "(.-)&", true, "a run before a mark, not anchored" },
    { "{[^}]*}", true, "a run that may hold what begins it" },
    { "\\text%b{}", true, "a bracket that may not be closed" },
    { "^(.-)%s*,(%S+)", true, "two runs before a mark" },
    { "^%s*(.*)$", false, "a last run that takes everything" },
    { "^%s*%*%s*$", false, "two runs with a mark between that neither takes" },
    { '"[^"]*"', false, "a run that ends where another begins" },
    { "/(%d+)$", false, "a run behind a mark that it does not take" },
    { "[^&]+", false, "a run with nothing behind it" },
    { "^([%w+/=]+)%.(%x+)$", false, "two runs parted by a mark" },
    { "^(.+)%.md$", false, "one run" },
  }
  for _, row in ipairs(rows) do
    it(
      ("%s with %s: %s"):format(
        row[2] and "are quadratic" or "are not quadratic",
        row[3],
        row[1]
      ),
      function() assert.equal(row[2], lua_patterns.is_quadratic(row[1])) end
    )
  end

  -- The operator's own words, and programs for those who write the content.
  local others = {
    "^lua/host/",
    "^data/%l+%.lua$",
    "^data/check/",
    "^data/fetch/",
    "^data/command/",
    "^data/transfer/",
  }

  local function is_other(path)
    for _, other in ipairs(others) do
      if path:find(other) then return true end
    end
    return false
  end

  it("on bytes of a client or of content take no work that grows with the square", function()
    local files, looked = {}, 0
    for _, path in ipairs(tracked("lua/*.lua", "routes/*.lua", "data/*.lua")) do
      if not is_other(path) then files[#files + 1] = path end
    end
    assert.equal(
      "",
      violations(files, function(line)
        for _, pattern in ipairs(lua_patterns.of_line(line)) do
          looked = looked + 1
          if lua_patterns.is_quadratic(pattern) then return "quadratic: " .. pattern end
        end
      end)
    )
    assert.is_true(looked > 100, looked .. " patterns found")
  end)
end)

describe("files", function()
  -- The checks of lessons are tables with a row for each example.
  it("stay within their lengths", function()
    local long = {}
    local limits = {
      { "csrc/*.c", 600 },
      { "csrc/*.h", 600 },
      { "lua/*.lua", 350 },
      { "data/*.lua", 350 },
      { "routes/*.lua", 100 },
    }
    for _, limit in ipairs(limits) do
      for _, path in ipairs(tracked(limit[1], ":!data/content/*")) do
        local count = #shell.lines("cat " .. path)
        local stub = path:match("%.d%.lua$")
        if count > limit[2] and not stub then
          long[#long + 1] = ("%s: %d lines, %d at most"):format(path, count, limit[2])
        end
      end
    end
    assert.equal("", table.concat(long, "\n"))
  end)

  it("have functions that fit on a screen: 80 lines", function()
    local all = functions.of(
      tracked("csrc/*.c", "csrc/*.h", "lua/*.lua", "routes/*.lua", "data/*.lua", ":!*.d.lua")
    )
    assert.is_true(#all > 1000, #all .. " functions")
    local longest = all[#all]
    assert.is_true(
      longest.lines <= 80,
      ("%s:%d: %d lines"):format(longest.path, longest.line, longest.lines)
    )
  end)

  it("stay within 100 columns", function()
    local files = tracked("csrc/*.c", "csrc/*.h", "lua/*.lua", "routes/*.lua", "data/*.lua")
    assert.equal(
      "",
      violations(files, function(line)
        if (utf8.len(line) or #line) > 100 then
          return (utf8.len(line) or #line) .. " columns"
        end
      end)
    )
  end)

  it(
    "import only files that exist, those of proofs too, which the suite does not run",
    function()
      local function missing(line, _, path)
        local own = path:find("%.mjs$") and line:match('^import .* from "(%.[^"]*)"')
        local at = own and path:match("^.*/") .. own
        local module = line:match('^local .*require%("(spec%.[%w_.]+)"%)')
        local file = module and module:gsub("%.", "/")
        for _, name in
          ipairs(at and { at } or file and { file .. ".lua", file .. "/init.lua" } or {})
        do
          local found <close> = io.open(name)
          if found then return nil end
        end
        return own or module
      end
      assert.equal("", violations(tracked("spec/*.mjs", "cli/*.mjs", "spec/*.lua"), missing))
    end
  )

  it("hold no leftovers", function()
    local marks = "%f[%w](" .. "TO" .. "DO)%f[%W]"
    local fixme = "%f[%w](" .. "FIX" .. "ME)%f[%W]"
    assert.equal(
      "",
      violations(
        tracked(table.unpack(C)),
        function(line) return line:match(marks) or line:match(fixme) end
      )
    )
    assert.equal(
      "",
      violations(
        tracked(table.unpack(LUA)),
        function(line) return line:match(marks) or line:match(fixme) end
      )
    )
  end)

  it("refer to no page that a clone does not have", function()
    local pages = {}
    for _, path in ipairs(tracked("*.md")) do
      pages[path:match("[^/]*$")] = true
    end
    assert.equal(
      "",
      violations(tracked("*.c", "*.h", "*.lua", "*.mjs", "*.mk", "*.build"), function(line)
        local name = line:match("%f[%w]([A-Z][A-Z]+%.md)%f[^%w]")
        if name and not pages[name] then return name .. " is not in this repository" end
      end)
    )
  end)

  it("every function in a header is documented", function()
    local previous = ""
    assert.equal(
      "",
      violations(tracked("csrc/*.h"), function(line)
        local before = previous
        if line:match("%S") then previous = line end
        local starts = line:match("^[%a][%w_ *]-[ *][%w_]+%(") and not line:match("^typedef")
        local grouped = before:match("%);$") or before:match("^}")
        if starts and not (before:match("%*/$") or grouped) then
          return "undocumented: " .. line
        end
      end)
    )
  end)
end)
