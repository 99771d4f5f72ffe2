--- `svcd diff`: what a publication has, lacks and says otherwise than another one.
local svc = require("svc")
local base_text = require("base.text")
local difference = require("data.difference")
local progress = require("base.progress")
local tables = require("base.tables")

local command = { summary = "show what differs between two publications" }

--- Exit statuses as diff(1) has them.
local SAME, DIFFERENT, TROUBLE = 0, 1, 2

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("old", "Publication"):argname("A.svp")
  parser:argument("new", "Publication that it is compared with"):argname("B.svp")
  parser
    :option("--trust", "Trust root file; without one only integrity is checked, not who signed")
    :argname("FILE")
  parser:flag("--brief", "Name what differs, without its text")
  parser:flag("--json", "One JSON object on standard output")
  parser:epilog(
    "Exit status: 0 where both have the same content, 1 where it differs, 2 in trouble.\n\n"
      .. "Examples:\n  svcd diff current.svp next.svp --trust content.trust\n"
      .. "  svcd diff current.svp next.svp --brief | grep 'no alias'\n"
      .. "  svcd diff current.svp next.svp --json"
  )
end

--- Members of a document that are compared, besides its address and its text.
local MEMBERS = { "title", "description", "updated", "conceptId", "lensId" }

local CREDITS = { "authors", "licence", "licence-url" }

