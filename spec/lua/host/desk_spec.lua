--- The desk of an author of routes: `svcd new`, `svcd test` and `svcd console`, as they are run.

local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")
local shell = require("spec.support.house.shell")

local folder

local function path(name) return folder .. "/" .. name end

local function write(files)
  for name, text in pairs(files) do
    assert(os.execute(("mkdir -p '%s'"):format(path(name):match("^(.*)/"))))
    forge.write(path(name), text)
  end
end

local function has(text, part) assert.is_truthy(text:find(part, 1, true), text) end

before_each(function() folder = forge.folder() end)
after_each(function() forge.remove(folder) end)

--- Kinds of what is written, and names.
local KINDS = {
  "route hello",
  "tool word_of_day",
  "page about_us",
  "phase stamps",
  "overlay health",
  "overlay quran",
  "overlay problem_pages",
  "job stock",
  "fetch weather",
}

describe("svcd new", function()
  it("writes a spec with each kind, that passes at once", function()
    for _, kind in ipairs(KINDS) do
      local text, status = shell.svcd(("new %s --into %s"):format(kind, path("own")))
      assert.equal(0, status, text)
      local upstreams = kind == "fetch weather"
          and ' --upstreams "weather https://api.example.org"'
        or ""
      has(text, "test it: svcd test " .. path("own") .. upstreams .. "\n")
      has(text, "serve --routes default --routes " .. path("own") .. upstreams .. "\n")
    end
    local upstreams = ' --upstreams "weather https://api.example.org"'
    local text, status = shell.svcd(("test %s --output TAP%s"):format(path("own"), upstreams))
    assert.equal(0, status, text)
    assert.equal(14, select(2, ("\n" .. text):gsub("\nok ", "")), text)
  end)

  it("writes what the real service serves", function()
    for _, kind in ipairs(KINDS) do
      shell.svcd(("new %s --into %s"):format(kind, path("own")))
    end
    local svcd <close> = server.start({ routes = { "default", path("own") } })
    local function ask(target) return svcd:request(target) end
    assert.equal("stamps", ask("/v1/health").headers["x-served-by"])
    assert.equal(200, ask("/about-us.md").status)
    assert.is_truthy(server.await(function() return ask("/stock").body == '{"runs":1}' end))
  end)

  it("writes what stylua and luacheck have nothing to say of", function()
    for _, kind in ipairs(KINDS) do
      shell.svcd(("new %s --into %s"):format(kind, path("own")))
    end
    local command = "%s --config-path .stylua.toml --check %s && luacheck -q %s"
    local stylua = "spec/node_modules/.bin/stylua"
    assert.is_true(os.execute(command:format(stylua, path("own"), path("own")) .. " >&2"))
  end)

  -- stylua: ignore
  local refusals = {
    { "overlay none", "none.lua is no file of the folders that answers GET" },
    { "overlay mcp", "mcp.lua is no file of the folders that answers GET" },
    { "phase two", "/own/init.lua: it has phases already" },
    { "route problems", '"problems" is no name of a route' },
    { "rout hello", "argument 'kind' must be one of 'route', 'tool', 'page'" },
  }
  for _, refusal in ipairs(refusals) do
    it("refuses: " .. refusal[1], function()
      shell.svcd("new phase one --into " .. path("own"))
      local text, status = shell.svcd(("new %s --into %s"):format(refusal[1], path("own")))
      has(text, refusal[2])
      assert.is_true(status > 0)
    end)
  end
end)

