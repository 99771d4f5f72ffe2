--- Fuzz target: Tanzil's text and XML, told apart by the first byte. See support/edition.lua.
local edition = require("spec.proof.fuzz.support.edition")
local tanzil = require("data.import.tanzil")

local text = edition(tanzil.readers["tanzil-text"], { role = "arabic" })
local xml = edition(tanzil.readers["tanzil-xml"], { role = "translation", notes = "missing" })

return function(input)
  if input:find("^<") then
    xml(input)
  else
    text(input)
  end
end
