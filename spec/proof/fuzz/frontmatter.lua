--- Fuzz target: the files of the content tree: front matter and Markdown, labels, catalogue. Each
-- is read, or every fault names a line of it and says something.
local catalogue = require("data.import.catalogue")
local frontmatter = require("data.import.frontmatter")
local links = require("data.import.links")
local reading = require("data.import.reading")
local rules = require("data.rules")

local DOCUMENT = {
  locale = "en",
  file = "en/material/mathematics/energy.md",
  route = "material/mathematics/energy",
}
local BY_FILE = {
  ["en/material/mathematics/energy.md"] = { body = "x", route = DOCUMENT.route },
  ["en/material/physics/"] = { body = "x", route = "material/physics" },
  ["en/material/physics/light.md"] = { body = "x", route = "material/physics/light" },
  ["en/material/physics/sound.md"] = false,
  ["en/tryout/indonesia/snbt/set.md"] = { route = "tryout/indonesia/snbt/set" },
}

--- Reads with a reporter that checks; a value and a fault exclude each other.
local function read(text, reader)
  local _, lines = text:gsub("\n", "")
  local faults = 0
  local value, body, first = reader(text, function(line, message)
    assert(math.type(line) == "integer" and line >= 1 and line <= lines + 3, line)
    assert(type(message) == "string" and message ~= "")
    faults = faults + 1
  end)
  assert((value == nil) == (faults > 0), "neither read nor refused")
  return value, body, first
end

return function(input)
  local fields, body = read(input, function(text, report)
    return frontmatter.split(text, function(id, ...)
      assert(rules.of(id), id)
      if rules.of(id).severity == "error" then report(...) end
    end)
  end)
  if fields then
    assert(#(fields.title or "") <= 160)
    assert(not fields.updated or fields.updated:find("^%d%d%d%d%-%d%d%-%d%d$"))
    local function report(id, link, message)
      assert(rules.of(id) and math.type(link.line) == "integer" and type(message) == "string")
    end
    links.rewrite(
      body,
      reading.read(body, 0),
      function(link) return links.destination(link, DOCUMENT, BY_FILE, report) end,
      function() end
    )
  end
  read(input, catalogue.labels)
  read(input, catalogue.sets)
end
