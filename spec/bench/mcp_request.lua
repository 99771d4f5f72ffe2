-- What wrk sends to an MCP endpoint: `wrk -s mcp_request.lua URL -- tools/list|tools/call`.
-- luacheck: globals wrk init
local ENVELOPE = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
  .. '"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},'
  .. '"io.modelcontextprotocol/clientCapabilities":{}}'

local PARAMS = {
  ["tools/list"] = "",
  ["tools/call"] = '"name":"svc_search_content",'
    .. '"arguments":{"query":["water"],"locale":"en"},',
}

function init(arguments)
  local method = arguments[1]
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["Accept"] = "application/json, text/event-stream"
  wrk.headers["MCP-Protocol-Version"] = "2026-07-28"
  wrk.headers["Mcp-Method"] = method
  wrk.headers["Mcp-Name"] = method == "tools/call" and "svc_search_content" or nil
  wrk.body = ('{"jsonrpc":"2.0","id":1,"method":"%s","params":{%s%s}}'):format(
    method, PARAMS[method], ENVELOPE)
end