--- The documents of a publication by their ids, and the ids in order.
local function documents_of(publication)
  local by_id, ids = {}, {}
  for document in publication:each() do
    by_id[document.content_id] = document
    ids[#ids + 1] = document.content_id
  end
  return by_id, ids
end

local function address(document) return document.locale .. "/" .. document.route end

--- The target of a former address in a publication; nil where it leads nowhere.
local function leads_to(publication, document)
  local route = publication:label(document.locale, "alias", document.route)
  if route then return document.locale .. "/" .. route end
  return publication:route(document.locale, document.route) and address(document) or nil
end

--- The differences between two documents of one id; nil where they are the same.
local function compare(old, new, a, b)
  local fields, id, is_changed = {}, b.content_id, false
  local function add(name, from, to)
    if from == to then return end
    fields[name] = { from = from, to = to }
    is_changed = true
  end
  for _, name in ipairs(MEMBERS) do
    add(name, a[name], b[name])
  end
  for _, name in ipairs(CREDITS) do
    add(
      name,
      old:label(a.locale, "credit", name .. "/" .. a.route),
      new:label(b.locale, "credit", name .. "/" .. b.route)
    )
  end
  local lines, added, gone = difference.lines(old:text(id) or "", new:text(id) or "")
  if not is_changed and #lines == 0 then return nil end
  return {
    content_id = id,
    address = address(b),
    fields = fields,
    lines = svc.array(lines),
    added = added,
    gone = gone,
  }
end

--- An item as it is told.
local function item_of(document)
  return {
    content_id = document.content_id,
    address = address(document),
    title = document.title,
  }
end

--- Ids of documents that only have other ids: gone ones by their text, which a new one has.
local function renamed(old, new, gone, added)
  local by_text, ids = {}, {}
  for _, document in ipairs(gone) do
    local text = document.readable and old:text(document.content_id)
    if text then by_text[document.locale .. text] = document end
  end
  for _, document in ipairs(added) do
    local text = document.readable and new:text(document.content_id)
    local from = text and by_text[document.locale .. text]
    if from and not ids[from.content_id] then
      ids[from.content_id], ids[document.content_id] = document, from
    end
  end
  return ids
end

--- The names of images that only the second has.
local function images_beside(old, new)
  local known, list = {}, {}
  for _, asset in ipairs(old:assets()) do
    known[asset.name] = true
  end
  for _, asset in ipairs(new:assets()) do
    if not known[asset.name] then list[#list + 1] = asset.name end
  end
  return svc.array(list)
end

--- The differences between two publications.
-- @tparam svc.Publication old
-- @tparam svc.Publication new
-- @tparam function tell `tell(done, total)`
-- @treturn table `{ same, added, gone, moved, changed, images = { added, gone }, paths }`
function command.compare(old, new, tell)
  local before, old_ids = documents_of(old)
  local after, ids = documents_of(new)
  local missing, fresh, moved, changed = {}, {}, {}, {}
  local function move(a, b)
    local leads = leads_to(new, a)
    local row = tables.merge(item_of(b), { from = address(a), leads_to = leads })
    moved[#moved + 1] = row
  end
  for i, id in ipairs(ids) do
    local a, b = before[id], after[id]
    if a and address(a) ~= address(b) then move(a, b) end
    if a then
      changed[#changed + 1] = compare(old, new, a, b)
    else
      fresh[#fresh + 1] = b
    end
    tell(i, #ids)
  end
  for _, id in ipairs(old_ids) do
    if not after[id] then missing[#missing + 1] = before[id] end
  end
  local others = renamed(old, new, missing, fresh)
  local added, gone = {}, {}
  for _, document in ipairs(fresh) do
    if others[document.content_id] then
      move(others[document.content_id], document)
    else
      added[#added + 1] = item_of(document)
    end
  end
  for _, document in ipairs(missing) do
    if not others[document.content_id] then
      local leads = leads_to(new, document)
      gone[#gone + 1] = tables.merge(item_of(document), { leads_to = leads })
    end
  end
  return {
    same = old:info().id == new:info().id,
    added = svc.array(added),
    gone = svc.array(gone),
    moved = svc.array(moved),
    changed = svc.array(changed),
    images = { added = images_beside(old, new), gone = images_beside(new, old) },
    paths = svc.json(old:paths()) ~= svc.json(new:paths()),
  }
end

--- Colours of lines by how they begin.
local COLOURS = { ["+"] = "\27[32m", ["-"] = "\27[31m", ["@"] = "\27[36m" }

--- A text cut to the columns of a terminal.
local function fitted(text)
  if (utf8.len(text) or 0) <= difference.WIDTH then return text end
  return text:sub(1, utf8.offset(text, difference.WIDTH) - 1) .. "…"
end

--- Prints what an item has and had: members, then the text.
local function print_changed(item, is_brief, colour)
  local parts = {}
  for _, name in ipairs(tables.keys(item.fields)) do
    parts[#parts + 1] = name
  end
  local text = #item.lines > 0 and ("text +%d -%d"):format(item.added, item.gone)
  parts[#parts + 1] = text or nil
  print(fitted(("changed  %s: %s"):format(item.address, table.concat(parts, ", "))))
  if is_brief then return end
  for _, name in ipairs(tables.keys(item.fields)) do
    local field = item.fields[name]
    for _, row in ipairs { { "-", field.from }, { "+", field.to } } do
      local lines = row[2] and difference.wrap(("%s: %s"):format(name, row[2]), row[1]) or {}
      for _, line in ipairs(lines) do
        print(colour(line))
      end
    end
  end
  for _, line in ipairs(item.lines) do
    print(colour(line))
  end
end

local function print_moves(found)
  for _, item in ipairs(found.moved) do
    print(fitted("moved    " .. item.from))
    print(fitted("      to " .. item.address))
    if not item.leads_to then print("         (no alias: the old address leads nowhere)") end
  end
end

--- Prints what `compare` found.
-- @tparam table found
-- @tparam table args
function command.show(found, args)
  local is_coloured = progress.is_terminal(1) and not os.getenv("NO_COLOR")
  local function colour(line)
    local own = is_coloured and COLOURS[line:sub(1, 1)]
    return own and own .. line .. "\27[0m" or line
  end
  if not args.trust then print("Who signed them was not checked; give --trust FILE.") end
  for _, item in ipairs(found.added) do
    print(fitted(("added    %s  %s"):format(item.address, item.title)))
  end
  for _, item in ipairs(found.gone) do
    print(fitted(("gone     %s  %s"):format(item.address, item.title)))
    print(
      item.leads_to and "         leads to " .. item.leads_to
        or "         (no alias: the address leads nowhere)"
    )
  end
  print_moves(found)
  for _, item in ipairs(found.changed) do
    print_changed(item, args.brief, colour)
  end
  for _, kind in ipairs { "added", "gone" } do
    for _, name in ipairs(found.images[kind]) do
      print(fitted(("%-7s  image %s"):format(kind, name)))
    end
  end
  if found.paths then print("changed  the order, levels or times of lessons (paths)") end
  local line = "%d added, %d gone, %d moved, %d changed"
  print(
    found.same and "the same content"
      or line:format(#found.added, #found.gone, #found.moved, #found.changed)
  )
end

local function fail(reason)
  io.stderr:write("svcd diff: ", base_text.placed(reason), "\n")
  return TROUBLE
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn integer exit status
function command.run(args)
  local options = args.trust and { trust = args.trust }
    or { any_signer = true, unfinished = true, now = 0 }
  local old <close>, reason = svc.open(args.old, options)
  if not old then return fail(reason) end
  local new <close>, fault = svc.open(args.new, options)
  if not new then return fail(fault) end
  local meter = progress.new { style = progress.is_terminal() and "terminal" or "quiet" }
  local found = command.compare(
    old,
    new,
    function(done, total) meter:update("compare", done, total, "documents") end
  )
  meter:finish()
  found.trusted = args.trust ~= nil
  if args.json then
    print(svc.json(found))
  else
    command.show(found, args)
  end
  return found.same and SAME or DIFFERENT
end

return command
