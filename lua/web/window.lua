--- Parts of long answers, so that no result of a tool exceeds the tokens that clients accept: the
-- arguments that choose a part, and the member `window` of the answer that says which part it is.
-- Clients refuse results of more than 25 000 tokens.

local svc = require("svc")
local params = require("web.params")
local problem = require("web.problem")
local tokens = require("web.tokens")

local window = {}

--- Tokens that a part leaves free: for `window` itself, the address of the proof and the notes on
-- arguments.
local RESERVED = 300

--- Bytes of a text that are taken at once at least, and at most where no line ends.
local BLOCK, LONGEST = 512, 4096

--- Declaration of the argument that bounds an answer.
window.max_tokens = params.integer({
  min = 1000,
  max = 20000,
  default = 10000,
  description = "Most tokens of the answer, estimated.",
})

--- Declarations of the arguments of a text in parts.
window.params = {
  start = params.integer({
    min = 0,
    default = 0,
    description = "Character to begin at: `window.next_start` of the part before.",
  }),
  max_tokens = window.max_tokens,
}

--- JSON Schema of the member `window`, which is absent where the whole is given.
-- @tparam[opt] table more members of its own
-- @treturn table
function window.schema(more)
  local schema = {
    type = "object",
    required = { "start", "length", "total" },
    properties = {
      start = { type = "integer" },
      length = { type = "integer" },
      total = { type = "integer" },
      next_start = { type = "integer" },
    },
  }
  for name, member in pairs(more or {}) do
    schema.properties[name] = member
  end
  return schema
end

--- The last byte of the block of a text that begins at a byte: at the end of a line, else of a
-- character.
local function block_end(text, at)
  local stop = text:find("\n", at + BLOCK, true)
  if stop and stop < at + LONGEST then return stop end
  if #text < at + LONGEST then return #text end
  return utf8.offset(text, 0, at + LONGEST) - 1
end

--- The first byte behind as much of a text as fits the tokens of the budget, one
-- character at least.
local function fill(text, first, budget)
  local at = first
  while at <= #text do
    local stop = block_end(text, at)
    local cost = tokens.estimate(svc.json(text:sub(at, stop)))
    if cost > budget then break end
    budget, at = budget - cost, stop + 1
  end
  if at > first then return at end
  local stop = block_end(text, first)
  repeat
    stop = utf8.offset(text, 0, first + (stop - first) // 2 + 1) - 1
    if stop < first then return utf8.offset(text, 2, first) end
  until tokens.estimate(svc.json(text:sub(first, stop))) <= budget
  return stop + 1
end

--- Cuts the `text` of an answer to the asked part, at the end of a line where one is near, and adds
-- `window`: the character where the part starts, how many characters it has, how many the whole
-- has, and where the next part starts (absent at the end).
-- @tparam table content with `text`
-- @tparam table call its typed `params`
-- @treturn table|nil the same table
-- @treturn table|nil the problem when the part starts behind the text
function window.cut(content, call)
  local start, text = call.params.start, content.text
  local total = utf8.len(text)
  if start >= total then
    return problem.refuse("UNPROCESSABLE_REQUEST", {
      detail = ("`start` is %d; the text has %d characters."):format(start, total),
      resolution = ("Use a `start` from 0 to %d."):format(total - 1),
    })
  end
  content.text = ""
  local budget = call.params.max_tokens - RESERVED - tokens.estimate(svc.json(content))
  local first = utf8.offset(text, start + 1)
  local behind = fill(text, first, budget)
  content.text = text:sub(first, behind - 1)
  if start > 0 or behind <= #text then
    local length = utf8.len(content.text)
    local next_start = start + length
    content.window = {
      start = start,
      length = length,
      total = total,
      next_start = next_start < total and next_start or nil,
    }
  end
  return content
end

--- Cuts a list of an answer to the elements that fit the budget, one at least.
-- @tparam table answer
-- @tparam string name of its member that is the list
-- @tparam number most tokens of the answer
-- @treturn number elements that are left
function window.cut_list(answer, name, most)
  local list, kept = answer[name], svc.array()
  answer[name] = kept
  local budget = most - RESERVED - tokens.estimate(svc.json(answer))
  for i, element in ipairs(list) do
    budget = budget - tokens.estimate(svc.json(element)) - 1
    if budget < 0 and i > 1 then break end
    kept[i] = element
  end
  return #kept
end

return window
