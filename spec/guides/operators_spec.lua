--- The guides for operators do what they show: their config files are read and their commands give
-- what stands below them, each guide in a folder of its own. That for the packages, the first five
-- minutes, has the folders of an installation below its own, and programs for sudo and systemctl;
-- `make packages` runs it once more where the packages are installed.

local client = require("spec.support.service.client")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local guide = require("site.guide")
local server = require("spec.support.service.server")

local FOLDER = "lua/site/assets/"
local GUIDES = { "install", "operators", "proxy", "watching", "troubleshooting" }

--- Seconds after which a command that should have ended is ended.
local PATIENCE = math.ceil(4 * client.PATIENCE)

--- Publishes one lesson in the folder, as the guides expect to find it.
local PUBLISHED = [[
  svcd keygen --out alice.key
  svcd trust init --root-key alice.key --publication-key alice.key --out content.trust
  echo '{"id":"light","title":"Light","text":"Light is fast.","locale":"en"}' >lessons.jsonl
  svcd publish --no-content --no-quran --jsonl lessons.jsonl \
    --sequence 2 --key alice.key --out content.svp]]

--- Where an installation has its folders; a guide has them below its own.
local PLACES = { "/etc/svc/", "/var/lib/svc/", "/run/svc/", "/srv/" }

--- Files below the folder of the guide to the packages.
local INSTALLED = {
  ["/etc/svc/svcd.conf.lua"] = forge
    .read("data/deploy/systemd/svcd.conf.lua")
    :gsub("fd:http", "127.0.0.1:8080"),
  ["/bin/sudo"] = '#!/bin/sh\nexec env SVC_CONFIG=/etc/svc/svcd.conf.lua "$@"\n',
  ["/bin/systemctl"] = [[
#!/bin/sh
case $1 in
  start)
    svcd serve >log 2>&1 & echo $! >pid
    until svcd status >/dev/null 2>&1; do :; done ;;
  stop) kill "$(cat pid)" && exec tail --pid "$(cat pid)" -s 0.05 -f /dev/null ;;
  reload) exec svcd reload >/dev/null ;;
esac
]],
}

--- What is there before the first command of a guide.
local BEFORE = {
  install = [[
  ln -s "$(dirname "$(realpath bin/svcd)")/demo.svp" /var/lib/svc/current.svp
  ln -s "$(dirname "$(realpath bin/svcd)")/demo.trust" /var/lib/svc/publisher.trust
  sudo systemctl start svcd]],
  operators = "true",
  proxy = PUBLISHED,
  troubleshooting = PUBLISHED .. "\nmkdir state",
  watching = PUBLISHED
    .. "\nsvcd serve --listen 127.0.0.1:0 --admin-listen 127.0.0.1:9090 --publication content.svp"
    .. " --trust content.trust --control control.sock &",
}

