--- Every link that the service gives out over the demo publication leads somewhere: those of JSON,
-- HTML, Markdown, llms.txt, robots.txt and the sitemap, with their fragments.
local client = require("spec.support.client")
local server = require("spec.support.server")

local BUILD = os.getenv("BUILD") or "build"

local START = {
  "/",
  "/llms.txt",
  "/llms-full.txt",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/api-catalog",
  "/v1",
  "/v1/search?section=tryout",
  "/v1/search?query=throne+verse",
  "/v1/taxonomy",
  "/v1/quran/2?from_verse=255&locale=de",
  "/v1/content?ref=asset:en:quran:surah:1",
  "/v1/quran/115",
  "/v1/search?page=2",
  "/search?query=light&locale=de",
  "/id/quran/1?tafsir=true",
}

--- Paths that are not pages: asked for otherwise than by GET, or templates.
local NOT_FOLLOWED = { ["/mcp"] = true }

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

local readers = {}

readers["text/html"] = function(body, visit)
  for tag in body:gmatch("<%a[^>]*>") do
    local target = tag:match('%shref="([^"]*)"') or tag:match('%ssrc="([^"]*)"')
    local announced = tag:find('rel="external', 1, true) ~= nil
    if target then visit(unescape(target), announced) end
  end
end

readers["text/markdown"] = function(body, visit)
  for target in body:gmatch("%]%(([^%s()]+)%)") do
    visit(target, true)
  end
  for target in body:gmatch("<(https?://[^%s<>]+)>") do
    visit(target, true)
  end
  for target in body:gmatch("'(http://127[^%s']+)'") do
    visit(target, true)
  end
end

readers["text/plain"] = function(body, visit)
  readers["text/markdown"](body, visit)
  for target in body:gmatch("\nSitemap: (%S+)") do
    visit(target, true)
  end
end

readers["application/xml"] = function(body, visit)
  for target in body:gmatch("<loc>([^<]*)</loc>") do
    visit(unescape(target), false)
  end
end

readers["application/json"] = function(body, visit)
  for target in body:gmatch('"(https?://[^"%s]+)"') do
    visit(target, true)
  end
end
readers["application/linkset+json"] = readers["application/json"]
readers["application/problem+json"] = readers["application/json"]

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

local function fetch(path)
  local answer = client.request(subject.port, path)
  local media_type = answer.headers["content-type"]:match("^[^;]*")
  local page = { status = answer.status, type = media_type, ids = {}, links = {} }
  if media_type == "text/html" then
    for id in answer.body:gmatch('%sid="([^"]*)"') do
      page.ids[unescape(id)] = true
    end
  end
  local read = readers[media_type]
  if read and path ~= "/openapi.json" then
    read(answer.body, function(...) page.links[#page.links + 1] = { ... } end)
  end
  return page
end

local function crawl()
  local queue, first = {}, 1
  local function enqueue(path)
    if pages[path] == nil and not NOT_FOLLOWED[path] then
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
  subject = server.start({
    publication = BUILD .. "/demo.svp",
    trust = BUILD .. "/demo.trust",
    quota_limit = 0,
    access_log = "none",
  })
  origin = "http://127.0.0.1:" .. subject.port
  count = crawl()
end)

teardown(function()
  if subject then subject:stop() end
end)

describe("the links that the service gives out", function()
  it("reach every item in HTML and Markdown", function() assert.is_true(count > 900, count) end)

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
