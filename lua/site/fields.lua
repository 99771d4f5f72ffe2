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

--- The values of a parameter `locale`, each by itself.
local function locales_of(declaration)
  local found = {}
  for _, locale in ipairs(declaration.values) do
    found[locale] = locale
  end
  return found
end

--- Appends what a parameter adds to a query.
local function add_pieces(query, name, value, declaration)
  for _, text in ipairs(texts(value, declaration)) do
    query[#query + 1] = name .. "=" .. uri.encode(text)
  end
end

--- The addresses of the operation of a call that differ in one parameter of the query.
-- @tparam table call
-- @tparam string varied name of the parameter
-- @treturn function from its value to the address
local function varying(call, varied)
  local own, before, behind = call.route, {}, {}
  local query = before
  for _, name in ipairs(params.names(own.params)) do
    local declaration = own.params[name]
    if name == varied then
      query = behind
    elseif declaration.from == "query" then
      add_pieces(query, name, call.params[name], declaration)
    end
  end
  local path = template.expand(own.path, function(name) return tostring(call.params[name]) end)
  return function(value)
    local whole = table.move(before, 1, #before, 1, {})
    add_pieces(whole, varied, value, own.params[varied])
    tables.append(whole, behind)
    local mark = #whole > 0 and "?" or ""
    return call.config.base_url .. path .. mark .. table.concat(whole, "&")
  end
end

--- The parameter that changes in a request from one language to another, and its values by locale;
-- nil where the answer is in no language.
local function translations(value, call)
  local own = call.route.params
  if own.ref then return "ref", document.translations(value, call.publication) end
  if value.locale and own.locale then return "locale", locales_of(own.locale) end
end

--- The link to the contract, which every answer of an application has.
local contracts = setmetatable({}, { __mode = "k" })

--- The field `Link` of an answer that has no other link.
local function contract_of(call)
  local known = contracts[call.app]
  if not known then
    local address = call.config.base_url .. page.operation(call, "getSvcOpenApi").path
    known = { "Link", ('<%s>; rel="describedby"; type="application/json"'):format(address) }
    contracts[call.app] = known
  end
  return known
end

--- Adds the links to the same in other languages.
local function add_translations(value, call, add)
  local varied, others = translations(value, call)
  local address
  for _, locale in ipairs(varied and svc.locales or {}) do
    local other = locale ~= value.locale and others[locale]
    if other then
      address = address or varying(call, varied)
      add(('<%s>; rel="alternate"; hreflang="%s"'):format(address(other), locale))
    end
  end
end

--- The Link field of an answer. A link that would make it too long is left out: a search may have
-- four long phrasings, which its next page repeats.
local function links(value, call)
  local contract, list, length = contract_of(call), {}, 0
  local function add(link)
    if length + #link > LONGEST then return end
    list[#list + 1], length = link, length + #link + #", "
  end
  add(contract[2])
  for _, member in ipairs(web_links.members(call)) do
    add(member)
  end
  if value.next_offset then
    add(('<%s>; rel="next"'):format(varying(call, "offset")(value.next_offset)))
  end
  add_translations(value, call, add)
  return list[2] and { "Link", table.concat(list, ", ") } or contract
end

--- Of answers in no language, without links of their own.
fields.plain = {
  names = { "Link" },
  of = function(_, call) return { contract_of(call) } end,
}

--- The field `Content-Language` by locale.
local languages = {}
for _, locale in ipairs(svc.locales) do
  languages[locale] = { "Content-Language", locale }
end

--- Of answers in the language of the item or in the one that was asked for.
fields.localised = {
  names = { "Content-Language", "Link" },
  of = function(value, call)
    return { languages[value.locale or call.params.locale], links(value, call) }
  end,
}

return fields
