--- Header fields of the API's answers besides those of all: in which language they are, and where
-- the contract, the next page, the translations and what the handler links to are (RFC 8288). A
-- route takes one of the two sets as its `fields`.

local document = require("site.document")
local page = require("site.page")
local params = require("web.params")
local svc = require("svc")
local tables = require("web.tables")
local template = require("web.template")
local uri = require("web.uri")
local web_links = require("web.links")

local fields = {}

--- Bytes of the Link field at most: the host gives all fields of an answer 2 KiB.
local LONGEST = 1024

--- The values of a parameter as texts; none where it is absent or what is there by default.
local function texts(value, declaration)
  if value == nil or value == declaration.default then return {} end
  return tables.map(type(value) == "table" and value or { value }, tostring)
end

--- The address of the operation of a call, with some of its parameters changed.
local function address(call, changes)
  local own, query = call.route, {}
  for _, name in ipairs(params.names(own.params)) do
    local declaration = own.params[name]
    local value = changes[name] == nil and call.params[name] or changes[name]
    for _, text in ipairs(declaration.from == "query" and texts(value, declaration) or {}) do
      query[#query + 1] = name .. "=" .. uri.encode(text)
    end
  end
  local path = template.expand(own.path, function(name) return tostring(call.params[name]) end)
  return call.config.base_url .. path .. (#query > 0 and "?" .. table.concat(query, "&") or "")
end

--- What changes in a request from one language to another: locale -> parameters.
local function translations(value, call)
  local own = call.route.params
  if own.ref then
    local found = {}
    for locale, id in pairs(document.translations(value, call.publication)) do
      found[locale] = { ref = id }
    end
    return found
  end
  local found = {}
  for _, locale in ipairs(value.locale and own.locale and own.locale.values or {}) do
    found[locale] = { locale = locale }
  end
  return found
end

--- The link to the contract, of each application.
local contracts = setmetatable({}, { __mode = "k" })

local function contract(call)
  local link = contracts[call.app]
  if not link then
    local path = page.operation(call, "getSvcOpenApi").path
    link = ('<%s%s>; rel="describedby"; type="application/json"'):format(
      call.config.base_url,
      path
    )
    contracts[call.app] = link
  end
  return link
end

--- The Link field of an answer. A link that would make it too long is left out: a search may have
-- four long phrasings, which its next page repeats.
local function links(value, call)
  local list, length = {}, 0
  local function add(link)
    if length + #link > LONGEST then return end
    list[#list + 1], length = link, length + #link + #", "
  end
  add(contract(call))
  for _, member in ipairs(web_links.members(call)) do
    add(member)
  end
  if value.next_offset then
    add(('<%s>; rel="next"'):format(address(call, { offset = value.next_offset })))
  end
  local others = translations(value, call)
  for _, locale in ipairs(svc.locales) do
    local changes = locale ~= value.locale and others[locale]
    if changes then
      add(('<%s>; rel="alternate"; hreflang="%s"'):format(address(call, changes), locale))
    end
  end
  return { "Link", table.concat(list, ", ") }
end

--- Of answers in no language.
fields.plain = {
  names = { "Link" },
  of = function(value, call) return { links(value, call) } end,
}

--- Of answers in the language of the item or in the one that was asked for.
fields.localised = {
  names = { "Content-Language", "Link" },
  of = function(value, call)
    return { { "Content-Language", value.locale or call.params.locale }, links(value, call) }
  end,
}

return fields
