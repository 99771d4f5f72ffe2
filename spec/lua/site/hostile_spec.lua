--- Content and queries that try to become markup, as a real browser reads them: each case is the
-- title, the description and the text of a lesson, and a query. What would run or ask elsewhere is
-- an element or an attribute, so that its parser sees it; some are opened as well, policy and all.
local browser = require("spec.support.web.browser")
local client = require("spec.support.service.client")
local server = require("spec.support.service.server")
local svc = require("svc")

local CASES = {
  "<script>pwned=1</script>",
  "<SCRIPT SRC=//evil.test/x.js></SCRIPT>",
  "<ScRiPt>pwned=1</sCrIpT>",
  "<script>pwned=1",
  "</script><script>pwned=1</script>",
  "<script/x>pwned=1</script>",
  "<scr<script>ipt>pwned=1</scr</script>ipt>",
  "</title><script>pwned=1</script>",
  "</main><script>pwned=1</script>",
  "--><script>pwned=1</script>",
  "<![CDATA[<script>pwned=1]]>",
  "<!--<img src=x onerror=pwned=1>-->",
  "<!DOCTYPE x [<!ENTITY y 'z'>]>&y;",
  "<?php pwned ?>",
  "<img src=x onerror=pwned=1>",
  "<img/src=x/onerror=pwned=1>",
  "<image src=x onerror=pwned=1>",
  "<svg onload=pwned=1>",
  "<svg><script>pwned=1</script></svg>",
  "<svg/onload=pwned=1//",
  "<math><mtext><script>pwned=1</script></mtext></math>",
  "<body onload=pwned=1>",
  "<iframe src=javascript:pwned=1></iframe>",
  "<iframe srcdoc='<script>parent.pwned=1</script>'>",
  "<object data=javascript:pwned=1>",
  "<embed src=javascript:pwned=1>",
  "<base href=//evil.test/>",
  "<meta http-equiv=refresh content='0;url=javascript:pwned=1'>",
  "<link rel=stylesheet href=//e>",
  "<style>*{background:url(//evil.test)}</style>",
  "<p style=background:url(//evil.test)>x</p>",
  "<form action=//evil.test><button>x</button></form>",
  "<input autofocus onfocus=pwned=1>",
  "<details open ontoggle=pwned=1>",
  "<video><source onerror=pwned=1>",
  "<audio src=x onerror=pwned=1>",
  "<marquee onstart=pwned=1>",
  "<a href=javascript:pwned=1>x</a>",
  "<a onclick=pwned=1>x</a>",
  '" onmouseover=pwned=1 x="',
  "' onmouseover=pwned=1 x='",
  '"><img src=x onerror=pwned=1>',
  "'><svg onload=pwned=1>",
  '"autofocus onfocus=pwned=1 "',
  "`onload=pwned=1`",
  "</textarea><b>x",
  "[x](javascript:pwned=1)",
  "[x](JaVaScRiPt:pwned=1)",
  "[x](java&#115;cript:pwned=1)",
  "[x](javascript&colon;pwned=1)",
  "[x](&#1;javascript:pwned=1)",
  "[x](data:text/html,<script>1)",
  "[x](vbscript:pwned)",
  "[x](<javascript:pwned=1>)",
  "[x](//evil.test)",
  "[x](/\\evil.test)",
  '[x](https://e.test/"onclick=pwned=1)',
  "[x](https://e.test 'a\" onclick=\"pwned=1')",
  "<javascript:pwned=1>",
  "<data:text/html,x>",
  "![x](javascript:pwned=1)",
  '![" onerror=pwned=1](x)',
  "![x](https://evil.test/x.png)",
  "[x]: javascript:pwned=1",
  "`<script>pwned=1</script>`",
  "$\\text{<script>pwned=1</script>}$",
  "$<img src=x onerror=pwned=1>$",
  "$\\href{javascript:1}{x}$",
  "$\\style{a}{b}$",
  "&lt;script&gt;pwned=1&lt;/script&gt;",
  "&#60;script&#62;pwned=1&#60;/script&#62;",
  "&amp;lt;script&amp;gt;",
  "\u{202E}tpircs\u{202C} \u{2066}x",
  "\u{202E}<script>pwned=1</script>",
  "\u{FEFF}<script>pwned=1</script>",
  "\u{FF1C}script\u{FF1E}pwned=1",
  "{{constructor.pwned=1}}",
  "${pwned=1}",
  "{!body} {title}",
  "%(x)s %1 %%",
  'x\\"; pwned=1; //',
  "\u{2028}pwned=1",
}

