--- The official conformance suite against the real svcd: on the fixture routes everything that a
-- server without sessions can do, on the routes of the service everything that needs no fixture.
local cjson = require("cjson")
local lfs = require("lfs")
local forge = require("spec.support.publication.forge")
local node = require("spec.support.web.node")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local SUITE = node.package("@modelcontextprotocol/conformance")

--- Scenarios in which the server sends requests of its own into a session.
local SESSIONS = {
  ["elicitation-sep1034-defaults"] = true,
  ["elicitation-sep1330-enums"] = true,
  ["tools-call-elicitation"] = true,
  ["tools-call-sampling"] = true,
}

--- Scenarios that the service passes without any fixture.
-- stylua: ignore
local UNAIDED = {
  ["2026-07-28"] = {
    "caching", "dns-rebinding-protection", "http-header-validation",
    "input-required-result-unsupported-methods", "prompts-list", "resources-list",
    "sep-2164-resource-not-found", "server-sse-multiple-streams", "tools-list",
  },
  ["2025-11-25"] = {
    "dns-rebinding-protection", "ping", "prompts-list", "resources-list", "server-initialize",
    "server-sse-multiple-streams", "tools-list",
  },
}

--- Scenarios that the suite runs and does not require.
local BEYOND = {
  "http-custom-header-server-validation",
  "http-header-validation",
  "json-schema-2020-12",
}

--- What a revision requires of a server, as the suite lists it.
local function required(revision)
  local names, inside = {}, false
  for line in io.lines(("%s/requirements/%s.yaml"):format(SUITE, revision)) do
    if line:find("^%a") then inside = line == "server:" end
    local name = inside and line:match("^  %- ([%w-]+)$")
    if name then names[#names + 1] = name end
  end
  return names
end

--- Runs the suite and gathers its checks by scenario.
local function run(subject, revision)
  local folder = subject.folder .. "/results-" .. revision
  node.run(
    ("%s/dist/index.js server --url http://127.0.0.1:%d/mcp --requirements %s -o %s"):format(
      SUITE,
      subject.port,
      revision,
      folder
    )
  )
  local checks = {}
  for entry in lfs.dir(folder) do
    local name = entry:match("^server%-(.-)%-%d%d%d%d%-%d%d%-%d%dT")
    if name then
      checks[name] = cjson.decode(forge.read(folder .. "/" .. entry .. "/checks.json"))
    end
  end
  return checks
end

--- The failed checks of a scenario, one a line, and how many passed.
local function failures(checks)
  local lines, passed = {}, 0
  for _, check in ipairs(checks or {}) do
    if check.status == "FAILURE" then
      lines[#lines + 1] = check.id .. ": " .. tostring(check.errorMessage)
    elseif check.status == "SUCCESS" or check.status == "WARNING" then
      passed = passed + 1
    end
  end
  return table.concat(lines, "\n"), passed
end

local function holds(results, revision, name)
  it(("passes %s at %s"):format(name, revision), function()
    local failed, passed = failures(results[revision][name])
    assert.equal("", failed)
    assert.is_true(passed > 0, "the scenario made no check")
  end)
end

describe("the fixture server", function()
  local results, subject = {}, nil

  setup(function()
    local options = { routes = "spec/support/mcp/conformance" }
    subject = server.start(options, { SVC_QUOTA_LIMIT = 0 })
    for revision in pairs(UNAIDED) do
      results[revision] = run(subject, revision)
    end
  end)

  teardown(function()
    if subject then subject:stop() end
  end)

  for _, revision in ipairs({ "2026-07-28", "2025-11-25" }) do
    for _, name in ipairs(required(revision)) do
      if not SESSIONS[name] then holds(results, revision, name) end
    end
  end

  for _, name in ipairs(BEYOND) do
    holds(results, "2026-07-28", name)
  end

  it("is held to the 37 and 30 scenarios that the revisions require", function()
    assert.equal(37, #required("2026-07-28"))
    assert.equal(30, #required("2025-11-25"))
  end)
end)

describe("the service", function()
  local results, subject = {}, nil
  local folder = os.tmpname()

  setup(function()
    os.remove(folder)
    assert(lfs.mkdir(folder))
    sample.write(folder .. "/sample.svp", folder .. "/sample.trust")
    subject = server.start({
      publication = folder .. "/sample.svp",
      trust = folder .. "/sample.trust",
    }, { SVC_QUOTA_LIMIT = 0 })
    for revision in pairs(UNAIDED) do
      results[revision] = run(subject, revision)
    end
  end)

  teardown(function()
    if subject then subject:stop() end
    os.execute("rm -r " .. folder)
  end)

  for revision, names in pairs(UNAIDED) do
    for _, name in ipairs(names) do
      holds(results, revision, name)
    end
  end
end)
