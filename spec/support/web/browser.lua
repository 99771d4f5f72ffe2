--- Looks at pages of a running service in Chromium.

local cjson = require("cjson")
local node = require("spec.support.web.node")
local svc = require("svc")

local browser = {}

--- Runs all tasks in one browser.
-- @tparam number port of the service
-- @tparam {table,...} tasks as spec/support/web/browser.mjs describes them
-- @treturn {table,...} what was seen, in order; raises with the browser's words when it fails
function browser.look(port, tasks)
  local path, lines = os.tmpname(), {}
  for i, task in ipairs(tasks) do
    for _, list in ipairs({ "widths", "schemes", "steps", "proxy", "parse" }) do
      if task[list] then svc.array(task[list]) end
    end
    for _, step in ipairs(task.steps or {}) do
      svc.array(step)
    end
    lines[i] = svc.json(task)
  end
  local file = assert(io.open(path, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  local script = ("spec/support/web/browser.mjs http://127.0.0.1:%d %s"):format(port, path)
  local output, status = node.run(script)
  os.remove(path)
  if status ~= 0 then error(output, 2) end
  local seen = {}
  for line in output:gmatch("[^\n]+") do
    seen[#seen + 1] = cjson.decode(line)
  end
  return seen
end

return browser
