--- `svcd inspect`: what is in a publication.
local svc = require("svc")
local tables = require("base.tables")

local command = { summary = "show what is in a publication" }

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("file", "Publication"):argname("FILE")
  parser
    :option("--trust", "Trust root file; without one only integrity is checked, not who signed")
    :argname("FILE")
  parser:flag("--json", "One JSON object on standard output")
end

local function time(seconds) return os.date("!%Y-%m-%dT%H:%M:%SZ", seconds) end

local function rows_of(info, trust)
  local rows = {
    { "id", info.id },
    { "digest", info.digest },
    { "previous", info.previous or "none" },
    { "sequence", tostring(info.sequence) },
    { "created", time(info.created) },
    { "expires", time(info.expires) },
    { "size", ("%d bytes"):format(info.bytes) },
  }
  local missing = tables.set(info.missing or {})
  for i, signer in ipairs(info.signers) do
    local state = missing[signer] and " (not yet: svcd sign)" or ""
    rows[#rows + 1] = { i == 1 and "signed by" or "", signer .. state }
  end
  local held = trust and "held against " .. trust or "not checked; give --trust FILE"
  rows[#rows + 1] = { "trust", held }
  return rows
end

-- Documents of each locale and section, counted.
local function count(publication)
  local counts = {}
  for _, locale in ipairs(svc.locales) do
    counts[locale] = {}
    for _, section in ipairs(svc.sections) do
      local n = 0
      for _ in publication:each(locale, section) do
        n = n + 1
      end
      counts[locale][section] = n
    end
  end
  return counts
end

local function print_sections(info)
  print(("\n%-10s %14s %14s"):format("section", "offset", "bytes"))
  for _, section in ipairs(info.sections) do
    print(("%-10s %14d %14d"):format(section.name, section.offset, section.length))
  end
end

local function print_trees(info)
  print(("\n%-9s %5s %s"):format("tree", "size", "root"))
  for _, tree in ipairs(info.trees) do
    print(("%-9s %5d %s"):format(tree.name, tree.size, tree.root))
  end
end

local function print_assets(assets)
  if #assets == 0 then return end
  print(("\n%-13s %9s %9s  asset"):format("type", "pixels", "bytes"))
  for _, asset in ipairs(assets) do
    local pixels = asset.width .. "x" .. asset.height
    print(("%-13s %9s %9d  %s"):format(asset.type, pixels, asset.length, asset.name))
  end
end

local function print_counts(counts)
  print("\ndocuments " .. (" %10s"):rep(#svc.sections):format(table.unpack(svc.sections)))
  for _, locale in ipairs(svc.locales) do
    local line = ("%-10s"):format(locale)
    for _, section in ipairs(svc.sections) do
      line = line .. (" %10d"):format(counts[locale][section])
    end
    print(line)
  end
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil what is in the publication
-- @treturn string|nil the reason where it is refused
function command.run(args)
  local options = args.trust and { trust = args.trust }
    or { any_signer = true, unfinished = true }
  local publication <close>, reason = svc.open(args.file, options)
  if not publication then return nil, reason end
  local info = publication:info()
  info.counts, info.trusted = count(publication), args.trust ~= nil
  info.assets = publication:assets()
  return info
end

--- Prints what `run` found.
-- @tparam table info
-- @tparam table args
function command.show(info, args)
  for _, row in ipairs(rows_of(info, args.trust)) do
    print(("%-10s %s"):format(row[1], row[2]))
  end
  print_sections(info)
  print_trees(info)
  print_counts(info.counts)
  print_assets(info.assets)
end

return command
