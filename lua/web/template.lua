--- Templates of paths and URIs: literal text, `{name}` for one segment and `{+name}` for one or
-- more (as in RFC 6570). Everything that reads a template does so here.

local template = {}

local VARIABLE = "{(%+?)([%w_]+)}"

local function literal(text) return (text:gsub("[%^%$%(%)%%%.%[%]%*%+%?%-]", "%%%0")) end

--- Compiles a template.
-- @tparam string text the template
-- @treturn table `{pattern, names, tail}`: a Lua pattern for a whole text, its variables in order,
-- and the text behind the last of them, which is compared first: a pattern walks the whole text
function template.compile(text)
  local names, parts, at = {}, { "^" }, 1
  for first, many, name, after in text:gmatch("()" .. VARIABLE .. "()") do
    names[#names + 1] = name
    parts[#parts + 1] = literal(text:sub(at, first - 1))
    parts[#parts + 1] = many == "+" and "(.+)" or "([^/]+)"
    at = after
  end
  local tail = text:sub(at)
  parts[#parts + 1] = literal(tail) .. "$"
  return { pattern = table.concat(parts), names = names, tail = tail }
end

--- What is wrong with a template: what its author took for a variable would be literal text.
-- @tparam string text the template
-- @treturn string|nil to be read after it
function template.fault(text)
  local known = {}
  for _, name in text:gmatch(VARIABLE) do
    if known[name] then
      return ("has {%s} twice; give each variable its own name"):format(name)
    end
    known[name] = true
  end
  if text:gsub(VARIABLE, ""):find("[{}]") then
    return "has a brace that is none of a variable; a variable is {name}, or {+name} for several "
      .. "segments, of letters, digits and underscores"
  end
end

--- The values of the variables in a text.
-- @tparam table compiled from `template.compile`, with variables
-- @tparam string text
-- @treturn table|nil name -> value; nil where the text does not match
function template.match(compiled, text)
  local tail = compiled.tail
  if tail ~= "" and text:sub(-#tail) ~= tail then return nil end
  local found = { text:match(compiled.pattern) }
  if not found[1] then return nil end
  local values = {}
  for i, name in ipairs(compiled.names) do
    values[name] = found[i]
  end
  return values
end

--- A template with its variables filled in.
-- @tparam string text the template
-- @tparam function value from the name of a variable, and whether it stands for several segments,
-- to what stands in its place, as it is
-- @treturn string
function template.expand(text, value)
  if not text:find("{", 1, true) then return text end
  return (text:gsub(VARIABLE, function(many, name) return value(name, many == "+") end))
end

--- True when a template has a variable.
-- @tparam string text the template
-- @tparam string name
-- @treturn boolean
function template.has(text, name)
  for _, other in text:gmatch(VARIABLE) do
    if other == name then return true end
  end
  return false
end

return template
