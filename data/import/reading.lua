--- What is in a Markdown text, by the lines of its file.
local svc = require("svc")

local reading = {}

--- What the engine finds in a text.
-- @tparam string text
-- @tparam integer before lines that its file has before it, less those that are not of the file
-- @treturn table as `svc.document` gives it, lines counted in the file
function reading.read(text, before)
  local found = svc.document(text)
  for _, list in pairs(found) do
    for _, entry in ipairs(list) do
      entry.line = entry.line + before
    end
  end
  return found
end

return reading
