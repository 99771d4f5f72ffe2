--- Links in Markdown: checked, and turned from file paths into routes.
local svc = require("svc")
local tables = require("base.tables")

local links = {}

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

--- The document of a path as it is written: of a file, or of a folder that has a text.
local function found_at(wanted, by_file)
  local found = by_file[wanted] or by_file[wanted .. "/"]
  if found == nil and not wanted:find("%.%w+$") then found = by_file[wanted .. ".md"] end
  return found
end

--- The document that a relative target leads to.
-- @treturn table|nil false where its file was refused already
-- @treturn string the rule that is broken; else the fragment, empty where there is none
-- @treturn string|nil why there is none and what to do
local function document_of(link, document, by_file)
  local target = link.target
  if target:find("^/") then
    return nil, "link-form", "is absolute; write a path relative to this file"
  end
  local path, fragment = target:match("^([^#?]+)(.*)$")
  if not path or fragment ~= "" and not fragment:find("^#[^?]*$") then
    return nil, "link-form", "is no .md file; link to the Markdown file of a lesson"
  end
  if link.file ~= document.file then -- the text may have been read before
    link.file = document.file
    link.wanted = links.resolve(document.file, svc.decode_uri(path) or path)
  end
  local wanted = link.wanted
  if not wanted or wanted:match("^[^/]*") ~= document.locale then
    return nil, "link-form", "leaves the content tree; link only inside it"
  end
  local found = found_at(wanted, by_file)
  if found == false then return false, fragment end
  if not found and not path:find("%.md$") then
    return nil, "link-form", "is no .md file; link to the Markdown file of a lesson"
  end
  if not found then
    return nil, "link-dead", "leads to no document of this locale; correct the path"
  end
  if not found.body then
    return nil, "link-dead", "leads to a citation without text; link to another document"
  end
  if found.is_draft and not document.is_draft then
    local fault = "leads to a draft, which is not published; publish it, or take the link out"
    return nil, "link-draft", fault
  end
  return found, fragment
end

--- Finds the target of a document's link, and notes it in the link: `leads_to`, a document, and
-- `fragment` without its `#`.
-- @tparam table link as `svc.document` gives it
-- @tparam table document that has the link: `{ locale, file, route }`
-- @tparam table by_file path of a file, or of a folder with a slash behind it → document; false for
-- one that was refused
-- @tparam function tell `tell(id of the rule, place, message, …)`
-- @treturn string|nil the destination to write; nil keeps the link's own
function links.destination(link, document, by_file, tell)
  local target = link.target
  link.leads_to, link.fragment = nil, nil -- the text may have been read before
  if link.automatic or target:find("^[Hh][Tt][Tt][Pp][Ss]?://") or target:find("^mailto:") then
    return nil
  end
  if target:find("^#") then
    link.leads_to, link.fragment = document, target:sub(2)
    return nil
  end
  if target:find("^%a[%w+.-]*:") then
    local fault = "link %q has a scheme that is not accepted; use https:"
    return tell("link-address", link, fault, target)
  end
  local found, fragment, fault = document_of(link, document, by_file)
  if found == nil then return tell(fragment, link, "link %q %s", target, fault) end
  if found == false then return nil end
  link.leads_to, link.fragment = found, fragment:match("^#(.+)$")
  local key = document.route .. "\0" .. found.route
  if link.key ~= key then
    link.key = key
    link.written = links.relative(document.route, found.route) .. ".md" .. fragment
  end
  return link.written
end

--- A text with other destinations of its links and images, and without its comments; nothing else
-- is changed.
-- @tparam string text
-- @tparam table found what `svc.document` found in it
-- @tparam function link `link(link) → destination`, nil keeps the link's own
-- @tparam function image the same of images
-- @treturn string
function links.rewrite(text, found, link, image)
  local edits, seen = {}, {}
  local function add(list, change)
    for _, one in ipairs(list) do
      local written = change(one)
      if written and not seen[one.first] then
        seen[one.first] = true
        edits[#edits + 1] = { first = one.first, last = one.last, text = written }
      end
    end
  end
  add(found.links, link)
  add(found.images, image)
  add(found.comments, function() return "" end)
  local written = tables.map(edits, function(edit) return edit.text end)
  local key = table.concat(written, "\n")
  if found.rewritten and found.rewritten.key == key then return found.rewritten.text end
  table.sort(edits, function(a, b) return a.first < b.first end)
  local out, at = {}, 1
  for _, edit in ipairs(edits) do
    out[#out + 1] = text:sub(at, edit.first - 1)
    out[#out + 1] = edit.text
    at = edit.last + 1
  end
  out[#out + 1] = text:sub(at)
  found.rewritten = { key = key, text = table.concat(out) } -- the text may be read again
  return found.rewritten.text
end

return links
