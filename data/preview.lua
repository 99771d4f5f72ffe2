--- A content tree as a publication that is made again after each change, drafts included, for `svcd
-- preview`. Unchanged texts are neither parsed nor checked again.
local lfs = require("lfs")
local svc = require("svc")
local check = require("data.check")
local markdown = require("data.import.markdown")
local memo = require("data.memo")
local publish = require("data.publish")
local rules = require("data.rules")
local tables = require("base.tables")
local watch = require("data.check.watch")

local preview = {}

local Preview = {}
Preview.__index = Preview

--- A path for a file that lives for a moment: in memory where the system has such a folder.
local function passing_path()
  local is_memory = lfs.attributes("/dev/shm", "mode") == "directory"
  local folder = is_memory and "/dev/shm" or os.getenv("TMPDIR") or "/tmp"
  local key = assert(svc.keygen())
  return ("%s/svcd-preview-%s.svp"):format(folder, svc.sha256(key):sub(1, 16))
end

--- Publishes the tree as it was read last.
-- @tparam boolean brief whether the search may lack texts, in haste
-- @treturn svc.Publication|nil
-- @treturn {string,...}|nil why not
function Preview:publish(brief)
  self.sequence = self.sequence + 1
  local path = passing_path()
  local made, faults = publish.run({
    tree = self.tree,
    out = path,
    key = self.key,
    sequence = self.sequence,
    renditions = self.cache,
    brief = brief,
    progress = function() end,
  })
  if not made then return nil, faults end
  local publication, reason = svc.open(path, { any_signer = true, now = 0 })
  os.remove(path)
  return publication, { reason }
end

--- The findings of a severity, each with the cure of its rule.
local function with_cures(list)
  return tables.map(
    list,
    function(finding) return tables.merge(finding, { cure = rules.of(finding.rule).cure }) end
  )
end

--- Reads the tree again, and publishes it where it has no errors.
-- @tparam[opt] table changed set of names, as a watch gives it
-- @treturn svc.Publication|nil nil where there are errors
-- @treturn table `{ errors, warnings }`: `{ rule, file, line, column?, message, cure }` each
function Preview:look(changed)
  self.kept:begin(changed)
  local tree, reason = markdown.read(self.folder, self.kept)
  local found = { errors = {}, warnings = {} }
  local function fail(fault)
    local rule = rules.of("file-kind")
    found.errors[#found.errors + 1] =
      { rule = rule.id, file = self.folder, line = 1, message = fault, cure = rule.cure }
  end
  if not tree then
    fail(reason)
    return nil, found
  end
  check.tree(tree)
  found.errors = with_cures(tree.findings:of("error"))
  found.warnings = with_cures(tree.findings:of("warning"))
  if #found.errors > 0 then return nil, found end
  self.tree = tree
  local publication, faults = self:publish(true)
  for _, fault in ipairs(publication and {} or faults) do
    fail(fault)
  end
  return publication, found
end

--- The document of an address among those that were published last.
-- @tparam string locale
-- @tparam string route
-- @treturn table|nil
function Preview:document(locale, route)
  for _, document in ipairs(self.tree and self.tree.documents or {}) do
    if document.locale == locale and document.route == route then return document end
  end
end

--- The changes, as `data.check.watch` gives them.
function Preview:changes(...) return self.watch:changes(...) end

--- As `socket.select` asks for it.
function Preview:getfd() return self.watch:getfd() end

--- Begins to follow a tree.
-- @tparam string folder
-- @treturn table|nil with `look`, `publish`, `document`, `changes` and `getfd`
-- @treturn string|nil why not
function preview.new(folder)
  local own, reason = watch.new(folder)
  if not own then return nil, reason end
  local key, fault = svc.keygen()
  if not key then return nil, fault end
  return setmetatable({
    folder = folder,
    watch = own,
    key = key,
    kept = memo.new(),
    cache = svc.render_cache(),
    sequence = 0,
  }, Preview)
end

return preview
