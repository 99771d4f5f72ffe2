--- The publish pipeline: sources → documents → builder → one signed file.
--
-- Reproducible: the same sources give the same bytes, whatever the day and the order in which they
-- are met. Every time in the file comes from the sources or from the options.
local svc = require("svc")
local date = require("base.date")
local check = require("data.check")
local jsonl = require("data.import.jsonl")
local labels = require("data.labels")
local markdown = require("data.import.markdown")
local message = require("base.message")
local curriculum = require("data.import.paths")
local variants = require("data.import.variants")
local tables = require("base.tables")
local words = require("base.locales")

local publish = {}

local DAY = 86400

--- The day of creation when neither the options nor a document name one: that of the format.
local FIRST_DAY = "2026-01-01"

--- How long a publication is valid from its creation when nothing else is said, in seconds.
publish.LIFETIME = 3653 * DAY

-- Bytes: of the fixed part, and those that a document counts at least.
local FIXED, LEAST = 22 * 1024 * 1024, 512

--- The memory that publishing takes at most, the program and its libraries counted, which take
-- 1.5 to 2 MB more on Debian 13: a fixed part and twice the text, where a document counts as LEAST
-- bytes when its text is shorter, because its names and its place in the index are not text. The
-- text is in memory while documents are gathered, one of them as a tree; then the words of one
-- locale are, and where they occur, while the lists of the index go to a file. The importers of the
-- Quran keep whole editions: some 64 MiB more. Images are in memory as they are, 64 MiB at most.
-- Measured by spec/csrc/publication/memory_spec.lua and `make bench-publish`.
-- @tparam integer bytes of text
-- @tparam integer documents
-- @treturn integer bytes
function publish.memory(bytes, documents) return FIXED + 2 * math.max(bytes, LEAST * documents) end

--- The documents of a run: counted, sized, and the newest of their dates.
local Tally = {}
Tally.__index = Tally

--- Counts a document and hands it to the builder; raises the builder's refusal as one line.
function Tally:take(document)
  local locale = self.counts[document.locale]
  locale[document.section] = (locale[document.section] or 0) + 1
  self.documents = self.documents + 1
  self.bytes = self.bytes + #(document.text or "")
  if document.updated and document.updated > self.newest then self.newest = document.updated end
  local ok, fault = pcall(self.builder.document, self.builder, document)
  if not ok then error({ ("%s: %s"):format(document.file or document.id, fault) }, 0) end
end

local function new_tally(builder)
  local counts = {}
  for _, locale in ipairs(svc.locales) do
    counts[locale] = {}
    builder:alerts(locale, words[locale].alerts)
  end
  return setmetatable({
    builder = builder,
    counts = counts,
    documents = 0,
    images = 0,
    bytes = 0,
    newest = FIRST_DAY,
  }, Tally)
end

--- Adds the images that texts show, each once; counts them.
local function add_images(tally, tree)
  local seen = {}
  for _, document in ipairs(tree.documents) do
    for _, shown in ipairs(document.images or {}) do
      local asset = shown.asset
      if not seen[asset.name] then
        tally.builder:asset(asset)
        tally.images = tally.images + 1
      end
      seen[asset.name] = true
    end
  end
end

