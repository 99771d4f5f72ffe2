--- XML of a fixed shape, by libexpat: only the elements that are named are accepted, each with a
-- handler, and nothing is fetched or expanded (a document type declaration is refused).
local lxp = require("lxp")
local message = require("base.message")

local xml = {}

local function allowed(path, handlers, containers)
  if handlers[path] then return true end
  for _, container in ipairs(containers) do
    if container == path or container == path:gsub("/[^/]+$", "/*") then return true end
  end
  return false
end

local Walk = {}
Walk.__index = Walk

function Walk:refuse(what)
  local line = self.parser:pos()
  local fault = "%s:%d: %s; download the file again"
  self.fault = self.fault or fault:format(self.file.path, line, what)
  self.parser:stop()
end

function Walk:open(name, attributes)
  local above = self.stack[#self.stack]
  local path = above and above.path .. "/" .. name or name
  if not allowed(path, self.handlers, self.containers) then
    return self:refuse(("element <%s> is not expected here"):format(name))
  end
  local node = { path = path, parts = {}, attributes = attributes, line = self.parser:pos() }
  self.stack[#self.stack + 1] = node
  local handler = self.handlers[path]
  if type(handler) == "table" and handler.open then handler.open(node) end
end

function Walk:close()
  local node = table.remove(self.stack)
  local handler = self.handlers[node.path]
  if type(handler) == "function" then
    node.text = table.concat(node.parts)
    handler(node)
  elseif handler and handler.close then
    handler.close(node)
  end
end

function Walk:text(text)
  local node = self.stack[#self.stack]
  if type(self.handlers[node.path]) == "function" then
    node.parts[#node.parts + 1] = text
  elseif text:find("%S") and not node.path:find("/meta/") then
    self:refuse("text stands between elements")
  end
end

--- Walks over a document.
-- @tparam table file `{ path, bytes }`
-- @tparam table handlers path such as `a/b/c` -> a function called with the closed element's
-- `{ path, text, attributes, line }`, or `{ open, close }` of such functions for an element that
-- holds elements
-- @tparam table containers paths of further elements that are let pass; `/*` for any name
-- @treturn boolean|nil true
-- @treturn string|nil the refusal, naming file and line
function xml.walk(file, handlers, containers)
  local walk = setmetatable(
    { file = file, handlers = handlers, containers = containers, stack = {} },
    Walk
  )
  walk.parser = lxp.new {
    StartElement = function(_, name, attributes) walk:open(name, attributes) end,
    EndElement = function()
      if not walk.fault then walk:close() end
    end,
    CharacterData = function(_, text) walk:text(text) end,
    StartDoctypeDecl = function() walk:refuse("a document type declaration is not accepted") end,
  }
  local good, reason, line = walk.parser:parse(file.bytes)
  if good then
    good, reason, line = walk.parser:parse()
  end
  if walk.fault then return nil, walk.fault end
  if not good then
    local fault = "%s:%d: is not well-formed XML: %s; download the file again"
    return message.refuse(fault, file.path, line or 1, reason)
  end
  walk.parser:close()
  return true
end

return xml
