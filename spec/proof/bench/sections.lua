--- Pages of documentation as plain documents: each heading with the text under it.

local sections = {}

local LEAST = 300 -- bytes; a shorter text belongs to the document before it
local BEGINS =
  { 'role="main"[^>]*>', 'class="manual%-text">', '<div class="section">', "<body[^>]*>" }
local ENDS =
  { '<div class="sphinxsidebar"', "<footer", '<ul class="docnav', '<table class="foot"' }
local ENTITIES = { lt = "<", gt = ">", amp = "&", quot = '"', apos = "'", nbsp = " " }
local BREAKS = { br = "\n", ["br/"] = "\n" }
for _, name in ipairs({ "p", "pre", "li", "dt", "dd", "tr", "div", "table" }) do
  BREAKS["/" .. name] = "\n\n"
end

--- The text of a page, without header, footer and navigation.
local function body_of(html)
  local first, last = 1, #html
  for _, pattern in ipairs(BEGINS) do
    local _, behind = html:find(pattern)
    if behind then
      first = behind + 1
      break
    end
  end
  for _, mark in ipairs(ENDS) do
    local at = html:find(mark, first, true)
    if at and at < last then last = at - 1 end
  end
  return html:sub(first, last)
end

local function character(entity)
  local code = entity:match("^#(%d+)$") or entity:match("^#[xX](%x+)$")
  if not code then return ENTITIES[entity] or " " end
  return utf8.char(tonumber(code, entity:find("^#%d") and 10 or 16))
end

--- Text without tags and entities: blocks parted by empty lines, without needless blanks.
local function plain(html)
  local text = html
    :gsub('<a class="headerlink".-</a>', "")
    :gsub("<([/%w]*)[^>]*>", function(name) return BREAKS[name] or "" end)
    :gsub("&([#%w]+);", character)
  text = text:gsub("[ \t\r]+", " "):gsub(" ?\n ?", "\n"):gsub("\n\n\n+", "\n\n")
  return text:match("^%s*(.-)%s*$")
end

local function in_one_line(html) return (plain(html):gsub("%s+", " ")) end

--- Headings of a page and the HTML behind each up to the next.
local function headings(html)
  local list, at = {}, 1
  while true do
    local first, last, level, heading = html:find("<[hH]([1-6])[^>]*>(.-)</[hH]%1>", at)
    if #list > 0 then list[#list].html = html:sub(at, (first or 0) - 1) end
    if not first then return list end
    list[#list + 1] = { title = in_one_line(heading), level = level }
    at = last + 1
  end
end

--- The documents of a page.
-- @tparam string html
-- @tparam string|nil page its title; that of the first heading unless told
-- @treturn {{title=string, text=string},...} titles below the page's own begin with it
function sections.of(html, page)
  local list = {}
  for _, part in ipairs(headings(body_of(html))) do
    local text, own = plain(part.html), list[#list]
    if own and #text < LEAST then
      own.text = ("%s\n\n%s\n\n%s"):format(own.text, part.title, text)
    else
      local title = page and ("%s: %s"):format(page, part.title) or part.title
      list[#list + 1] = { title = title, text = text }
    end
    page = page or part.title
  end
  return list
end

return sections
