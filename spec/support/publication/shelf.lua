--- Small publications for specs of the search: a few lines of text in, an open handle out.
local forge = require("spec.support.publication.forge")
local svc = require("svc")

local shelf = {}

--- The documents of a shelf as `svc.builder():document` takes them.
-- @tparam table entries list of `{ name =, text =, title =, locale =, section =, description =,
-- labels = }`; all but `name` may be absent
function shelf.documents(entries)
  local documents = {}
  for i, entry in ipairs(entries) do
    local section = entry.section or "material"
    documents[i] = {
      id = ("asset:%s:%s:%s"):format(
        entry.locale or "en",
        section,
        (entry.name:gsub("/", ":"))
      ),
      concept = "concept:spec:" .. entry.name:match("[^/]+$"),
      lens = "lens:" .. section,
      route = section .. "/" .. entry.name,
      title = entry.title or "Untitled",
      description = entry.description,
      text = entry.text,
      labels = entry.labels,
    }
  end
  return documents
end

--- Writes documents as a publication and gives its bytes.
function shelf.bytes(documents, private_key)
  local builder = svc.builder()
  for _, document in ipairs(documents) do
    builder:document(document)
  end
  return forge.signed(builder, private_key)
end

--- Publishes entries (see `shelf.documents`) and opens them.
function shelf.open(entries) return assert(forge.open(shelf.bytes(shelf.documents(entries)))) end

--- The names of the documents that a search finds, in order, joined by spaces.
-- @tparam userdata publication
-- @param query one phrasing, or a list of them
-- @tparam[opt] table options `locale`, `section`, `limit`, `offset`
function shelf.find(publication, query, options)
  local request = { queries = type(query) == "table" and query or { query } }
  for name, value in pairs(options or {}) do
    request[name] = value
  end
  local names = {}
  for i, item in ipairs(publication:search(request).items) do
    names[i] = item.route:gsub("^%a+/", "")
  end
  return table.concat(names, " ")
end

return shelf
