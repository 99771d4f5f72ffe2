--- The contract in other people's hands: a generated client and recorded journeys against the real
-- svcd. `make contract` has clients of eight generators, a validating proxy and viewers.
local server = require("spec.support.service.server")
local shell = require("spec.support.house.shell")

local BIN = "PATH=$PWD/spec/node_modules/.bin:$PATH REDOCLY_TELEMETRY=off "
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

describe("a generated client", function()
  local GENERATE = [[
    cp spec/proof/contract/clients/calls.ts spec/proof/contract/clients/fetch.ts %s && cd %s &&
    sed 's/"files": .*/"files": ["fetch.ts"]/' %s/spec/proof/contract/clients/tsconfig.json \
      >tsconfig.json && ln -s %s/spec/node_modules node_modules &&
    openapi-typescript openapi.json -o generated/fetch.d.ts]]

  setup(function()
    local here = os.getenv("PWD")
    local output, status = run(GENERATE:format(folder, folder, here, here))
    assert(status == 0, output)
  end)

  it("compiles under the strictest rules", function()
    local output, status = run(("cd %s && tsc -p ."):format(folder))
    assert.equal("", output)
    assert.equal(0, status)
  end)

  it("calls all operations of the server and narrows by locale", function()
    local output = run(("cd %s && node out/fetch.js %s"):format(folder, base_url))
    assert.equal(
      "de external 4\n114\nCONTENT_NOT_FOUND 404\n3.1.1 active ok true true id de 4\n",
      output
    )
  end)
end)

describe("journeys", function()
  it("are valid Arazzo", function()
    local output, status = run("redocly lint contract/journeys.arazzo.yaml")
    assert.equal(0, status, output)
  end)

  it("succeed on the server", function()
    local command = "redocly respect contract/journeys.arazzo.yaml -S contract=" .. base_url
    local output, status = run(command)
    assert.equal(0, status, output)
  end)
end)
