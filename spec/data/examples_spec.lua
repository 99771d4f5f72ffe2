--- The examples do what their pages show: the commands of each run in a copy of its folder, one
-- after another, with ports of their own. What a command leaves running ends with its example.
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local HERE = os.getenv("PWD")
local PORTS = { "8080", "8081", "8082", "6380" }

--- The examples, and the program that each needs beside svcd and curl.
local EXAMPLES = {
  importer = "awk",
  mcp = "curl",
  nginx = "nginx",
  overlay = "curl",
  proof = HERE .. "/spec/node_modules/.bin/node",
  replicas = "redis-server",
  route = "curl",
  search = "lua5.4",
}

local function run(command) return document.run(command)[1] end

--- Copies an example, with free ports in place of those it shows.
local function copy(name)
  local root = forge.folder()
  local folder = ("%s/data/examples/%s"):format(root, name)
  assert(os.execute(("mkdir -p %s && chmod 755 %s"):format(folder, root)))
  for _, part in ipairs { "cli", "lua", "build" } do
    assert(os.execute(("ln -s %s/%s %s/%s"):format(HERE, part, root, part)))
  end
  local swaps, listen = {}, nil
  for _, port in ipairs(PORTS) do
    local free = server.free_port()
    listen = listen or "127.0.0.1:" .. free
    swaps[#swaps + 1] = ("-e s/%s/%d/g"):format(port, free)
  end
  local swap = "for f in data/examples/%s/*; do sed %s $f >%s/${f##*/}; done"
  assert(os.execute(swap:format(name, table.concat(swaps, " "), folder)))
  return root, folder, listen
end

local function environment(folder)
  local build = (os.getenv("SVC_SVCD") or HERE .. "/build/svcd"):match("^(.*)/svcd$")
  local plain = (os.getenv("SVC_PLAIN") or build .. "/svcd"):match("^(.*)/svcd$")
  return table.concat({
    "cd " .. folder,
    ("export PATH=%s:%s/spec/node_modules/.bin:/usr/sbin:$PATH"):format(build, HERE),
    ("export SVC_PUBLICATION=%s/demo.svp SVC_TRUST=%s/demo.trust"):format(build, build),
    ("export SVC_CONTROL=%s/control.sock LUA_CPATH='%s/?.so;;'"):format(folder, plain),
    "",
  }, "\n")
end

describe("the example", function()
  for name, program in pairs(EXAMPLES) do
    local root, folder, listen
    local started = {}

    local function start(command)
      local listens = command:find("--config", 1, true) and "" or "export SVC_LISTEN=" .. listen
      local line = "%s\n(exec %s) >log.%d 2>&1 & echo $!"
      local text = line:format(listens, (command:gsub("&%s*$", "")), #started + 1)
      started[#started + 1] = run(environment(folder) .. text)
    end

    it(name .. " has what its page shows", function()
      assert(os.execute(("command -v %s >/dev/null"):format(program)), program)
      root, folder, listen = copy(name)
      local lines = 0
      for _ in io.lines(folder .. "/README.md") do
        lines = lines + 1
      end
      assert.is_true(lines <= 30, lines .. " lines")
      for _, block in ipairs(document.blocks(folder .. "/README.md")) do
        for _, command in ipairs(block.language == "console" and document.commands(block) or {}) do
          if command.text:find("&%s*$") then
            start(command.text)
          else
            local missing
            -- What was started a moment ago may not answer yet.
            server.await(function()
              missing = document.missing_line(
                command.expected,
                document.run(environment(folder) .. command.text)
              )
              return not missing
            end, 15)
            assert.is_nil(missing, command.text)
          end
        end
      end
    end)

    teardown(function()
      for _, pid in ipairs(started) do
        os.execute(
          ("kill %s 2>/dev/null; while kill -0 %s 2>/dev/null; do sleep 0.05; done"):format(
            pid,
            pid
          )
        )
      end
      if root then forge.remove(root) end
    end)
  end

  it("is one of those that are there", function()
    local names = {}
    for _, name in ipairs(document.run("ls -d data/examples/*/")) do
      names[#names + 1] = assert(name:match("([^/]+)/$"))
    end
    local told = {}
    for name in pairs(EXAMPLES) do
      told[#told + 1] = name
    end
    table.sort(told)
    assert.same(told, names)
  end)
end)
