--- A part of a long text, so that a tool's answer never exceeds what clients accept: the arguments
-- that choose it, and the member of the answer that says which part it is.

local params = require("web.params")
local problem = require("web.problem")

local window = {}

--- Characters (Unicode code points) an answer holds at most. Clients refuse tool results of more
-- than 25 000 tokens, and a token of these languages is seldom less than two and a half characters.
window.LIMIT = 60000

--- Declarations of the arguments.
window.params = {
  start = params.integer({
    min = 0,
    default = 0,
    description = "Character of the text to begin at, from 0: `next_start` of the part before.",
  }),
  length = params.integer({
    min = 1,
    max = window.LIMIT,
    default = window.LIMIT,
    description = "Characters to read at most.",
  }),
}

--- JSON Schema of the member `window`, which is absent where the whole text is given unasked.
window.schema = {
  type = "object",
  required = { "start", "length", "total" },
  properties = {
    start = { type = "integer" },
    length = { type = "integer" },
    total = { type = "integer" },
    next_start = { type = "integer" },
  },
}

--- Cuts the `text` of an answer to the asked part and adds `window`: where it starts, how many
-- characters it has, how many the whole has, and where the rest starts (absent at the end).
-- @tparam table content with `text`
-- @tparam table call its typed `params`
-- @treturn table|nil the same table
-- @treturn table|nil the problem when the part starts behind the text
function window.cut(content, call)
  local start, length = call.params.start, call.params.length
  local total = utf8.len(content.text)
  if start == 0 and length == window.LIMIT and total <= length then return content end
  if start >= total then
    return nil,
      problem.new("UNPROCESSABLE_REQUEST", {
        detail = ("`start` is %d; the text has %d characters."):format(start, total),
        resolution = ("Use a `start` from 0 to %d."):format(total - 1),
      })
  end
  length = math.min(length, total - start)
  local first = utf8.offset(content.text, start + 1)
  local behind = utf8.offset(content.text, length + 1, first)
  content.text = content.text:sub(first, behind - 1)
  local next_start = start + length
  content.window = {
    start = start,
    length = length,
    total = total,
    next_start = next_start < total and next_start or nil,
  }
  return content
end

return window
