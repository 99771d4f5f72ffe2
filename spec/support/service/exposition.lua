--- Reads metrics in the text format of Prometheus (version 0.0.4), more strictly than Prometheus
-- does: each family has help, type and then all of its samples; nothing occurs twice.

local exposition = {}

local NAME = "^[%a_:][%w_:]*"
local TYPES = { counter = true, gauge = true, histogram = true }

local function fail(number, text, ...)
  error(("line %d: %s"):format(number, text:format(...)), 0)
end

--- The labels of `text`, `{name="value",…}`, and a canonical form of them.
local function read_labels(text, number)
  local labels, names, at = {}, {}, 2
  while text:sub(at, at) ~= "}" do
    local name, after = text:match('^([%a_][%w_]*)="()', at)
    if not name then fail(number, "no label in %s", text:sub(at)) end
    local value = ""
    repeat
      local piece, stop, next_at = text:match('^([^"\\]*)(["\\])()', after)
      if not piece then fail(number, "label %s does not end", name) end
      value, after = value .. piece, next_at
      if stop == "\\" then
        local escaped = text:match('^[\\"n]', after)
        if not escaped then fail(number, "label %s has an unknown escape", name) end
        value, after = value .. (escaped == "n" and "\n" or escaped), after + 1
      end
    until stop == '"'
    if labels[name] then fail(number, "label %s occurs twice", name) end
    labels[name] = value
    names[#names + 1] = ("%s=%q"):format(name, value)
    at = text:match("^,()", after) or after
    if at == after and text:sub(at, at) ~= "}" then fail(number, "no comma after %s", name) end
  end
  if at ~= #text then fail(number, "bytes after the labels") end
  table.sort(names)
  return labels, table.concat(names, ",")
end

local function read_sample(line, number, seen)
  local name = line:match(NAME)
  if not name then fail(number, "no metric name") end
  local rest = line:sub(#name + 1)
  local braces, value = rest:match("^({.*}) (%S+)$")
  if not braces then value = rest:match("^ (%S+)$") end
  local number_value = value == "+Inf" and math.huge or tonumber(value or "")
  if not number_value then fail(number, "no value: %s", line) end
  local labels, key = {}, ""
  if braces then
    labels, key = read_labels(braces, number)
  end
  key = name .. "{" .. key
  if seen[key] then fail(number, "%s occurs twice", key) end
  seen[key] = true
  return { name = name, labels = labels, value = number_value }
end

--- True when a sample of this name belongs to a family.
local function belongs(family, name)
  if name == family.name then return family.type ~= "histogram" end
  local suffix = name:sub(1, #family.name) == family.name and name:sub(#family.name + 1)
  return family.type == "histogram"
    and (suffix == "_bucket" or suffix == "_sum" or suffix == "_count")
end

--- The rules between the samples of a family.
local function check_family(family)
  if #family.samples == 0 and family.type == "histogram" then
    error(family.name .. " has no samples", 0)
  end
  if family.type == "counter" and not family.name:find("_total$") then
    error(family.name .. " is a counter whose name does not end in _total", 0)
  end
  if family.type ~= "histogram" then return end
  local bound, total = -math.huge, 0
  for _, sample in ipairs(family.samples) do
    if sample.name:find("_bucket$") then
      local le = sample.labels.le == "+Inf" and math.huge or tonumber(sample.labels.le)
      if le <= bound or sample.value < total then
        error(family.name .. " has buckets out of order", 0)
      end
      bound, total = le, sample.value
    elseif sample.name:find("_count$") and (bound ~= math.huge or sample.value ~= total) then
      error(family.name .. " counts other answers than its buckets", 0)
    end
  end
end

--- Reads all families. Raises with the line that is wrong.
-- @tparam string text
-- @treturn table family name -> `{name, help, type, samples = {{name, labels, value},…}}`
function exposition.parse(text)
  local families, seen, family, number = {}, {}, nil, 0
  if text:sub(-1) ~= "\n" then error("the last line has no end", 0) end
  for line in text:gmatch("([^\n]*)\n") do
    number = number + 1
    local word, name, rest = line:match("^# (%u+) ([%w_:]+) (.+)$")
    if word == "HELP" then
      if families[name] then fail(number, "%s is not in one piece", name) end
      family = { name = name, help = rest, samples = {} }
      families[name] = family
    elseif word == "TYPE" then
      if not family or family.name ~= name then fail(number, "%s has no help", name) end
      if family.type or not TYPES[rest] then fail(number, "type %s", rest) end
      family.type = rest
    else
      local sample = read_sample(line, number, seen)
      if not (family and family.type and belongs(family, sample.name)) then
        fail(number, "%s is of another family", sample.name)
      end
      family.samples[#family.samples + 1] = sample
    end
  end
  for _, each in pairs(families) do
    check_family(each)
  end
  return families
end

--- The value of the only sample with these labels.
-- @tparam table families of `parse`
-- @tparam string name of a family
-- @tparam[opt] table labels that the sample has, among others
-- @treturn number|nil
function exposition.value(families, name, labels)
  for _, sample in ipairs(families[name].samples) do
    local same = true
    for label, value in pairs(labels or {}) do
      same = same and sample.labels[label] == value
    end
    if same then return sample.value end
  end
end

return exposition
