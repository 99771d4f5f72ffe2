--- Every header field of an answer, as the contract describes it.

local respond = require("web.respond")

--- Rows: name, meaning, pattern of its values, their greatest length, an example.
-- stylua: ignore
local FIELDS = {
  { "Access-Control-Expose-Headers", "Header fields that a script in a browser may read.",
    "^[A-Za-z-]+(, [A-Za-z-]+)*$", 256, respond.exposed },
  { "Allow", "Methods this path supports.",
    "^[A-Z]+(, [A-Z]+)*$", 128, "GET, HEAD, OPTIONS" },
  { "Cache-Control", "How long the answer may be reused, in seconds.",
    "^(no-store|public, max-age=[0-9]+)$", 64, respond.cache.publication },
  { "Content-Language", "Language of the answer.", "^[a-z]{2}$", 2, "en" },
  { "ETag", "Strong validator of the exact serialized contract.",
    '^"[0-9A-Za-z-]+"$', 128, '"' .. ("0123456789abcdef"):rep(4) .. '"' },
  { "Link",
    "Where the contract is (`describedby`), the proof of the answer (a relation that ends in "
      .. "/rel/proof), the page behind this one (`next`) and the same in other languages "
      .. "(`alternate` with `hreflang`). An address that is very long is left out.",
    "^<[^<>]+>; rel=\"[^\"]+\"[^<>]*(, <[^<>]+>; rel=\"[^\"]+\"[^<>]*)*$", 1024,
    '<https://api.example.org/openapi.json>; rel="describedby"; type="application/json"' },
  { "RateLimit",
    "Requests left (r), and seconds until the oldest one counted no longer counts (t).",
    '^"default";r=[0-9]+;t=[0-9]+$', 64, '"default";r=119;t=60' },
  { "RateLimit-Policy", "The quota: requests (q) in any window of so many seconds (w).",
    '^"default";q=[0-9]+;w=[0-9]+$', 64, '"default";q=120;w=60' },
  { "Retry-After", "Required delay before a retry, in seconds.", "^[0-9]+$", 10, "5" },
  { "SVC-Publication",
    "SHA-256 of the signed publication that the answer was made of: answers with the same value "
      .. "tell of the same content.",
    "^sha-256=[0-9a-f]{64}$", 72, "sha-256=" .. ("0123456789abcdef"):rep(4) },
  { "Vary", "Request header fields the answer depends on.",
    "^[A-Za-z-]+(, [A-Za-z-]+)*$", 128, "Accept-Encoding" },
  { "X-Request-Id",
    "Names this request in the log; a caller's own value is kept where it has this form.",
    "^[A-Za-z0-9._-]+$", 64, "9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f" },
}

--- Fields with one value: name, meaning, value.
-- stylua: ignore
local CONSTANTS = {
  { "Access-Control-Allow-Origin", "Any origin may read the answer.", "*" },
  { "X-Content-Type-Options", "The declared media type is the type.", "nosniff" },
}

--- Fields that are absent where the operator has turned their cause off.
local OPTIONAL = { RateLimit = true, ["RateLimit-Policy"] = true }

local headers = {}

local function add(name, description, schema, example)
  headers[name] = {
    description = description,
    required = not OPTIONAL[name],
    schema = schema,
    example = example,
  }
end

for _, row in ipairs(FIELDS) do
  local name, description, pattern, max, example = table.unpack(row)
  add(name, description, { type = "string", maxLength = max, pattern = pattern }, example)
end
for _, row in ipairs(CONSTANTS) do
  local name, description, value = table.unpack(row)
  add(name, description, { type = "string", enum = { value } }, value)
end

return headers
