--- Writes the pages of a book or site of another program as a content tree, and reports the
-- changes. The author is not left with constructs that a publication could not hold: dead links
-- become text, images that cannot be shown their description, and a text with an error a draft.
local lfs = require("lfs")
local svc = require("svc")
local addresses = require("data.transfer.addresses")
local check = require("data.check")
local cleaning = require("data.transfer.cleaning")
local derive = require("data.import.derive")
local dialects = require("data.transfer.dialects")
local frontmatter = require("data.import.frontmatter")
local head_of = require("data.transfer.head")
local hidden = require("data.transfer.hidden")
local leading = require("data.transfer.leading")
local rules = require("data.check.rules")
local sources = require("data.transfer.sources")
local tables = require("base.tables")
local tree = require("data.import.tree")

local transfer = {}

local Transfer = tables.merge(leading)
Transfer.__index = Transfer

--- Tells what was changed in a file, as `kind: details`.
function Transfer:tell(file, what, ...)
  table.insert(self.told, file .. ": " .. (select("#", ...) > 0 and what:format(...) or what))
end

local function make_folders(path)
  for slash in path:gmatch("()/") do
    lfs.mkdir(path:sub(1, slash - 1))
  end
end

function Transfer:write(path, bytes)
  make_folders(self.out .. "/" .. path)
  local file <close> = assert(io.open(self.out .. "/" .. path, "wb"))
  file:write(bytes)
end

