--- `meson install`: what is installed runs without the checkout (meson.build).

local server = require("spec.support.server")

local BUILD = os.getenv("BUILD") or "build"
local PLACE = os.tmpname()

local function run(command) assert(os.execute(command .. " >" .. PLACE .. ".log 2>&1"), command) end

describe("an installation", function()
  local root, running

  setup(function()
    os.remove(PLACE)
    run(("DESTDIR=%s meson install -C %s --no-rebuild --quiet"):format(PLACE, BUILD))
    root = PLACE .. "/usr/local"
    running = server.start({
      publication = BUILD .. "/demo.svp",
      trust = BUILD .. "/demo.trust",
    }, { SVC_HOME = root .. "/share/svc" }, { program = root .. "/bin/svcd", patience = 20 })
  end)

  teardown(function()
    if running then running:stop() end
    os.execute(("rm -rf %s %s.log"):format(PLACE, PLACE))
  end)

  it("serves the API", function()
    local answer = running:request("/v1/quran/112?locale=de")
    assert.equal(200, answer.status)
    assert.truthy(answer.body:find('"locale":"de"', 1, true))
  end)

  it("serves the pages, with the faces beside the engine", function()
    local style = running:request("/en/quran/112").body:match('href="(/[^"]*%.css)"')
    local face = running:request(style).body:match('url%("([^"]*woff2)"')
    assert.equal("wOF2", running:request(face).body:sub(1, 4))
  end)

  it("publishes and verifies", function()
    local verify = ("%s/bin/svcd verify --trust %s/demo.trust %s/demo.svp")
    run("SVC_HOME=" .. root .. "/share/svc " .. verify:format(root, BUILD, BUILD))
    run(("SVC_HOME=%s/share/svc %s/bin/svcd publish --help"):format(root, root))
  end)

  it("holds neither the demo's content nor the specs", function()
    assert.is_nil(io.open(root .. "/share/svc/data/content"))
    assert.is_nil(io.open(root .. "/share/svc/spec"))
    assert.is_nil(io.open(root .. "/share/svc/contract/fixtures"))
  end)
end)
