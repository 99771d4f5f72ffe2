--- A publisher's desk: a folder with keys, where commands of svcd are typed.
local assert = require("luassert")
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local desk = {}
desk.__index = desk

local quoted = require("spec.support.house.shell").quoted

local function program()
  local path = os.getenv("SVC_SVCD") or "build/svcd"
  return path:sub(1, 1) == "/" and path or os.getenv("PWD") .. "/" .. path
end

--- @tparam {string,...} names of the keys to make
-- @treturn table `{ folder, public = { name → 64 digits } }` with the methods below
function desk.new(names)
  local self = setmetatable({ folder = forge.folder(), public = {}, program = program() }, desk)
  for _, name in ipairs(names) do
    self:succeed("keygen --out " .. name)
    self.public[name] = svc.public_key(assert(svc.load_key(self:path(name))))
  end
  return self
end

--- The whole name of a file of the folder.
function desk:path(name) return self.folder .. "/" .. name end

function desk:read(name) return forge.read(self:path(name)) end

function desk:write(name, bytes) return forge.write(self:path(name), bytes) end

--- Runs a command of the shell in the folder, whose `svcd` is the program.
-- @treturn string output @treturn string errors @treturn number status, 128 and more by a signal
function desk:shell(command)
  local line = 'cd %s && svcd() { SVC_HOME=%s %s "$@"; } && { %s\n} >out 2>err'
  local home, run = quoted(os.getenv("PWD")), quoted(self.program)
  local _, how, status = os.execute(line:format(quoted(self.folder), home, run, command))
  return self:read("out"), self:read("err"), how == "signal" and 128 + status or status
end

--- Runs a command of svcd. Results as of `shell`.
function desk:svcd(command) return self:shell("svcd " .. command) end

--- Runs one that must succeed. @treturn string its output
function desk:succeed(command)
  local out, err, status = self:svcd(command)
  assert.equal(0, status, err)
  return out
end

--- Runs one that is refused with this line, "svcd " before it; `…` stands for any text.
function desk:refused(line, command)
  local out, err, status = self:svcd(command)
  assert.same({ 1, "" }, { status, out })
  local pattern = ("svcd " .. line .. "\n"):gsub("%p", "%%%0"):gsub("…", ".-")
  assert.is_truthy(err:match("^" .. pattern .. "$"), err)
end

--- Writes a publication of a few words.
-- @tparam string name of the file @tparam number sequence @tparam string key its name
-- @tparam[opt] string words
function desk:publish(name, sequence, key, words)
  assert(forge.builder(words or "Light is fast."):write(self:path(name), {
    private_key = assert(svc.load_key(self:path(key))),
    sequence = sequence,
    created = 1000000000,
    expires = 4000000000,
  }))
end

--- Removes the folder.
function desk:clear() forge.remove(self.folder) end

return desk
