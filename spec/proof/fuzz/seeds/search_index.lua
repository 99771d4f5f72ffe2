--- Kept inputs of the fuzz target `search_index`, by name: edits of a sound index, each an offset,
-- an operation and its operand.
local HEAD = 1 << 31
local SET, FLIP, ADD, FILL, CUT = 0, 1, 2, 3, 4
local ONES, ZEROS = 1, 0

local function edit(at, operation, operand) return ("<I4BB"):pack(at, operation, operand) end

--- Eight edits all over the index, told apart by `number`.
local function scattered(number)
  local edits = {}
  for i = 1, 8 do
    local at = (number * 15485863 + i * 7919 * i) % (1 << 30)
    edits[i] = edit(at, i % CUT, number * i % 256)
  end
  return table.concat(edits)
end

return {
  ["body-bit-flipped"] = edit(1053038684, FLIP, 0),
  ["body-bit-flipped-in-postings"] = edit(51508898, FLIP, 4),
  ["body-ones"] = edit(51508898, FILL, ONES),
  ["body-ones-in-terms"] = edit(1053038684, FILL, ONES),
  ["body-ones-near-the-end"] = edit(1068524547, FILL, ONES),
  ["body-ones-in-lists"] = edit(1006581095, FILL, ONES),
  ["cut"] = edit(11 * 7919 * 11, CUT, 0),
  ["head-added-100"] = edit(HEAD | 100, ADD, 1),
  ["head-added-428"] = edit(HEAD | 428, ADD, 1),
  ["head-ones-80"] = edit(HEAD | 80, FILL, ONES),
  ["head-ones-412"] = edit(HEAD | 412, FILL, ONES),
  ["head-set-120"] = edit(HEAD | 120, SET, 0x41),
  ["head-set-144"] = edit(HEAD | 144, SET, 0x41),
  ["head-set-160"] = edit(HEAD | 160, SET, 0x41),
  ["head-zeros-0"] = edit(HEAD | 0, FILL, ZEROS),
  ["head-zeros-32"] = edit(HEAD | 32, FILL, ZEROS),
  ["head-zeros-84"] = edit(HEAD | 84, FILL, ZEROS),
  ["head-zeros-344"] = edit(HEAD | 344, FILL, ZEROS),
  ["head-zeros-428"] = edit(HEAD | 428, FILL, ZEROS),
  ["scattered-3"] = scattered(3),
  ["scattered-6"] = scattered(6),
  ["scattered-16"] = scattered(16),
  ["scattered-18"] = scattered(18),
  ["scattered-29"] = scattered(29),
  ["sound"] = "",
}
