--- Publications as small as they can be, of one document or of many: what is counted should be
-- their texts.

local svc = require("svc")

local key = svc.keygen()

local publication = {}

--- Writes one.
-- @tparam string ... Markdown of each document, the first of them `a`
-- @treturn string its path
function publication.write(...)
  local path = os.tmpname()
  local builder = svc.builder()
  for i, text in ipairs({ ... }) do
    local name = i == 1 and "a" or "a" .. i
    builder:document({
      id = "asset:en:material:" .. name,
      concept = "concept:a:a",
      lens = "lens:material:a",
      route = "material/" .. name,
      title = "T",
      text = text,
    })
  end
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
