--- Reads `paths.yaml`: for each subject, its lessons in the order in which to learn them. They are
-- published with the texts (csrc/store/paths.h, whose bounds `svc.path` has).
--
-- A step names its `lesson` (the file without `.md`), its `level`, the `minutes` it takes with its
-- exercises, and `after`: the lessons that it leans on, of its own subject by their name, of others
-- as `subject/lesson`. Every lesson stands in the path of its subject once; what a step leans on is
-- no harder than itself, comes before it in the same subject, and never leans on it in turn.
local svc = require("svc")
local frontmatter = require("data.import.frontmatter")
local tables = require("base.tables")
local yaml = require("data.import.yaml")

local shape = yaml.shape

local paths = {}

--- Vocabulary of steps: levels, easiest first (the school years up to the tenth, and those up to
-- the final exam), the minutes that it may take, and how many lessons it may lean on.
local BOUNDS = svc.path

local MINUTES = ("%d to %d"):format(BOUNDS.least_minutes, BOUNDS.most_minutes)

local function is_level(word) return tables.contains(BOUNDS.levels, word) end

local function is_minutes(word)
  local minutes = word:find("^%d+$") and tonumber(word)
  return minutes and minutes >= BOUNDS.least_minutes and minutes <= BOUNDS.most_minutes
end

local function is_lesson(word)
  local slash = word:find("/", 1, true) or 0
  return frontmatter.is_kebab(word:sub(slash + 1))
    and (slash == 0 or frontmatter.is_kebab(word:sub(1, slash - 1)))
end

local LESSON = "a lesson, such as functions or mathematics/functions"

local SUBJECTS = shape.map(
  frontmatter.is_kebab,
  "the folder of a subject, such as mathematics",
  shape.list(shape.record {
    lesson = frontmatter.slug,
    level = shape.text(20, is_level, table.concat(BOUNDS.levels, " or ")),
    minutes = shape.text(3, is_minutes, MINUTES),
    after = shape.optional(shape.list(shape.text(160, is_lesson, LESSON))),
  })
)

--- The lessons of the tree without drafts, and without those in chapters, whose order their front
-- matter gives: `subject/lesson` → true.
local function lessons_of(documents)
  local lessons = {}
  for _, document in ipairs(documents) do
    local name = document.path:match("^material/([^/]*/[^/]*)$")
    if name and not document.is_draft and not document.is_index then lessons[name] = true end
  end
  return lessons
end

--- Numbers the steps and names them in full: `subject/lesson` → step. Reports steps that are listed
-- twice or are not lessons, and lessons that are not listed.
local function enter(subjects, lessons, report)
  local steps = {}
  for _, subject in ipairs(tables.keys(subjects)) do
    for place, step in ipairs(subjects[subject]) do
      local name = subject .. "/" .. step.lesson
      if not lessons[name] then
        report(step.line, "no lesson is named %q; correct or remove it", name)
      elseif steps[name] then
        report(step.line, "%q stands in the path already; keep one", name)
      end
      step.subject, step.place, step.minutes = subject, place, math.tointeger(step.minutes)
      step.after = tables.map(
        step.after or {},
        function(other) return other:find("/", 1, true) and other or subject .. "/" .. other end
      )
      steps[name] = step
    end
  end
  for _, name in ipairs(tables.keys(lessons)) do
    if not steps[name] then report(0, "lacks the lesson %q; give it a place", name) end
  end
  local count = #tables.keys(steps)
  if count > BOUNDS.most_steps then
    report(0, "%d lessons; %d are accepted: publish some apart", count, BOUNDS.most_steps)
  end
  return steps
end

local RANK = {}
for rank, level in ipairs(BOUNDS.levels) do
  RANK[level] = rank
end

--- Reports a lesson that a step cannot lean on.
local function check_lesson(step, other, steps, report)
  local before = steps[other]
  if not before then
    report(step.line, "%s leans on %q, which is no lesson; correct it", step.lesson, other)
  elseif RANK[before.level] > RANK[step.level] then
    report(step.line, "%s leans on %q, which is harder; mend a level", step.lesson, other)
  elseif before.subject == step.subject and before.place >= step.place then
    report(step.line, "%s leans on %q, which comes later; move it up", step.lesson, other)
  end
end

