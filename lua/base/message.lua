--- The messages of importers and linters: texts for people, filled in as `string.format` does where
-- values follow them. A function that takes `(line, message, …)` is called a report.

local message = {}

--- A text with its values.
-- @tparam string text with as many directives as values follow; as it is where none follow
-- @param ...
-- @treturn string
function message.fill(text, ...) return select("#", ...) > 0 and text:format(...) or text end

--- An expected failure, to return: `return message.refuse("%s: is no folder", path)`.
-- @tparam string text
-- @param ...
-- @treturn nil
-- @treturn string the reason
function message.refuse(text, ...) return nil, message.fill(text, ...) end

--- A report that adds `FILE:LINE: message` to a list, or `FILE:LINE:COLUMN: message` for a place
-- that has a column.
-- @tparam {string,...} list
-- @tparam string file
-- @tparam[opt] integer first the number that counts as line 0
-- @treturn function `report(place, message, …)`: `place` is a line or `{ line, column }` by name
function message.reporter(list, file, first)
  return function(place, text, ...)
    local line, column = place, ""
    if type(place) == "table" then
      line, column = place.line, ":" .. place.column
    end
    local line_text = message.fill(text, ...)
    list[#list + 1] = ("%s:%d%s: %s"):format(file, line + (first or 0), column, line_text)
  end
end

return message
