--- `svcd sign`: a further signature to a publication or to the pointer of a channel. Each holder of
-- a key signs on a machine of his own, so that no two keys need to be in one place.
local svc = require("svc")
local channel = require("base.channel")
local publish = require("data.publish")

local command = { summary = "add a signature to a publication or a pointer made elsewhere" }

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser
    :argument("file", "Publication of svcd publish, or pointer of svcd release")
    :argname("FILE")
  parser
    :option("--key", "Private key file, mode 0600; once for each key that is at hand")
    :argname("FILE")
    :count("1-16")
  parser:option("--out", "File to write; else the signed one takes the place"):argname("FILE")
  parser:flag("--json", "One JSON object on standard output")
  parser:epilog("Example: svcd sign content.svp --key second.key")
end

local POINTER = "svc-pointer "

local function sign_pointer(text, args, keys)
  local known, reason = svc.check_pointer(text, { any_signer = true })
  if not known then return nil, args.file .. ": " .. reason end
  local signed
  signed, reason = svc.sign_pointer(text, keys)
  if not signed then return nil, args.file .. ": " .. reason end
  local saved
  saved, reason = svc.replace_file(args.out or args.file, signed)
  return saved and svc.check_pointer(signed, { any_signer = true }), reason
end

local function sign_publication(args, keys)
  local publication <close>, reason =
    svc.open(args.file, { any_signer = true, unfinished = true })
  if not publication then return nil, reason end
  local info
  info, reason = publication:sign(args.out or args.file, keys)
  if not info then
    -- A file that cannot be written is named in the reason already.
    local named = reason:sub(1, #args.file + 1) == args.file .. ":"
    return nil, named and reason or args.file .. ": " .. reason
  end
  return info
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil what is known of the signed file
-- @treturn string|nil the reason where it is refused
function command.run(args)
  local keys, reason = publish.load_keys(args.key)
  if not keys then return nil, reason end
  local start = channel.read(args.file)
  if start and start:sub(1, #POINTER) == POINTER then return sign_pointer(start, args, keys) end
  return sign_publication(args, keys)
end

--- Prints what was signed.
-- @tparam table info
-- @tparam table args
function command.show(info, args)
  print(("%-10s %s"):format("digest", info.digest))
  print(("%-10s %d"):format("sequence", info.sequence))
  print(("%-10s %s"):format("expires", os.date("!%Y-%m-%dT%H:%M:%SZ", info.expires)))
  print(("%-10s %d"):format("signatures", #info.signers - #(info.missing or {})))
  for _, signer in ipairs(info.missing or {}) do
    print(("%-10s %s"):format("missing", signer))
  end
  print("wrote " .. (args.out or args.file))
end

return command
