--- `svcd fetch`: the packages that hold the Quran's sources, into a cache folder.
local fetch = require("data.fetch")
local progress = require("base.progress")
local quran_source = require("data.import.quran_source")

local command = { summary = "fetch the pinned Quran sources into a cache folder" }

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser
    :option("--sources", "Declaration of the Quran editions")
    :argname("FILE")
    :default(quran_source.default_path())
    :show_default(false)
  parser:option("--cache", "Folder for what is fetched"):argname("DIR"):default("build/sources")
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn integer|nil exit status: 0 when all sources are there
-- @treturn string|nil the reason where one cannot be had
function command.run(args)
  local meter = progress.new()
  local count, reason = fetch.run(args.sources, args.cache, {
    log = function(line)
      meter:clear()
      io.stderr:write(line, "\n")
    end,
    progress = function(...) meter:update(...) end,
  })
  meter:finish()
  if not count then return nil, reason end
  print(("%s: complete, %d packages fetched"):format(args.cache, count))
  return 0
end

return command
