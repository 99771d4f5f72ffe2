--- Makes publications, whole ones and ones that only a faulty or hostile signer would make: the
-- file is taken apart and put together again by the drawing in csrc/publication/format.h, with
-- whatever is to be wrong, and signed again.
local svc = require("svc")

local forge = {}

local HEADER, CHUNK, ALIGN = 64, 65536, 64
local TYPE = "application/vnd.svc.publication.v3"
local TRUST = "application/vnd.svc.trust.v1"

--- A temporary folder. @treturn string its path, without a slash at the end
function forge.folder()
  local pipe <close> = assert(io.popen("mktemp -d"))
  return pipe:read("l")
end

--- Removes a folder with all it holds. @tparam string path
function forge.remove(path) assert(os.execute("rm -rf '" .. path .. "'")) end

--- Reads a whole file. @tparam string path @treturn string
function forge.read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- Writes a whole file. @tparam string path @tparam string bytes @treturn string path
function forge.write(path, bytes)
  local file <close> = assert(io.open(path, "wb"))
  file:write(bytes)
  return path
end

--- A pair of keys. @treturn table `{ private, public }`
function forge.key()
  local private, public = svc.keygen()
  return { private = private, public = public }
end

--- A builder with two documents and a label; everything else is left to the caller.
-- @tparam[opt] string words the text of the second document @treturn userdata
function forge.builder(words)
  local builder = svc.builder()
  builder:document {
    id = "asset:en:articles:news:first",
    concept = "concept:news:first",
    lens = "lens:articles:news",
    route = "articles/news/first",
    title = "First",
  }
  builder:document {
    id = "asset:en:material:physics:light",
    concept = "concept:physics:light",
    lens = "lens:material:physics",
    route = "material/physics/light",
    title = "Light",
    description = "Waves",
    text = words or "# Light\n\nIt is fast.\n",
    updated = "2026-01-02",
  }
  builder:label { kind = "category", locale = "en", id = "news", label = "News" }
  return builder
end

forge.created, forge.expires, forge.now = 1000000000, 2000000000, 1500000000

--- The bytes of what a builder holds, signed.
-- @tparam userdata builder
-- @tparam[opt] table|string key a pair, or a list of private keys; a new one unless told
-- @tparam[opt] table options `sequence`, `expires`, `previous` @treturn string
function forge.signed(builder, key, options)
  key, options = key or forge.key(), options or {}
  local path = os.tmpname()
  assert(builder:write(path, {
    private_key = key.private or key,
    sequence = options.sequence or 1,
    created = forge.created,
    expires = options.expires or forge.expires,
    previous = options.previous,
  }))
  local bytes = forge.read(path)
  os.remove(path)
  return bytes
end

--- Opens the bytes of a publication, whoever signed it unless told.
-- @tparam string bytes @tparam[opt] table options of `svc.open`
-- @return what `svc.open` gives
function forge.open(bytes, options)
  local path = forge.write(os.tmpname(), bytes)
  local publication, reason = svc.open(path, options or { any_signer = true })
  os.remove(path)
  return publication, reason
end

--- The bytes of a small publication. @tparam table|string key a pair, or a list of private keys
-- @tparam[opt] table options as of `forge.signed`, and `words` @treturn string
function forge.small(key, options)
  return forge.signed(forge.builder((options or {}).words), key, options)
end

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

local function unhex(digits)
  return (digits:gsub("..", function(pair) return string.char(tonumber(pair, 16)) end))
end

--- Takes a publication apart.
-- @tparam string bytes
-- @treturn table `sections` (list of `{ id, bytes }`), `previous`, `sequence`, `created`,
-- `expires`, `reader`, `trees` (list of `{ id, size, root }`)
function forge.parse(bytes)
  local manifest = ("<I8"):unpack(bytes, 25) + 1
  local parts = { sections = {}, previous = bytes:sub(manifest + 32, manifest + 63) }
  local count, signers, trees
  parts.sequence, parts.created, parts.expires = ("<I8I8I8"):unpack(bytes, manifest + 64)
  parts.reader, count, signers, trees = ("<I4I4I4I4"):unpack(bytes, manifest + 88)
  for i = 1, count do
    local id, _, offset, length = ("<I4I4I8I8"):unpack(bytes, manifest + 104 + (i - 1) * 24)
    parts.sections[i] = { id = id, bytes = bytes:sub(offset + 1, offset + length) }
  end
  parts.trees = {}
  for i = 1, trees do
    local at = manifest + 104 + 24 * count + 32 * signers + 48 * (i - 1)
    local id, _, size, root = ("<I4I4I8c32"):unpack(bytes, at)
    parts.trees[i] = { id = id, zero = 0, size = size, root = root }
  end
  return parts
end

