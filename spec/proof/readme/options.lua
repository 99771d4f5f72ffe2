--- Writes what the options look like to people: the guide to them, the sample of a config file, the
-- manual pages, and what completes them in shells.
local config_text = require("host.config_text")
local manuals = require("spec.proof.readme.manuals")

local function replace(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

replace("data/deploy/svcd.conf.lua", config_text.sample())
for _, made in ipairs { manuals.pages(), manuals.completion() } do
  for path, written in pairs(made) do
    replace(path, written)
  end
end
