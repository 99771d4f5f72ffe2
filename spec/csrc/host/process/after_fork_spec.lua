--- What a worker must not take over from the process it was forked from, nor from its predecessor.

local client = require("spec.support.service.client")
local server = require("spec.support.service.server")

local CONNECTIONS = 64

--- Answers over as many connections, which the kernel spreads over the workers.
local function ask_often(svcd, target)
  local answers = {}
  for i = 1, CONNECTIONS do
    answers[i] = client.request(svcd.port, target)
  end
  return answers
end

local function repeated(values)
  local seen = {}
  for _, value in ipairs(values) do
    if seen[value] then return value end
    seen[value] = true
  end
end

local function ids_of(answers)
  local ids = {}
  for i, answer in ipairs(answers) do
    ids[i] = answer.headers["x-request-id"]
  end
  return ids
end

local function bodies_of(answers)
  local bodies = {}
  for i, answer in ipairs(answers) do
    bodies[i] = answer.body
  end
  return bodies
end

--- Kills the workers at once and waits for their successors.
local function replace_workers(svcd)
  local former = {}
  for _, pid in ipairs(svcd:workers()) do
    former[pid] = true
  end
  for pid in pairs(former) do
    svcd:signal("KILL", pid)
  end
  assert(server.await(function()
    for _, pid in ipairs(svcd:workers()) do
      if former[pid] then return false end
    end
    return #svcd:workers() == 2 and pcall(client.request, svcd.port, "/v1/health")
  end))
end

local function metric(port, name)
  return tonumber(client.request(port, "/metrics").body:match("\n" .. name .. " (%d+)\n"))
end

describe("a new worker", function()
  it(
    "gives request ids that no other worker gives, the first ones and those that follow a fall",
    function()
      local svcd <close> = server.start({ workers = 2, quota_limit = 0 })
      assert.is_nil(repeated(ids_of(ask_often(svcd, "/v1/health"))))
      replace_workers(svcd)
      assert.is_nil(repeated(ids_of(ask_often(svcd, "/v1/health"))))
    end
  )

  it("draws random numbers that no other worker draws, after a reload too", function()
    local svcd <close> = server.start({ workers = 2, routes = "spec/support/service/faulty" })
    assert.is_nil(repeated(bodies_of(ask_often(svcd, "/random"))))
    assert(
      os.execute(
        ("%s reload routes --control %s/control >%s/reload"):format(
          os.getenv("SVC_SVCD"),
          svcd.folder,
          svcd.folder
        )
      )
    )
    assert.is_nil(repeated(bodies_of(ask_often(svcd, "/random"))))
  end)

  it("does not count the connections of the master for its own clients", function()
    local place, named = "127.0.0.1:0?proxy", "PROXY TCP4 203.0.113.1 127.0.0.1 1 2\r\n"
    local svcd <close> =
      server.start({ listen = place, admin_listen = place, connections_per_address = 1 })
    local held = client.connect(svcd:output():match("Admin on ([%d.:]+)"))
    held:send(named .. client.format("/live", { keep = true }))
    assert.equal("HTTP/1.1 200 OK", held:receive("*l"))
    local worker = svcd:workers()[1]
    svcd:signal("KILL", worker)
    local answer = server.await(function()
      local good, text =
        pcall(client.raw, svcd.addresses[1], named .. client.format("/v1/health"))
      return svcd:workers()[1] ~= worker and good and text
    end)
    held:close()
    assert.matches("^HTTP/1.1 200", answer)
  end)

  it("goes on counting where its predecessor ended", function()
    local svcd <close> = server.start({ admin_listen = "127.0.0.1:0" })
    local port = svcd:admin_port()
    ask_often(svcd, "/v1/health")
    assert(
      server.await(
        function() return metric(port, "svc_connections_accepted_total") >= CONNECTIONS end
      )
    )
    local most = metric(port, "svc_connections_accepted_total")
    svcd:signal("KILL", svcd:workers()[1])
    local fell
    assert(server.await(function()
      pcall(client.request, svcd.port, "/v1/health")
      local now = metric(port, "svc_connections_accepted_total")
      if now < most then fell = ("%d after %d"):format(now, most) end
      return fell or now > most
    end))
    assert.is_nil(fell)
  end)
end)
