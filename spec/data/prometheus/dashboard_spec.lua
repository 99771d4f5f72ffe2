--- The sample of a dashboard shows metrics that there are.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local document = require("spec.support.house.document")
local exposition = require("spec.support.service.exposition")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local function scrape(svcd)
  local port = svcd:admin_port()
  return client.request(port, "/metrics").body
end

describe("the sample of a dashboard", function()
  local dashboard = cjson.decode(forge.read("data/prometheus/dashboard.json"))

  it("asks in each panel for metrics that there are, and says what it shows", function()
    local svcd <close> = server.demo({ admin_listen = "127.0.0.1:0" })
    local families, named = exposition.parse(scrape(svcd)), 0
    for _, panel in ipairs(dashboard.panels) do
      for _, target in ipairs(panel.targets or {}) do
        for name in target.expr:gmatch("svc_[%w_]+") do
          named = named + 1
          assert.truthy(families[name] or families[name:gsub("_bucket$", "")], name)
        end
      end
      assert.truthy(panel.type == "row" or #panel.description > 10, panel.title)
    end
    assert.is_true(named > 30)
  end)

  it("places panels beside and below one another", function()
    local taken = {}
    for _, panel in ipairs(dashboard.panels) do
      local place = panel.gridPos
      assert.is_true(place.x + place.w <= 24, panel.title)
      for x = place.x, place.x + place.w - 1 do
        for y = place.y, place.y + place.h - 1 do
          local cell = x .. " " .. y
          assert.is_nil(taken[cell], panel.title)
          taken[cell] = true
        end
      end
    end
  end)

  it("holds queries that Prometheus can read", function()
    if not os.execute("command -v promtool >/dev/null") then
      return pending("promtool is not installed")
    end
    local rules = { "groups:\n  - name: dashboard\n    rules:\n" }
    for _, panel in ipairs(dashboard.panels) do
      for i, target in ipairs(panel.targets or {}) do
        local query = target.expr:gsub("%$__rate_interval", "5m"):gsub("%$instance", ".*")
        rules[#rules + 1] = ("      - record: panel:%d:%d\n        expr: %s\n"):format(
          panel.id,
          i,
          cjson.encode(query):gsub("\\/", "/")
        )
      end
    end
    local path = os.tmpname()
    forge.write(path, table.concat(rules))
    local output = document.run("promtool check rules " .. path .. "; echo $?")
    os.remove(path)
    assert.equal("0", output[#output], table.concat(output, "\n"))
  end)
end)
