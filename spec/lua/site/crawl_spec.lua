--- Every link that the service gives out over the demo publication leads somewhere: those of JSON
-- and the texts in it, HTML and its forms, stylesheets, Markdown, llms.txt, robots.txt, the sitemap
-- and header fields, with their fragments.
local cjson = require("cjson")
local client = require("spec.support.service.client")
local server = require("spec.support.service.server")
local uri = require("base.uri")

local START = {
  "/",
  "/llms.txt",
  "/llms-full.txt",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/api-catalog",
  "/.well-known/ai-catalog.json",
  "/.well-known/security.txt",
  "/mcp/server-card",
  "/openapi.json",
  "/v1",
  "/v1/search?section=tryout",
  "/v1/search?query=throne+verse",
  "/v1/search?locale=de&section=quran&offset=9",
  "/v1/search?locale=id&section=articles",
  "/v1/taxonomy",
  "/v1/quran/112?locale=id&include_tafsir=true",
  "/v1/none",
  "/v1/search?section=none",
  "/v1/content?ref=none",
  "/v1/quran/2?from_verse=255&locale=de",
  "/v1/content?ref=asset:en:quran:surah:1",
  "/v1/quran/115",
  "/v1/search?page=2",
  "/search?query=light&locale=de",
  "/id/quran/1?tafsir=true",
}

--- Asked for otherwise than by GET.
local NOT_FOLLOWED = { ["/mcp"] = true }

--- Every item as JSON, by the address of its Markdown.
local BY_REFERENCE = "/v1/content?ref="

local subject, origin
local pages, faults = {}, {}

local function unescape(text)
  return (
    text
      :gsub("&quot;", '"')
      :gsub("&#39;", "'")
      :gsub("&lt;", "<")
      :gsub("&gt;", ">")
      :gsub("&amp;", "&")
  )
end

