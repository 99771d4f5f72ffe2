--- Small pages from a list of parts, as HTML and as Markdown. A part is `{kind, text}` with kind
-- "h1", "h2", "p" or "li".

local page = {}

local ENTITIES =
  { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }
local MARKS = { h1 = "# ", h2 = "## ", p = "", li = "- " }

--- Text made safe in HTML, between tags and in quoted attributes.
-- @tparam string text
-- @treturn string
function page.escape(text) return (text:gsub("[&<>\"']", ENTITIES)) end

local function element(kind, text)
  local content = page.escape(text):gsub("`([^`]+)`", "<code>%1</code>")
  return ("<%s>%s</%s>"):format(kind, content, kind)
end

--- A whole HTML document.
-- @tparam string title
-- @tparam {table,...} parts text in backquotes becomes code
-- @treturn string
function page.html(title, parts)
  local lines, open = {}, false
  for _, part in ipairs(parts) do
    local is_item = part[1] == "li"
    if is_item ~= open then lines[#lines + 1] = is_item and "<ul>" or "</ul>" end
    open = is_item
    lines[#lines + 1] = element(part[1], part[2])
  end
  if open then lines[#lines + 1] = "</ul>" end
  return ([[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%s</title>
</head>
<body>
<main>
%s
</main>
</body>
</html>
]]):format(page.escape(title), table.concat(lines, "\n"))
end

--- The same as Markdown.
-- @tparam {table,...} parts
-- @treturn string
function page.markdown(parts)
  local lines = {}
  for i, part in ipairs(parts) do
    local after_item = i > 1 and parts[i - 1][1] == "li" and part[1] == "li"
    if i > 1 and not after_item then lines[#lines + 1] = "" end
    lines[#lines + 1] = MARKS[part[1]] .. part[2]
  end
  return table.concat(lines, "\n") .. "\n"
end

return page
