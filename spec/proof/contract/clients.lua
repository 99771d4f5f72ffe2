--- The contract in other people's hands: generated clients, a mock and a validating proxy, against
-- the real svcd. Part of `make contract`; the suite has one client and the journeys
-- (spec/contract/live_spec.lua).
-- luacheck: std +busted

local socket = require("socket")
local client = require("spec.support.service.client")
local requests = require("spec.support.service.requests")
local server = require("spec.support.service.server")
local shell = require("spec.support.house.shell")
local svc = require("svc")

local MODULES = "spec/proof/contract/node_modules"
local BIN = ("PATH=$PWD/%s/.bin:$PWD/spec/node_modules/.bin:$PATH "):format(MODULES)
local subject, folder, base_url

--- Runs a command in the project folder. @return as `shell.run`
local function run(command) return shell.run(("export %s; %s"):format(BIN, command)) end

setup(function()
  subject = server.sample()
  folder = subject.folder .. "/project"
  assert(os.execute("mkdir " .. folder))
  base_url = "http://127.0.0.1:" .. subject.port
  assert(os.rename(subject:save("/openapi.json"), folder .. "/openapi.json"))
end)

teardown(function()
  if subject then subject:stop() end
end)

describe("generated clients", function()
  -- openapi-zod-client is written for zod 3, which zod 4 holds as a module.
  local GENERATE = [[
    cp spec/proof/contract/clients/* %s && cd %s && ln -s %s/%s node_modules &&
    openapi-typescript openapi.json -o generated/fetch.d.ts &&
    openapi-ts -i openapi.json -o generated/hey -c @hey-api/client-fetch &&
    oazapfts openapi.json generated/oazapfts.ts &&
    swagger-typescript-api generate -p openapi.json -o generated -n swagger.ts --extract-enums &&
    BASE_URL=%s orval --config orval.config.mjs &&
    openapi-zod-client openapi.json -o generated/zod.ts --export-schemas \
      -t node_modules/openapi-zod-client/src/templates/schemas-only.hbs &&
    sed -i 's|from "zod"|from "zod/v3"|' generated/zod.ts]]

  --- Each calls the seven operations, and prints the same line of them.
  local SEVEN = "3.1.1 active ok true true id de 4\n"

  setup(function()
    local output, status =
      run(GENERATE:format(folder, folder, os.getenv("PWD"), MODULES, base_url))
    assert(status == 0, output)
  end)

  it("compile under the strictest rules", function()
    local output, status = run(("cd %s && tsc -p ."):format(folder))
    assert.equal("", output)
    assert.equal(0, status)
  end)

  for _, name in ipairs({ "fetch", "hey" }) do
    it("run against the server and narrow by locale: " .. name, function()
      local output = run(("cd %s && node out/%s.js %s"):format(folder, name, base_url))
      assert.equal("de external 4\n114\nCONTENT_NOT_FOUND 404\n" .. SEVEN, output)
    end)
  end

  local others =
    { "out/oazapfts.js", "out/orval.js", "out/swagger.js", "out/zod.js", "swagger-client.mjs" }
  for _, name in ipairs(others) do
    it("call all operations: " .. name, function()
      local output = run(("cd %s && node %s %s"):format(folder, name, base_url))
      assert.equal(SEVEN, output)
    end)
  end
end)

--- Runs Prism until the specs of the block are over. @treturn function that gives its port
local function prism(command)
  local port, pid

  setup(function()
    port = server.free_port()
    local line = "export %s; prism %s -p %d >%s/prism 2>&1 & echo $!"
    local pipe <close> = assert(io.popen(line:format(BIN, command(), port, folder)))
    pid = pipe:read("n")
    assert(server.await(function()
      local connection = socket.connect("127.0.0.1", port)
      return connection and connection:close()
    end, 20))
  end)

  teardown(function() os.execute("kill " .. pid) end)
  return function() return port end
end

describe("a mock of the contract", function()
  local port = prism(function() return "mock " .. folder .. "/openapi.json" end)

  for _, locale in ipairs({ "en", "id", "de" }) do
    it("answers in the locale that a client prefers: " .. locale, function()
      for _, path in ipairs({ "/v1/taxonomy", "/v1/quran/112", "/v1/content?ref=a" }) do
        local headers = { Prefer = "example=" .. locale }
        local answer = client.request(port(), path, { headers = headers })
        local value = svc.parse_json(answer.body)
        assert.same({ 200, locale }, { answer.status, value.locale })
      end
    end)
  end
end)

describe("a validating proxy", function()
  local port = prism(function()
    local command = "proxy %s/openapi.json %s --validate-request=false"
    return command:format(folder, base_url)
  end)

  it("finds no fault in the answers to valid and invalid requests", function()
    local count, faults = 0, {}
    for _, row in ipairs(requests) do
      local described = row[1]:find("^/v1/?%f[?/%z]") or row[1]:find("^/openapi")
      if described and row[3] ~= "ENDPOINT_NOT_FOUND" then
        local answer = client.request(port(), row[1], { headers = row[4] })
        count = count + 1
        local fault = answer.headers["sl-violations"]
          or not answer.headers["x-request-id"] and "not answered by svcd"
        if fault then faults[#faults + 1] = row[1] .. ": " .. fault end
      end
    end
    assert.equal("", table.concat(faults, "\n"))
    assert.is_true(count >= 100, count .. " requests")
  end)
end)
