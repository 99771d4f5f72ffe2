--- `svcd follow`: keeps a publication up to date from a channel of `svcd release`. It is a process
-- of its own, which needs neither a key nor the rights of the service; the service takes the new
-- file by itself.
local follower = require("host.follower")
local number = require("base.number")
local order = require("host.command.order")
local socket = require("socket")
local variables = require("host.variables")

local command = { summary = "keep a publication up to date from a channel" }

local JITTER = 0.1 -- share of the time between two polls, so that replicas do not ask all at once
local RELOAD = 600 -- seconds in which the service must have answered

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("url", "Address of the channel, https://HOST/FOLDER"):argname("URL")
  parser:option("--out", "Publication to keep up to date"):argname("FILE"):count(1)
  parser:option("--trust", "Trust root file"):argname("FILE"):count(1)
  parser
    :option("--state", "What was accepted before; else FILE.state beside the publication")
    :argname("FILE")
  parser
    :option("--every", "Seconds between two polls")
    :argname("SECONDS")
    :default("60")
    :convert(number("--every", 1, 86400))
  parser
    :option("--timeout", "Seconds that a transfer may take; the next poll resumes it")
    :argname("SECONDS")
    :default("3600")
    :convert(number("--timeout", 1, 86400))
  parser
    :option(
      "--authorities",
      "PEM file of the authorities of TLS to trust; else the credential follow_authorities of "
        .. "systemd, where there is one, else the system's"
    )
    :argname("FILE")
  parser
    :option("--control", "Control socket of a service to reload; else it notices by itself")
    :argname("SOCKET")
  parser:flag("--once", "Poll once and end, for a timer")
  parser:epilog(
    "Example: svcd follow https://releases.example.org/content --out content.svp "
      .. "--trust content.trust"
  )
end

local function reload(args)
  if not args.control then return true end
  local outcomes = order.ask(args, "POST", "/reload/publication", RELOAD)
  local outcome = outcomes and outcomes.publication
  if not outcome or outcome.reloaded then return outcomes ~= nil end
  return nil, outcome.reason
end

--- One poll and what there is to tell of it.
-- @treturn boolean whether it went well
local function poll(follow, args)
  local began = socket.gettime()
  local info, how = follow:poll()
  if info and how then
    print(
      ("sequence %d, digest %s: %s of %d bytes in %.1f s"):format(
        info.sequence,
        info.digest,
        how,
        follow.received,
        socket.gettime() - began
      )
    )
    io.stdout:flush()
    local taken, reason = reload(args)
    if taken then return true end
    info, how = nil, reason and "the service did not take it: " .. reason
  end
  if info then
    follow.reported = nil
    return true
  end
  if how and how ~= follow.reported then
    local current = follow:current()
    local stays = current and ("; sequence %d stays"):format(current.sequence)
      or "; there is no publication yet"
    io.stderr:write("svcd follow: ", how, stays, "\n")
  end
  follow.reported = how
  return false
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn number|nil exit status
-- @treturn string|nil the reason where it is refused
function command.run(args)
  args.state = args.state or args.out .. ".state"
  args.authorities = args.authorities
    or variables.credential("follow_authorities", os.getenv("CREDENTIALS_DIRECTORY"))
  local follow, reason = follower.new(args)
  if not follow then return nil, reason end
  local well = poll(follow, args)
  while not args.once do
    socket.sleep(args.every * (1 - math.random() * JITTER))
    well = poll(follow, args)
  end
  return well and 0 or 1
end

return command
