--- The page of a try-out: the key of each question stays closed until it is asked for, which needs
-- no script; with one, answers can be chosen and are counted (assets/site.js).

local page = require("site.page")

local tryout = {}

--- A paragraph that begins with a question's number, and the letter of its key where there is one.
local KEY = "<p><strong>(%d+):%s*%u?%.?</strong>"

local CLOSED = '<details class="key" id="key-{number}"><summary>{word}</summary>\n'

local SCORE = [[
<div class="score" data-markdown-ignore hidden data-score="{score}" data-missed="{missed}"
 data-open="{open}"><p><button type="button">{count}</button></p><div role="status"></div></div>
]]

--- Everything behind a key up to the next one or to a heading belongs to it.
local function last_of(html, from)
  local key = html:find(KEY, from) or #html + 1
  local heading = html:find("<h[1-6] ", from) or #html + 1
  return math.min(key, heading) - 1
end

--- The body of a try-out with its keys closed.
-- @tparam string html
-- @tparam table w words of its locale
-- @treturn string
function tryout.closed(html, w)
  local parts, at = {}, 1
  while true do
    local first, behind, number = html:find(KEY, at)
    if not first then break end
    local last = last_of(html, behind)
    parts[#parts + 1] = html:sub(at, first - 1)
    local word = w.key:format(number)
    parts[#parts + 1] = page.fill(CLOSED, { number = number, word = word })
    parts[#parts + 1] = html:sub(first, last) .. "</details>\n"
    at = last + 1
  end
  if #parts == 0 then return html end
  local values = { score = w.score, missed = w.missed, open = w.open, count = w.count_score }
  return table.concat(parts) .. html:sub(at) .. page.fill(SCORE, values)
end

return tryout
