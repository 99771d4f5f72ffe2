--- Collections of JSON lines as temporary publications, for evaluation and benchmarks.
--
-- `svc.so` is found through `LUA_CPATH`, else in the checkout's `build/`. They have the variants of
-- words that every publication has.
local root = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/../../.."
package.cpath = package.cpath .. ";" .. root .. "/build/?.so"
package.path = ("%s;%s/?.lua;%s/lua/?.lua"):format(package.path, root, root)

local cjson = require("cjson")
local svc = require("svc")
local variants = require("data.import.variants")

local corpus = {}

local LOCALES = {}
for _, locale in ipairs(svc.locales) do
  LOCALES[locale] = true
end

--- The locale under which documents are indexed. A language that is none, Arabic say, goes under
-- the first: Arabic script is analysed as Arabic everywhere.
local function locale_of(code) return LOCALES[code] and code or svc.locales[1] end

--- The objects of a file of JSON lines, one by one; an id that is a number becomes its digits.
function corpus.lines(path)
  local file = assert(io.open(path, "rb"))
  return function()
    for line in file:lines() do
      if line:find("%S") then
        local object = cjson.decode(line)
        if math.type(object.id) == "float" then object.id = ("%d"):format(object.id) end
        return object
      end
    end
    file:close()
  end
end

--- A query as the engine takes it: at most 4096 bytes, cut at a character.
function corpus.query(text)
  local cut = #text > 4096 and utf8.offset(text, 0, 4097) - 1 or #text
  return text:sub(1, cut)
end

--- Control characters, of which collections have some, as spaces.
local function clean(text)
  return type(text) == "string" and text:gsub("[\0-\8\11\12\14-\31\127]", " ") or ""
end

local function document(object, number, locale)
  local path = ("d%d"):format(number)
  local title, text = clean(object.title):gsub("%s+", " "), clean(object.text)
  return {
    id = ("asset:%s:material:%s"):format(locale, path),
    concept = "concept:bench:" .. path,
    lens = "lens:material:bench",
    route = "material/" .. path,
    title = title:find("%S") and title or "–",
    text = text:find("%S") and text or nil,
  }
end

--- Builds a publication of the documents in `path`.
-- @tparam string path JSON lines of `{id, title, text, locale}`
-- @tparam string language a locale, or another language's code
-- @tparam string file where to write it
-- @treturn table `locale`, `ids` (collection's id by content id), `build_seconds`, `text_bytes`
function corpus.build(path, language, file)
  local locale = locale_of(language)
  local builder, out = svc.builder(), { ids = {}, locale = locale, text_bytes = 0 }
  local number = 0
  for object in corpus.lines(path) do
    number = number + 1
    local entry = document(object, number, locale)
    builder:document(entry)
    out.ids[entry.id] = object.id
    out.text_bytes = out.text_bytes + #entry.title + #(entry.text or "")
  end
  variants.add(builder, assert(variants.own { locale }))
  local started = os.clock()
  assert(builder:write(file, {
    private_key = svc.keygen(),
    sequence = 1,
    created = 0,
    expires = 2 ^ 40 // 1,
  }))
  out.build_seconds = os.clock() - started
  return out
end

--- Builds and opens a publication of the documents in `path`.
-- @tparam string path as for `corpus.build`
-- @tparam string language likewise
-- @treturn table that of `corpus.build` with `publication` and `index_bytes`
function corpus.open(path, language)
  local file = os.tmpname()
  local out = corpus.build(path, language, file)
  out.publication = assert(svc.open(file, { any_signer = true }))
  os.remove(file)
  for _, section in ipairs(out.publication:info().sections) do
    if section.name == "search" then out.index_bytes = section.length end
  end
  return out
end

return corpus
