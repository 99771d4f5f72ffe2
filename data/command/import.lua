--- `svcd import`: a book or site of another program as a content tree.
local svc = require("svc")
local tables = require("base.tables")
local transfer = require("data.transfer")

local command = {
  summary = "make a content tree of a book or site (mdBook, GitBook, MkDocs, Hugo, …)",
}

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("from", "Folder of the book or site, as its repository has it"):args(1)
  parser
    :option("--out", "Content tree to write: a folder that is new or empty")
    :argname("DIR")
    :count(1)
  parser
    :option(
      "--locale",
      "Language of its texts; else that of its settings, or the one they read as"
    )
    :argname("CODE")
    :choices(tables.map(svc.locales, function(code) return code end))
  parser:option("--subject", "Name of its subject in addresses; else its title"):argname("NAME")
  parser:flag("--verbose", "Tell each change instead of the first of each kind")
  parser:flag("--json", "One JSON object on standard output")
  parser:epilog(
    "Examples:\n  svcd import ~/rust-book --out content\n"
      .. "  svcd import ~/skript --locale de --subject compiler --out content\n"
      .. "  svcd check --content content && svcd publish --content content --no-quran --dry-run"
  )
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil as `transfer.run` gives it
-- @treturn string|nil the reason where it is refused
function command.run(args)
  local done, reason = transfer.run(args)
  if done then done.told = svc.array(done.told) end
  return done, reason
end

--- Changes of a kind that are printed one by one.
local SHOWN = 3

--- Prints what `run` did.
-- @tparam table done
-- @tparam table args
function command.show(done, args)
  local counts = {}
  for _, line in ipairs(done.told) do
    local kind = line:match("^.-: (.-): ") or line:match("^.-: (.*)") or line
    counts[kind] = (counts[kind] or 0) + 1
    if args.verbose or counts[kind] <= SHOWN then print(line) end
  end
  for _, kind in ipairs(args.verbose and {} or tables.keys(counts)) do
    if counts[kind] > SHOWN then
      print(("%d more: %s (--verbose)"):format(counts[kind] - SHOWN, kind))
    end
  end
  print(
    ("%s %q: %d texts, %d of them drafts, %d images in %s"):format(
      done.kind,
      done.title,
      done.pages,
      done.drafts,
      done.images,
      done.out
    )
  )
end

return command
