--- Looks at a page of every kind at three widths, in light and dark: by axe, and whether it keeps
-- to its width and moves by itself; then at formulas and Arabic in a browser that has no fonts but
-- the shipped ones. Ends with 1 where something is wrong.
-- BUILD  folder of demo.svp and demo.trust (default build)
local browser = require("spec.support.web.browser")
local kinds = require("spec.support.web.page_kinds")
local node = require("spec.support.web.node")
local server = require("spec.support.service.server")

local WIDTHS, SCHEMES = { 320, 768, 1280 }, { "light", "dark" }

--- The shift that a page may have while it loads (web vitals).
local MOST_SHIFT = 0.02

local function tasks()
  local list = {}
  for i, page in ipairs(kinds) do
    list[i] =
      { name = page.name, path = page.path, widths = WIDTHS, schemes = SCHEMES, axe = true }
  end
  return list
end

local host <close> = server.demo()
local faults = 0
local looks = browser.look(host.port, tasks())
for _, look in ipairs(looks) do
  local found = table.concat(look.violations, "; ")
  if look.overflow > 0 then found = found .. ("; %d px too wide"):format(look.overflow) end
  if look.shift > MOST_SHIFT then found = found .. ("; it moves by %.3f"):format(look.shift) end
  if found ~= "" then
    faults = faults + 1
    print(("not ok  %s, %d px, %s: %s"):format(look.name, look.width, look.scheme, found))
  end
end
print(("%d pages, %d looks, %d with a fault"):format(#kinds, #looks, faults))
local fonts = " spec/proof/reading/fonts.mjs http://127.0.0.1:" .. host.port
local drawn = os.execute(node.path .. fonts)
host:stop()
os.exit(drawn == true and faults == 0)
