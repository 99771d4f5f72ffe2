--- Try-outs: every published one has what its script reads, by the keys of its text, which are read
-- here from the Markdown. In a real browser some are answered by them and get full marks.
local browser = require("spec.support.web.browser")
local server = require("spec.support.service.server")
local svc = require("svc")
local words = require("base.locales")

local build = os.getenv("BUILD") or "build"
local host = server.demo()
local publication =
  assert(svc.open(build .. "/demo.svp", { trust = build .. "/demo.trust", now = os.time() }))

--- The keys of a text: number and letter of each question that has one.
local function keys_of(text)
  local keys = {}
  for number, letter in text:gmatch("\n%*%*(%d+): ?(%u)%.?%*%*") do
    keys[#keys + 1] = { number = number, letter = letter }
  end
  return keys
end

local pages = {}
for _, locale in ipairs(svc.locales) do
  for item in publication:each(locale, "tryout") do
    if item.readable then
      pages[#pages + 1] = {
        locale = locale,
        path = ("/%s/%s"):format(locale, item.route),
        keys = keys_of(publication:text(item.content_id)),
      }
    end
  end
end

--- One of so many is answered in the browser: the script reads of a page what the first of the
-- specs below finds in each.
local EVERY = 7

local with_keys, walked = 0, {}
for _, page in ipairs(pages) do
  if #page.keys > 0 then
    if with_keys % EVERY == 0 then walked[#walked + 1] = page end
    with_keys = with_keys + 1
  end
end

local function choice(key)
  return ('[data-question="%s"] input[value="%s"]'):format(key.number, key.letter)
end

local PATH = "/en/tryout/indonesia/tka/physics-2026"
local walks = {
  {
    name = "a wrong choice",
    steps = {
      { "click", '[data-question="1"] input[value="A"]' },
      { "click", '[data-question="1"] + .asked button' },
    },
    read = '[data-question="1"] + .asked [role=status]',
    says = "^Not right%. See the key · Uniform motion$",
  },
  {
    name = "the key of a wrong choice",
    steps = {
      { "click", '[data-question="1"] input[value="A"]' },
      { "click", '[data-question="1"] + .asked button' },
      { "click", '[data-question="1"] + .asked a[href="#key-1"]' },
      { "see", "#key-1[open]" },
    },
    read = "#key-1",
    says = "1: D%.",
  },
  {
    name = "a right choice",
    steps = {
      { "click", '[data-question="1"] input[value="D"]' },
      { "click", '[data-question="1"] + .asked button' },
    },
    read = '[data-question="1"] + .asked [role=status]',
    says = "^Right%.$",
  },
  {
    name = "a choice that changes after it was judged",
    steps = {
      { "click", '[data-question="1"] input[value="A"]' },
      { "click", '[data-question="1"] + .asked button' },
      { "click", '[data-question="1"] input[value="D"]' },
    },
    read = '[data-question="1"] + .asked [role=status]',
    says = "^$",
  },
  {
    name = "a page that is loaded again",
    steps = {
      { "click", '[data-question="2"] input[value="C"]' },
      { "click", '[data-question="3"] input[value="D"]' },
      { "reload" },
      { "see", '[data-question="2"] input[value="C"]:checked' },
    },
    read = ".score .done",
    says = "^2 of 10 answered$",
  },
  {
    name = "a score that is loaded again",
    steps = {
      { "click", '[data-question="2"] input[value="C"]' },
      { "click", ".score .count" },
      { "reload" },
    },
    read = ".score [role=status]",
    says = "^1 of 10 are right%.%s+9 not answered%.$",
  },
  {
    name = "a page that is started over",
    steps = {
      { "click", '[data-question="2"] input[value="C"]' },
      { "click", ".score .count" },
      { "click", ".score .reset" },
      { "reload" },
    },
    read = ".score",
    says = "0 of 10 answered",
  },
  {
    name = "a timer",
    steps = {
      { "click", ".score .timer" },
      { "reload" },
      { "see", '.score .timer[aria-pressed="true"]' },
    },
    read = ".score .timer",
    says = "^Timer 00:%d%d$",
  },
}

--- The ids of the page of a lesson; nil where there is no such page.
local ids_of = setmetatable({}, {
  __index = function(self, path)
    local answer, ids = host:request(path), {}
    for id in answer.body:gmatch(' id="([^"]*)"') do
      ids[id] = true
    end
    self[path] = answer.status == 200 and ids or false
    return self[path]
  end,
})

--- The keys of a page whose links lead to no section of a lesson: number and target.
local function astray(page)
  local list = {}
  for number, key in
    host:request(page.path).body:gmatch('<details class="key" id="key%-(%d+)">(.-)</details>')
  do
    local path, section = key:match('href="([^"#]*mater[^"#]*)#([^"]*)"')
    local whole = path and page.path:match("^.*/") .. path
    while whole and whole:find("/[^/.]+/%.%./") do
      whole = whole:gsub("/[^/.]+/%.%./", "/", 1)
    end
    local ids = whole and ids_of[whole]
    if not (ids and ids[section]) then
      list[#list + 1] = ("%s: %s"):format(number, whole or "no section")
    end
  end
  return list
end

local seen = {}

setup(function()
  local tasks = {}
  for _, page in ipairs(walked) do
    local steps = {}
    for j, key in ipairs(page.keys) do
      steps[j] = { "click", choice(key) }
    end
    steps[#steps + 1] = { "click", ".score .count" }
    tasks[#tasks + 1] = {
      name = page.path,
      path = page.path,
      profile = page.locale,
      steps = steps,
      read = ".score [role=status]",
    }
  end
  for i, walk in ipairs(walks) do
    tasks[#tasks + 1] = {
      name = walk.name,
      path = PATH,
      profile = "walk " .. i,
      steps = walk.steps,
      read = walk.read,
    }
  end
  for _, look in ipairs(browser.look(host.port, tasks)) do
    seen[look.name] = look
  end
end)
teardown(function() host:stop() end)

describe("a published try-out", function()
  it("is there in every locale", function() assert.is_true(#pages >= 40, #pages) end)

  for _, page in ipairs(pages) do
    it("has a group of choices for each key with a letter: " .. page.path, function()
      local html = host:request(page.path).body
      local groups = {}
      for number, letter, list in
        html:gmatch(
          'data%-question="(%d+)" data%-key="(%u)">(.-)</ul>\n<p class="asked"[^>]*><button'
        )
      do
        local input = '<input type="radio" name="q%%-%s" value="%s">'
        local _, right = list:gsub(input:format(number, letter), "")
        local _, all = list:gsub("<input", "")
        local keyed = html:find(('id="key-%s"'):format(number), 1, true) ~= nil
        groups[#groups + 1] = { number = number, letter = letter }
        assert.same({ 1, true, true }, { right, all >= 3, keyed }, number)
      end
      assert.same(page.keys, groups)
      local score = words[page.locale].quiz.score
      local told = html:match('<div class="score"[^>]* data%-score="([^"]*)"')
      assert.equal(#groups > 0 and score or nil, told)
    end)

    it("leads from each key to the section that teaches it: " .. page.path, function()
      local body = host:request(page.path).body
      local _, closed = body:gsub('<details class="key"', "")
      local _, asked = body:gsub("<p[^>]*><strong>%d+%.", "")
      assert.equal(asked, closed)
      assert.same({}, astray(page))
    end)
  end

  for _, page in ipairs(walked) do
    it("gives full marks for its keys: " .. page.path, function()
      local all = { right = #page.keys, all = #page.keys }
      local told = words[page.locale].quiz.score:gsub("%%(%a+)", all)
      assert.equal(told, seen[page.path].read)
    end)
  end
end)

describe("the try-outs of an exam", function()
  local function turned(path, rel)
    return host:request(path).body:match('<a rel="' .. rel .. '" href="([^"]*)"')
  end

  it("lead on from the first to the last, and back", function()
    local followed = 0
    for i, page in ipairs(pages) do
      local before, behind = pages[i - 1], pages[i + 1]
      local folder = page.path:match("^.*/")
      local function beside(other)
        return other and other.path:match("^.*/") == folder and other.path or nil
      end
      assert.equal(beside(before), turned(page.path, "prev"))
      assert.equal(beside(behind), turned(page.path, "next"))
      followed = followed + (beside(behind) and 1 or 0)
    end
    assert.is_true(followed > 20, followed)
  end)
end)

describe("a try-out judges", function()
  for _, walk in ipairs(walks) do
    it(walk.name, function()
      assert.matches(walk.says, seen[walk.name].read)
      assert.same({}, seen[walk.name].console)
    end)
  end
end)
