--- Writes what the options look like to people: their table between its marks in README.md, the
-- sample of a config file, the manual pages, and what completes them in shells.
local config_text = require("host.config_text")
local manuals = require("spec.proof.readme.manuals")

local function replace(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

local file <close> = assert(io.open("README.md"))
local text = file:read("a")
local first = select(2, text:find("<!-- options -->\n", 1, true))
local last = text:find("\n<!-- /options -->", 1, true)
replace("README.md", text:sub(1, first) .. config_text.markdown() .. text:sub(last))
replace("data/deploy/svcd.conf.lua", config_text.sample())
for _, made in ipairs { manuals.pages(), manuals.completion() } do
  for path, written in pairs(made) do
    replace(path, written)
  end
end
