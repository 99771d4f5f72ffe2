--- The official clients against the real svcd, in both eras of the protocol.
local cjson = require("cjson")
local node = require("spec.support.node")
local sample = require("spec.support.sample")
local server = require("spec.support.server")

local TOOLS = {
  "svc_get_content",
  "svc_get_quran_reference",
  "svc_get_taxonomy",
  "svc_search_content",
}

local CLIENTS = {
  "client pinned to 2026-07-28",
  "client in mode auto",
  "client by default",
  "sdk 1.x",
}

local results = {}
local folder, subject = os.tmpname(), nil

setup(function()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  sample.write(folder .. "/sample.svp", folder .. "/sample.trust")
  subject = server.start({
    publication = folder .. "/sample.svp",
    trust = folder .. "/sample.trust",
  }, { SVC_QUOTA_LIMIT = 0 })
  local script = "spec/support/mcp_clients.mjs http://127.0.0.1:%d/mcp"
  local output = node.run(script:format(subject.port))
  for line in output:gmatch("[^\n]+") do
    local good, row = pcall(cjson.decode, line)
    if good then results[row.client .. " " .. row.attempt] = row end
  end
  results.output = output
end)

teardown(function()
  if subject then subject:stop() end
  os.execute("rm -r " .. folder)
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
    works(client, "lists the four tools")
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
    for _, tool in ipairs(TOOLS) do
      works(inspector, "calls " .. tool)
    end
  end
end)
