--- The contract as the service renders it by default, in a form that is read and compared by line.
-- Run as a program it prints that: `svcd lua spec/proof/contract/document.lua`.

local contract = {}

local BASE_URL = "http://127.0.0.1:8080"

--- The canonical bytes, as `/openapi.json` serves them.
function contract.render()
  local handler = require("web.app").new({
    routes = require("routes"),
    config = {
      base_url = BASE_URL,
      site_url = BASE_URL,
      mcp_url = BASE_URL .. "/mcp",
      quran_max_verses = 50,
      quota_limit = 120,
      quota_window = 60,
    },
  })
  return handler.app:contract()
end

--- Puts each member and element of a JSON text on a line of its own, and changes nothing else.
-- @tparam string text canonical JSON
-- @treturn string ends in a newline
function contract.indent(text)
  local out, depth, at = {}, 0, 1
  local function line() out[#out + 1] = "\n" .. ("  "):rep(depth) end
  while at <= #text do
    local stop = text:match('^"[^"\\]*"()', at) or text:match("^[%w.+-]+()", at) or at + 1
    if text:sub(at, at) == '"' and text:find("\\", at, true) then
      stop = at + 1
      while text:sub(stop, stop) ~= '"' do
        stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
      end
      stop = stop + 1
    end
    local token, following = text:sub(at, stop - 1), text:sub(stop, stop)
    if token:find("^[%]}]") then
      depth = depth - 1
      if not out[#out]:find("^[{%[]$") then line() end
    end
    out[#out + 1] = token
    if token:find("^[%[{]") then depth = depth + 1 end
    if token == "," or token:find("^[%[{]$") and not following:find("[%]}]") then line() end
    if token == ":" then out[#out + 1] = " " end
    at = stop
  end
  return table.concat(out) .. "\n"
end

if arg and arg[0] and arg[0]:find("contract/document%.lua$") then
  io.write(contract.indent(contract.render()))
end

return contract