local function guide_spec(name)
  local path = FOLDER .. name .. ".md"
  describe(path, function()
    local folder, ports
    local running = {}

    local function here(text)
      for _, place in ipairs(PLACES) do
        text = text:gsub("%f[/]" .. place, folder .. place)
      end
      return (
        text:gsub(
          "127%.0%.0%.1:(%d%d%d%d)",
          function(port) return "127.0.0.1:" .. (ports[port] or port) end
        )
      )
    end

    local function install()
      for _, place in ipairs(PLACES) do
        assert(os.execute(("mkdir -p %s%s"):format(folder, place)))
      end
      assert(os.execute(("mkdir %s/var/lib/svc/state"):format(folder)))
      for file, text in pairs(INSTALLED) do
        forge.write(folder .. file, here(text))
        assert(os.execute(("chmod +x %s%s"):format(folder, file)))
      end
    end

    local function line_of(command)
      local line =
        "cd %s; export PATH=\"%s/bin:$PATH\" SVC_HOME='%s'; unset LUA_PATH LUA_CPATH; "
      local home = os.getenv("SVC_HOME") or os.getenv("PWD")
      return line:format(folder, folder, home) .. here(command)
    end

    --- Starts a command that goes on; gives as many lines of its output as are expected.
    local function start(command, count)
      local output = folder .. "/output." .. #running
      local pipe <close> =
        io.popen(line_of(("%s >%s 2>%s.log & echo $!"):format(command, output, output)))
      running[#running + 1] = pipe:read("n")
      local lines
      server.await(function()
        lines = {}
        local file <close> = io.open(output)
        for line in file and file:lines() or function() end do
          lines[#lines + 1] = line
        end
        return #lines >= count
      end)
      return table.move(lines, 1, count, 1, {})
    end

    local function run(command)
      local goes_on = command.text:match("^(.*) &$")
      if goes_on then return start(goes_on, #command.expected) end
      forge.write(folder .. "/command", line_of(command.text))
      return document.run(("timeout %d sh %s/command"):format(PATIENCE, folder))
    end

    setup(function()
      folder = forge.folder()
      ports = { ["8080"] = server.free_port(), ["9090"] = server.free_port() }
      local program = os.getenv("SVC_SVCD") or "build/svcd"
      local link = "mkdir %s/bin && ln -s \"$(realpath '%s')\" %s/bin/svcd"
      assert(os.execute(link:format(folder, program, folder)))
      if name == "install" then install() end
      for text in (BEFORE[name]:gsub("\\\n", "") .. "\n"):gmatch("([^\n]+)\n") do
        run({ text = text, expected = text:find("&$") and { "…", "…" } or {} })
      end
    end)

    teardown(function()
      if name == "install" then run { text = "sudo systemctl stop svcd" } end
      for _, pid in ipairs(running) do
        os.execute(("kill %d 2>/dev/null"):format(pid))
      end
      forge.remove(folder)
    end)

    for _, block in ipairs(document.blocks(path)) do
      local file = (block.lines[1] or ""):match("^%-%- (%S+%.lua)$")
      if file then
        it(("line %d: %s is written"):format(block.line, file), function()
          local text = here(table.concat(block.lines, "\n"))
          assert(load(text, "=" .. file))
          forge.write(folder .. "/" .. file, text)
        end)
      end
      local here_too = block.language == "console" and not block.exempt
      for _, command in ipairs(here_too and document.commands(block) or {}) do
        it(("line %d: %s"):format(command.line, command.text:sub(1, 60)), function()
          local output = run(command)
          for i, expected in ipairs(command.expected) do
            command.expected[i] = here(expected)
          end
          assert.is_nil(document.missing_line(command.expected, output))
        end)
      end
    end
  end)
end

for _, name in ipairs(GUIDES) do
  guide_spec(name)
end

describe("the guides for operators", function()
  it("link to guides that there are", function()
    for _, name in ipairs(GUIDES) do
      for linked in forge.read(FOLDER .. name .. ".md"):gmatch("%]%(/docs/(%l+)%.md%)") do
        assert.truthy(guide.entry(linked), name .. " links to " .. linked)
      end
    end
  end)
end)

describe("the sample for nginx", function()
  it("serves the API through TLS, and the quota is that of the client", function()
    if not os.execute("command -v nginx >/dev/null") then
      return pending("nginx is not installed")
    end
    local folder, port = forge.folder(), server.free_port()
    forge.write(folder .. "/edge", "the-line-of-edge_secrets\n")
    local svcd <close> = server.demo({
      trusted_proxies = "127.0.0.1",
      edge_secrets_file = folder .. "/edge",
    })
    for _, block in ipairs(document.blocks(FOLDER .. "proxy.md")) do
      if block.language == "nginx" then
        local text = table
          .concat(block.lines, "\n")
          :gsub("127%.0%.0%.1:8080", "127.0.0.1:" .. svcd.port)
          :gsub("listen 443", "listen 127.0.0.1:" .. port)
          :gsub("/etc/ssl/[%w./]+%.pem", folder .. "/cert.pem")
          :gsub("/etc/ssl/[%w./]+%.key", folder .. "/cert.key")
        forge.write(
          folder .. "/nginx.conf",
          ("pid %s/pid; error_log %s/log; events {}\nhttp {\naccess_log off;\n%s\n}\n"):format(
            folder,
            folder,
            text
          )
        )
      end
    end
    local output = document.run(
      (
        "cd %s && openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=api.example.org "
        .. "-keyout cert.key -out cert.pem 2>&1 && nginx -c %s/nginx.conf -e %s/log && "
        .. "curl -sk --resolve api.example.org:%d:127.0.0.1 -w '%%{http_code}' -o /dev/null "
        .. 'https://api.example.org:%d/v1/taxonomy; kill "$(cat pid)"'
      ):format(folder, folder, folder, port, port)
    )
    forge.remove(folder)
    assert.equal("200", output[#output], table.concat(output, "\n"))
  end)
end)