local function pad(bytes, with) return bytes .. (with or "\0"):rep(-#bytes % ALIGN) end

-- The sections one after the other, and the table of where they are.
local function layout(parts)
  local content, entries = "", {}
  for i, section in ipairs(parts.sections) do
    local entry = {
      id = section.id,
      zero = 0,
      offset = HEADER + #content,
      length = #section.bytes,
    }
    content = pad(content .. section.bytes, parts.padding)
    entries[i] = entry
  end
  content = content .. (parts.trailing or "")
  if parts.entries then parts.entries(entries) end
  local rows = {}
  for i, e in ipairs(entries) do
    rows[i] = ("<I4I4I8I8"):pack(e.id, e.zero, e.offset, e.length)
  end
  return content, table.concat(rows), #entries
end

local function digests(content)
  local list = {}
  for at = 1, #content, CHUNK do
    list[#list + 1] = unhex(svc.sha256(content:sub(at, at + CHUNK - 1)))
  end
  return list
end

local function manifest_of(parts, table_bytes, section_count, chunks, signers)
  local hashes = table.concat(chunks)
  -- stylua: ignore
  local m = {
    id = unhex(svc.sha256(table_bytes .. hashes)), previous = parts.previous,
    sequence = parts.sequence, created = parts.created, expires = parts.expires,
    reader = parts.reader, sections = section_count, signers = #signers, trees = #parts.trees,
  }
  local trees = {}
  for i, t in ipairs(parts.trees) do
    trees[i] = ("<I4I4I8c32"):pack(t.id, t.zero, t.size, t.root)
  end
  for name, value in pairs(parts.manifest or {}) do
    m[name] = value
  end
  return m.id
    .. m.previous
    .. ("<I8I8I8I4I4I4I4"):pack(
      m.sequence,
      m.created,
      m.expires,
      m.reader,
      m.sections,
      m.signers,
      m.trees
    )
    .. table_bytes
    .. table.concat(signers)
    .. table.concat(trees)
end

local function header_of(parts, content, digests_length, manifest, signature_count)
  local h = {
    magic = "\x89SVP\r\n\x1a\n",
    format = 3,
    flags = 0,
    manifest = HEADER + #content + digests_length,
    manifest_length = #manifest,
    signatures = HEADER + #content + digests_length + #manifest,
    signatures_length = 64 * signature_count,
    digests = HEADER + #content,
  }
  h.length = h.signatures + h.signatures_length
  for name, value in pairs(parts.header or {}) do
    h[name] = value
  end
  return h.magic
    .. ("<I4I4I8I8I8I8I8I8"):pack(
      h.format,
      h.flags,
      h.length,
      h.manifest,
      h.manifest_length,
      h.signatures,
      h.signatures_length,
      h.digests
    )
end

-- The keys in the order of their public keys.
local function sorted(keys)
  local list = {}
  for i, key in ipairs(keys) do
    list[i] = key
  end
  table.sort(list, function(a, b) return a.public < b.public end)
  return list
end

--- Puts a publication together and signs it.
-- @tparam table parts as `parse` gives them, and what is to be wrong: `padding` (a byte),
-- `trailing` (bytes after the last section), `entries` (function that changes the section table),
-- `trees` (their list), `chunks` (function of the list of 32-byte digests), `header`, `manifest`
-- (fields to replace), `content` (function of the bytes, after their digests), `signers`
-- (function of the list of 32-byte keys), `type`, `signatures` (function of the list of 64-byte
-- signatures), `tail` (bytes after the end)
-- @tparam table keys pairs to sign with
-- @treturn string
function forge.build(parts, keys)
  local content, table_bytes, section_count = layout(parts)
  local chunks, signers, signatures = digests(content), {}, {}
  keys = sorted(keys)
  for i, key in ipairs(keys) do
    signers[i] = unhex(key.public)
  end
  if parts.signers then parts.signers(signers) end
  local manifest = manifest_of(parts, table_bytes, section_count, chunks, signers)
  if parts.chunks then parts.chunks(chunks) end
  local header = header_of(parts, content, 32 * #chunks, manifest, #signers)
  for i, key in ipairs(keys) do
    signatures[i] = unhex(svc.sign(key.private, parts.type or TYPE, header .. manifest))
  end
  if parts.signatures then parts.signatures(signatures) end
  if parts.content then content = parts.content(content) end
  return header
    .. content
    .. table.concat(chunks)
    .. manifest
    .. table.concat(signatures)
    .. (parts.tail or "")
end

--- A block of a trust file, signed as asked, right or wrong.
-- @tparam table root `version`, `expires`, `root`, `publication` (`{ threshold, keys }`),
-- `revoked`; `lines`: function that changes the list of lines; keys are not sorted here
-- @tparam table keys pairs that sign
-- @tparam[opt] string type another payload type
-- @treturn string
function forge.trust(root, keys, type)
  local lines = {
    "svc-trust 1",
    "version " .. (root.version or 1),
    "expires " .. (root.expires or forge.expires),
    "root-threshold " .. root.root.threshold,
  }
  local function add(name, list)
    for _, key in ipairs(list) do
      lines[#lines + 1] = name .. " " .. (key.public or key)
    end
  end
  add("root-key", sorted(root.root.keys))
  lines[#lines + 1] = "publication-threshold " .. root.publication.threshold
  add("publication-key", sorted(root.publication.keys))
  add("revoked", sorted(root.revoked or {}))
  if root.lines then root.lines(lines) end
  local body = table.concat(lines, "\n") .. "\n"
  local signed = {}
  for i, key in ipairs(sorted(keys)) do
    signed[i] = ("signature %s %s\n"):format(
      key.public,
      svc.sign(key.private, type or TRUST, body)
    )
  end
  return body .. table.concat(signed)
end

--- A trust root of one root key and some publication keys with threshold 1.
-- @tparam table root pair @tparam table keys pairs @treturn string
function forge.simple_trust(root, keys)
  return forge.trust({
    root = { threshold = 1, keys = { root } },
    publication = { threshold = 1, keys = keys },
  }, { root })
end

forge.hex, forge.unhex = hex, unhex

return forge
