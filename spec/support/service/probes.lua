--- A real svcd whose worker tries what it may not do (spec/support/service/probes.c).

local client = require("spec.support.service.client")
local server = require("spec.support.service.server")
local socket = require("socket")

local probes = {}

local ACTS, NAME, NOTE = 128, 44, "<c44i4"
local UNTRIED = "\255\255\255\255"

--- The user that specs take as another one: it owns nothing.
probes.NOBODY = 65534

local function shell(line) assert(os.execute(line)) end

--- Compiles the library into a new folder that any user may use.
-- @treturn string the folder
function probes.folder()
  local folder = os.tmpname()
  os.remove(folder)
  shell(
    (
      "mkdir -m 777 '%s' && "
      .. "cc -shared -fPIC -O1 -o '%s/probes.so' spec/support/service/probes.c -ldl"
    ):format(folder, folder)
  )
  return folder
end

local function write(path, bytes, mode)
  local file = assert(io.open(path, "wb"))
  assert(file:write(bytes))
  file:close()
  shell(("chmod %s '%s'"):format(mode, path))
end

--- True where another user can read what a service in this checkout reads.
function probes.is_readable_by_others()
  return os.execute(
    ("setpriv --reuid %d --clear-groups test -r lua/host/boot.lua 2>/dev/null"):format(
      probes.NOBODY
    )
  ) == true
end

--- The outcome of an act.
probes.DONE = 0

--- Starts svcd with the library.
-- @tparam string folder of `folder`
-- @tparam[opt] table options of svcd
-- @tparam[opt] table how `kernel`, "old": one without Landlock, "bare": one without seccomp;
-- `prefix`, as of server.start
-- @treturn table server
function probes.start(folder, options, how)
  write(folder .. "/notes", ((("\0"):rep(NAME)) .. UNTRIED):rep(ACTS), "666")
  -- The traces of the acts.
  shell(("cd '%s' && rm -rf new folder pipe link linked"):format(folder))
  write(folder .. "/text", "text", "666")
  local all = { control = folder .. "/socket" }
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  local listener = assert(socket.bind("127.0.0.1", 0))
  local port = select(2, listener:getsockname())
  local svcd = server.start(all, {
    LD_PRELOAD = folder .. "/probes.so",
    PROBES = folder .. "/notes",
    PROBES_FOLDER = folder,
    PROBES_PORT = port,
    PROBES_KERNEL = how and how.kernel or "",
  }, { prefix = how and how.prefix, program = os.getenv("SVC_PLAIN") })
  svcd.listener = listener -- connected to by the acts
  return svcd
end

--- Has the worker of a server try every act.
-- @treturn {table,...} `{name, outcome}` of each; outcome is 0 where it was done, -1 where it was
-- not tried, or the errno of its refusal
-- @treturn integer the ABI of Landlock that the kernel has; below 1: none
function probes.try(svcd, folder)
  client.raw(svcd.port, client.format("/probes"))
  local file <close> = assert(io.open(folder .. "/notes", "rb"))
  local bytes, acts, outcome = file:read("a"), {}, nil
  for at = 1, #bytes, string.packsize(NOTE) do
    local name
    name, outcome = NOTE:unpack(bytes, at)
    name = name:match("^%Z*")
    if name ~= "" then acts[#acts + 1] = { name = name, outcome = outcome } end
  end
  return acts, outcome
end

return probes
