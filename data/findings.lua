--- The findings in a content tree: each a rule of data/rules.lua at a place, without those that its
-- authors allow.
local message = require("base.message")
local rules = require("data.rules")
local tables = require("base.tables")

local findings = {}
findings.__index = findings

--- Nothing found yet.
-- @treturn table `{ list }`: `{ rule, severity, file, line, column?, message }` each
function findings.new()
  return setmetatable({ list = {}, allowed = {}, drafts = {}, seen = {} }, findings)
end

--- Allows rules in a file, or in all files below a folder.
-- @tparam string place its path in the tree; "" is the whole tree
-- @tparam {string,...} ids that `rules.refusal` has nothing against
function findings:allow(place, ids)
  self.allowed[place] = tables.merge(self.allowed[place], tables.set(ids))
end

--- Makes the errors of a file warnings: drafts stop nothing.
-- @tparam string file
function findings:excuse(file) self.drafts[file] = true end

--- True when authors allow a rule in a file.
function findings:is_allowed(rule, file)
  if rule.severity == "error" then return false end
  local at = 0
  while at do
    local allowed = self.allowed[file:sub(1, at > 0 and at - 1 or 0)]
    if allowed and allowed[rule.id] then return true end
    at = file:find("/", at + 1, true)
  end
  return self.allowed[file] ~= nil and self.allowed[file][rule.id] ~= nil
end

--- Enters a finding.
-- @tparam string id of its rule
-- @tparam string file
-- @param place a line, or `{ line, column }` by name
-- @tparam string text what is wrong; what to do
-- @param ... its values
function findings:add(id, file, place, text, ...)
  local rule = assert(rules.of(id), id)
  if self:is_allowed(rule, file) then return end
  local is_place = type(place) == "table"
  local filled = message.fill(text, ...)
  local line = is_place and place.line or place
  local key = ("%s:%d:%s"):format(file, line, filled)
  if self.seen[key] then return end
  self.seen[key] = true
  self.list[#self.list + 1] = {
    rule = id,
    severity = rule.severity,
    file = file,
    line = line,
    column = is_place and place.column or nil,
    message = filled,
  }
end

--- A function that enters findings of one file.
-- @tparam string file
-- @treturn function `tell(id, place, text, …)`
function findings:teller(file)
  return function(id, place, ...) self:add(id, file, place, ...) end
end

--- The same of one rule, as readers of text take it.
-- @tparam string file
-- @tparam string id
-- @tparam[opt] integer first the number that counts as line 0
-- @treturn function `report(place, text, …)`
function findings:reporter(file, id, first)
  return function(place, ...)
    if first then place = place + first end
    self:add(id, file, place, ...)
  end
end

--- The place and the message of a finding.
-- @tparam table finding
-- @treturn string
function findings.line(finding)
  local column = finding.column and ":" .. finding.column or ""
  return ("%s:%d%s: %s"):format(finding.file, finding.line, column, finding.message)
end

--- The same with the id of its rule.
-- @tparam table finding
-- @treturn string
function findings.line_with_rule(finding)
  return ("%s (%s)"):format(findings.line(finding), finding.rule)
end

local function comes_before(a, b)
  if a.file ~= b.file then return a.file < b.file end
  if a.line ~= b.line then return a.line < b.line end
  if (a.column or 0) ~= (b.column or 0) then return (a.column or 0) < (b.column or 0) end
  return a.message < b.message
end

--- The findings of a severity, by file and place.
-- @tparam string severity "error", "warning" or "note"
-- @treturn {table,...}
function findings:of(severity)
  local list = {}
  for _, finding in ipairs(self.list) do
    local own = finding.severity
    if own == "error" and self.drafts[finding.file] then own = "warning" end
    if own == severity then list[#list + 1] = finding end
  end
  table.sort(list, comes_before)
  return list
end

--- The same as lines.
-- @tparam string severity
-- @tparam[opt] function line of a finding, `findings.line` unless given
-- @treturn {string,...}
function findings:lines(severity, line)
  return tables.map(self:of(severity), line or findings.line)
end

return findings
