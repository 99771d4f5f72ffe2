--- Links of an answer to what belongs to it (RFC 8288). A handler adds them to its call; they are
-- sent in the header field `Link`, and with the result of a tool.
--
-- What links of a kind have in common is prepared once, as answers are made often.

local links = {}

--- A kind of links.
-- @tparam string before the target's address up to its name
-- @tparam string behind the rest of the address
-- @tparam string rel the relation: a registered name, or a URL
-- @tparam string title what the target is, for the reader of a tool's result
-- @treturn table for `links.add`
function links.kind(before, behind, rel, title)
  return {
    head = "<" .. before,
    tail = ('%s>; rel="%s"'):format(behind, rel),
    before = title .. ": " .. before,
    behind = behind,
  }
end

--- Adds a link.
-- @tparam table call
-- @tparam table kind from `links.kind`
-- @tparam string name of the target
function links.add(call, kind, name)
  local list = call.links
  if not list then
    call.links = { kind, name }
  else
    list[#list + 1], list[#list + 2] = kind, name
  end
end

--- Hands over the links, each as a member of the header field.
-- @tparam table call
-- @tparam function add `add(list, member)`
-- @tparam table list
function links.members(call, add, list)
  local own = call.links
  for i = 1, own and #own or 0, 2 do
    add(list, own[i].head .. own[i + 1] .. own[i].tail)
  end
end

--- The links as a text, a line each.
-- @tparam table call
-- @treturn string|nil nil where there are none
function links.text(call)
  local list, lines = call.links, {}
  if not list then return nil end
  for i = 1, #list, 2 do
    lines[#lines + 1] = list[i].before .. list[i + 1] .. list[i].behind
  end
  return table.concat(lines, "\n")
end

return links
