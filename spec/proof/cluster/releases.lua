--- The publisher of a cluster and its release server: editions of the demo without the Quran that
-- differ in one lesson, whose title, description and text name the edition.

local forge = require("spec.support.publication.forge")
local measure = require("spec.proof.bench.measure")
local mirror = require("spec.support.service.mirror")
local svc = require("svc")

local releases = {}
releases.__index = releases

local LESSON = "en/material/computer-science/networks.md"
local SENTENCE = "\nEdition %d tells of a tortoise and a telescope.\n"
local BEHIND = "\n## References\n" -- a search prefers what stands before the sources

--- A search that finds that lesson first.
releases.TARGET = "/v1/search?query=tortoise+telescope&limit=1&locale=en"

--- A command in the publisher's folder, whose `svcd` is the program.
function releases:shell(line, ...)
  local text = line:format(...)
  local shell = 'export SVC_HOME="$PWD" PATH="%s/bin:$PATH"; cd %s && { %s\n}'
  assert(os.execute(shell:format(self.folder, self.folder, text)), text)
end

local function write_edition(self, number)
  local text = self.lesson
    :gsub("\ntitle: [^\n]*", ("\ntitle: Networks, edition %d"):format(number), 1)
    :gsub("\ndescription: [^\n]*", ("\ndescription: What edition %d says."):format(number), 1)
  local at = assert(text:find(BEHIND, 1, true), LESSON)
  text = text:sub(1, at) .. SENTENCE:format(number) .. text:sub(at)
  forge.write(self.folder .. "/content/" .. LESSON, text)
end

--- Writes the next edition to a file.
function releases:publish()
  local number = #self.editions + 1
  write_edition(self, number)
  self:shell(
    "svcd publish --content content --no-quran --key key --sequence %d --out %d >/dev/null 2>said",
    number,
    number
  )
  local path = ("%s/%d"):format(self.folder, number)
  local publication <close> = assert(svc.open(path, { any_signer = true }))
  local info = publication:info()
  self.editions[number], self.numbers[info.digest] = info, number
end

--- Begins to release the next edition; `released` tells when it is.
function releases:release()
  local number = self.current + 1
  while not self.editions[number] do
    self:publish()
  end
  self.current = number
  self:shell(
    "(svcd release %d --channel www --trust trust --key key >told 2>&1; echo $? >released.%d) &",
    number,
    number
  )
end

--- True when the edition that was released last is in the channel.
function releases:released()
  local status = measure.read(("%s/released.%d"):format(self.folder, self.current))
  if status == "" then return false end
  assert(status == "0\n", measure.read(self.folder .. "/told"))
  return true
end

--- Puts other bytes in the place of the pointer; `mend` puts the pointer back.
function releases:spoil(bytes)
  self.pointer = self.pointer or forge.read(self.folder .. "/www/current")
  forge.write(self.folder .. "/www/next", bytes)
  self:shell("mv www/next www/current")
end

function releases:mend()
  self:spoil(self.pointer)
  self.pointer = nil
end

--- The pointer in force, as if it had expired.
function releases:expired()
  local text = forge.read(self.folder .. "/www/current")
  local known = assert(svc.check_pointer(text, { any_signer = true, now = 0 }))
  known.created, known.expires = os.time() - 200000, os.time() - 100000
  local key = assert(svc.load_key(self.folder .. "/key"))
  return assert(svc.sign_pointer(svc.make_pointer(known), key))
end

--- The pointer as it was at the first release.
function releases:oldest() return self.first end

--- Starts it, with editions that are published ahead and the first of them released.
-- @tparam number count editions
-- @treturn table `{ folder, server, editions, numbers, current }`; `numbers` by digest
function releases.start(count)
  local self = setmetatable({ editions = {}, numbers = {}, current = 0 }, releases)
  self.folder, self.server = forge.folder(), mirror.start()
  local program = measure.run("realpath " .. (os.getenv("SVC_SVCD") or "build/svcd"))
  self:shell(
    "mkdir bin www && ln -s %s bin/svcd && cp -r $SVC_HOME/data/content .",
    program:match("[^\n]+")
  )
  self.lesson = forge.read(self.folder .. "/content/" .. LESSON)
  self:shell(
    "svcd keygen --out key --development >/dev/null && "
      .. "svcd trust init --root-key key --publication-key key --out trust >/dev/null"
  )
  self:shell("ln -s $PWD/www %s/ch && chmod 755 . www", self.server.www)
  for _ = 1, count do
    self:publish()
  end
  self:shell("svcd release 1 --channel www --trust trust --key key >/dev/null")
  self.current, self.first = 1, forge.read(self.folder .. "/www/current")
  measure.write(self.folder .. "/released.1", "0\n")
  return self
end

function releases:stop()
  self.server:signal("CONT")
  self.server:stop()
  forge.remove(self.folder)
end

return releases
