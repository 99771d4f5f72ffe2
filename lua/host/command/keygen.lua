--- `svcd keygen`: a new Ed25519 private key in a file that only its owner may read.
local svc = require("svc")

local command = { summary = "make a private key, to sign publications or trust roots" }

--- Declares the options. @tparam table parser an argparse command
function command.parser(parser)
  parser
    :option("--out", "File to create, mode 0600; one that exists is kept and refused")
    :argname("FILE")
    :count(1)
  parser:flag("--development", "Say in the output that the key is for this machine only")
  parser:flag("--json", "One JSON object on standard output")
end

--- Runs the command. @tparam table args as argparse gives them @treturn integer exit status
function command.run(args)
  local private, public = svc.keygen()
  local saved, reason
  if private then
    saved, reason = svc.save_key(args.out, private)
  else
    reason = public
  end
  if not saved then
    io.stderr:write("svcd keygen: ", reason, "\n")
    return 1
  end
  if args.json then
    print(svc.json { file = args.out, public_key = public })
  else
    local kind = args.development
        and "a development key for this machine only, never for real use"
      or "keep it secret; there is no copy"
    print(("wrote      %s (%s)"):format(args.out, kind))
    print("public key " .. public)
  end
  return 0
end

return command
