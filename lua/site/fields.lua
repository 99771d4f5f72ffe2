--- Header fields of the API's answers besides those of all: in which language they are, and where
-- the contract, the next page, the translations and what the handler links to are (RFC 8288). A
-- route takes one of the sets as its `fields`.

local page = require("site.page")
local params = require("web.params")
local svc = require("svc")
local tables = require("base.tables")
local template = require("web.template")
local uri = require("base.uri")
local web_links = require("web.links")

local fields = {}

--- Bytes of the Link field at most: the host gives all fields of an answer 2 KiB.
local LONGEST = 1024

--- The part of a query for a parameter: `name=value&` for each value.
local function pieces(name, value, declaration)
  if not declaration.list then return name .. "=" .. uri.encode(tostring(value)) .. "&" end
  local list = tables.map(
    value,
    function(each) return name .. "=" .. uri.encode(each) .. "&" end
  )
  return table.concat(list)
end

--- The parameters of the query of each route, in the order of their names.
local queries = setmetatable({}, { __mode = "k" })

local function query_of(route)
  local list = queries[route]
  if list then return list end
  list = {}
  for _, name in ipairs(params.names(route.params)) do
    if route.params[name].from == "query" then list[#list + 1] = name end
  end
  queries[route] = list
  return list
end

--- The addresses of a call's operation, but for one parameter of the query. Default values are left
-- out.
-- @tparam table call
-- @tparam table own its route
-- @tparam string varied name of the parameter
-- @treturn string before it, with its `?`
-- @treturn string behind it; `&` ends the query, where there is any
local function around(call, own, varied)
  local given, before, behind = call.params, "?", ""
  local declared, names = own.params, query_of(own)
  for i = 1, #names do
    local name = names[i]
    local value = given[name]
    if value ~= nil and value ~= declared[name].default and name ~= varied then
      local added = pieces(name, value, declared[name])
      if name < varied then
        before = before .. added
      else
        behind = behind .. added
      end
    end
  end
  local path = template.expand(own.path, function(name) return tostring(given[name]) end)
  return call.config.base_url .. path .. before, behind
end

--- The addresses of the operation of a call that differ in one parameter.
-- @tparam table call
-- @tparam table own its route
-- @tparam string varied name of the parameter
-- @treturn function from its value to the address
local function varying(call, own, varied)
  local start, behind = around(call, own, varied)
  local declared = own.params[varied]
  return function(value)
    local own_piece = value == declared.default and "" or pieces(varied, value, declared)
    return (start .. own_piece .. behind):sub(1, -2)
  end
end

--- The contract of each application, as `contract_of` made it.
local contracts = setmetatable({}, { __mode = "k" })

--- The link of an answer to the contract.
local function contract_of(call)
  local app = call.app
  local known = contracts[app]
  if not known then
    local address = app.config.base_url .. page.operation(call, "getSvcOpenApi").path
    known = ('<%s>; rel="describedby"; type="application/json"'):format(address)
    contracts[app] = known
  end
  return known
end

--- Adds a link to those there are, unless they would be too long.
local function add(text, link)
  if #text + #", " + #link > LONGEST then return text end
  return text .. ", " .. link
end

--- The addresses of a route but for the ids of items, by route: they stay the same as long as the
-- application, and `ref` is the only parameter of the query.
local frames = setmetatable({}, { __mode = "k" })

local function frame_of(call, own)
  local before, behind = around(call, own, "ref")
  local known =
    { app = call.app, before = before .. "ref=", behind = ("&" .. behind):sub(1, -2) }
  if #query_of(own) == 1 and not own.path:find("{", 1, true) then frames[own] = known end
  return known
end

--- Adds the links to an item in other languages, which has an id in each.
-- @treturn string
-- @treturn string|nil its own language
local function add_items(text, id, call, own)
  local frame = frames[own]
  if not frame or frame.app ~= call.app then frame = frame_of(call, own) end
  return call.publication:alternates(id, frame.before, frame.behind, text, LONGEST)
end

--- Adds the links to the same in other languages of what a locale is asked for.
local function add_locales(text, call, own, locale)
  local address = varying(call, own, "locale")
  local others = own.params.locale.values
  for i = 1, #others do
    local other = others[i]
    if other ~= locale then
      text =
        add(text, "<" .. address(other) .. '>; rel="alternate"; hreflang="' .. other .. '"')
    end
  end
  return text
end

--- The links that all answers in a language may have. One that would make the field too long is
-- left out: a search may have four long phrasings, which its next page repeats.
local function begin(call) return web_links.add(call, contract_of(call), LONGEST) end

--- The field of each language, which answers have in common.
local languages = {}
for _, locale in ipairs(svc.locales) do
  languages[locale] = { "Content-Language", locale }
end

--- Of answers in no language, without links of their own.
fields.plain = {
  names = { "Link" },
  of = function(_, call) return { { "Link", contract_of(call) } } end,
}

local NAMES = { "Content-Language", "Link" }

--- For answers in the language that was asked for, which may have a next page.
fields.localised = {
  names = NAMES,
  of = function(value, call, own)
    local text = begin(call)
    if value.next_offset then
      local address = varying(call, own or call.route, "offset")(value.next_offset)
      text = add(text, "<" .. address .. '>; rel="next"')
    end
    return { languages[call.params.locale], { "Link", text } }
  end,
}

--- For answers in the language that was asked for, or in that of the item, which have others.
fields.translated = {
  names = NAMES,
  of = function(value, call, own)
    local text, locale = begin(call), call.params.locale
    own = own or call.route
    if own.params.ref then
      local its
      text, its = add_items(text, call.content_id or value.content_id, call, own)
      locale = locale or its
    else
      text = add_locales(text, call, own, locale)
    end
    return { languages[locale], { "Link", text } }
  end,
}

return fields
