--- `svcd tune`: why a query finds what it finds, term by term.
local svc = require("svc")
local text = require("base.text")

local command = { summary = "show why a query finds what it finds" }

local COLUMNS = 80

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("file", "Publication"):argname("FILE")
  parser:argument("query", "Phrasings, up to " .. svc.phrasings):argname("QUERY"):args("+")
  parser:option("--locale", "Locale"):choices(svc.locales):default(svc.locales[1])
  parser:option("--section", "Section, all unless told"):choices(svc.sections)
  parser:option("--limit", "Hits to show"):default(5):convert(math.tointeger):argname("NUMBER")
  parser:flag("--json", "One JSON object on standard output")
end

--- A text in so many columns, cut where it has more.
local function cell(value, width, right)
  value = tostring(value)
  local len = utf8.len(value) or #value
  if len > width then
    value, len = value:sub(1, utf8.offset(value, width) - 1) .. "…", width
  end
  local blanks = (" "):rep(width - len)
  return right and blanks .. value or value .. blanks
end

local function show_terms(terms)
  local function row(...)
    local word, group, how, units, weight, points = ...
    local line = "   "
      .. table.concat({
        cell(word, 18),
        cell(group, 18),
        cell(how, 11),
        cell(units, 6, true),
        cell(weight, 7, true),
        cell(points, 11, true),
      }, " ")
    print((line:gsub("%s+$", "")))
  end
  row("word", "found as", "how", "units", "weight", "points")
  for _, term in ipairs(terms) do
    local word = term.typed or "(its title)"
    row(word, term.group or "", term.evidence, term.units, term.weight, term.points)
  end
end

local function show_hit(number, item)
  local name = item.verse and ("%s:%d"):format(item.route, item.verse) or item.route
  local evidence = item.evidence
  local score = evidence and "score " .. evidence.score or "named by the query"
  print(("\n%2d %s %s"):format(number, cell(name, COLUMNS - 4 - #score), score))
  if not evidence then return end
  table.sort(evidence.terms, function(a, b) return a.points > b.points end)
  show_terms(evidence.terms)
  print(("   forms as typed %d, neighbours %d"):format(evidence.form, evidence.pairs))
  local gains = "   of the query %d%% is here, %d%% together, %d%% in the title, %d%% as typed"
  print(gains:format(evidence.held, evidence.together, evidence.titled, evidence.typed))
  if evidence.scale ~= 100 then
    print(("   %d%%, since the query points to verses"):format(evidence.scale))
  end
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil `items` with their `evidence`, and what `publication:advise` says
-- @treturn string|nil the reason where it is refused
function command.run(args)
  if #args.query > svc.phrasings then
    return nil, "more than " .. svc.phrasings .. " phrasings"
  end
  for _, query in ipairs(args.query) do
    if text.is_blank(query) or #query > svc.query_bytes or not utf8.len(query) then
      return nil, ("a query is 1 to %d bytes of UTF-8"):format(svc.query_bytes)
    end
  end
  local publication <close>, reason =
    svc.open(args.file, { any_signer = true, unfinished = true })
  if not publication then return nil, reason end
  local asked = { queries = args.query, locale = args.locale, section = args.section }
  local advice = publication:advise(asked)
  asked.limit, asked.evidence = args.limit, true
  return { items = publication:search(asked).items, advice = advice }
end

--- Prints what `run` found.
-- @tparam table result
function command.show(result)
  local advice = result.advice
  if advice.missing[1] then print("nothing has: " .. table.concat(advice.missing, ", ")) end
  if advice.meant then print("read as: " .. advice.meant) end
  if advice.elsewhere[1] then
    print("all of it is in: " .. table.concat(advice.elsewhere, ", "))
  end
  if not result.items[1] then print("nothing is found") end
  for i, item in ipairs(result.items) do
    show_hit(i, item)
  end
end

return command
