--- lua/svc.d.lua documents exactly what the module has.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

-- The names that the stub declares on `object`: functions, and fields of `class`.
local function declared(object, class)
  local names, inside = {}, nil
  for line in io.lines("lua/svc.d.lua") do
    local name = line:match("^function " .. object .. "[.:]([%w_]+)%(")
    if name then names[name] = true end
    inside = line:match("^%-%-%-@class ([%w_.]+)") or inside
    local field = class and inside == class and line:match("^%-%-%-@field ([%w_]+)%s")
    if field then names[field] = true end
    if line == "" then inside = nil end
  end
  return names
end

assert(svc.builder, "loads what only publishing needs")

local function names_of(object)
  local names = {}
  for name in pairs(object) do
    names[name] = true
  end
  return names
end

describe("lua/svc.d.lua", function()
  it(
    "declares the functions and fields of the module",
    function() assert.same(names_of(svc), declared("svc", "svc")) end
  )

  it(
    "declares the methods of a builder",
    function() assert.same(names_of(getmetatable(svc.builder()).__index), declared("builder")) end
  )

  it("declares the methods of a publication", function()
    local key, path = forge.key(), os.tmpname()
    forge.write(path, forge.small(key))
    local publication <close> =
      assert(svc.open(path, { keys = { key.public }, now = forge.now }))
    os.remove(path)
    assert.same(names_of(getmetatable(publication).__index), declared("publication"))
  end)

  it("is Lua", function() assert(loadfile("lua/svc.d.lua")) end)
end)
