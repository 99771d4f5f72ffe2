--- The targets of a page's links and images in its content tree: methods of a transfer
-- (data/transfer/init.lua).
local svc = require("svc")
local addresses = require("data.transfer.addresses")
local cleaning = require("data.transfer.cleaning")
local derive = require("data.import.derive")
local images = require("data.import.images")
local lines = require("data.transfer.lines")
local links = require("data.import.links")
local tables = require("base.tables")
local text = require("base.text")

local leading = {}

--- The paths of the source that an address from the top of the site may mean.
local function from_top(source, path)
  local paths = {}
  local language, below = path:match("^/(%a%a)(/.*)$")
  for _, each in ipairs { path, language == source.language and below or nil } do
    for _, folder in ipairs { source.docs, "", "static", "website/static", "assets" } do
      paths[#paths + 1] = ((folder .. each):gsub("^/", ""))
    end
  end
  return paths
end

--- The paths of the source that a target may mean, the likeliest first, and what is behind it.
function leading:resolve(page, target)
  local path, rest = target:match("^([^#?]*)(.*)$")
  path = svc.decode_uri(path) or path
  local source = self.source
  if path:find("^/") then return from_top(source, path), rest end
  local paths = { links.resolve(page.file, path) }
  local stem = page.file:gsub("%.%w+$", "")
  if source.kind.is_pretty and not addresses.INDEX[stem:match("[^/]*$"):lower()] then
    -- A browser sees the page as a folder; what names no file is written for it.
    local is_folder = path:find("/$") or path:find("%.$")
    local seen = links.resolve(stem .. "/_", path)
    if seen then table.insert(paths, is_folder and 1 or #paths + 1, seen) end
  end
  if source.kind.has_top and path:find("^%w") then
    tables.append(paths, from_top(source, "/" .. path))
  end
  return paths, rest
end

--- The page that a target means, and what is behind its path; nil where it means none.
function leading:page_of(page, target)
  if target:find("^/+[#?]") or target:find("^/+$") then
    return self.pages[1], target:match("#.*$")
  end
  local paths, rest = self:resolve(page, target)
  return self.addresses:find(paths), rest
end

--- An image as a file beside the page; nil and why not.
function leading:image(page, target)
  if target:find("^%a[%w+.-]*:") then return nil, "it lies elsewhere, now a link" end
  for _, path in ipairs((self:resolve(page, target))) do
    local bytes = self.source:read(path)
    if bytes then
      local known = self.images[path]
      if known then return links.relative(page.to, known) end
      if not images.is_image(path) then return nil, "pages show no such format" end
      local asset, reason = images.read(path, bytes)
      if not asset then return nil, reason end
      local base = path:match("([^/]*)%.%w+$")
      local name = (derive.kebab(base) or "image") .. "." .. images.extension(path)
      local to = page.to:match("^.*/") .. name
      while self.taken[to] do
        to = to:gsub("(%.%w+)$", "-2%1")
      end
      self.taken[to], self.images[path] = true, to
      self:write(to, bytes)
      return links.relative(page.to, to)
    end
  end
  return nil, "it is not there"
end

--- True for an image within a link, which can hold no other.
local function is_linked(image, found)
  for _, link in ipairs(found.links) do
    local first, last = link.inner_first, link.inner_last
    if first and first <= image.outer_first and image.outer_last <= last then return true end
  end
  return false
end

--- The replacement of an image that pages cannot show: a link to one on the web, else its
-- description.
local function instead_of(image, found)
  local alternative = image.alternative:gsub("[%[%]]", " ")
  if text.is_blank(alternative) then alternative = "image" end
  local is_far = image.target:find("^https?://")
  if not is_far or is_linked(image, found) then return "*" .. alternative .. "*" end
  return ("[%s](<%s>)"):format(alternative, image.target)
end

--- A piece of Markdown in the place of a tag, where HTML around it would leave it as it is.
local function apart(body, image, written)
  local before, behind = body:sub(1, image.outer_first - 1), body:sub(image.outer_last + 1)
  local alone = (before == "" or before:sub(-1) == "\n")
    and (behind == "" or behind:find("^%s*\n"))
  local near = before:sub(-1) == ">" or behind:sub(1, 1) == "<"
  return (alone or near) and "\n\n" .. written .. "\n\n" or written
end

--- The text with its images where they are now.
function leading:show_images(page, body)
  local edits, found = {}, svc.document(body)
  local function add(first, last, written)
    edits[#edits + 1] = { first = first, last = last, text = written }
  end
  for _, image in ipairs(found.images) do
    local target, reason = self:image(page, image.target)
    local is_tag = body:sub(image.outer_first, image.outer_first) == "<"
    if target and not is_tag then
      add(image.first, image.last, target)
    else
      local written = target and ("![%s](%s)"):format(image.alternative, target)
      if not target then
        self:tell(page.file, "image not shown: %s: %s", image.target, reason)
        written = instead_of(image, found)
      end
      if is_tag then written = apart(body, image, written) end
      add(image.outer_first, image.outer_last, written)
    end
  end
  return cleaning.apply(body, edits)
end

--- Punctuation and signs in Unicode, as patterns: U+0080 to U+00BF, marks of Arabic, U+2000 to
-- U+2BFF, U+3000 to U+303F, U+FE00 to U+FE0F, wide forms, and U+1F000 to U+1FFFF.
local SIGNS = {
  "\194[\128-\191]",
  "\216[\140\155\159]",
  "\226[\128-\175][\128-\191]",
  "\227\128[\128-\191]",
  "\239\184[\128-\143]",
  "\239\188[\129-\143\154-\160\187-\191]",
  "\240\159[\128-\191][\128-\191]",
}

--- A letter of Greek or Cyrillic in small.
local function small(letter)
  local code = utf8.codepoint(letter)
  local is_plain = code >= 0x391 and code <= 0x3A9 or code >= 0x410 and code <= 0x42F
  if is_plain then return utf8.char(code + 0x20) end
  return code >= 0x400 and code <= 0x40F and utf8.char(code + 0x50) or nil
end

--- The letters and digits of a fragment in small, which every program's ids have in common: some
-- leave punctuation and signs there, such as quotation marks and emoji.
local function bare(fragment)
  local name = (svc.decode_uri(fragment) or fragment):gsub("[^%w\128-\255]", "")
  for _, sign in ipairs(name:find("[\128-\255]") and SIGNS or {}) do
    name = name:gsub(sign, "")
  end
  name = name:gsub("[\206-\209][\128-\191]", small)
  -- An id has Latin letters in small.
  local heading = name:find("[\128-\255]") and svc.document("# " .. name).headings[1]
  return heading and heading.id or name:lower()
end

--- The ids of a page by what fragments of its own program call them.
local function ids_of(page)
  local ids = { exact = {}, loose = {} }
  for _, heading in ipairs(svc.document(page.body or "").headings) do
    ids.exact[heading.id] = true
    local key = bare(heading.id)
    if key ~= "" then ids.loose[key] = ids.loose[key] or heading.id end
  end
  return ids
end

--- The fragment of a page that a fragment of its own program means; empty where it means none.
local function fragment_of(page, fragment)
  if fragment == "" or fragment == "#" then return "" end
  local name = fragment:sub(2)
  page.ids = page.ids or ids_of(page)
  if page.ids.exact[name] or page.ids.exact[svc.decode_uri(name) or name] then
    return fragment
  end
  local found = page.anchors and page.anchors[name] or name
  if page.ids.exact[found] then return "#" .. found end
  found = page.ids.loose[bare(found)] or page.ids.loose[bare(name)]
  return found and "#" .. found or ""
end

--- The new target of a link; nil where it is as it was, false where it is dead.
function leading:target_of(page, link)
  local target = link.target
  if link.automatic or target:find("^[Hh][Tt][Tt][Pp][Ss]?://") or target:find("^mailto:") then
    return nil
  end
  if target:find("^%a[%w+.-]*:") or target == "" then return false end
  local found, rest = page, target:match("^#.*$")
  if not rest then
    found, rest = self:page_of(page, target)
  end
  local fragment = rest and rest:match("#.*$") or ""
  if found then
    found.is_led = true
    local own = fragment_of(found, fragment)
    if own ~= fragment and own == "" then
      self:tell(page.file, "fragment without a heading, taken out: %s", target)
    end
    local is_elsewhere = found ~= page or own == "" and not target:find("^#")
    if is_elsewhere then return links.relative(page.to, found.to) .. own end
    return own ~= "" and own or false
  end
  local repository = self.source.repository
  for _, path in ipairs((self:resolve(page, target))) do
    if repository and self.source:read(path) then
      return repository:gsub("/$", "") .. "/blob/HEAD/" .. svc.escape_uri(path, "/")
    end
  end
  return false
end

--- What stands for a reference to a label: a link where a heading has it, else its name.
-- @tparam string name
-- @tparam string|nil own the text of the reference
-- @tparam string inner its Markdown
function leading:reference(page, name, own, inner)
  local label = self.labels[name]
  if not label then
    self:tell(page.file, "reference without a label, now its name: %s", name)
  end
  local said = own and inner or label and label.title and lines.escaped(label.title)
  local is_here = label and label.page == page
  local target = (is_here or not label) and "" or links.relative(page.to, label.page.to)
  if label and label.id then return ("[%s](%s#%s)"):format(said, target, label.id) end
  if label and label.is_page and not is_here then return ("[%s](%s)"):format(said, target) end
  return own and inner or "*" .. (said or inner) .. "*"
end

--- The text with its links as they lead now; dead ones are their text.
function leading:lead(page, body)
  local edits, seen = {}, {}
  for _, link in ipairs(svc.document(body).links) do
    local name, own = link.target:match("^label:([^?]*)(%??)$")
    local target
    if not name then target = self:target_of(page, link) end
    if name then
      local inner = body:sub(link.inner_first, link.inner_last)
      local label = svc.decode_uri(name) or name
      local written = self:reference(page, label, own ~= "" and own or nil, inner)
      edits[#edits + 1] = { first = link.outer_first, last = link.outer_last, text = written }
    elseif target and not seen[link.first] then
      seen[link.first] = true
      local written = target:find("[%s()<>]") and "<" .. target .. ">" or target
      if body:sub(link.first - 1, link.first - 1) == "<" then written = target end
      edits[#edits + 1] = { first = link.first, last = link.last, text = written }
    elseif target == false then
      self:tell(page.file, "dead link, now its text: %s", link.target)
      local inner = link.inner_first and body:sub(link.inner_first, link.inner_last) or ""
      edits[#edits + 1] = { first = link.outer_first, last = link.outer_last, text = inner }
    end
  end
  return cleaning.apply(body, edits)
end

--- The text of a page that only holds others, where links lead to it: what describes it, else the
-- list of those pages, since a folder without a text is nothing to lead to.
-- @tparam table page
function leading:list(page)
  if #page.pages == 0 or not page.fields or not text.is_blank(page.body) then return end
  local items = {}
  for _, below in ipairs(page.pages) do
    self:list(below)
    if below.fields and not below.is_draft and not text.is_blank(below.body) then
      local title = below.fields.title or below.title
      local heading = not title and derive.heading(below.body)
      title = title or heading and heading.text or derive.title_of_name(below.name)
      local target = links.relative(page.to, below.to)
      items[#items + 1] = ("- [%s](%s)\n"):format(
        lines.escaped(tostring(title):gsub("[`*]", "") .. ""),
        target
      )
    end
  end
  local said = page.fields.description
  local has_words = type(said) == "string" and not text.is_blank(said)
  page.body = has_words and lines.escaped(said:gsub("%s+", " ") .. "") .. "\n"
    or table.concat(items)
end

return leading
