--- Orders to a running svcd, over its control socket.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local unix = require("socket.unix")

local orders = {}

--- Sends an order, which is answered when it has been carried out.
-- @tparam table svcd of spec.support.server
-- @tparam string method
-- @tparam string path
-- @treturn table connection
function orders.send(svcd, method, path)
  local connection = assert(unix.stream())
  assert(connection:connect(svcd.folder .. "/control"))
  connection:settimeout(30)
  connection:send(client.format(path, { method = method }))
  return connection
end

--- Waits for what became of it.
-- @tparam table connection
-- @treturn table what the answer says
-- @treturn number status
function orders.read(connection)
  local answer = assert(client.parse((client.drain(connection))))[1]
  connection:close()
  return cjson.decode(answer.body), answer.status
end

--- Both at once.
function orders.carry_out(svcd, method, path)
  return orders.read(orders.send(svcd, method, path))
end

return orders
