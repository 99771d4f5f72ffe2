--- The numbers in the project's texts, computed again: every formula that holds only numbers, and
-- the examples that data/content/checks names.
local lfs = require("lfs")
local content_tree = require("spec.support.publication.content_tree")
local recompute = require("spec.support.publication.recompute")
local tryout = require("data.check.tryout")

local FOLDER = "data/content/checks"

local tree = assert(content_tree.load("data/content"))
local documents = {} -- path → locale → document
for _, document in ipairs(tree.documents) do
  if document.body then
    documents[document.path] = documents[document.path] or {}
    documents[document.path][document.locale] = document
  end
end

describe("recomputing a formula", function()
  local cases = {
    { "2 \\cdot 3 = 6", true },
    { "2 \\cdot 3 = 7", false },
    { "2 \\cdot 3 = 6.4", false },
    { "\\sqrt{2} \\approx 1.41", true, "rounded" },
    { "\\sqrt{2} \\approx 1.42", false },
    { "\\sqrt{2} \\approx 1.4", true, "rounded to one decimal" },
    { "343 \\cdot 6 \\approx 2060", true, "a zero at the end is no digit after ≈" },
    { "343 \\cdot 6 = 2060", false, "but it is after =" },
    { "343 \\cdot 6 \\approx 2050", false },
    { "x = \\frac{1}{3} \\approx 0.33 = 0.4", false, "each pair of a chain" },
    { "a = 1, \\qquad b = \\sqrt{9} = 3", true },
    { "2^3 - 3! = 2", true },
    { "2^{1/2} < 1.5", true },
    { "2^{1/2} > 1.5", false },
    { "1011_2 = 11", true, "base two" },
    { "1011_2 = 12", false },
    { "\\log_2 8 = 3", true },
    { "4^7 \\bmod 33 = 16", true },
    { "\\lfloor \\log_2 1000 \\rfloor + 1 = 10", true },
    { "1\\ \\text{m/s} = 3.6\\ \\text{km/h}", true, "units" },
    { "1\\ \\text{m/s} = 3.7\\ \\text{km/h}", false },
    { "\\frac{800\\ \\text{L}}{0.0004} = 2000\\ \\text{m}^3", true },
    { "335\\,200 = 4190 \\cdot 80", true, "groups of digits" },
    { "9 + 0{,}04 \\cdot 150 = 15", true, "a decimal comma" },
    { "f(3) = 7", nil, "a function is no number" },
    { "\\text{Na} = 11", nil, "nor is a symbol of chemistry" },
    { "e = 3", nil, "nor is a letter" },
  }
  for _, case in ipairs(cases) do
    local word = case[2] == nil and "leaves" or case[2] and "accepts" or "refuses"
    it(("%s %s%s"):format(word, case[1], case[3] and ": " .. case[3] or ""), function()
      local compared, fault = recompute.formula(case[1], "en")
      assert.equal(case[2] ~= nil, compared > 0)
      assert.equal(case[2] == false, fault ~= nil, fault)
    end)
  end

  it("reads Indonesian groups of digits", function()
    local _, fault = recompute.formula("2 \\cdot 5730 = 11.460", "id")
    assert.is_nil(fault)
  end)
end)