--- The target as a path of this origin, and its fragment; nil for another origin.
local function locate(target, from)
  local place, fragment = target:match("^([^#]*)#?(.*)$")
  if place:sub(1, #origin) == origin then
    place = place:sub(#origin + 1)
    if place == "" then place = "/" end
  elseif place:find("^%a[%w+.-]*:") then
    return nil
  elseif place == "" then
    place = from
  elseif not place:find("^/") then
    place = from:match("^[^?]*/") .. place
    while place:find("/[^/]+/%.%./") do
      place = place:gsub("/[^/]+/%.%./", "/", 1)
    end
  end
  return place, fragment
end

local readers = {}

readers["text/html"] = function(body, visit)
  for tag in body:gmatch("<%a[^>]*>") do
    local target = tag:match('%shref="([^"]*)"') or tag:match('%ssrc="([^"]*)"')
    local announced = tag:find('rel="external', 1, true) ~= nil
    if target then visit(unescape(target), announced) end
  end
  for action, fields in body:gmatch('<form[^>]-%saction="([^"]*)"[^>]*>(.-)</form>') do
    local query = {}
    for field in fields:gmatch("<input[^>]*>") do
      local name, value = field:match('name="([^"]*)"'), field:match('value="([^"]*)"')
      local chosen = field:find(" checked", 1, true) or not field:find('type="radio"', 1, true)
      if name and chosen then
        query[#query + 1] = name .. "=" .. uri.encode(unescape(value or ""))
      end
    end
    visit(action .. "?" .. table.concat(query, "&"), false)
  end
end

readers["text/markdown"] = function(body, visit)
  body = body:gsub("```.-```", ""):gsub("`[^`\n]*`", "") -- code is shown as it is written
  for target in body:gmatch("%]%(([^%s()]+)%)") do
    visit(target, true)
  end
  for target in body:gmatch("<(https?://[^%s<>]+)>") do
    visit(target, true)
  end
  for target in body:gmatch('!%[[^%]]*%]%(([^%s()]+) "') do
    visit(target, true)
  end
  local here = origin:gsub("%p", "%%%0")
  for target in body:gmatch("(" .. here .. "[^%s'\"`<>)]*)") do
    if not target:find("{", 1, true) then visit(target, true) end
  end
end

readers["text/css"] = function(body, visit)
  for target in body:gmatch('url%("([^"]*)"%)') do
    visit(target, false)
  end
  for target in body:gmatch("see (/%S+)") do
    visit(target, false)
  end
end

readers["text/plain"] = function(body, visit)
  readers["text/markdown"](body, visit)
  for target in body:gmatch("\nSitemap: (%S+)") do
    visit(target, true)
  end
end

readers["application/atom+xml"] = readers["text/html"]

readers["application/xml"] = function(body, visit)
  for target in body:gmatch("<loc>([^<]*)</loc>") do
    visit(unescape(target), false)
  end
end

--- Every string that is an address, and the Markdown of a text, whose links count from where
-- `markdown_url` leads. Templates of the contract are no addresses.
local function visit_value(value, visit)
  if type(value) == "string" then
    if value:find("^https?://[^%s{]+$") then visit(value, true) end
  elseif type(value) == "table" then
    for _, member in pairs(value) do
      visit_value(member, visit)
    end
    if type(value.text) == "string" and value.markdown_url then
      readers["text/markdown"](value.text, function(target, announced)
        local path, fragment = locate(target, locate(value.markdown_url))
        local whole = path and origin .. path .. (fragment ~= "" and "#" .. fragment or "")
        visit(whole or target, announced)
      end)
    end
  end
end

setmetatable(readers, {
  __index = function(_, media_type)
    if not media_type:find("json$") then return nil end
    return function(body, visit) visit_value(cjson.decode(body), visit) end
  end,
})

local function fetch(path)
  local answer = client.request(subject.port, path)
  local media_type = (answer.headers["content-type"] or ""):match("^[^;]*")
  local page = { status = answer.status, type = media_type, ids = {}, links = {} }
  if media_type == "text/html" then
    for id in answer.body:gmatch('%sid="([^"]*)"') do
      page.ids[unescape(id)] = true
    end
  end
  local function visit(...) page.links[#page.links + 1] = { ... } end
  for target in (answer.headers.link or ""):gmatch("<([^>]*)>") do
    visit(target, true)
  end
  if answer.headers.location then
    visit(answer.headers.location, false)
    page.status = 200
  end
  local read = readers[media_type]
  if read then read(answer.body, visit) end
  if path:find("^/%l%l/.*%.md$") then page.item = BY_REFERENCE .. origin .. path end
  return page
end

--- Pages of verses are alike: those of a short surah stand for all.
local function is_sampled(path)
  local surah = path:match("^/%l%l/quran/(%d+)/%d")
  return surah == nil or surah == "112"
end

local function crawl()
  local queue, first = {}, 1
  local function enqueue(path)
    if pages[path] == nil and not NOT_FOLLOWED[path] and is_sampled(path) then
      pages[path] = false
      queue[#queue + 1] = path
    end
  end
  for _, path in ipairs(START) do
    enqueue(path)
  end
  while queue[first] do
    local from = queue[first]
    first = first + 1
    local page = fetch(from)
    pages[from] = page
    if page.item then enqueue(page.item) end
    for _, link in ipairs(page.links) do
      local path, fragment = locate(link[1], from)
      link.path, link.fragment = path, fragment
      if path then
        enqueue(path)
      elseif not link[2] and not link[1]:find("^mailto:") then
        faults[#faults + 1] = from .. " leaves the origin unannounced: " .. link[1]
      end
    end
  end
  return #queue
end

local count

setup(function()
  subject = server.demo({ access_log = "none", security_contact = "https://security.test/" })
  origin = "http://127.0.0.1:" .. subject.port
  count = crawl()
end)

teardown(function()
  if subject then subject:stop() end
end)

describe("the links that the service gives out", function()
  it(
    "reach every item in HTML and Markdown",
    function() assert.is_true(count > 1400, count) end
  )

  it("lead to something", function()
    local dead = {}
    for from, page in pairs(pages) do
      for _, link in ipairs(page.links) do
        local target = link.path and pages[link.path]
        if target and target.status ~= 200 then
          dead[#dead + 1] = ("%s -> %s: %d"):format(from, link[1], target.status)
        end
      end
    end
    assert.equal("", table.concat(dead, "\n", 1, math.min(#dead, 20)))
  end)

  it("lead to fragments that are there", function()
    local dead = {}
    for from, page in pairs(pages) do
      for _, link in ipairs(page.links) do
        local target = link.path and pages[link.path]
        local missing = target
          and target.type == "text/html"
          and link.fragment ~= ""
          and not target.ids[link.fragment]
        if missing then dead[#dead + 1] = from .. " -> " .. link[1] end
      end
    end
    assert.equal("", table.concat(dead, "\n", 1, math.min(#dead, 20)))
  end)

  it(
    "leave the origin only where they say so",
    function() assert.equal("", table.concat(faults, "\n", 1, math.min(#faults, 20))) end
  )
end)