--- Writes a page; one that is longer than a tree takes is left out.
function Transfer:write_page(page)
  local bytes = head_of(page, page.fields) .. page.body
  if #bytes > tree.LIMITS.file then
    local fault = "left out, it has %d bytes; at most %d are accepted: divide it"
    self:tell(page.file, fault, #bytes, tree.LIMITS.file)
    page.fields = nil
    return os.remove(self.out .. "/" .. page.to)
  end
  self:write(page.to, bytes)
end

--- Gives each page its file in the content tree.
function Transfer:place(pages, folder, depth)
  local taken = {}
  for number, page in ipairs(pages) do
    local name = derive.kebab(page.name) or "part"
    if name == "index" or name == "readme" then name = name .. "-page" end
    local own, count = name, 1
    while taken[own] do
      count = count + 1
      own = name:sub(1, 76) .. "-" .. count
    end
    taken[own] = true
    page.order = number
    local is_folder = #page.pages > 0 and depth < 11
    page.to = ("%s/%s%s.md"):format(folder, own, is_folder and "/index" or "")
    self.pages[#self.pages + 1] = page
    self.addresses:add(page)
    if is_folder then
      self:place(page.pages, folder .. "/" .. own, depth + 1)
    elseif #page.pages > 0 then
      self:place(page.pages, folder, depth)
    end
  end
end

--- Headings one level lower where a text has more than one of the first level besides its title.
local function lowered(body, has_title)
  local found, first = svc.document(body), 0
  for _, heading in ipairs(found.headings) do
    if heading.level == 1 then first = first + 1 end
  end
  local opens = derive.heading(body)
  if first == 0 or first == 1 and opens and opens.opens then return body end
  local edits = {}
  for i, range in ipairs(found.titles) do
    local is_title = i == 1 and opens and opens.opens and not has_title
    if
      not is_title
      and body:sub(range.first, range.first) == "#"
      and found.headings[i].level < 6
    then
      edits[#edits + 1] = { first = range.first, last = range.first - 1, text = "#" }
    end
  end
  return cleaning.apply(body, edits)
end

--- Reads and converts a page: its fields and its body.
function Transfer:convert(page)
  if not page.file then return {}, "" end
  local bytes = self.source:read(page.file) or ""
  local source = frontmatter.clean(bytes):gsub("\r", "\n")
  if not utf8.len(source) then
    self:tell(page.file, "left out, it is no UTF-8")
    return nil
  end
  source = source:gsub("[\0-\8\11\12\14-\31\127]", "")
  local fields, body, left, stated = dialects.fields(source)
  if #left > 0 then
    self:tell(page.file, "front matter not taken over: %s", table.concat(left, ", "))
  end
  local hiding = hidden.reason(stated, self.source.kind.name, page.cascade)
  if hiding then
    page.is_draft = true
    self:tell(page.file, "is a draft: its program hides it: %s", hiding)
  end
  local own = {
    file = page.file,
    source = self.source,
    tell = function(what) self:tell(page.file, "%s", what) end,
  }
  body = dialects.convert(own, body)
  for name, label in pairs(own.labels or {}) do
    self.labels[name] = self.labels[name] or tables.merge(label, { page = page })
  end
  local is_component = self.source.kind.name == "Docusaurus"
    or self.source.kind.name == "mdBook"
  local count
  page.anchors = cleaning.anchors(body)
  body, count = cleaning.clean(body, is_component)
  if count > 0 then
    self:tell(page.file, "constructs of other dialects, now Markdown: %d", count)
  end
  return fields, lowered(body, type(fields.title) == "string")
end

--- Takes fragments out of links that lead to no heading; makes drafts of texts with errors. Gives
-- the number of files that were changed.
function Transfer:mend()
  local report = check.content(self.out)
  local by_file, changed = {}, 0
  for _, finding in ipairs(report.findings:of("error")) do
    by_file[finding.file] = by_file[finding.file] or {}
    table.insert(by_file[finding.file], finding)
  end
  for _, page in ipairs(self.pages) do
    local faults = by_file[page.to]
    if faults and page.body then
      changed = changed + 1
      self:mend_page(page, faults)
    end
  end
  return changed
end

local MENDED =
  tables.set { "link-address", "link-fragment", "link-draft", "link-dead", "link-form" }

--- What is told of a link by the rule that it breaks; others are dead.
local LINKS = {
  ["link-draft"] = "link to a draft",
  ["link-address"] = "link with an address that is refused",
}

function Transfer:mend_page(page, faults)
  local places, is_left = {}, false
  local before = select(2, head_of(page, page.fields):gsub("\n", ""))
  for _, fault in ipairs(faults) do
    if MENDED[fault.rule] then
      places[(fault.line - before) .. ":" .. (fault.column or 0)] = fault
    elseif not page.is_draft then
      is_left = true
      self:tell(page.file, "is a draft: %s", fault.message)
    end
  end
  page.is_draft = page.is_draft or is_left
  -- A fault that a text has several times is found once.
  local edits, by_target, found = {}, {}, svc.document(page.body).links
  for _, link in ipairs(found) do
    local fault = places[link.line .. ":" .. link.column]
    by_target[link.target] = by_target[link.target] or fault
  end
  for _, link in ipairs(found) do
    local fault = by_target[link.target]
    if fault and fault.rule == "link-fragment" and not link.target:find("^#") then
      self:tell(page.file, "fragment without a heading, taken out: %s", link.target)
      local kept = link.target:gsub("#.*$", "")
      edits[#edits + 1] = { first = link.first, last = link.last, text = kept }
    elseif fault then
      self:tell(
        page.file,
        "%s, now its text: %s",
        LINKS[fault.rule] or "dead link",
        link.target
      )
      local inner = link.inner_first and page.body:sub(link.inner_first, link.inner_last) or ""
      -- A colon that is escaped makes no link.
      if link.automatic then inner = link.target:gsub("^(%a+):", "%1\\:") end
      edits[#edits + 1] = { first = link.outer_first, last = link.outer_last, text = inner }
    end
  end
  page.body = cleaning.apply(page.body, edits)
  self:write_page(page)
end

--- Pages that are read to tell a language.
local SAMPLE = 20

--- The language whose frequent words a source has most often: of its first pages, since a sample
-- tells; nil where there are none.
local function language_of(source)
  local sample = {}
  local function take(pages)
    for _, page in ipairs(pages) do
      if #sample < SAMPLE then
        if page.file then sample[#sample + 1] = source:read(page.file) end
        take(page.pages)
      end
    end
  end
  take(source.pages)
  local votes, best = rules.languages_of(table.concat(sample, "\n")), nil
  for _, locale in ipairs(svc.locales) do
    local count = votes[locale] or 0
    if count > (votes[best] or 0) then best = locale end
  end
  return best
end

--- True where a page has a text, or one below it.
local function has_text(pages)
  for _, page in ipairs(pages) do
    if page.file or has_text(page.pages) then return true end
  end
  return false
end

--- Rounds of mending: a draft makes the links to it dead.
local ROUNDS = 4

--- Imports a book or site.
-- @tparam table options `from`, `out` (a folder that is not there or empty), `locale?`, `subject?`
-- @treturn table|nil `{ kind, title, pages, drafts, images, told = { line… }, out }`
-- @treturn string|nil why not
function transfer.run(options)
  local source, reason = sources.open(options.from)
  if not source then return nil, reason end
  local stated = options.locale or source.language and source.language:sub(1, 2)
  local locale = stated or language_of(source) or "en"
  if not tables.contains(svc.locales, locale) then
    return nil,
      ("language %q is not served; give --locale: %s"):format(
        locale,
        table.concat(svc.locales, ", ")
      )
  end
  if not source.index and not has_text(source.pages) then
    local place = source.docs == "" and source.folder or source.folder .. "/" .. source.docs
    return nil,
      place .. ": has no Markdown file; give the folder of a book or site with its texts"
  end
  if lfs.attributes(options.out, "mode") then
    for name in lfs.dir(options.out) do
      if name ~= "." and name ~= ".." then
        return nil, ("%s: is not empty; give a new folder"):format(options.out)
      end
    end
  end
  local subject = options.subject or derive.kebab(source.title) or "book"
  local self = setmetatable({
    source = source,
    out = options.out,
    told = {},
    pages = {},
    addresses = addresses.new(source.kind),
    images = {},
    labels = {},
    taken = {},
  }, Transfer)
  tables.append(self.told, source.notes)
  if not stated then
    self:tell(options.from, "language that nothing names, read from the texts: %s", locale)
  end
  lfs.mkdir(self.out)
  local root = tables.merge(source.index or {}, { name = subject, pages = source.pages })
  root.title = source.is_titled and source.title or nil
  root.to = ("%s/material/%s/index.md"):format(locale, subject)
  self.addresses:add(root)
  self.pages[1] = root
  self:place(source.pages, ("%s/material/%s"):format(locale, subject), 1)
  for _, page in ipairs(self.pages) do
    page.fields, page.body = self:convert(page)
    if page == root and source.authors and page.fields then
      page.fields.authors = page.fields.authors or source.authors
    end
  end
  for _, page in ipairs(self.pages) do
    if page.fields then
      page.body = self:lead(page, (cleaning.clean(self:show_images(page, page.body))))
    end
  end
  for _, page in ipairs(self.pages) do
    if page.is_led then self:list(page) end
  end
  for _, page in ipairs(self.pages) do
    if page.fields then self:write_page(page) end
  end
  for _ = 1, ROUNDS do
    if self:mend() == 0 then break end
  end
  local counts = { pages = 0, drafts = 0, images = #tables.keys(self.images) }
  for _, page in ipairs(self.pages) do
    if page.file and page.fields then counts.pages = counts.pages + 1 end
    if page.is_draft then counts.drafts = counts.drafts + 1 end
  end
  return tables.merge(
    counts,
    { kind = source.kind.name, title = source.title, told = self.told, out = self.out }
  )
end

return transfer
