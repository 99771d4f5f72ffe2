--- The page of a try-out. Each question that has a key is a group of choices, and each key stays
-- closed until it is asked for; neither needs a script. With one, choices are judged and kept on
-- the reader's device (assets/tryout.js).

local page = require("site.page")
local site = require("site")
local words = require("base.locales")

local tryout = {}

--- A paragraph that begins with a question's number, and with that of its answer and its key.
local QUESTION, ANSWER = "<p><strong>(%d+)%.", "<p><strong>(%d+):%s*(%u?)%.?</strong>"

local CLOSED = '<details class="key" id="key-{number}"><summary>{word}</summary>\n'

local REPORT = '<p class="report" data-markdown-ignore><a href="{url}">{word}</a></p>\n'

local GROUP = '<ul class="choice" role="radiogroup" aria-labelledby="q-{number}"'
  .. ' data-question="{number}" data-key="{key}">'

local CHOICE = '<li role="none"><label><input type="radio" name="q-{number}" value="{letter}">'
  .. "<span>"

--- The elements with which a script judges one question. They are in the page from the beginning,
-- so that nothing moves when the script comes.
local ASKED = '<p class="asked" data-markdown-ignore>'
  .. '<button type="button" disabled>{check}</button> <span role="status"></span></p>\n'

--- Words of the script, as `data-` attributes of the score.
-- stylua: ignore
local ATTRIBUTES = {
  "answered", "missed", "open", "reset", "right", "score", "see_key", "timer", "wrong",
}

local SCORE = [[
<div class="score" data-markdown-ignore{!attributes}>
<p><button type="button" class="count">{count}</button> <span class="done">{done}</span>
<button type="button" class="timer" aria-pressed="false">{timer}</button>
<button type="button" class="reset">{reset}</button></p><div role="status"></div></div>
]]

--- The place of what comes first of these forms; behind the end where there is none.
local function first_of(html, from, ...)
  local first = #html + 1
  for _, form in ipairs({ ... }) do
    first = math.min(first, html:find(form, from) or first)
  end
  return first
end

--- The items of a list as choices; nil where one does not begin with its letter.
local function choices(list, number)
  local parts, letter, at = {}, 0x41, 1
  while true do
    local _, first = list:find("<li>", at, true)
    local last, behind = list:find("</li>", first or #list, true)
    if not last then break end
    local item = list:sub(first + 1, last - 1)
    if not item:find("^%s*" .. string.char(letter) .. "%.%s") then return nil end
    parts[#parts + 1] = page.fill(CHOICE, { letter = string.char(letter), number = number })
    parts[#parts + 1] = item .. "</span></label></li>\n"
    letter, at = letter + 1, behind + 1
  end
  return #parts > 0 and table.concat(parts) or nil
end

--- A question with its list as choices; as it was where it has no such list.
local function question(html, number, key, w)
  local first, behind = html:find("<ul>", 1, true)
  local last, after = html:find("</ul>", behind, true)
  local list = first and last and choices(html:sub(behind + 1, last - 1), number)
  if not list then return html end
  return table.concat({
    '<p id="q-',
    number,
    '">',
    html:sub(#"<p>" + 1, first - 1),
    page.fill(GROUP, { number = number, key = key }),
    "\n",
    list,
    html:sub(last, after),
    "\n",
    page.fill(ASKED, { check = w.quiz.check }),
    html:sub(after + 1),
  })
end

--- The letters of the keys by the numbers of their questions; nil where there is no key at all.
local function keys_of(html)
  local keys, some = {}, false
  for number, letter in html:gmatch(ANSWER) do
    keys[number], some = letter, true
  end
  return some and keys or nil
end

--- The score of a try-out with so many groups of choices.
local function score(w, groups)
  local attributes = {}
  for i, name in ipairs(ATTRIBUTES) do
    attributes[i] =
      page.fill(' data-{name}="{text}"', { name = name:gsub("_", "-"), text = w.quiz[name] })
  end
  local values = { attributes = table.concat(attributes), count = w.quiz.count }
  values.timer, values.reset = w.quiz.timer, w.quiz.reset
  values.done = w.quiz.answered:gsub("%%(%a+)", { done = 0, all = groups })
  return page.fill(SCORE, values)
end

--- A link that reports an error in a question; empty where the operator takes no reports.
local function report(item, number, call)
  local title = ("%s, %s"):format(item.title, number)
  local url = site.report(site.path(item) .. "#key-" .. number, title, call.config)
  local word = words[item.locale].quiz.report:format(number)
  return url and page.fill(REPORT, { url = url, word = word }) or ""
end

--- The body of a try-out with its questions as choices and its keys closed.
-- @tparam string html
-- @tparam table item a document
-- @tparam table call
-- @treturn string
function tryout.body(html, item, call)
  local keys, w = keys_of(html), words[item.locale]
  if not keys then return html end
  local parts, at = {}, 1
  while at <= #html do
    local from = first_of(html, at, QUESTION, ANSWER)
    parts[#parts + 1] = html:sub(at, from - 1)
    if from > #html then break end
    at = first_of(html, from + 1, QUESTION, ANSWER, "<h[1-6] ")
    local piece = html:sub(from, at - 1)
    local asked, answered = piece:match("^" .. QUESTION), piece:match("^" .. ANSWER)
    if answered then
      local word = w.quiz.key:format(answered)
      parts[#parts + 1] = page.fill(CLOSED, { number = answered, word = word })
      parts[#parts + 1] = piece .. report(item, answered, call) .. "</details>\n"
    else
      local key = keys[asked] or ""
      parts[#parts + 1] = key ~= "" and question(piece, asked, key, w) or piece
    end
  end
  local body = table.concat(parts)
  local _, groups = body:gsub('<p class="asked"', "")
  return groups > 0 and body .. score(w, groups) or body
end

return tryout