--- Documents without drafts.
local function published(documents)
  local list = {}
  for _, document in ipairs(documents) do
    if not document.is_draft then list[#list + 1] = document end
  end
  return list
end

local steps = {}

--- The Markdown tree, its labels, its try-out catalogue and its paths.
function steps.content(tally, options)
  local tree = options.tree
  if not tree and not options.content then return true end
  if not tree then
    options.progress("content", 0, 0, "documents")
    local kept = options.reuse and options.reuse.memo
    local read, reason = markdown.read(options.content, kept)
    if not read then return nil, { reason } end
    tally.read = read
    local faults = check.errors(read)
    if #faults > 0 then return nil, faults end
    tree = tables.merge(read, { documents = published(read.documents) })
  end
  labels.add(tally.builder, tree)
  variants.add(tally.builder, tree.variants)
  add_images(tally, tree)
  if next(tree.paths) then tally.builder:paths(curriculum.steps(tree.paths)) end
  for i, document in ipairs(tree.documents) do
    tally:take(document)
    options.progress("content", i, #tree.documents, "documents")
  end
  return true
end

--- The variants of words that every publication knows. The table of one locale at a time is in
-- memory: it takes more than a text of a megabyte.
function steps.variants(tally, options)
  for _, locale in ipairs(options.brief and {} or svc.locales) do
    local own, faults = variants.own { locale }
    if not own then return nil, faults end
    variants.add(tally.builder, own)
    own[locale] = nil
    collectgarbage()
  end
  return true
end

--- JSON lines, one document each.
function steps.jsonl(tally, options)
  if not options.jsonl then return true end
  local total = require("lfs").attributes(options.jsonl, "size") or 0
  local count, fault = jsonl.each(options.jsonl, options.section, function(document, bytes)
    tally:take(document)
    options.progress("lines", bytes, total, "bytes")
  end)
  if not count then return nil, { fault } end
  return true
end

--- The editions of the Quran and the surahs as documents.
function steps.quran(tally, options)
  if not options.quran_sources then return true end
  local quran = require("data.import.quran")
  local data, fault = quran.load(options.quran_sources, options.cache, options.log)
  if not data then return nil, type(fault) == "table" and fault or { fault } end
  tally.builder:quran(data)
  local documents = quran.documents(data)
  for i, document in ipairs(documents) do
    tally:take(document)
    options.progress("quran", i, #documents, "documents")
  end
  return true
end

--- Feeds all sources to a builder.
-- @tparam table options `content`: folder or nil; or `tree`, read and without errors; `jsonl`: file
-- or nil, with `section`; `quran_sources`: file or nil, with `cache` (folder) and `log` (function
-- of a line); `progress`: `progress(stage, done, total, unit)`
-- @treturn table|nil `{ builder, documents, bytes, newest = "YYYY-MM-DD", counts = { locale →
-- section → n } }`
-- @treturn table|nil the faults, one line each
function publish.gather(options)
  local tally = new_tally(svc.builder())
  for _, name in ipairs { "variants", "content", "jsonl", "quran" } do
    local ran, ok, faults = pcall(steps[name], tally, options)
    if not ran and type(ok) ~= "table" then error(ok, 0) end
    if not ran then return nil, ok end
    if not ok then return nil, faults end
  end
  if tally.documents == 0 then
    return nil, { "nothing to publish; give --content, --jsonl or --quran-sources" }
  end
  return tally
end

--- Times of a publication from the options, else from the newest document.
-- @treturn integer created, Unix seconds
-- @treturn integer expires, Unix seconds
function publish.times(options, newest)
  local created = options.created or date.day(newest)
  return created, options.expires or created + publish.LIFETIME
end

--- Private keys from their files.
-- @tparam {string,...} paths
-- @treturn {string,...}|nil PEM texts
-- @treturn string|nil why not
function publish.load_keys(paths)
  local keys = {}
  for i, path in ipairs(paths) do
    local key, fault = svc.load_key(path)
    if not key then return nil, fault end
    keys[i] = key
  end
  return keys
end

--- Public keys as the command line names them.
-- @tparam {string,...} values 64 hexadecimal digits each, or the file of a private key
-- @treturn {string,...}|nil lower-case digits
-- @treturn string|nil why not
function publish.public_keys(values)
  local keys = {}
  for i, value in ipairs(values) do
    local key, reason = value, nil
    if not value:find("^%x+$") or #value ~= 64 then
      local private
      private, reason = svc.load_key(value)
      key = private and svc.public_key(private)
    end
    if not key then return nil, reason end
    keys[i] = key:lower()
  end
  return keys
end

--- The place of a publication that replaces another one. That one must be whole; its signers and
-- its expiry are not checked, as its keys may have been revoked since.
-- @tparam string path of the one that is replaced
-- @tparam integer|nil sequence the one wished for, which must be greater; nil: the next
-- @treturn table|nil `{ previous = digest, sequence = integer }`
-- @treturn string|nil why not
function publish.succeed(path, sequence)
  local replaced <close>, fault = svc.open(path, { any_signer = true, now = 0 })
  if not replaced then return nil, fault end
  local info = replaced:info()
  local least = info.sequence + 1
  if (sequence or least) < least then
    local why = "sequence %d is not above that of %s, which is %d; give %d or more, or none"
    return message.refuse(why, sequence, path, info.sequence, least)
  end
  return { previous = info.digest, sequence = sequence or least }
end

--- Gathers, signs and writes a publication.
-- @tparam table options those of `gather`, and `out`: file; `key`: the private key as PEM, or a
-- list of them; `later`: public keys of those who sign later; `sequence`; `previous`:
-- digest of the one it replaces, or nil; `created`, `expires`: Unix seconds or nil; `dry_run`:
-- write nothing; `renditions`, `brief`: `cache` and `brief` of the builder's `write`; `reuse`: of
-- `reuse.open`
-- @treturn table|nil `{ documents, images, bytes, counts, created, expires, sequence, publication?
-- }`, the last as the builder's `write` gives it
-- @treturn table|nil the faults, one line each
function publish.run(options)
  local tally, faults = publish.gather(options)
  if not tally then return nil, faults end
  local created, expires = publish.times(options, tally.newest)
  if expires <= created then
    return nil, { "expires before it is created; give a later --expires" }
  end
  local result = {
    documents = tally.documents,
    images = tally.images,
    bytes = tally.bytes,
    counts = tally.counts,
    created = created,
    expires = expires,
    sequence = options.sequence,
  }
  if options.dry_run then return result end
  local info, fault = tally.builder:write(options.out, {
    private_key = options.key,
    later = options.later,
    sequence = options.sequence,
    previous = options.previous,
    created = created,
    expires = expires,
    cache = options.renditions or options.reuse and options.reuse.renditions,
    brief = options.brief,
    progress = function(stage, done, total)
      options.progress(stage, done, total, stage == "sign" and "signatures" or "documents")
    end,
  })
  if not info then return nil, { fault } end
  if options.reuse then
    local saved, why = options.reuse:save(tally.read)
    result.not_kept = not saved and why or nil
  end
  result.publication = info
  return result
end

return publish
