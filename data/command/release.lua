--- `svcd release`: puts a publication into a channel, a folder that any static server offers: the
-- whole file, the changes from those before it, and last, in one step, the signed pointer. Files
-- that followers may still be fetching stay until the next release but one.
local lfs = require("lfs")
local svc = require("svc")
local channel = require("base.channel")
local number = require("base.number")
local publish = require("data.publish")

local command = { summary = "put a publication into a channel, for svcd follow" }

local DAY = 86400
local MOST_PATCHES = 16 -- a pointer has room for as many (csrc/publication/pointer.h)

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:argument("file", "Publication"):argname("FILE")
  parser
    :option("--channel", "Folder of the channel; made where it is missing")
    :argname("DIR")
    :count(1)
  parser:option("--trust", "Trust root file that followers have"):argname("FILE"):count(1)
  parser
    :option("--key", "Private key file that signs the pointer; once for each that is at hand")
    :argname("FILE")
    :count("*")
  parser
    :option("--days", "Days until the pointer expires; release again before, to renew it")
    :argname("N")
    :default("7")
    :convert(number("--days", 1, 3650))
  parser
    :option("--patches", "How many publications before it get a patch")
    :argname("N")
    :default("4")
    :convert(number("--patches", 0, MOST_PATCHES))
  parser:flag("--json", "One JSON object on standard output")
  parser:epilog(
    "Example: svcd release content.svp --channel /var/www/content --trust content.trust "
      .. "--key publication.key"
  )
end

-- The pointer in force, whoever signed it and whenever it expires; nil when there is none.
local function pointer_of(folder)
  local path = folder .. "/" .. channel.POINTER
  local text, reason = channel.read(path)
  if not text then return nil, reason end
  local pointer
  pointer, reason = svc.check_pointer(text, { any_signer = true, now = 0 })
  if not pointer then return nil, path .. ": " .. reason .. "; remove it to begin anew" end
  return pointer
end

--- The entry of a file of the channel in the pointer.
local function describe(path, from)
  local sha256, reason = svc.sha256_file(path)
  if not sha256 then return nil, reason end
  return { length = lfs.attributes(path, "size"), sha256 = sha256, from = from }
end

-- True when the channel still has the file as its pointer describes it.
local function is_intact(folder, name, described)
  local found = describe(folder .. "/" .. name)
  return found and found.length == described.length and found.sha256 == described.sha256
end

-- Unpacks a publication of before. One that is too long for a patch has no digest.
local function predecessor(packed, path, transfer)
  local length, reason = transfer.length(packed)
  if not length then return nil, reason end
  if length > transfer.longest then return {} end
  local unpacked
  unpacked, reason = transfer.unpack(packed, nil, path, length)
  if not unpacked then return nil, packed .. ": " .. reason end
  local publication <close>, refusal = svc.open(path, { any_signer = true, now = 0 })
  if not publication then return nil, packed .. ": " .. refusal end
  local info = publication:info()
  return { digest = info.digest, path = path, sequence = info.sequence }
end

