--- Comma-separated values as RFC 4180 has them: cells may be quoted, a quoted cell may hold
-- commas, line breaks and doubled quotation marks.
local csv = {}

--- The cell that begins at `at`.
-- @treturn string|nil its text
-- @treturn integer where it ends
local function cell(text, at)
  if text:sub(at, at) ~= '"' then
    local last = (text:find("[,\r\n]", at) or #text + 1) - 1
    if text:sub(at, last):find('"', 1, true) then return nil, at end
    return text:sub(at, last), last + 1
  end
  local parts, from = {}, at + 1
  while true do
    local quote = text:find('"', from, true)
    if not quote then return nil, at end
    parts[#parts + 1] = text:sub(from, quote - 1)
    if text:sub(quote + 1, quote + 1) ~= '"' then return table.concat(parts), quote + 1 end
    parts[#parts + 1] = '"'
    from = quote + 2
  end
end

local function newlines(text) return select(2, text:gsub("\n", "")) end

--- Reads rows.
-- @tparam string text
-- @tparam integer line number of its first line
-- @treturn function an iterator of `cells, line`; a fault, the last of it, is `false, line, what`
function csv.rows(text, line)
  local at = 1
  return function()
    if at > #text then return nil end
    local row, first = {}, line
    while true do
      local value, next_at = cell(text, at)
      if not value then return false, first, "a quotation mark is out of place" end
      row[#row + 1] = value
      line = line + newlines(text:sub(at, next_at - 1))
      local separator = text:match("^,", next_at) or text:match("^\r?\n", next_at)
      at = next_at + #(separator or "")
      if separator ~= "," then
        if not separator and next_at <= #text then
          return false, first, "text follows a quoted cell"
        end
        line = line + 1
        return row, first
      end
    end
  end
end

return csv
