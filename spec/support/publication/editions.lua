--- The Quran as declared, in a signed publication, for the specs that read it.
local forge = require("spec.support.publication.forge")
local svc = require("svc")
local quran = require("data.import.quran")

local editions = {}

--- Folder of the fetched sources. `make test` fetches them before it runs the specs.
editions.CACHE = os.getenv("SVC_SOURCES") or (os.getenv("BUILD") or "build") .. "/sources"

--- The project's own declarations.
editions.DECLARED = "data/quran/sources.json"

--- Path of a file inside a fetched package. @tparam string package such as `npm/quran-json-3.1.2`
function editions.path(package, name) return ("%s/%s/%s"):format(editions.CACHE, package, name) end

--- All bytes of a file.
function editions.read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- Loads, signs and opens. @tparam string sources declarations file
-- @treturn userdata an open publication without documents @treturn table the log's lines
function editions.open(sources)
  local log = {}
  local data =
    assert(quran.load(sources, editions.CACHE, function(line) log[#log + 1] = line end))
  return editions.publish(data), log
end

--- Signs and opens what `svc.builder():quran` takes.
function editions.publish(data)
  local builder = svc.builder():quran(data)
  builder:document {
    id = "asset:en:quran:surah:1",
    concept = "concept:quran:surah-1",
    lens = "lens:quran",
    route = "quran/1",
    title = "Al-Fatihah",
  }
  return assert(forge.open(forge.signed(builder)))
end

--- The plain text of a TextWithNotes: its text segments joined.
function editions.plain(translation)
  local parts = {}
  for _, segment in ipairs(translation.segments) do
    if segment.kind == "text" then parts[#parts + 1] = segment.value end
  end
  return table.concat(parts)
end

return editions
