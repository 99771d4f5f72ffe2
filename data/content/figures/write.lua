--- Draws the figures into the content tree: `make figures`.
-- The scripts of this checkout, wherever the program that runs them is installed.
package.path = "./?.lua;" .. package.path
local figures = require("data.content.figures.init")

local count = 0
for name, drawing in pairs(figures.all()) do
  local path = "data/content/" .. name
  assert(os.execute("mkdir -p " .. path:match("^(.*)/")))
  local file <close> = assert(io.open(path, "wb"))
  file:write(drawing)
  count = count + 1
end
print(("%d drawings below data/content"):format(count))