describe("svcd test", function()
  it("says which spec failed, and ends with another status", function()
    write({
      ["own/init.lua"] = [[return { { method = "GET", path = "/x",
        handle = function() return { answer = "own" } end } }]],
      ["own/spec/x_spec.lua"] = [[describe("x", function()
        it("is", function() assert.equal("own", request("GET", "/x").json.answer) end)
        it("is not", function() assert.equal("other", request("GET", "/x").json.answer) end)
      end)]],
    })
    local text, status = shell.svcd(("test %s --output TAP"):format(path("own")))
    has(text, "ok 1 - x is")
    has(text, "not ok 2 - x is not")
    assert.equal(1, status)
    text, status = shell.svcd(("test %s --output TAP --filter 'is$'"):format(path("own")))
    assert.equal(0, status, text)
  end)

  -- How the config names the folder, and how the command does: from beside it.
  -- stylua: ignore
  local spellings = {
    { "FOLDER/own", "own" }, { "FOLDER/own", "./own" }, { "FOLDER/own", "own/" },
    { "FOLDER/own", "own/." }, { "FOLDER/own", "own/spec/.." }, { "FOLDER/own", "link" },
    { "FOLDER/link", "own" }, { "FOLDER//own/", "FOLDER/own" }, { "own", "FOLDER/own" },
    { "./own", "own" }, { "link/", "FOLDER/./own" },
  }
  for _, spelling in ipairs(spellings) do
    local named = ("%s as %s"):format(spelling[1], spelling[2])
    it("lays a folder over the others once, however it is spelled: " .. named, function()
      write({
        ["own/init.lua"] = [[return { { method = "GET", path = "/x",
          handle = function() return { answer = "own" } end } }]],
        ["own/spec/x_spec.lua"] = [[it("is", function()
          assert.equal("own", request("GET", "/x").json.answer) end)]],
      })
      assert(os.execute(("ln -s own '%s'"):format(path("link"))))
      local routes = spelling[1]:gsub("FOLDER", folder)
      local own = spelling[2]:gsub("FOLDER", folder)
      local program = os.getenv("SVC_SVCD") or "build/svcd"
      local command = "program=$(realpath %s) SVC_HOME=$PWD && export SVC_HOME && cd %s && "
        .. '"$program" test %s --output TAP --routes default --routes %s'
      local text, status = shell.run(command:format(program, folder, own, routes))
      has(text, "ok 1 - is")
      assert.equal(0, status, text)
    end)
  end

  -- stylua: ignore
  local refusals = {
    { {}, "own is no folder; name a folder of routes" },
    { { ["own/init.lua"] = "return {}" }, "own has no file NAME_spec.lua" },
    { { ["own/init.lua"] = "return {", ["own/x_spec.lua"] = "" }, "own/init.lua:1: " },
  }
  for i, refusal in ipairs(refusals) do
    it(("refuses what it cannot run: case %d"):format(i), function()
      write(refusal[1])
      local text, status = shell.svcd("test " .. path("own"))
      has(text, refusal[2])
      assert.equal(1, status)
    end)
  end
end)

describe("svcd console", function()
  local function console(lines, options)
    local command = "printf '%%s\\n' %s | \"${SVC_SVCD:-build/svcd}\" console %s 2>&1"
    local quoted = {}
    for i, line in ipairs(lines) do
      quoted[i] = "'" .. line:gsub("'", [['\'']]) .. "'"
    end
    local pipe <close> =
      assert(io.popen(command:format(table.concat(quoted, " "), options or "")))
    local text = pipe:read("a")
    local _, _, status = pipe:close()
    return text, status
  end

  -- stylua: ignore
  local cases = {
    { { 'get("/v1").json.status' }, "active\n", 0 },
    { { 'upstream("x", print)', "shared.set('a', '1')", "shared.get('a')" }, "1\n", 0 },
    { { "for i = 1, 2 do", "print(i)", "end" }, "1\n2\n", 0 },
    { { "x = { a = 1 }", "x" }, '{"a":1}\n', 0 },
    { { 'post("/mcp", { jsonrpc = "2.0", id = 1, method = "ping" }, '
        .. '{ Accept = "application/json" }).json.id' }, "1\n", 0 },
    { { 'get("/v1/none")' }, "404\n", 0 },
    { { "error({ code = 7 })" }, '{"code":7}', 1 },
    { { "1 +* 2" }, "unexpected symbol", 1 },
    { { "for i = 1, 2 do" }, "the last lines are not whole", 1 },
    { { "return", "nil" }, "nil\n", 0 },
  }
  for _, case in ipairs(cases) do
    it("runs what a pipe gives: " .. table.concat(case[1], " "):sub(1, 40), function()
      local text, status = console(case[1])
      has(text, case[2])
      assert.equal(case[3], status)
    end)
  end
end)
