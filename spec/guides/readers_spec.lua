--- Commands and programs in what a service serves under /docs and /proven run as they are shown,
-- against the service that shows them. Guides whose commands other specs run are left to these.
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local node = require("spec.support.web.node")
local server = require("spec.support.service.server")
local svc = require("svc")

-- stylua: ignore
local PAGES = {
  "/docs", "/docs/rest", "/docs/clients", "/docs/mcp", "/docs/cli", "/docs/library", "/docs/proofs",
}
for _, locale in ipairs(svc.locales) do
  table.insert(PAGES, "/proven/" .. locale)
end

--- What stands in a command where the reader's own belongs.
local OWN = {
  ["CONTENT%-ID"] = "asset:en:quran:surah:112",
  ["ID%-KONTEN"] = "asset:id:quran:surah:112",
  ["INHALTS%-ID"] = "asset:de:quran:surah:112",
  ["TRUST%-FILE"] = "demo.trust",
  ["BERKAS%-KEPERCAYAAN"] = "demo.trust",
  VERTRAUENSDATEI = "demo.trust",
}

--- The file that a block becomes, and the command that runs it. Those of languages whose tool is
-- not there are left out.
local PROGRAMS = {
  go = { "block.go", "go run block.go" },
  java = { "block.java", "java block.java" },
  php = { "block.php", "php block.php" },
  js = { "block.mjs", "node block.mjs" },
  lua = { "block.lua", "lua5.4 block.lua" },
  python = { "block.py", "python3 block.py" },
  sh = { "block.sh", "sh -e block.sh" },
}

local folder = forge.folder()
local home, build = os.getenv("PWD"), os.getenv("BUILD") or "build"
local plain = (os.getenv("SVC_PLAIN") or home .. "/build/svcd"):match("^(.*)/svcd$")
local host = server.demo({ quota_limit = 0 })

local function blocks(page)
  return document.blocks(forge.write(folder .. "/page", host:request(page .. ".md").body))
end

--- Where the commands run: `svc` and `node` on the path, the publication beside them, and a curl
-- that fails where the answer is no success.
local function prepare()
  local link = "cd '%s' && ln -s '%s/demo.svp' '%s/demo.trust' . && mkdir bin "
    .. "&& ln -s '%s/%s' bin/node"
  local made = home .. "/" .. build
  assert(os.execute(link:format(folder, made, made, home, node.path)))
  local client = "#!/bin/sh\nexec node '%s/cli/bin/svc.mjs' \"$@\" </dev/null\n"
  forge.write(folder .. "/bin/svc", client:format(home))
  forge.write(folder .. "/.curlrc", "fail\nsilent\nshow-error\n")
  assert(os.execute(("chmod +x '%s/bin/svc'"):format(folder)))
end

local function is_there(tool) return os.execute("command -v " .. tool .. " >/dev/null") == true end

local ENVIRONMENT = "cd '%s' && PATH=\"%s/bin:$PATH\" HOME='%s' SVC_API_BASE=http://127.0.0.1:%d "
  .. "LUA_CPATH='%s/?.so;;' %s >printed 2>failed"

local function run(block)
  local program, text = PROGRAMS[block.language], table.concat(block.lines, "\n") .. "\n"
  for name, own in pairs(OWN) do
    text = text:gsub(name, own)
  end
  forge.write(folder .. "/" .. program[1], text)
  local line = ENVIRONMENT:format(folder, folder, folder, host.port, plain, program[2])
  return os.execute(line), forge.read(folder .. "/printed"), forge.read(folder .. "/failed")
end

setup(prepare)
teardown(function()
  host:stop()
  forge.remove(folder)
end)

for _, page in ipairs(PAGES) do
  describe("the page " .. page, function()
    local count = 0
    for _, block in ipairs(blocks(page)) do
      if PROGRAMS[block.language] then
        count = count + 1
        it(("line %d: %s"):format(block.line, block.lines[1]:sub(1, 60)), function()
          local tool = PROGRAMS[block.language][2]:match("^%S+")
          if tool ~= "node" and not is_there(tool) then return pending("no " .. tool) end
          local done, printed, failed = run(block)
          assert.is_true(done, failed)
          assert.equal("", (failed:gsub("verified: [^\n]*\n", "")))
          if block.language == "sh" then assert.is_true(#printed > 0) end
          if page == "/docs/clients" then
            assert.match("1%.%d+%.%d+", printed)
            assert.match("/en/material/mathematics/quadratic%-equations", printed)
            assert.match("Sag: Er ist Allah, ein Einer", printed, 1, true)
            assert.match("SURAH_NOT_FOUND", printed)
          end
        end)
      end
    end

    for _, block in ipairs(blocks(page)) do
      if block.language == "json" then
        it(
          ("line %d: is JSON"):format(block.line),
          function() assert.is_table(svc.parse_json(table.concat(block.lines, "\n"))) end
        )
      end
    end

    it("shows something to run", function() assert.is_true(count > 0) end)
  end)
end
