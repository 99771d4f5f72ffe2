--- Arguments of prompts that several prompts take, with what completes them.

local svc = require("svc")
local completion = require("mcp.completion")

local argument = {}

--- The language of an answer.
-- @treturn table declaration of an argument (mcp.prompt)
function argument.locale()
  return {
    name = "locale",
    description = "Language of the answer: " .. table.concat(svc.locales, ", ") .. ".",
    complete = svc.locales,
  }
end

--- A section of the content.
-- @treturn table declaration of an argument
function argument.section()
  return {
    name = "section",
    description = "Only this section: " .. table.concat(svc.sections, ", ") .. ".",
    complete = svc.sections,
  }
end

local numbers = {}
for surah = 1, svc.surahs do
  numbers[surah] = tostring(surah)
end

--- The names of the surahs of each publication, read once; none where it has no Quran.
local names = setmetatable({}, { __mode = "k" })

local function names_of(publication)
  local list = names[publication]
  if not list then
    list = {}
    for surah = 1, svc.surahs do
      local passage = publication:quran(surah, 1, 1, svc.locales[1], false)
      list[surah] = passage and passage.name
    end
    names[publication] = list
  end
  return list
end

--- Surahs by number, or by a name that begins with what was typed, with or without its article.
local function complete_surah(x, typed)
  if typed == "" or typed:find("^%d") or not x.publication then
    return completion.beginning(numbers, typed)
  end
  local found, seen = {}, {}
  local function add(name)
    if not seen[name] then
      found[#found + 1], seen[name] = name, true
    end
  end
  local list = names_of(x.publication)
  for _, name in ipairs(completion.beginning(list, typed)) do
    add(name)
  end
  for _, name in ipairs(list) do
    local bare = name:match("^%a+%-(.+)$")
    if bare and #completion.beginning({ bare }, typed) == 1 then add(name) end
  end
  return found
end

--- A surah, by number or name.
-- @treturn table declaration of an argument
function argument.surah()
  return {
    name = "surah",
    description = "Number or name of the surah.",
    required = true,
    complete = complete_surah,
  }
end

return argument
