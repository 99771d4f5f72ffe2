--- `svcd publish`: sources in, one signed publication out.
local svc = require("svc")
local date = require("data.date")
local journal = require("data.import.journal")
local progress = require("host.progress")
local publish = require("data.publish")

local command = { summary = "build and sign a publication from content and Quran sources" }

--- The folder that holds `data/`, found as the modules in it are.
local function home()
  local found = package.searchpath("data.publish", package.path)
  return (found:gsub("data/publish%.lua$", ""):gsub("^$", "./"))
end

local function whole_number(text)
  local number = text:find("^%d+$") and math.tointeger(tonumber(text))
  if number then return number end
  return nil, ("--sequence is %q; accepted is a whole number"):format(text)
end

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  local data = home() .. "data/"
  parser
    :option("--content", "Content tree of Markdown files")
    :argname("DIR")
    :default(data .. "content")
    :show_default(false)
  parser:flag("--no-content", "Leave the content tree out")
  parser:option("--jsonl", "Documents as JSON lines {id, title, text, locale}"):argname("FILE")
  parser
    :option("--section", "Section of the JSON lines")
    :argname("NAME")
    :default("material")
    :choices { "articles", "material", "tryout" }
  parser
    :option("--quran-sources", "Declaration of the Quran editions")
    :argname("FILE")
    :default(data .. "quran/sources.json")
    :show_default(false)
  parser
    :option("--sources-cache", "Folder with the fetched Quran sources")
    :argname("DIR")
    :default("build/sources")
  parser:flag("--no-quran", "Leave the Quran out")
  parser
    :option("--key", "Private key file, mode 0600 (see svcd keygen); once for each signer")
    :argname("FILE")
    :count("*")
  parser:option("--out", "Publication to write"):argname("FILE")
  parser
    :option(
      "--previous",
      "Publication that it replaces: named by digest, and its sequence followed by the next"
    )
    :argname("FILE")
  parser
    :option(
      "--sequence",
      "Number that grows with every publication; else the one after that of --previous, else 1"
    )
    :argname("N")
    :convert(whole_number)
  parser
    :option(
      "--created",
      "Day of creation or Unix seconds; else SOURCE_DATE_EPOCH, else the"
        .. " newest document's day"
    )
    :argname("DATE")
  parser
    :option("--expires", "Day from which it is refused or Unix seconds; else ten years later")
    :argname("DATE")
  parser:flag("--dry-run", "Check and count everything, write nothing")
  parser:flag("--verbose", "Name each repaired verse instead of the first of a kind")
  parser:flag("--json", "One JSON object on standard output, progress as JSON lines")
end

local function time_of(option, value)
  if value == nil then return nil end
  local seconds, fault = date.time(value)
  return seconds, fault and option .. " " .. fault
end

--- Adds to `options` what needs checking; returns the fault of the first that is wrong.
local function complete(options, args)
  local fault
  options.created, fault = time_of("--created", args.created)
  if fault then return fault end
  if not args.created then
    options.created, fault = time_of("SOURCE_DATE_EPOCH", os.getenv("SOURCE_DATE_EPOCH"))
    if fault then return fault end
  end
  options.expires, fault = time_of("--expires", args.expires)
  if fault then return fault end
  local place = { sequence = args.sequence or 1 }
  if args.previous then
    place, fault = publish.follow(args.previous, args.sequence)
    if fault then return fault end
  end
  options.sequence, options.previous = place.sequence, place.previous
  if args.dry_run then return nil end
  if not args.out then return "no output; give --out FILE" end
  if #args.key == 0 then return "no key; give --key FILE, made by svcd keygen" end
  options.key, fault = publish.load_keys(args.key)
  return fault
end

local function style_of(args) return args.json and "json" or nil end

local function options_of(args, meter, repairs)
  return {
    content = not args.no_content and args.content or nil,
    jsonl = args.jsonl,
    section = args.section,
    quran_sources = not args.no_quran and args.quran_sources or nil,
    cache = args.sources_cache,
    dry_run = args.dry_run,
    out = args.out,
    log = function(line) table.insert(repairs, line) end,
    progress = function(...) meter:update(...) end,
  }
end

local function day(seconds) return os.date("!%Y-%m-%d", seconds) end

--- Prints what was published.
-- @tparam table result
-- @tparam table args
function command.show(result, args)
  for _, locale in ipairs(svc.locales) do
    local parts = {}
    for _, section in ipairs(svc.sections) do
      parts[#parts + 1] = ("%s %d"):format(section, result.counts[locale][section] or 0)
    end
    print(("%-3s %s"):format(locale, table.concat(parts, ", ")))
  end
  print(
    ("%d documents, %s of text; created %s, expires %s, sequence %d"):format(
      result.documents,
      progress.amount(result.bytes, "bytes"),
      day(result.created),
      day(result.expires),
      result.sequence
    )
  )
  print(args.dry_run and "nothing written (--dry-run)" or "wrote " .. args.out)
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil what was published
-- @treturn string|{string,...}|nil the reasons where a source or the key is refused
function command.run(args)
  local meter = progress.new { style = style_of(args) }
  local repairs = {}
  local options = options_of(args, meter, repairs)
  local fault = complete(options, args)
  local result, faults = nil, fault
  if not fault then
    result, faults = publish.run(options)
  end
  meter:finish()
  if not args.json then
    local lines = args.verbose and repairs or journal.brief(repairs)
    for _, line in ipairs(lines) do
      io.stderr:write(line, "\n")
    end
  end
  return result, faults
end

return command
