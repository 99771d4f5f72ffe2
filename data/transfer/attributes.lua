--- Attributes of tags, and lists of them in braces.
local attributes = {}

--- The value of an attribute.
-- @tparam string list the attributes of a tag, as they are written
-- @tparam string name
-- @treturn string|nil
function attributes.value(list, name)
  return list:match("[ \t\n]" .. name .. '%s*=%s*"(.-)"')
    or list:match("[ \t\n]" .. name .. "%s*=%s*'(.-)'")
    or list:match("[ \t\n]" .. name .. "%s*=%s*{?[\"'`]?([^%s\"'`>}]+)")
end

--- What links call a tag.
-- @tparam string list the attributes of the tag, as they are written
-- @treturn string|nil
function attributes.name(list)
  return attributes.value(list, "id") or attributes.value(list, "name")
end

--- An attribute in braces: a class, an id, or a name with a value.
local FORMS = {
  "^[.#][%w_:-]+()",
  '^[%w_:-]+="[^"{}\n]*"()',
  "^[%w_:-]+='[^'{}\n]*'()",
  "^[%w_:-]+=[%w%%.,_#/-]+()",
}

--- The last byte of a list in braces; nil where none begins there.
-- @tparam string source
-- @tparam integer first where its brace is looked for
-- @treturn integer|nil
function attributes.list_end(source, first)
  local at, count = source:match("^{:?[ \t]*()", first), 0
  while at do
    local stop, behind = source:match("^[ \t]*}()", at), nil
    if stop then return count > 0 and stop - 1 or nil end
    for _, form in ipairs(FORMS) do
      behind = behind or source:match(form, at)
    end
    at, count = behind and source:match("^[ \t]*()", behind), count + 1
  end
end

return attributes
