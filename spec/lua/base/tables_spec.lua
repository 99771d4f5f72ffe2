--- Small operations on tables.
local tables = require("base.tables")

describe("tables", function()
  it("sorts keys", function() assert.same({ "a", "b" }, tables.keys({ b = 1, a = 2 })) end)

  it("sorts keys of several types", function()
    local map = { b = 1, [10] = 1, [9] = 1, [true] = 1, a = 1, [false] = 1 }
    assert.same({ false, true, 10, 9, "a", "b" }, tables.keys(map))
    assert.same({ 9, 10 }, tables.keys({ [10] = 1, [9] = 1 }))
  end)

  it("maps elements with their places", function()
    local doubled = tables.map({ 5, 6 }, function(element, i) return element * i end)
    assert.same({ 5, 12 }, doubled)
  end)

  it("makes sets and asks lists", function()
    assert.same({ a = true }, tables.set({ "a" }))
    assert.is_true(tables.contains({ "a" }, "a"))
    assert.is_false(tables.contains(nil, "a"))
  end)

  it("makes a set of the words of a text", function()
    assert.same({ a = true, ["b-c"] = true }, tables.words(" a  b-c\na "))
    assert.same({}, tables.words(" "))
  end)

  it("tells lists from tables with other members", function()
    local grown = { x = 1, y = 2, z = 3 }
    for i = 1, 8 do
      grown[i] = i
    end
    assert.is_true(tables.is_list({}))
    assert.is_true(tables.is_list({ 1, 2, 3 }))
    assert.is_false(tables.is_list({ x = 1 }))
    assert.is_false(tables.is_list(grown))
  end)

  it("appends to the first list", function()
    local list = { 1 }
    assert.equal(list, tables.append(list, { 2, 3 }))
    assert.same({ 1, 2, 3 }, tables.append(list, nil))
  end)

  it("merges into a new table, the last holding", function()
    local first = { a = 1, b = 1 }
    assert.same({ a = 1, b = 2 }, tables.merge(first, { b = 2 }, nil))
    assert.equal(1, first.b)
  end)
end)
