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
    head = ", <" .. before,
    tail = ('%s>; rel="%s"'):format(behind, rel),
    length = #before + #behind + #rel + #', <>; rel=""',
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

--- Adds the link to the members of the header field, unless they would be too long.
-- @tparam table call
-- @tparam string members one at least
-- @tparam integer most bytes
-- @treturn string
function links.add(call, members, most)
  local kind, name = call.link, call.linked
  if not kind or #members + kind.length + #name > most then return members end
  return members .. kind.head .. name .. kind.tail
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
