--- The content of the service's own pages, written once: as HTML for people and as Markdown for
-- agents, without parsing.
--
-- A page is a list of blocks `{ kind, … }`: `h1`, `h2`, `h3` and `p` hold a line; `ul` lists of
-- them; `pre` a language and a text; `table` a list of lines of the head and lists of such; `html`
-- HTML that stands for the Markdown behind it. A line is a string, or a list of pieces:
--
-- * a string: words of this project, in which backquotes hold code;
-- * `{ name = … }`: a text from elsewhere, which means nothing but itself;
-- * `{ path = …, line }`: a link to a page, from the root of the site; agents go to its Markdown;
-- * `{ url = …, line }`: a link elsewhere, its own text where there is no line;
-- * `{ strong = line }`.

local svc = require("svc")
local tables = require("base.tables")
local text = require("base.text")

local blocks = {}

local escape = svc.escape_html

--- Words in which backquotes hold code, as HTML.
-- @tparam string words
-- @treturn string
function blocks.words(words) return (escape(words):gsub("`([^`]*)`", "<code>%1</code>")) end

local html_line, markdown_line

local function html_piece(piece)
  if type(piece) == "string" then return blocks.words(piece) end
  if piece.name then return escape(piece.name) end
  if piece.strong then return "<strong>" .. html_line(piece.strong) .. "</strong>" end
  local inner = piece[1] and html_line(piece[1]) or escape(piece.url)
  if piece.path then return ('<a href="%s">%s</a>'):format(escape(piece.path), inner) end
  return ('<a href="%s" rel="external noopener">%s</a>'):format(escape(piece.url), inner)
end

local function markdown_piece(piece, site)
  if type(piece) == "string" then return piece end
  if piece.name then return text.markdown(piece.name) end
  if piece.strong then return "**" .. markdown_line(piece.strong, site) .. "**" end
  if not piece[1] then return "<" .. piece.url .. ">" end
  local inner = markdown_line(piece[1], site)
  return ("[%s](%s)"):format(inner, piece.path and site .. piece.path .. ".md" or piece.url)
end

--- Joins what `write` makes of the pieces of a line.
local function joined(line, write, site)
  if type(line) == "string" or not line[1] or line.path or line.url then
    return write(line, site)
  end
  local parts = {}
  for i, piece in ipairs(line) do
    parts[i] = write(piece, site)
  end
  return table.concat(parts)
end

function html_line(line) return joined(line, html_piece) end
function markdown_line(line, site) return joined(line, markdown_piece, site) end

--- The text of a line, without code and links.
local function shown(line)
  if type(line) == "string" then return line end
  if line.name then return line.name end
  if line.strong then return shown(line.strong) end
  local parts = {}
  for i, piece in ipairs(line) do
    parts[i] = shown(piece)
  end
  return table.concat(parts)
end

--- The id of a heading, from what it shows.
-- @tparam table block
-- @treturn string
function blocks.id(block)
  local line = shown(block[2]):lower():gsub("[^%w%s\x80-\xff_-]", "")
  return (line:gsub("%s", "-"))
end

local function html_rows(rows, open, close)
  local lines = {}
  for i, row in ipairs(rows) do
    local cells = {}
    for k, line in ipairs(row) do
      cells[k] = open .. html_line(line) .. close
    end
    lines[i] = "<tr>" .. table.concat(cells) .. "</tr>\n"
  end
  return table.concat(lines)
end

local function html_heading(block)
  local id = escape(block.id or blocks.id(block))
  return ('<%s id="%s">%s</%s>\n'):format(block[1], id, html_line(block[2]), block[1])
end

local HTML = {
  h1 = html_heading,
  h2 = html_heading,
  h3 = html_heading,
  p = function(block) return "<p>" .. html_line(block[2]) .. "</p>\n" end,
  ul = function(block)
    local items = {}
    for i = 2, #block do
      items[#items + 1] = "<li>" .. html_line(block[i]) .. "</li>\n"
    end
    return "<ul>\n" .. table.concat(items) .. "</ul>\n"
  end,
  pre = function(block)
    local form = '<pre tabindex="0"><code class="language-%s">%s\n</code></pre>\n'
    return form:format(block[2], escape(block[3]))
  end,
  table = function(block)
    local head = "<thead>\n"
      .. html_rows({ block[2] }, '<th scope="col">', "</th>")
      .. "</thead>\n"
    local body = "<tbody>\n" .. blocks.html_rows(block[3]) .. "</tbody>\n"
    return '<div class="wide" tabindex="0"><table>\n' .. head .. body .. "</table></div>\n"
  end,
}

local function row_of(row, site)
  local cells = {}
  for i, line in ipairs(row) do
    cells[i] = markdown_line(line, site):gsub("[|\n]", { ["|"] = "\\|", ["\n"] = " " })
  end
  return "| " .. table.concat(cells, " | ") .. " |"
end

local function heading_of(signs)
  return function(block, site) return signs .. " " .. markdown_line(block[2], site) end
end

local MARKDOWN = {
  h1 = heading_of("#"),
  h2 = heading_of("##"),
  h3 = heading_of("###"),
  p = function(block, site) return markdown_line(block[2], site) end,
  ul = function(block, site)
    local items = {}
    for i = 2, #block do
      items[#items + 1] = "- " .. markdown_line(block[i], site)
    end
    return table.concat(items, "\n")
  end,
  pre = function(block) return ("```%s\n%s\n```"):format(block[2], block[3]) end,
  table = function(block, site)
    local rule = "|" .. ("---|"):rep(#block[2])
    return table.concat({ row_of(block[2], site), rule, blocks.rows(block[3], site) }, "\n")
  end,
}

--- The blocks as HTML.
-- @tparam {table,...} list
-- @treturn string
function blocks.html(list)
  local parts = {}
  for i, block in ipairs(list) do
    parts[i] = HTML[block[1]](block)
  end
  return table.concat(parts)
end

--- A line as Markdown.
-- @tparam string|table line
-- @tparam string|nil site its root, where the line has links to its pages
-- @treturn string
blocks.line = markdown_line

--- A line as HTML.
blocks.html_line = html_line

--- Rows of a table as HTML.
-- @tparam {table,...} rows lists of lines
-- @treturn string
function blocks.html_rows(rows) return html_rows(rows, "<td>", "</td>") end

--- The same as Markdown.
-- @tparam {table,...} rows
-- @tparam string site its root
-- @treturn string
function blocks.rows(rows, site)
  return table.concat(tables.map(rows, function(row) return row_of(row, site) end), "\n")
end

--- The blocks as Markdown, with whole addresses.
-- @tparam {table,...} list
-- @tparam string site address of its root
-- @treturn string
function blocks.markdown(list, site)
  local parts = {}
  for i, block in ipairs(list) do
    parts[i] = MARKDOWN[block[1]](block, site)
  end
  return table.concat(parts, "\n\n") .. "\n"
end

--- Gives a view of `page.answer` both forms of its blocks.
-- @tparam table view
-- @tparam {table,...} list
-- @tparam table call
-- @treturn table view
function blocks.fill(view, list, call)
  view.markdown = blocks.markdown(list, call.config.site_url)
  view.html = function() return blocks.html(list) end
  return view
end

return blocks
