--- What lua/base/view.lua promises: a table that can be read in every way, and changed in none.

local svc = require("svc")
local view = require("base.view")

describe("a view", function()
  local source = { name = "a", list = { 3, 1, 2 }, nested = { deep = { value = true } } }
  local shown = view.of(source)

  it("shows what the table holds, and what that holds", function()
    assert.equal("a", shown.name)
    assert.equal(true, shown.nested.deep.value)
    assert.equal("3-1-2", table.concat(shown.list, "-"))
    assert.is_nil(shown.absent)
  end)

  it("is the same each time", function()
    assert.equal(shown, view.of(source))
    assert.equal(shown.nested, shown.nested)
    assert.equal(shown, view.of(shown))
  end)

  it("has the length, the elements and the members of the table", function()
    local elements, members = {}, {}
    for i, element in ipairs(shown.list) do
      elements[i] = element
    end
    for name, member in pairs(shown) do
      members[name] = type(member)
    end
    assert.same({ 3, { 3, 1, 2 } }, { #shown.list, elements })
    assert.same({ name = "string", list = "table", nested = "table" }, members)
  end)

  it("gives views where it is iterated", function()
    for _, member in pairs(shown) do
      assert.is_truthy(type(member) ~= "table" or view.source(member))
    end
    local _, first = view.next(view.of({ {} }))
    assert.is_truthy(view.source(first))
  end)

  it("is written as JSON as the table is", function()
    assert.equal(svc.json(source), svc.json(shown))
    assert.equal("[]", svc.json(view.of(svc.array())))
    assert.is_true(svc.is_array(view.of(svc.array())))
  end)

  local changes = {
    ["a member that is there"] = function() shown.name = "b" end,
    ["a new member"] = function() shown.other = 1 end,
    ["a member of a member"] = function() shown.nested.deep.value = false end,
    ["an insertion"] = function() table.insert(shown.list, 4) end,
    ["a removal"] = function() table.remove(shown.list) end,
    ["sorting"] = function() table.sort(shown.list) end,
    ["moving"] = function() table.move({ 9 }, 1, 1, 1, shown.list) end,
    ["another metatable"] = function() setmetatable(shown, {}) end,
    ["the mark of an array"] = function() svc.array(shown) end,
  }
  for what, change in pairs(changes) do
    it("refuses " .. what, function()
      assert.has_error(change)
      assert.same(
        { name = "a", list = { 3, 1, 2 }, nested = { deep = { value = true } } },
        source
      )
    end)
  end

  it("says what cannot be changed, and where", function()
    local _, reason = pcall(function() shown.name = "b" end)
    assert.matches("view_spec.lua:%d+: `name` is the service's own: it can be read", reason)
  end)

  it("leaves what is no table as it is", function()
    assert.same({ 1, "x", false }, { view.of(1), view.of("x"), view.of(false) })
    assert.is_nil(view.source({}))
    assert.same({ "a", 1 }, { view.next({ a = 1 }) })
  end)
end)
