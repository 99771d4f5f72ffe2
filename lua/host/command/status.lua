--- `svcd status`: what the running service does.

local cjson = require("cjson")
local order = require("host.command.order")

local function show(status)
  local publication = status.publication
  print(
    ("svcd %s, process %d, at %s"):format(
      status.version,
      status.pid,
      table.concat(status.addresses, ", ")
    )
  )
  print(
    ("%d of %d workers run, %d started again; %d answers since %s"):format(
      status.running,
      status.workers,
      status.restarts,
      status.responses,
      os.date("!%Y-%m-%d %H:%M:%S UTC", status.started)
    )
  )
  if status.jobs > 0 then print(("%d jobs of routes"):format(status.jobs)) end
  if publication == cjson.null then
    print("no publication: content is answered with 503")
  else
    print(
      ("publication %s, sequence %d, %d documents, %s %s"):format(
        publication.id,
        publication.sequence,
        publication.documents,
        status.expired and "EXPIRED" or "expires",
        os.date("!%Y-%m-%d", math.tointeger(publication.expires))
      )
    )
  end
end

return {
  summary = "show what the running service does",
  options = { "control" },
  parser = function(parser) parser:flag("--json", "One JSON object") end,
  run = function(args, options)
    local status, body = order.ask(options, "GET", "/status")
    if not status then return 1 end
    if args.json then
      io.write(body)
    else
      show(status)
    end
    return 0
  end,
}
