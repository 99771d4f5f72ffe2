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
  connection:settimeout(2 * client.PATIENCE)
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

--- Sends an order whose answer `orders.look` takes once it is there.
-- @tparam string control address of the control socket
-- @tparam string method
-- @tparam string path
-- @treturn table
function orders.begin(control, method, path)
  local connection = client.connect(control)
  connection:send(client.format(path, { method = method }))
  connection:settimeout(0)
  return { connection = connection, text = "" }
end

--- The outcome of an order, once it is whole.
-- @tparam table order of `orders.begin`
-- @treturn table|nil the body of the answer; nil while it is not there
function orders.look(order)
  local piece, reason, rest = order.connection:receive(65536)
  order.text = order.text .. (piece or rest or "")
  if reason ~= "closed" then return nil end
  order.connection:close()
  return cjson.decode(assert(client.parse(order.text))[1].body)
end

--- Both at once.
function orders.carry_out(svcd, method, path)
  return orders.read(orders.send(svcd, method, path))
end

return orders
