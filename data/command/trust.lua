--- `svcd trust`: the trust root, a text file that says which keys may sign publications.
-- Its format, and how a version follows the one before, are in csrc/publication/trust.h.
local svc = require("svc")
local date = require("base.date")
local number = require("base.number")
local publish = require("data.publish")
local tables = require("base.tables")

local command = { summary = "make and change the trust root: init, add, rotate, revoke, show" }

local function read(path)
  local file <close>, reason = io.open(path, "rb")
  if not file then
    return nil, reason .. "; a trust file is needed, svcd trust init makes one"
  end
  local text = file:read("a")
  if not text then return nil, path .. ": it cannot be read; a trust file is needed" end
  return text
end

-- Adds what is missing of `keys` to `list`.
local function add(list, keys)
  for _, key in ipairs(keys) do
    if not tables.contains(list, key) then list[#list + 1] = key end
  end
end

-- Removes what there is of `keys` from `list`.
local function remove(list, keys)
  for at = #list, 1, -1 do
    if tables.contains(keys, list[at]) then table.remove(list, at) end
  end
end

local changes = {}

function changes.add(root, args, keys)
  add(root.publication.keys, keys)
  root.publication.threshold = args.publication_threshold or root.publication.threshold
end

function changes.rotate(root, args, keys)
  local removed, reason = publish.public_keys(args.remove)
  if not removed then return reason end
  add(root.root.keys, keys)
  remove(root.root.keys, removed)
  root.root.threshold = args.root_threshold or root.root.threshold
end

function changes.revoke(root, _, keys)
  remove(root.root.keys, keys)
  remove(root.publication.keys, keys)
  add(root.revoked, keys)
end

local function time(seconds) return os.date("!%Y-%m-%dT%H:%M:%SZ", seconds) end

--- Prints the root in force.
-- @tparam table root
function command.show(root)
  local function rows(title, keys)
    for i, key in ipairs(keys) do
      print(("%-12s %s"):format(i == 1 and title or "", key))
    end
  end
  print(("%-12s %d"):format("version", root.version))
  print(
    ("%-12s %s%s"):format(
      "expires",
      time(root.expires),
      root.expires <= os.time() and " (it is refused since)" or ""
    )
  )
  print(("%-12s %d of %d"):format("root", root.root.threshold, #root.root.keys))
  rows("", root.root.keys)
  print(
    ("%-12s %d of %d"):format("publication", root.publication.threshold, #root.publication.keys)
  )
  rows("", root.publication.keys)
  rows("revoked", root.revoked)
end

-- Signs `root` as the version after `text`, and saves it.
local function save(path, text, root, signers)
  local keys, reason = publish.load_keys(signers)
  if not keys then return nil, reason end
  local extended
  extended, reason = svc.extend_trust(text, root, keys)
  if not extended then return nil, reason end
  local saved
  saved, reason = svc.replace_file(path, extended)
  return saved and svc.check_trust(extended, 0), reason
end

local actions = {}

function actions.init(args)
  local existing <close> = io.open(args.out)
  if existing then return nil, args.out .. ": it exists already and is not overwritten" end
  local roots, publications, reason
  roots, reason = publish.public_keys(args.root_key)
  if not roots then return nil, reason end
  publications, reason = publish.public_keys(args.publication_key)
  if not publications then return nil, reason end
  return save(args.out, nil, {
    expires = args.expires or os.time() + publish.LIFETIME,
    root = { threshold = args.root_threshold or 1, keys = roots },
    publication = { threshold = args.publication_threshold or 1, keys = publications },
  }, args.root_key)
end

function actions.show(args)
  local text, reason = read(args.file)
  if not text then return nil, reason end
  local root
  root, reason = svc.check_trust(text, 0)
  if not root then return nil, args.file .. ": " .. reason end
  return root
end

-- Changes the last version of an existing file.
local function change(args)
  local text, reason = read(args.file)
  if not text then return nil, reason end
  local root, keys, fault
  root, reason = svc.check_trust(text, 0)
  if not root then return nil, args.file .. ": " .. reason end
  keys, reason = publish.public_keys(args.keys or args.root_key or args.publication_key)
  if not keys then return nil, reason end
  fault = changes[args.action](root, args, keys)
  if fault then return nil, fault end
  root.expires = args.expires or root.expires
  return save(args.file, text, root, args.sign)
end

--- Reads a day that is still to come: a root that has expired would be refused at once.
local function day_to_come(text)
  local seconds, fault = date.day(text)
  if not seconds then return nil, "--expires " .. fault end
  if seconds > os.time() then return seconds end
  return nil, ("--expires is %s, which is past; name a day to come"):format(text)
end

local function expiry(parser)
  parser
    :option("--expires", "Day from which the root is refused")
    :argname("DATE")
    :convert(day_to_come)
  parser:flag("--json", "One JSON object on standard output")
  return parser
end

-- Declares what every command takes that changes an existing file.
local function changing(parser)
  parser:argument("file", "Trust root file"):argname("FILE")
  parser
    :option("--sign", "Private root key file; repeat it to reach the threshold")
    :argname("FILE")
    :count("1-32")
  return expiry(parser)
end

local MOST_KEYS = 16 -- of a role (csrc/publication/trust.h)

local function threshold(parser, name, purpose)
  local convert = number(name, 1, MOST_KEYS)
  parser:option(name, "Signatures that " .. purpose):argname("N"):convert(convert)
end

local KEY = "; 64 digits, or a private key file"

--- Declares the options.
-- @tparam table parser an argparse command
function command.parser(parser)
  parser:command_target("action")
  parser:require_command(true)
  local init = expiry(parser:command("init", "make version 1"))
  init
    :option("--out", "File to create; one that exists is kept and refused")
    :argname("FILE")
    :count(1)
  init:option("--root-key", "Private root key file, which signs"):argname("FILE"):count("1-16")
  init:option("--publication-key", "Publication key" .. KEY):argname("KEY"):count("1-16")
  local more = changing(parser:command("add", "trust more publication keys"))
  more:option("--publication-key", "Publication key" .. KEY):argname("KEY"):count("*")
  local rotate =
    changing(parser:command("rotate", "change the root keys; old and new ones sign"))
  rotate:option("--root-key", "Root key to add" .. KEY):argname("KEY"):count("*")
  rotate:option("--remove", "Root key to remove" .. KEY):argname("KEY"):count("*")
  for _, each in ipairs { init, rotate } do
    threshold(each, "--root-threshold", "change the root")
  end
  for _, each in ipairs { init, more } do
    threshold(each, "--publication-threshold", "make a publication trusted")
  end
  local revoke = changing(parser:command("revoke", "trust keys never again"))
  revoke:argument("keys", "Publication or root keys" .. KEY):argname("KEY"):args("+")
  local show = parser:command("show", "print the version in force")
  show:argument("file", "Trust root file"):argname("FILE")
  show:flag("--json", "One JSON object on standard output")
end

--- Runs the command.
-- @tparam table args as argparse gives them
-- @treturn table|nil the root in force
-- @treturn string|nil the reason where it is refused
function command.run(args) return (actions[args.action] or change)(args) end

return command
