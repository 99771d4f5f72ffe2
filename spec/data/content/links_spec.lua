--- Links in the texts that /v1/content gives resolve against the item's `url`, as the contract
-- says: over all documents of the demo publication.
local image = require("base.assets")
local site = require("site")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"
local CONFIG = { site_url = "https://site.test/base" }

--- A relative reference resolved against a URL (RFC 3986, 5.2.4), without its fragment.
local function resolve(url, reference)
  local origin, path = url:match("^(%a+://[^/]+)(/[^?#]*)$")
  reference = reference:gsub("[?#].*$", "")
  if reference == "" then return url end
  local whole = reference:find("^/") and reference or path:match("^.*/") .. reference
  local segments = {}
  for segment in whole:gmatch("[^/]+") do
    if segment == ".." then
      table.remove(segments)
    elseif segment ~= "." then
      segments[#segments + 1] = segment
    end
  end
  return origin .. "/" .. table.concat(segments, "/")
end

--- The targets of the links in Markdown, code left out.
local function links(markdown)
  local prose = markdown:gsub("```.-```", ""):gsub("`[^`\n]*`", "")
  return prose:gmatch("%]%(([^%s()]+)%)")
end

describe("a link in the text of an item", function()
  local publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))
  local urls, count, wrong = {}, 0, {}
  for item in publication:each() do
    urls[site.url(item, CONFIG)] = true
  end
  for item in publication:each() do
    local url = site.url(item, CONFIG)
    for target in links(publication:text(item.content_id) or "") do
      if not target:find("^%a[%w+.-]*:") then
        count = count + 1
        local whole = resolve(url, target)
        local leads = urls[whole] or whole:find("%.md$") and urls[whole:sub(1, -4)]
        if not leads then wrong[#wrong + 1] = ("%s: %s"):format(url, target) end
      end
    end
  end

  it("resolves against its url to an item, or to its Markdown form", function()
    assert.is_true(count > 100, count .. " links")
    assert.same({}, wrong)
  end)
end)

describe("an image in the text of an item", function()
  local publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))
  local below = CONFIG.site_url .. "/" .. image.PATH
  local shown, count, wrong = {}, 0, {}
  for item in publication:each() do
    local text = publication:text(item.content_id) or ""
    for alternative, target in text:gmatch('!%[([^%]]+)%]%(([^%s()]+) "[^"]+"%)') do
      local whole = resolve(site.url(item, CONFIG), target)
      local name = whole:sub(1, #below) == below and whole:sub(#below + 1)
      count = count + 1
      if not (name and publication:asset(name) and alternative:find("%w")) then
        wrong[#wrong + 1] = whole
      end
      shown[name] = true
    end
  end

  it(
    "has an alternative text, and resolves against its url to one of the publication",
    function()
      assert.is_true(count >= 20 * #svc.locales, count .. " images")
      assert.same({}, wrong)
    end
  )

  it("is one of those that are published, and no others are", function()
    for _, asset in ipairs(publication:assets()) do
      assert.is_true(shown[asset.name], asset.name)
    end
  end)
end)
