-- The requests that wrk sends to an MCP endpoint: `wrk -s mcp_request.lua URL -- list|call|anew`:
-- `tools/list`, the same search call, or a search call that was never made before. No two requests
-- that follow one another have the same id, as with real clients.
-- luacheck: globals wrk init request
local IDS = 1000

local ENVELOPE = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
  .. '"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},'
  .. '"io.modelcontextprotocol/clientCapabilities":{}}'

local SEARCH = '"name":"svc_search_content","arguments":{"query":["water"%s],"locale":"en"},'

--- Of each kind: the method, and the parameters before the envelope. A number finds nothing more.
local KINDS = {
  list = { "tools/list", function() return "" end },
  call = { "tools/call", function() return SEARCH:format("") end },
  anew = { "tools/call", function(n) return SEARCH:format(',"' .. n .. '"') end },
}

local made, count, kind = {}, 0, nil

local function make(n)
  local body = '{"jsonrpc":"2.0","id":%d,"method":"%s","params":{%s%s}}'
  return wrk.format(nil, nil, nil, body:format(n, kind[1], kind[2](n), ENVELOPE))
end

function init(arguments)
  kind = KINDS[arguments[1]]
  -- Rounds must not repeat each other's questions.
  count = arguments[1] == "anew" and os.time() % 100000 * 1000000 or 0
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["Accept"] = "application/json, text/event-stream"
  wrk.headers["MCP-Protocol-Version"] = "2026-07-28"
  wrk.headers["Mcp-Method"] = kind[1]
  wrk.headers["Mcp-Name"] = kind[1] == "tools/call" and "svc_search_content" or nil
  for n = 0, IDS - 1 do
    made[n] = make(n)
  end
end

function request()
  count = count + 1
  return kind == KINDS.anew and make(count) or made[count % IDS]
end
