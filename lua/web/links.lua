--- The link of an answer to what belongs to it (RFC 8288). A handler sets it in its call; it is
-- sent in the header field `Link`, and as a member of the result of a tool.
--
-- The text that all links of a kind share is prepared once, as answers are made often.

local links = {}

--- A kind of links.
-- @tparam string before the target's address up to its name
-- @tparam string behind the rest of the address
-- @tparam string rel the relation: a registered name, or a URL
-- @treturn table for `links.set`
function links.kind(before, behind, rel)
  return {
    head = "<" .. before,
    tail = ('%s>; rel="%s"'):format(behind, rel),
    before = before,
    behind = behind,
    name = rel:gsub("^.*/", ""),
  }
end

--- Links an answer to what belongs to it.
-- @tparam table call
-- @tparam table kind from `links.kind`
-- @tparam string name of the target
function links.set(call, kind, name)
  call.link, call.linked = kind, name
end

--- The link as a member of the header field.
-- @tparam table call
-- @treturn string|false false where there is none
function links.member(call)
  local kind = call.link
  return kind and kind.head .. call.linked .. kind.tail
end

--- The link for a value that is an object.
-- @tparam table call
-- @treturn string|nil the last part of the relation, such as `proof`; nil where there is no link
-- @treturn string|nil the address
function links.property(call)
  local kind = call.link
  if not kind then return nil end
  return kind.name, kind.before .. call.linked .. kind.behind
end

return links
