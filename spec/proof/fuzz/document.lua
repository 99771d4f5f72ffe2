--- Fuzz target: what is known of a Markdown text when it is published: links, headings, images,
-- code, formulas. All of it stands within the text; formulas are read as MathML or refused at a
-- place of theirs; a text whose links are written as they were is as it was, and other addresses
-- change nothing but links.
local svc = require("svc")

local MOST = 4096

local function check_place(text, entry)
  assert(
    entry.line >= 1 and entry.line <= select(2, text:gsub("[\r\n]", "")) + 1,
    "a line beyond"
  )
  if entry.first then
    assert(
      entry.first >= 1 and entry.first <= entry.last + 1 and entry.last <= #text,
      "a range"
    )
  end
end

local function check_formula(formula)
  local mathml, reading, at = svc.formula(formula.tex, formula.display)
  assert(utf8.len(reading), "what is said of a formula is not UTF-8")
  if mathml then
    assert(mathml:find("^<math") and mathml:find("</math>$"), mathml)
  else
    assert(at >= 1 and at <= #formula.tex + 1, "a fault beyond the formula")
  end
end

local function count(found)
  local counts = {}
  for name, list in pairs(found) do
    counts[name] = #list
  end
  return counts
end

return function(text)
  if #text > MOST or not utf8.len(text) or text:find("\0", 1, true) then return end
  local found = svc.document(text)
  for _, list in pairs(found) do
    for _, entry in ipairs(list) do
      check_place(text, entry)
    end
  end
  assert(svc.check_json(svc.json(found)))
  for _, formula in ipairs(found.formulas) do
    check_formula(formula)
  end
  assert(utf8.len(svc.opening(text)), "the first paragraph is not UTF-8")
  assert(svc.map_links(text, function() end) == text, "kept links change the text")
  local changed = svc.map_links(text, function() return "../w/x-y.md" end)
  local before, after = count(found), count(svc.document(changed))
  for _, name in ipairs({ "headings", "code" }) do -- uses of a long reference are bounded
    assert(before[name] == after[name], name .. ": " .. changed)
  end
end
