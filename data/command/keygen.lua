--- `svcd keygen`: a new Ed25519 private key in a file that only its owner may read.
local svc = require("svc")

local command = { summary = "make a private key, to sign publications or trust roots" }

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser
    :option("--out", "File to create, mode 0600; one that exists is kept and refused")
    :argname("FILE")
    :count(1)
  parser:flag("--development", "Say in the output that the key is for this machine only")
  parser:flag("--json", "One JSON object on standard output")
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil `{file, public_key}`
-- @treturn string|nil the reason where it is refused
function command.run(args)
  local private, public = svc.keygen()
  if not private then return nil, public end
  local saved, reason = svc.save_key(args.out, private)
  if not saved then return nil, reason end
  return { file = args.out, public_key = public }
end

--- Prints what `run` made.
-- @tparam table made
-- @tparam table args
function command.show(made, args)
  local kind = args.development
      and "a development key for this machine only, never for real use"
    or "keep it secret; there is no copy"
  print(("wrote      %s (%s)"):format(made.file, kind))
  print("public key " .. made.public_key)
end

return command
