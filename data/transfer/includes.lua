--- Includes of mdBook: files, parts of them by lines or anchors, and the lines that examples in
-- Rust hide from their readers.
local has_budget = require("data.transfer.budget")
local lines = require("data.transfer.lines")
local links = require("data.import.links")

--- Depth of includes in includes, and bytes of a file.
local DEPTH, LONGEST = 8, 1024 * 1024

local function is_anchor(line)
  return line:find("ANCHOR", 1, true) and line:match("ANCHOR[_END]*:%s*(%S+)")
end

--- The lines of a file that an include asks for: of an anchor, or from a line to another.
local function part_of(source, part)
  local list, out = lines.of(source), {}
  if not part then
    for _, line in ipairs(list) do
      if not is_anchor(line) then out[#out + 1] = line end
    end
    return out
  end
  local first, last = part:match("^(%d*):?(%d*)$")
  if first and (first ~= "" or last ~= "") then
    local is_range = part:find(":", 1, true)
    local from = tonumber(first) or 1
    local to = tonumber(last) or is_range and #list or from
    for i = from, math.min(to, #list) do
      if not is_anchor(list[i]) then out[#out + 1] = list[i] end
    end
    return out
  end
  local inside = false
  for _, line in ipairs(list) do
    local name = is_anchor(line)
    if name == part then
      inside = not line:find("ANCHOR_END", 1, true)
    elseif inside and not name then
      out[#out + 1] = line
    end
  end
  return out
end

local expand

--- The text that an include stands for; nil and why not.
local function included(page, directive, target, depth)
  local file, part = target:match("^([^:]+):?(.*)$")
  local path = links.resolve(page.file, file)
  local source = path and page.source:read(path)
  if not source or #source > LONGEST then return nil, "leads to no file" end
  local list = part_of(source:gsub("\r\n", "\n"), part ~= "" and part or nil)
  local whole = table.concat(list, "\n")
  if not has_budget(page, whole) then return nil, "brings too much" end
  if directive == "include" and file:find("%.md$") and depth < DEPTH then
    local own = { file = path, source = page.source, tell = page.tell, budget = page.budget }
    return (expand(own, whole, depth + 1):gsub("\n$", ""))
  end
  return whole
end

--- A line of an example in Rust as its readers see it: those behind `#` are hidden, `##` is one.
-- @tparam string line without what quotes it
-- @treturn string|nil nil for one that is hidden
local function shown(line)
  local indent, behind = line:match("^(%s*)#(.?)")
  if not indent or behind == "!" or behind == "[" then return line end
  return behind == "#" and indent .. line:sub(#indent + 2) or nil
end

--- A line without the directives of a preprocessor that only the book has: "{{%segment outline}}".
-- Shortcodes of Hugo, which end in a percent sign, too, are left to dialects.lua.
local function without_preprocessor(page, line)
  return (
    line:gsub("{{%%([%w_]+)%s*([^}]-)}}", function(directive, rest)
      if rest:find("%%$") then return nil end
      page.tell("directive of a preprocessor, taken out: {{%" .. directive .. "}}")
      return ""
    end)
  )
end

--- The text with what its includes stand for.
function expand(page, source, depth)
  local hidden, quote = 0, ""
  local function visit(line, is_code, info, opens)
    if opens then quote = line:match("^[ \t>]*>") or "" end
    if not is_code and line:find("{{%", 1, true) then
      line = without_preprocessor(page, line)
      if not line:find("{{#", 1, true) then return line end
    end
    local is_rust = is_code and info and info:find("^rust%f[%W]")
    if not line:find("{{#", 1, true) then
      local is_quoted = line:sub(1, #quote) == quote
      if not is_rust or not is_quoted then return nil end
      local seen = shown(line:sub(#quote + 1))
      if not seen then hidden = hidden + 1 end
      return seen and quote .. seen or false
    end
    local indent = line:match("^[ \t>]*")
    return (
      line:gsub("(\\?){{#([%w_]+)%s*([^}]-)%s*}}", function(escape, directive, target)
        if escape ~= "" then return "{{#" .. directive .. " " .. target .. "}}" end
        if directive == "title" then return "" end
        if not directive:find("include$") and directive ~= "playground" then
          page.tell("directive without a meaning here, taken out: {{#" .. directive .. "}}")
          return ""
        end
        local found, fault = included(page, directive, target:match("^%S+") or "", depth)
        if not found then
          page.tell(("include that %s, left as it is: %s"):format(fault, target))
          return nil
        end
        local out = {}
        for _, each in ipairs(lines.of(found .. "\n")) do
          local seen = each
          if is_rust then seen = shown(each) end
          out[#out + 1] = seen
        end
        return (table.concat(out, "\n" .. indent))
      end)
    )
  end
  local result = lines.map(source, visit)
  if hidden > 0 then page.tell("hidden lines of Rust's examples, taken out: " .. hidden) end
  return result
end

--- A text with what its includes stand for.
-- @tparam table page `{ file, source, tell }`
-- @tparam string body
-- @treturn string
return function(page, body) return expand(page, body, 1) end
