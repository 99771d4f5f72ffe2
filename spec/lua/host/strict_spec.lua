--- Undeclared globals (lua/host/strict.lua), and what `svcd lua` says of programs that cannot run.

local SVCD = os.getenv("SVC_SVCD") or "build/svcd"

--- Runs a program under `svcd lua`. @treturn boolean whether it ended well @treturn string output
local function run(program)
  local path = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  file:write(program)
  file:flush()
  local pipe = assert(io.popen(("'%s' lua %s 2>&1"):format(SVCD, path)))
  local output = pipe:read("a")
  local good = pipe:close() == true
  os.remove(path)
  return good, (output:gsub(path, "FILE"))
end

describe("a global that nobody declared", function()
  for _, case in ipairs({
    { "assigned", "answer = 42", "assignment to the undeclared global 'answer'" },
    { "used", "print(answer)", "use of the undeclared global 'answer'" },
  }) do
    it("is an error where it is " .. case[1], function()
      local good, output = run('require("host.strict")\n' .. case[2] .. "\n")
      assert.is_false(good)
      assert.is_truthy(output:find("FILE:2: " .. case[3], 1, true), output)
    end)
  end

  it("may be declared with rawset", function()
    local good, output =
      run('require("host.strict")\nrawset(_G, "answer", 42)\nprint(answer)\n')
    assert.is_true(good, output)
    assert.equal("42\n", output)
  end)
end)

describe("svcd lua", function()
  it("names the line of a program that is no Lua", function()
    local good, output = run("local = 1\n")
    assert.is_false(good)
    assert.is_truthy(output:find("svcd: FILE:1: ", 1, true), output)
  end)

  it("says how it is used when no program is named", function()
    local pipe = assert(io.popen(("'%s' lua 2>&1"):format(SVCD)))
    local output = pipe:read("a")
    local _, _, status = pipe:close()
    assert.equal(2, status)
    assert.is_truthy(output:find("^Usage: svcd lua FILE"), output)
  end)
end)
