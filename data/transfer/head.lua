--- Front matter of a content tree, written.
local date = require("base.date")
local derive = require("data.import.derive")
local tables = require("base.tables")
local text = require("base.text")

local function scalar(value)
  return '"' .. tostring(value):gsub('[\\"]', "\\%0"):gsub("%c", " ") .. '"'
end

--- The front matter of a page.
local function head_of(page, fields)
  local lines = { "---" }
  local function add(key, value, most)
    if type(value) == "table" then
      local list = tables.map(value, function(one)
        one = type(one) == "table" and (one.name or one[1]) or one
        return scalar(derive.cut(tostring(one), most))
      end)
      if #list > 0 then
        lines[#lines + 1] = ("%s: [%s]"):format(key, table.concat(list, ", "))
      end
    elseif value and tostring(value):find("%S") then
      lines[#lines + 1] = ("%s: %s"):format(key, scalar(text.trim(tostring(value))))
    end
  end
  local function day(value)
    value = type(value) == "string" and value:match("^%d%d%d%d%-%d%d%-%d%d")
    return value and date.day(value) and value or nil
  end
  local title = fields.title or page.title
  add("title", type(title) == "string" and derive.cut(title:gsub("[`*]", ""), 160) or nil)
  add(
    "description",
    type(fields.description) == "string" and #fields.description <= 320 and fields.description
      or nil
  )
  local created, updated = day(fields.created), day(fields.updated)
  if created and updated and created > updated then created = nil end
  add("created", created)
  add("updated", updated)
  if page.order then lines[#lines + 1] = "order: " .. page.order end
  local tags = fields.tags
  if type(tags) == "string" then tags = { tags } end
  add("tags", tags, 80)
  local authors = fields.authors
  if type(authors) == "string" and #authors > 160 then
    local names = {}
    for name in authors:gmatch("[^,]+") do
      names[#names + 1] = text.trim((text.trim(name):gsub("^and ", "")))
    end
    authors = names
  elseif type(authors) == "table" then
    authors = tables.map(authors, function(one) return one end)
  end
  add("authors", authors, 160)
  add(
    "license",
    type(fields.license) == "string" and #fields.license <= 80 and fields.license or nil
  )
  if page.is_draft then lines[#lines + 1] = "draft: true" end
  if #lines == 1 then return "" end
  lines[#lines + 1] = "---\n"
  return table.concat(lines, "\n")
end

return head_of