--- The publications before, the newest first: `{ digest, path, sequence }`, unpacked in the folder.
local function predecessors(folder, pointer, count, transfer)
  local digests, list = { pointer.digest }, {}
  for _, patch in ipairs(pointer.patches) do
    digests[#digests + 1] = patch.from
  end
  for i, digest in ipairs(digests) do
    local packed = folder .. "/" .. channel.whole(digest)
    if lfs.attributes(packed) then
      local one, reason = predecessor(packed, ("%s/.before-%d"):format(folder, i), transfer)
      if not one then return nil, reason .. "; remove it, and there is no patch from it" end
      if one.digest == digest then list[#list + 1] = one end
    end
  end
  table.sort(list, function(a, b) return a.sequence > b.sequence end)
  return table.move(list, 1, count, 1, {})
end

-- Packs the publication whole, and as changes of those before it.
local function fill(args, info, before, transfer)
  local folder, digest = args.channel, info.digest
  local whole = folder .. "/" .. channel.whole(digest)
  local size, reason = transfer.pack(args.file, nil, whole)
  if not size then return nil, reason end
  local pointer = { patches = {} }
  pointer.whole, reason = describe(whole)
  if not pointer.whole then return nil, reason end
  if not before or info.bytes > transfer.longest then return pointer end
  local list
  list, reason = predecessors(folder, before, args.patches, transfer)
  if not list then return nil, reason end
  for _, old in ipairs(list) do
    local path = folder .. "/" .. channel.patch(old.digest, digest)
    local patch
    size, reason = transfer.pack(args.file, old.path, path)
    if size then
      patch, reason = describe(path, old.digest)
    end
    if not patch then return nil, reason end
    if patch.length < pointer.whole.length then table.insert(pointer.patches, patch) end
  end
  return pointer
end

-- Entries of the pointer in force for the same publication, when the files are as they were.
local function kept(folder, pointer, info)
  if not pointer or pointer.digest ~= info.digest then return nil end
  local intact = is_intact(folder, channel.whole(info.digest), pointer.whole)
  for _, patch in ipairs(pointer.patches) do
    intact = intact and is_intact(folder, channel.patch(patch.from, info.digest), patch)
  end
  return intact and { whole = pointer.whole, patches = pointer.patches }
end

local function check_order(pointer, info)
  if not pointer or info.sequence > pointer.sequence or info.digest == pointer.digest then
    return nil
  end
  local why = "sequence %d, but the channel has %d; publish with --previous, or with a greater "
    .. "--sequence"
  return why:format(info.sequence, pointer.sequence)
end

--- Saves the pointer. Its time of change grows with every one: servers make ETags of it.
local function save(folder, name, text, transfer)
  local path, next_path = folder .. "/" .. name, folder .. "/.next"
  local before = lfs.attributes(folder .. "/" .. channel.POINTER, "modification") or 0
  local saved, reason = svc.replace_file(next_path, text)
  if not saved then return nil, reason end
  local time = math.max(os.time(), before + 1)
  saved, reason = lfs.touch(next_path, time, time)
  if not saved then return nil, next_path .. ": " .. reason end
  return transfer.rename(next_path, path)
end

-- Removes what neither pointer names, and what is needed for no further patch.
local function prune(folder, pointers)
  local needed = {}
  for _, pointer in pairs(pointers) do
    needed[channel.whole(pointer.digest)] = true
    for _, patch in ipairs(pointer.patches) do
      needed[channel.whole(patch.from)] = true
      needed[channel.patch(patch.from, pointer.digest)] = true
    end
  end
  for _, name in ipairs(channel.names(folder)) do
    local left = name:find("^%.?%.before%-%d+")
      or channel.is_file(name:match("^%.(.+)%.%w+$") or "")
    if left or channel.is_file(name) and not needed[name] then
      os.remove(folder .. "/" .. name)
    end
  end
end

local function make_folder(path)
  if lfs.attributes(path, "mode") == "directory" then return true end
  local made, reason = lfs.mkdir(path)
  return made, not made and ("%s: no folder can be made: %s"):format(path, reason) or nil
end

-- Signs the pointer as far as keys are at hand; the name under which it belongs.
local function sign(args, pointer, keys)
  local text = svc.make_pointer(pointer)
  if #keys > 0 then
    local signed, fault = svc.sign_pointer(text, keys)
    if not signed then return nil, fault end
    text = signed
  end
  local trusted, reason = svc.check_pointer(text, { trust = args.trust })
  return text, trusted and channel.POINTER or channel.UNSIGNED, reason
end

-- Carries out what was checked.
local function release(args, info, keys, transfer)
  local before, reason = pointer_of(args.channel)
  reason = reason or check_order(before, info)
  if reason then return nil, reason end
  local pointer = kept(args.channel, before, info)
  if not pointer then
    pointer, reason = fill(args, info, before, transfer)
  end
  if not pointer then return nil, reason end
  pointer.sequence, pointer.digest, pointer.length = info.sequence, info.digest, info.bytes
  pointer.created = os.time()
  pointer.expires = pointer.created + args.days * DAY
  local text, name, missing = sign(args, pointer, keys)
  if not text then return nil, name end
  local saved
  saved, reason = save(args.channel, name, text, transfer)
  if not saved then return nil, reason end
  prune(args.channel, { before, pointer })
  if not missing then os.remove(args.channel .. "/" .. channel.UNSIGNED) end
  pointer.pointer, pointer.missing = args.channel .. "/" .. name, missing
  return pointer
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil the pointer, where it is, and why it is not complete
-- @treturn string|nil the reason where it is refused
function command.run(args)
  local keys, reason = publish.load_keys(args.key)
  if not keys then return nil, reason end
  local publication <close>, refusal = svc.open(args.file, { trust = args.trust })
  if not publication then return nil, refusal end
  local made
  made, reason = make_folder(args.channel)
  if not made then return nil, reason end
  return release(args, publication:info(), keys, require("svc_transfer"))
end

--- Prints what was released.
-- @tparam table pointer
-- @tparam table args
function command.show(pointer, args)
  local line = "%-8s %10d bytes, %.2f %% of the file"
  local function row(title, file)
    print(line:format(title, file.length, file.length / pointer.length * 100))
  end
  row("whole", pointer.whole)
  for _, patch in ipairs(pointer.patches) do
    row("patch", patch)
  end
  print(
    ("sequence %d, digest %s; the pointer expires %s"):format(
      pointer.sequence,
      pointer.digest,
      os.date("!%Y-%m-%d", pointer.expires)
    )
  )
  print("wrote " .. pointer.pointer)
  if pointer.missing then
    print(("not released yet: %s"):format(pointer.missing))
    local sign_it = "svcd sign %s --key FILE --out %s/%s"
    print("to be signed: " .. sign_it:format(pointer.pointer, args.channel, channel.POINTER))
  end
end

return command
