--- `svcd publish`: sources in, one signed publication out.
local svc = require("svc")
local date = require("base.date")
local files = require("base.files")
local journal = require("data.import.journal")
local number = require("base.number")
local progress = require("base.progress")
local publish = require("data.publish")
local reuse = require("data.reuse")

local command = { summary = "build and sign a publication from content and Quran sources" }

local MOST = 1 << 53 -- greatest sequence (csrc/publication/format.h)

-- stylua: ignore
local OPTIONS = {
  { "--content", "Content tree of Markdown files", "DIR", data = "content" },
  { "--no-content", "Leave the content tree out" },
  { "--jsonl", "Documents as JSON lines {id, title, text, locale}; - for standard input", "FILE" },
  { "--section", "Section of the JSON lines", "NAME", default = "material",
    choices = { "articles", "material", "tryout" } },
  { "--quran-sources", "Declaration of the Quran editions", "FILE", data = "quran/sources.json" },
  { "--sources-cache", "Folder with the fetched Quran sources", "DIR", default = "build/sources" },
  { "--no-quran", "Leave the Quran out" },
  { "--key", "Private key file, mode 0600 (see svcd keygen); once for each signer", "FILE",
    count = "*" },
  { "--signer", "Public key of one who signs later by svcd sign, on another machine; once for each",
    "KEY", count = "*" },
  { "--out", "Publication to write", "FILE" },
  { "--previous", "Publication that it replaces: named by digest, and its sequence followed by the "
    .. "next", "FILE" },
  { "--sequence", "Number that grows with every publication; else the one after that of "
    .. "--previous, else 1", "N", convert = number("--sequence", 1, MOST) },
  { "--created", "Day of creation or Unix seconds; else SOURCE_DATE_EPOCH, else the newest "
    .. "document's day", "DATE" },
  { "--expires", "Day from which it is refused or Unix seconds; else ten years later", "DATE" },
  { "--cache", "Folder that keeps what publishing again can reuse; the file is the same", "DIR" },
  { "--dry-run", "Check and count everything, write nothing" },
  { "--verbose", "Name each repaired verse instead of the first of a kind" },
  { "--json", "One JSON object on standard output, progress as JSON lines" },
}

--- Declares the options: those without an argument are flags, `data` is a default in the folder of
-- the installation.
-- @tparam table parser an argparse command
function command.parser(parser)
  local data = files.root .. "data/"
  for _, own in ipairs(OPTIONS) do
    local name, help, argument = table.unpack(own)
    local option = argument and parser:option(name, help):argname(argument)
      or parser:flag(name, help)
    if own.count then option:count(own.count) end
    if own.default then option:default(own.default) end
    if own.data then option:default(data .. own.data):show_default(false) end
    if own.choices then option:choices(own.choices) end
    if own.convert then option:convert(own.convert) end
  end
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
    place, fault = publish.succeed(args.previous, args.sequence)
    if fault then return fault end
  end
  options.sequence, options.previous = place.sequence, place.previous
  if args.dry_run then return nil end
  if not args.out then return "no output; give --out FILE" end
  if #args.key + #args.signer == 0 then
    return "no key; give --key FILE, made by svcd keygen, or --signer KEY of one who signs later"
  end
  if args.cache then
    options.reuse, fault = reuse.open(args.cache)
    if fault then return "--cache " .. fault end
  end
  options.later, fault = publish.public_keys(args.signer)
  if fault then return fault end
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
    ("%d documents%s, %s of text; created %s, expires %s, sequence %d"):format(
      result.documents,
      result.images > 0 and (", %d images"):format(result.images) or "",
      progress.amount(result.bytes, "bytes"),
      day(result.created),
      day(result.expires),
      result.sequence
    )
  )
  print(args.dry_run and "nothing written (--dry-run)" or "wrote " .. args.out)
  local missing = not args.dry_run and result.publication.missing or {}
  for _, signer in ipairs(missing) do
    print(("to be signed by %s: svcd sign %s --key FILE"):format(signer, args.out))
  end
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
  if result and result.not_kept then
    io.stderr:write("svcd publish: the cache was not kept: ", result.not_kept, "\n")
  end
  if not args.json then
    local lines = args.verbose and repairs or journal.brief(repairs)
    for _, line in ipairs(lines) do
      io.stderr:write(line, "\n")
    end
  end
  return result, faults
end

return command