--- Reports what a step cannot lean on.
local function check_after(step, steps, report)
  local seen = {}
  for _, other in ipairs(step.after) do
    if seen[other] then
      report(step.line, "%s leans on %q twice; keep one", step.lesson, other)
    end
    seen[other] = true
    check_lesson(step, other, steps, report)
  end
  if #step.after > BOUNDS.most_after then
    local fault = "%s leans on %d lessons; %d are accepted: keep those that matter most"
    report(step.line, fault, step.lesson, #step.after, BOUNDS.most_after)
  end
end

--- Reports the first step met that leans on itself, through whatever lessons.
local function check_circle(steps, report)
  local state = {} -- step name → "open" while what it leans on is visited, then "done"
  local function visit(name)
    local step = steps[name]
    if state[name] == "done" or not step then return true end
    if state[name] == "open" then
      report(step.line, "%s leans on itself in a circle; cut it", step.lesson)
      return false
    end
    state[name] = "open"
    for _, other in ipairs(step.after) do
      if not visit(other) then return false end
    end
    state[name] = "done"
    return true
  end
  for _, name in ipairs(tables.keys(steps)) do
    if not visit(name) then return end
  end
end

--- Reads `paths.yaml`.
-- @tparam string text
-- @tparam table documents of the tree, each with its `path`
-- @tparam function report `report(line, message, …)`, lines count from 1
-- @tparam[opt] table memo as `yaml.kept` takes it
-- @treturn table|nil subject → list of `{ lesson, level, minutes, after = { "subject/lesson"… },
-- subject, place, line }` in order, lines count from 1; nil when anything was reported
function paths.read(text, documents, report, memo)
  if not frontmatter.check_bytes(text, report) then return nil end
  local sound = true
  local function refuse(line, ...)
    sound = false
    report(line + 1, ...)
  end
  local subjects = yaml.read(text, SUBJECTS, refuse, yaml.kept(memo))
  if not subjects then return nil end
  local steps = enter(subjects, lessons_of(documents), refuse)
  for _, name in ipairs(tables.keys(steps)) do
    check_after(steps[name], steps, refuse)
  end
  check_circle(steps, refuse)
  for _, step in pairs(steps) do
    step.line = step.line + 1
  end
  return sound and subjects or nil
end

--- Lessons as a path of their subject, in the order that their front matter gives: those of a
-- folder by `order`, then by name, and below a lesson that is the text of a folder what lies in it.
local function ordered(documents)
  local own = {}
  for i, document in ipairs(documents) do
    own[i] = { document = document, keys = {} }
  end
  local order = {}
  for _, document in ipairs(documents) do
    order[document.path] = document.order
  end
  for _, entry in ipairs(own) do
    local path = ""
    for part in entry.document.path:gmatch("[^/]+") do
      path = path == "" and part or path .. "/" .. part
      local number = order[path] or math.maxinteger
      entry.keys[#entry.keys + 1] = { number, part }
    end
  end
  table.sort(own, function(a, b)
    for i = 1, math.min(#a.keys, #b.keys) do
      local left, right = a.keys[i], b.keys[i]
      if left[2] ~= right[2] then
        if left[1] ~= right[1] then return left[1] < right[1] end
        return left[2] < right[2]
      end
    end
    return #a.keys < #b.keys
  end)
  return tables.map(own, function(entry) return entry.document end)
end

--- The lessons of each subject that has some with an `order`, each path once.
local function with_orders(documents)
  local subjects, seen = {}, {}
  for _, document in ipairs(documents) do
    local subject = document.path:match("^material/([^/]+)/")
    if subject and not document.is_draft and not seen[document.path] then
      local list = subjects[subject] or {}
      subjects[subject], seen[document.path] = list, true
      list[#list + 1] = document
      list.is_ordered = list.is_ordered or document.order ~= nil
    end
  end
  return subjects
end

--- Adds the order that front matter gives to the subjects that `paths.yaml` does not name.
-- @tparam table subjects as `paths.read` gives them
-- @tparam table documents of the tree
-- @tparam table findings gets a warning of lessons beyond the bounds
-- @treturn table subjects; a step that front matter gives has neither level nor minutes
function paths.with_order(subjects, documents, findings)
  local all, count = tables.merge(subjects), 0
  for _, steps in pairs(subjects) do
    count = count + #steps
  end
  local by_subject = with_orders(documents)
  for _, subject in ipairs(tables.keys(by_subject)) do
    local lessons = by_subject[subject]
    if lessons.is_ordered and not subjects[subject] then
      count = count + #lessons
      if count > BOUNDS.most_steps then
        local fault =
          "%d lessons have an order; %d are accepted: those of %s are listed by name"
        local file = lessons[1].file
        findings:add("order-cut", file, 1, fault, count, BOUNDS.most_steps, subject)
        return all
      end
      all[subject] = tables.map(
        ordered(lessons),
        function(document)
          return { lesson = document.path:match("^material/[^/]+/(.*)$"), after = {} }
        end
      )
    end
  end
  return all
end

--- The steps of all subjects as a publication has them, each lesson named by what its translations
-- have in common.
-- @tparam table subjects as `paths.read` gives them
-- @treturn {table,...} for `svc.builder():paths`
function paths.steps(subjects)
  local function id(name) return "lo:material:" .. name:gsub("/", ":") end
  local list = {}
  for _, subject in ipairs(tables.keys(subjects)) do
    for _, step in ipairs(subjects[subject]) do
      list[#list + 1] = {
        lesson = id(subject .. "/" .. step.lesson),
        level = step.level,
        minutes = step.minutes,
        after = tables.map(step.after, id),
      }
    end
  end
  return list
end

return paths
