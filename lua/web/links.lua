--- Links of an answer to what belongs to it (RFC 8288). A handler adds them to its call;
-- they are sent in the header field `Link`, and with the result of a tool.

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