--- One case of so many is opened.
local EVERY = 10

--- A text that has a case in every kind of block.
local TEXT =
  "# %s\n\n%s\n\n> %s\n\n- %s\n\n## %s\n\n|a|%s|\n|---|---|\n|1|2|\n\n```%s\n%s\n```\n"

local subject, folder
local seen, read = {}, {}

local function path_of(i) return "hostile/case-" .. i end

local function is_opened(i) return i % EVERY == 1 end

local function encode(text)
  return (text:gsub("[^%w]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

local function write(path, trust)
  local builder = svc.builder()
  for i, case in ipairs(CASES) do
    builder:document({
      id = "asset:en:material:hostile:case-" .. i,
      concept = "concept:hostile:case-" .. i,
      lens = "lens:material:hostile",
      route = path_of(i),
      title = case,
      description = case,
      text = TEXT:format(case, case, case, case, case, case, case, case),
    })
  end
  local private, public = svc.keygen()
  local expires = os.time() + 86400
  assert(builder:write(path, {
    private_key = private,
    sequence = 1,
    created = os.time(),
    expires = expires,
  }))
  local keys = { threshold = 1, keys = { public } }
  local root = { expires = expires, root = keys, publication = keys }
  assert(svc.replace_file(trust, assert(svc.extend_trust(nil, root, { private }))))
end

setup(function()
  folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  write(folder .. "/hostile.svp", folder .. "/hostile.trust")
  subject = server.start({
    publication = folder .. "/hostile.svp",
    trust = folder .. "/hostile.trust",
    quota_limit = 0,
  })
  local tasks = {
    { name = "list", path = "/en" },
    {
      name = "search",
      path = "/",
      steps = { { "fill", "#find", "script pwned" }, { "see", ".found li" } },
    },
  }
  local parsed = {}
  for i, case in ipairs(CASES) do
    for name, path in pairs({
      page = "/en/" .. path_of(i),
      query = "/search?query=" .. encode(case),
    }) do
      parsed[#parsed + 1] = { name = name .. " " .. i, path = path }
      if is_opened(i) then
        tasks[#tasks + 1] = { name = name .. " " .. i, path = path, profile = name }
      end
    end
  end
  tasks[1].parse = {}
  for i, page in ipairs(parsed) do
    tasks[1].parse[i] = page.path
  end
  for _, look in ipairs(browser.look(subject.port, tasks)) do
    seen[look.name] = look
  end
  for i, page in ipairs(parsed) do
    read[page.name] = seen.list.parsed[i]
  end
end)

teardown(function()
  if subject then subject:stop() end
  os.execute("rm -r " .. folder)
end)

local function harmless(name)
  local look = assert(seen[name], "it was not looked at")
  assert.same({ 200, 0, {}, {} }, { look.status, look.alarms, look.planted, look.foreign })
  assert.same({}, look.console)
end

describe("hostile content", function()
  it("has at least sixty cases", function() assert.is_true(#CASES >= 60) end)

  it("is harmless in a list", function() harmless("list") end)

  it("is harmless where one searches while typing", function() harmless("search") end)

  for i, case in ipairs(CASES) do
    local shown = case:gsub("[^\x20-\x7e]", "?")
    for name, place in pairs({ page = "on its page", query = "as a query" }) do
      it(("is harmless %s: %s"):format(place, shown), function()
        assert.same({ status = 200, planted = {} }, read[name .. " " .. i])
        if is_opened(i) then harmless(name .. " " .. i) end
      end)
    end
  end

  it("is never an element of the head that a feed of titles could break", function()
    for i in ipairs(CASES) do
      local body = client.request(subject.port, "/en/" .. path_of(i)).body
      local head = body:match("^(.-)<body")
      local _, scripts = head:gsub("<script", "")
      local _, own = head:gsub('<script src="/assets/site%.%x+%.js" defer></script>', "")
      local _, data = head:gsub('<script type="application/ld%+json">[^<]*</script>', "")
      local _, titles = head:gsub("</title>", "")
      assert.same({ 2, 1, 1, 1 }, { scripts, own, data, titles }, CASES[i])
    end
  end)
end)

describe("the policy of a page", function()
  it("allows nothing but this origin's own files", function()
    local policy = client.request(subject.port, "/en/" .. path_of(1)).headers
    assert.equal(
      "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; "
        .. "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        .. "frame-ancestors 'none'",
      policy["content-security-policy"]
    )
    assert.equal("nosniff", policy["x-content-type-options"])
  end)
end)
