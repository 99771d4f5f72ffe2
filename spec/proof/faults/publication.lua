--- The publication's file is replaced by what is none, under load: the old one serves on.

local forge = require("spec.support.publication.forge")
local load = require("spec.proof.faults.load")
local report = require("spec.proof.faults.report")
local sample = require("spec.support.publication.sample")
local socket = require("socket")
local stage = require("spec.proof.faults.stage")

local function flipped(bytes, at)
  at = at // 1
  return bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ 1) .. bytes:sub(at + 1)
end

-- Replacements of the publication: title, and a function (path, bytes of the sound one) to put it
-- there.
local function replacements()
  local foreign = stage.root .. "/foreign.svp"
  sample.write(foreign)
  return {
    { "empty", function(path) forge.write(path, "") end },
    { "random bytes", function(path) os.execute("head -c 100000 /dev/urandom >" .. path) end },
    { "half of it", function(path, bytes) forge.write(path, bytes:sub(1, #bytes // 2)) end },
    { "all but a byte", function(path, bytes) forge.write(path, bytes:sub(1, -2)) end },
    { "a byte more", function(path, bytes) forge.write(path, bytes .. "\0") end },
    { "a bit of the header", function(path, bytes) forge.write(path, flipped(bytes, 9)) end },
    {
      "a bit of a section",
      function(path, bytes) forge.write(path, flipped(bytes, #bytes / 3)) end,
    },
    {
      "a bit of the signature",
      function(path, bytes) forge.write(path, flipped(bytes, #bytes)) end,
    },
    { "zeros", function(path, bytes) forge.write(path, ("\0"):rep(#bytes)) end },
    { "signed by a stranger", function(path) forge.write(path, forge.read(foreign)) end },
    { "a directory", function(path) os.execute("rm -f " .. path .. "; mkdir " .. path) end },
    { "a link", function(path) os.execute(("ln -sf %s %s"):format(foreign, path)) end },
    { "a pipe", function(path) os.execute(("rm -f %s; mkfifo %s"):format(path, path)) end },
    { "no file", function(path) os.remove(path) end },
    {
      "not readable: a socket's name",
      function(path)
        os.remove(path)
        local listener = require("socket.unix")()
        listener:bind(path)
        listener:close()
      end,
    },
  }
end

local function refused(said)
  local reason = said and said:match('"publication":{"reloaded":false,"reason":"([^"]+)')
  if not reason then return "it was accepted, or there was no answer: " .. tostring(said) end
  if not reason:find("%a+ %a+") then return "no reason is given: " .. said end
end

return function()
  local row = report.row("the publication is replaced under load")
  local bytes, path = forge.read(stage.publication), stage.root .. "/served.svp"
  forge.write(path, bytes)
  local svcd <close> = assert(stage.start { publication = path })
  svcd:healthy()
  local open = stage.descriptors(svcd.pid)
  for _, replacement in ipairs(replacements()) do
    local finish = load.start(svcd.port, stage.known, svcd.folder)
    replacement[2](path, bytes)
    local defect = refused(svcd:order("POST /reload"))
    socket.sleep(0.15)
    local seen = finish()
    if seen.wrong + seen.hung + seen.refused > 0 or seen.right == 0 then
      defect = defect
        or ("%d wrong, %d hung, %d refused, %d right: %s"):format(
          seen.wrong,
          seen.hung,
          seen.refused,
          seen.right,
          seen.first
        )
    end
    row:point(defect or svcd:crash() or svcd:healthy(), true, replacement[1])
    os.execute("rm -rf " .. path)
  end
  forge.write(path, bytes)
  svcd:order("POST /reload")
  local defect = svcd:healthy() or svcd:leaked(open)
  row:point(defect or svcd:finish(), false, "sound again")
  row:finish()
end
