--- The official clients against the real svcd, in both eras of the protocol.
local application = require("spec.support.service.application")
local cjson = require("cjson")
local forge = require("spec.support.publication.forge")
local node = require("spec.support.web.node")
local server = require("spec.support.service.server")
local svc = require("svc")

--- Every tool with the examples that its documentation shows, as arguments.
local TOOLS, calls = {}, {}
for i, route in ipairs(application.new().app:tools()) do
  local given = {}
  for name, declaration in pairs(route.params) do
    if declaration.required or declaration.shown then given[name] = declaration.example end
  end
  TOOLS[i], calls[route.mcp.name] = route.mcp.name, given
end

--- The only tool that the inspector calls, a process for each call: in a checkout that differs from
-- this one by that tool (spec/routes/new_endpoint_spec.lua).
local INSPECTED = os.getenv("INSPECTED")

local CLIENTS = {
  "client pinned to 2026-07-28",
  "client in mode auto",
  "client by default",
  "sdk 1.x",
}

local results = {}
local subject

setup(function()
  subject = server.sample()
  local script = "spec/support/mcp/mcp_clients.mjs http://127.0.0.1:%d/mcp %s %s"
  local listed = forge.write(subject.folder .. "/calls.json", svc.json(calls))
  local output = node.run(script:format(subject.port, listed, INSPECTED or ""))
  for line in output:gmatch("[^\n]+") do
    local good, row = pcall(cjson.decode, line)
    if good then results[row.client .. " " .. row.attempt] = row end
  end
  results.output = output
end)

teardown(function()
  if subject then subject:stop() end
end)

local function works(client, attempt)
  it(client .. " " .. attempt, function()
    local row = results[client .. " " .. attempt]
    assert.is_truthy(row, "it was not tried: " .. results.output)
    assert.is_nil(row.reason)
  end)
end

describe("the official", function()
  for _, client in ipairs(CLIENTS) do
    works(client, "connects")
    works(client, "lists the tools")
    for _, tool in ipairs(TOOLS) do
      works(client, "calls " .. tool)
    end
    works(client, "reads a refusal")
    works(client, "reads resources")
    works(client, "gets prompts")
    works(client, "completes an argument")
  end

  works(CLIENTS[1], "speaks 2026-07-28")
  works(CLIENTS[2], "speaks 2026-07-28")
  works(CLIENTS[3], "speaks 2025-11-25")

  for _, era in ipairs({ "modern", "legacy" }) do
    local inspector = "inspector --protocol-era " .. era
    works(inspector, "lists the tools without a warning")
    for _, tool in ipairs(INSPECTED and { INSPECTED } or TOOLS) do
      works(inspector, "calls " .. tool)
    end
  end
end)
