--- Links of an answer to what belongs to it (RFC 8288). A handler adds them to its call; the
-- framework sends them as a header field, and with the result of a tool.

local links = {}

--- Adds a link.
-- @tparam table call
-- @tparam string rel the relation: a registered name, or a URL
-- @tparam string target URL
-- @tparam[opt] string title what it is, for the reader of a tool's result
function links.add(call, rel, target, title)
  call.links = call.links or {}
  table.insert(call.links, { rel = rel, target = target, title = title })
end

--- Adds the header field to a response, where there are links.
-- @tparam table call
-- @tparam table response
function links.send(call, response)
  for _, link in ipairs(call.links or {}) do
    table.insert(response.headers, { "Link", ('<%s>; rel="%s"'):format(link.target, link.rel) })
  end
end

--- The links that have a title, as a text a line each.
-- @tparam table call
-- @treturn string|nil nil where there are none
function links.text(call)
  local lines = {}
  for _, link in ipairs(call.links or {}) do
    if link.title then lines[#lines + 1] = ("%s: %s"):format(link.title, link.target) end
  end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

return links
