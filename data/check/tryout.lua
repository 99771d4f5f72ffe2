--- The tasks of a try-out, their options and their answers: read, and held against what
-- CONTRIBUTING.md asks of them.
local svc = require("svc")

local tryout = {}

--- The tasks that a try-out may have: fewest and most.
local TASKS = { 10, 20 }

--- The options that the exams of a country give.
local OPTIONS = { germany = 4, indonesia = 5 }

--- "Lesson: [Waves](…)", where no sentence ended before it.
local INSIDE = "[^%s.!?:*)] +%u%a+: %[[^%]]*%]%([^()%s]*material/"

--- Takes a line into the entry that is open: an option of a task, or a lesson of an answer.
local function extend(entry, line)
  local letter, option = line.text:match("^%- (%u)%. (.+)$")
  if letter and entry.options then
    entry.options[#entry.options + 1] = { letter = letter, text = option, line = line.line }
  end
  if line.text:find("%]%([^()%s]*material/[^()%s]+%.md") then entry.has_lesson = true end
  if line.text:find(INSIDE) then entry.inside = line.line end
end

--- Reads a try-out.
-- @tparam table lines as `data.import.reading` gives them
-- @treturn table `{ tasks, answers }`: a task is `{ number, line, options = { { letter, text,
-- line }… } }`; an answer `{ number, line, key?, has_lesson, inside?, is_hidden }`, `inside`
-- being the line that names a lesson inside of a sentence, and hidden one where a heading says that
-- answers follow
function tryout.read(lines)
  local found, open, is_hidden = { tasks = {}, answers = {} }, nil, false
  for _, line in ipairs(lines) do
    local task = line.text:match("^%*%*(%d+)%.")
    local answer, key = line.text:match("^%*%*(%d+): ?(%u?)%.?%*%*")
    if line.kind == "heading" then
      open, is_hidden = nil, is_hidden or svc.begins_answers(line.text)
    elseif task then
      open = { number = tonumber(task), line = line.line, options = {} }
      found.tasks[#found.tasks + 1] = open
    elseif answer then
      open = { number = tonumber(answer), line = line.line, is_hidden = is_hidden }
      open.key = key ~= "" and key or nil
      found.answers[#found.answers + 1] = open
    end
    if open then extend(open, line) end
  end
  return found
end

--- The keys of a try-out, in the order of its answers.
-- @tparam table found as `tryout.read` gives it
-- @treturn string such as "1B 2D 3-"
local function keys_of(found)
  local keys = {}
  for i, answer in ipairs(found.answers) do
    keys[i] = answer.number .. (answer.key or "-")
  end
  return table.concat(keys, " ")
end

local function check_numbers(list, what, report)
  for place, entry in ipairs(list) do
    if entry.number ~= place then
      local fault = "%s %d stands in place %d; number them from 1 without a gap"
      return report(entry.line, fault, what, entry.number, place)
    end
  end
end

local function check_options(task, most, report)
  local seen = {}
  for place, option in ipairs(task.options) do
    if option.letter ~= string.char(64 + place) then
      report(option.line, "option %s stands in place %d; begin with A", option.letter, place)
    end
    if seen[option.text] then report(option.line, "option stands twice; change one") end
    seen[option.text] = true
  end
  if #task.options ~= 0 and most and #task.options ~= most then
    local fault = "task %d has %d options; this country's exams give %d"
    report(task.line, fault, task.number, #task.options, most)
  end
end

local function check_answer(answer, task, report)
  local number, line = answer.number, answer.line
  if not answer.is_hidden then
    report(line, "answer %d stands below no heading such as Answers; write one", number)
  end
  if not answer.has_lesson then
    report(line, "answer %d links no lesson; name the one that it leans on", number)
  end
  if answer.inside then
    local fault = "answer %d names its lesson inside of a sentence; end the sentence before it"
    report(answer.inside, fault, number)
  end
  local is_open = not task or #task.options == 0
  local place = answer.key and answer.key:byte() - 64
  if is_open and place then
    report(line, "answer %d has a key, but its task no options; write **%d:**", number, number)
  elseif not is_open and not (place and task.options[place]) then
    report(line, "answer %d has no key among the options; write **%d: A.**", number, number)
  end
end

--- Reports what a page and its reader would miss in a try-out.
-- @tparam table document
-- @tparam table facts of the document; gets `keys`
-- @tparam function tell `tell(id, line, message, …)`
function tryout.check(document, facts, tell)
  if document.section ~= "tryout" then return end
  local function report(...) tell("tryout", ...) end
  local found = tryout.read(document.found.lines)
  local tasks, answers = found.tasks, found.answers
  local fewest, most = table.unpack(TASKS)
  if #tasks < fewest or #tasks > most then
    report(1, "%d tasks; %d to %d are accepted", #tasks, fewest, most)
  end
  if #tasks ~= #answers then
    report(1, "%d tasks, but %d answers; answer each once", #tasks, #answers)
  end
  check_numbers(tasks, "task", report)
  check_numbers(answers, "answer", report)
  for _, task in ipairs(tasks) do
    check_options(task, OPTIONS[document.path:match("^tryout/([^/]+)/")], report)
  end
  for place, answer in ipairs(answers) do
    check_answer(answer, tasks[place], report)
  end
  if answers[1] and tasks[1] and answers[1].line < tasks[#tasks].line then
    report(answers[1].line, "stands before the last task; move the answers behind the tasks")
  end
  facts.keys = keys_of(found)
end

return tryout
