--- A publication of one document, as small as one can be: what is counted should be its text.

local svc = require("svc")

local key = svc.keygen()

local publication = {}

--- Writes one. @tparam string text Markdown @treturn string its path
function publication.write(text)
  local path = os.tmpname()
  local builder = svc.builder()
  builder:document({
    id = "asset:en:material:a",
    concept = "concept:a:a",
    lens = "lens:material:a",
    route = "material/a",
    title = "T",
    text = text,
  })
  local terms = { private_key = key, sequence = 1, created = 0, expires = 2 ^ 40 // 1 }
  assert(builder:write(path, terms))
  return path
end

--- Opens what `write` wrote, and removes the file. @tparam string path @treturn userdata
function publication.open(path)
  local opened = assert(svc.open(path, { any_signer = true }))
  os.remove(path)
  return opened
end

return publication
