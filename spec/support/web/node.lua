--- Runs programs on the Node 24 of the spec workspace.

local node = {}

--- The interpreter, relative to the checkout.
node.path = "spec/node_modules/.bin/node"

--- The folder of an installed package.
-- @tparam string name such as `@scope/name`
function node.package(name) return "spec/node_modules/" .. name end

--- Runs a script to its end.
-- @tparam string script path, and arguments that need no quoting
-- @treturn string what it wrote to standard output and error
-- @treturn number exit status
function node.run(script)
  local pipe = assert(io.popen(node.path .. " " .. script .. " 2>&1"))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  return output, status
end

return node