describe("the formulas of the texts", function()
  -- What a formula says only together with the words beside it, or on purpose wrongly.
  local beside = {
    ["3 = 7"] = "the claim that no number makes true",
    ["3 = 5"] = "a contradiction, as lines parallel to a plane give it",
    ["2.5 = -5"] = "what skew lines would have to fulfil",
    ["1\\ \\text{u} = 1.66 \\cdot 10^{-27}"] = "kg follows",
    ["1\\ \\text{kWh} = 1000\\ \\text{W} \\cdot 3600\\ \\text{s} = 3.6"] = "million joules follows",
    ["\\frac{168}{180} \\approx 93"] = "percent follows",
  }

  for path, translations in pairs(documents) do
    for locale, document in pairs(translations) do
      it(("hold in %s/%s"):format(locale, path), function()
        local faults = {}
        for _, formula in ipairs(document.found.formulas) do
          local _, fault = recompute.formula(formula.tex, locale)
          if fault and not beside[(formula.tex:gsub("{,}", "."))] then
            faults[#faults + 1] = ("%s:%d: %s"):format(document.file, formula.line, fault)
          end
        end
        assert.equal("", table.concat(faults, "\n"))
      end)
    end
  end

  it("are compared by the hundred, not left out", function()
    local sum = 0
    for _, translations in pairs(documents) do
      for locale, document in pairs(translations) do
        for _, formula in ipairs(document.found.formulas) do
          sum = sum + (recompute.formula(formula.tex, locale))
        end
      end
    end
    assert.is_true(sum >= 600, sum .. " pairs were compared")
  end)
end)

--- A text with decimal points and digits without groups, whatever its language.
local function plain(text, locale)
  text = text:gsub("{,}", ","):gsub("\\,", " ")
  local groups = locale == "id" and "%d[%d.]*" or "%d[%d ]*"
  text = text:gsub(groups, function(found)
    local parts = found:gsub("[. ]$", "")
    local whole = not (parts .. " "):gsub("^%d+", ""):gsub("[. ]%d%d%d%f[^%d]", ""):find("%d")
    return whole and parts:gsub("[. ]", "") .. found:sub(#parts + 1)
  end)
  return locale == "en" and text or (text:gsub("(%d),(%d)", "%1.%2"))
end

--- A number for `string.format`: whole when it is so but for the rounding of its computation.
local function number(value)
  if math.type(value) == "integer" then return value end
  local whole = math.floor(value + 0.5)
  return math.abs(value - whole) < 1e-9 * math.max(1, math.abs(value)) and whole or value
end

--- What a check expects: its quote, which is the member `first`, with the numbers behind it.
local function formatted(check, first, locale)
  local quote, numbers = check[first], {}
  for i = first + 1, #check do
    numbers[#numbers + 1] = number(check[i])
  end
  return (type(quote) == "table" and quote[locale] or quote):format(table.unpack(numbers))
end

--- True when a text says an expectation that is no part of a longer number.
local function says(text, expected)
  local from, last = text:find(expected, 1, true)
  while from do
    local parted = not text:find("^%.?%d", last + 1) or not expected:find("%d$")
    local begun = not text:sub(1, from - 1):find("[%d.−-]$") or not expected:find("^%d")
    if parted and begun then return true end
    from, last = text:find(expected, from + 1, true)
  end
  return false
end

--- The letters of the options of a task that say what a check expects.
local function letters_that_say(task, expected, locale)
  local letters = {}
  for _, option in ipairs(task.options) do
    if says(plain(option.text, locale), expected) then letters[#letters + 1] = option.letter end
  end
  return table.concat(letters)
end

--- The fault of the key of a task that a check computes, or nil.
local function key_fault(found, check, locale)
  local expected = formatted(check, 2, locale)
  local letters = letters_that_say(found.tasks[check[1]], expected, locale)
  local key = found.answers[check[1]].key
  if letters ~= key then
    return ("task %d: %s is %s, its key is %s"):format(check[1], expected, letters, key)
  end
end

describe("the worked examples", function()
  local covered = {}

  for name in lfs.dir(FOLDER) do
    local subject = name:match("^(.*)%.lua$")
    for path, checks in pairs(subject and dofile(FOLDER .. "/" .. name) or {}) do
      covered[#covered + 1] = path
      for locale, document in pairs(documents[path] or {}) do
        it(("of %s/%s are what they compute"):format(locale, path), function()
          local text, missing = plain(document.body, locale), {}
          local found = tryout.read(document.found.lines)
          for _, check in ipairs(checks) do
            if type(check[1]) == "number" then
              missing[#missing + 1] = key_fault(found, check, locale)
            else
              local expected = formatted(check, 1, locale)
              if not text:find(expected, 1, true) then missing[#missing + 1] = expected end
            end
          end
          assert.equal("", table.concat(missing, "\n"), document.file .. " does not hold:")
        end)
      end
    end
  end

  it("belong to texts that exist in every language, and hold numbers", function()
    local wrong = {}
    for _, path in ipairs(covered) do
      local found = documents[path] or {}
      if not (found.en and found.id and found.de) then wrong[#wrong + 1] = path end
    end
    assert.equal("", table.concat(wrong, "\n"))
    assert.is_true(#covered >= 20, #covered .. " texts are covered")
  end)
end)
