--- Links in Markdown: found outside code, checked, and turned from file paths into routes.
local links = {}

--- Calls `visit(line, number)` for each line outside fenced code and returns the text rebuilt
-- from what it returns.
-- @tparam string text
-- @tparam function visit `visit(line, number) → line`
-- @treturn string
function links.map_prose(text, visit)
  local out, fence, number = {}, nil, 0
  for line, ending in text:gmatch("([^\n]*)(\n?)") do
    number = number + 1
    local mark = line:match("^ ? ? ?(```+)") or line:match("^ ? ? ?(~~~+)")
    if fence then
      if mark and mark:sub(1, #fence) == fence and line:match("^%s*[`~]+%s*$") then
        fence = nil
      end
    elseif mark then
      fence = mark
    else
      line = visit(line, number)
    end
    out[#out + 1] = line .. ending
  end
  return table.concat(out)
end

--- The closing marks of a code span: their first and last byte; nil when it is never closed.
local function closing(line, mark, after)
  local from, to = line:find("`+", after)
  while from and to - from + 1 ~= #mark do
    from, to = line:find("`+", to + 1)
  end
  return from, to
end

--- Calls `visit` for the parts of a line outside code spans, and returns the line rebuilt.
local function map_outside_code(line, visit)
  local out, at = {}, 1
  while true do
    local from, to = line:find("`+", at)
    local _, last = closing(line, from and line:sub(from, to) or "", to and to + 1 or #line + 1)
    if not (from and last) then break end
    out[#out + 1] = visit(line:sub(at, from - 1)) .. line:sub(from, last)
    at = last + 1
  end
  out[#out + 1] = visit(line:sub(at))
  return table.concat(out)
end

local function split_path(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do
    parts[#parts + 1] = part
  end
  return parts
end

--- The path that `target` names when written in the file or on the page `from`.
-- @tparam string from a path
-- @tparam string target a relative path
-- @treturn string|nil nil when it climbs above the first folder of `from`
function links.resolve(from, target)
  local parts = split_path(from)
  parts[#parts] = nil
  for part in target:gmatch("[^/]+") do
    if part == ".." then
      if #parts == 0 then return nil end
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return table.concat(parts, "/")
end

--- The relative link from the page `from` to the page `to`, both routes.
-- @tparam string from
-- @tparam string to
-- @treturn string
function links.relative(from, to)
  local here, there = split_path(from), split_path(to)
  local same = 0
  while same < #here - 1 and same < #there - 1 and here[same + 1] == there[same + 1] do
    same = same + 1
  end
  return ("../"):rep(#here - 1 - same) .. table.concat(there, "/", same + 1)
end

--- Where a link target leads, and what is wrong with it.
-- @treturn string|nil the target to write, nil when it is refused
-- @treturn string|nil why it was refused and what to do
local function rewritten(target, document, by_path)
  if target:find("^https://") or target:find("^#[%w-]") or target:find("^mailto:") then
    return target
  end
  if target:find("^%a[%w+.-]*:") then
    return nil, "has a scheme that is not accepted; use https:"
  end
  if target:find("^/") then return nil, "is absolute; write a path relative to this file" end
  local path, fragment = target:match("^([^#?]+)(.*)$")
  local plain = path and (fragment == "" or fragment:find("^#[^?]*$"))
  path = plain and path:match("^(.+)%.md$")
  if not path then return nil, "is no .md file; link to the Markdown file of a lesson" end
  local wanted = links.resolve(document.path, path)
  if not wanted then return nil, "leaves the content tree; link only inside it" end
  local found = by_path[document.locale .. "/" .. wanted]
  if not found then return nil, "leads to no document of this locale; correct the path" end
  if not found.body then
    return nil, "leads to a citation without text; link to another document"
  end
  if found.is_draft and not document.is_draft then
    return nil, "leads to a draft, which is not published; publish it, or take the link out"
  end
  return links.relative(document.route, found.route) .. ".md" .. fragment
end

--- Rewrites the inline links of a body.
-- @tparam string body
-- @tparam table document where it stands: `{ locale, path, route }`
-- @tparam table by_path `{locale}/{path}` → document
-- @tparam function report `report(line, message, …)`, lines count from 1 in the body
-- @treturn string
function links.rewrite(body, document, by_path, report)
  return links.map_prose(body, function(line, number)
    return map_outside_code(line, function(part)
      return (
        part:gsub("%]%(([^()%s]+)%)", function(target)
          local link, fault = rewritten(target, document, by_path)
          if fault then report(number, "link %q %s", target, fault) end
          return "](" .. (link or target) .. ")"
        end)
      )
    end)
  end)
end

return links
