--- Header fields of the API's answers besides those of all: in which language they are, and where
-- the contract, the next page, the translations and what the handler links to are (RFC 8288). A
-- route takes one of the two sets as its `fields`.

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

--- What a parameter adds to a query: `name=value&` for each value, nothing where it is absent or
-- what is there by default.
local function pieces(name, value, declaration)
  if value == nil or value == declaration.default then return "" end
  if not declaration.list then return name .. "=" .. uri.encode(tostring(value)) .. "&" end
  local list = tables.map(
    value,
    function(each) return name .. "=" .. uri.encode(each) .. "&" end
  )
  return table.concat(list)
end

--- The addresses of the operation of a call that differ in one parameter of the query.
-- @tparam table call
-- @tparam string varied name of the parameter
-- @treturn function from its value to the address
local function varying(call, varied)
  local own, before, behind = call.route, "", ""
  local names = params.names(own.params)
  for i = 1, #names do
    local name = names[i]
    local declaration = own.params[name]
    if declaration.from == "query" and name ~= varied then
      local added = pieces(name, call.params[name], declaration)
      if name < varied then
        before = before .. added
      else
        behind = behind .. added
      end
    end
  end
  local path = call.config.base_url
    .. template.expand(own.path, function(name) return tostring(call.params[name]) end)
  return function(value)
    local query = before .. pieces(varied, value, own.params[varied]) .. behind
    return query == "" and path or path .. "?" .. query:sub(1, -2)
  end
end

--- What `contract_of` made for each application.
local contracts = setmetatable({}, { __mode = "k" })

--- The list with the field `Link` of an answer that has no link but the one to the contract.
local function contract_of(call)
  local known = contracts[call.app]
  if not known then
    local address = call.config.base_url .. page.operation(call, "getSvcOpenApi").path
    known = { { "Link", ('<%s>; rel="describedby"; type="application/json"'):format(address) } }
    contracts[call.app] = known
  end
  return known
end

--- Adds a link to a list, unless it would make it too long.
local function add(list, link)
  local length = list.length + #link
  if length > LONGEST then return end
  list[#list + 1], list.length = link, length + #", "
end

--- Adds the links to the same in other languages.
local function add_translations(list, value, call)
  local declared = call.route.params
  local ids = declared.ref and call.publication:translations(value.content_id)
  local varied = ids and "ref" or value.locale and declared.locale and "locale"
  if not varied then return end
  local address = varying(call, varied)
  for _, locale in ipairs(ids and svc.locales or declared.locale.values) do
    local other = locale ~= value.locale and (not ids and locale or ids[locale])
    if other then
      add(list, "<" .. address(other) .. '>; rel="alternate"; hreflang="' .. locale .. '"')
    end
  end
end

--- The Link field of an answer. A link that would make it too long is left out: a search may have
-- four long phrasings, which its next page repeats.
local function links(value, call)
  local contract = contract_of(call)[1]
  if not (call.link or value.next_offset or value.locale) then return contract end
  local list = { length = 0 }
  add(list, contract[2])
  local own = web_links.member(call)
  if own then add(list, own) end
  if value.next_offset then
    add(list, "<" .. varying(call, "offset")(value.next_offset) .. '>; rel="next"')
  end
  add_translations(list, value, call)
  return { "Link", table.concat(list, ", ") }
end

--- Of answers in no language, without links of their own.
fields.plain = {
  names = { "Link" },
  of = function(_, call) return contract_of(call) end,
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
