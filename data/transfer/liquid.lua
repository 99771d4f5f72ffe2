--- The tags of Jekyll's templates that stand in texts, as Markdown: links, addresses of the site,
-- code. It is done before the text is parsed, in code too, since Jekyll does it so; what stands
-- between `raw` and `endraw` stays as it is.
local text = require("base.text")

--- The text that a tag stands for; nil leaves the tag.
local function written(inside)
  local name, rest = inside:match("^%-?%s*([%w_]+)%s*(.*)$")
  rest = name and text.trim((rest:gsub("%-$", "")))
  if name == "link" then return "/" .. rest:gsub("^/", "") end
  if name == "post_url" then return "/_posts/" .. rest .. ".md" end
  if name == "highlight" then return "```" .. (rest:match("^[%w+#-]+") or "") end
  if name == "endhighlight" then return "```" end
end

--- The text that an expression stands for: of an address that of the page that it leads to.
local function value(inside)
  local name, filter = inside:match("^%-?%s*([^%s|]+)%s*|?%s*([%w_]*)")
  if name == "site.baseurl" or name == "site.url" then return "" end
  local address = (name or ""):match("^[\"'](.*)[\"']$")
  if address and filter:find("_url$") then return "/" .. address:gsub("^/", "") end
end

--- A text of Jekyll without the tags that are known here.
-- @tparam string source
-- @treturn string
return function(source)
  local kept = {}
  source = text.between(
    source,
    "{%%%-?%s*raw%s*%-?%%}",
    "{%%%-?%s*endraw%s*%-?%%}",
    function(raw)
      kept[#kept + 1] = raw
      return "\2" .. #kept .. "\2"
    end
  )
  source = text.between(source, "{%%", "%%}", written)
  source = text.between(source, "{{", "}}", value)
  return (source:gsub("\2(%d+)\2", function(number) return kept[tonumber(number)] end))
end
