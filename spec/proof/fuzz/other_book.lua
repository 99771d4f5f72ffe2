--- Fuzz target: a page of another program, as `svcd import` reads it: in UTF-8, with line feeds at
-- the ends of lines. It becomes Markdown in UTF-8; the first byte says which program it is of.
local cleaning = require("data.transfer.cleaning")
local dialects = require("data.transfer.dialects")

local KINDS = { "MkDocs", "Docusaurus", "Hugo", "Markdown", "Jekyll" }

return function(input)
  local written = input:sub(2)
  if input == "" or #input > 4096 or not utf8.len(written) or input:find("[%z\r]") then
    return
  end
  local page = {
    source = {
      kind = { name = KINDS[input:byte() % #KINDS + 1] },
      docs = "",
      read = function() return nil end,
    },
    file = "a.md",
    tell = function(what) assert(type(what) == "string") end,
  }
  local _, body = dialects.fields(written)
  local text = cleaning.clean(dialects.convert(page, body), true)
  assert(utf8.len(text), "a page is not UTF-8")
  cleaning.anchors(text)
end
