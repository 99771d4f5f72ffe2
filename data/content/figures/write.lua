--- Draws the figures into the content tree: `make figures`.
-- The scripts of this checkout, wherever the program that runs them is installed.
package.path = "./?.lua;" .. package.path
local figures = require("data.content.figures.init")

local count = 0
for name, drawing in pairs(figures.all()) do
  local file <close> = assert(io.open("data/content/" .. name, "wb"))
  file:write(drawing)
  count = count + 1
end
print(("%d drawings below data/content"):format(count))
