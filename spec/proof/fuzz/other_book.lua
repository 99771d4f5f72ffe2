--- Fuzz target: a page of another program, as `svcd import` reads it. It becomes Markdown in UTF-8,
-- and what is clean stays as it is; the first byte says which program it is of.
local cleaning = require("data.transfer.cleaning")
local dialects = require("data.transfer.dialects")

local KINDS = { "MkDocs", "Docusaurus", "Hugo", "Markdown", "Jekyll" }

return function(input)
  if input == "" or not utf8.len(input) or #input > 4096 or input:find("\0", 1, true) then
    return
  end
  local page = {
    source = { kind = { name = KINDS[input:byte() % #KINDS + 1] } },
    file = "a.md",
    tell = function(what) assert(type(what) == "string") end,
  }
  local _, body = dialects.fields(input:sub(2))
  local text = cleaning.clean(dialects.convert(page, body), true)
  assert(utf8.len(text), "a page is not UTF-8")
  cleaning.anchors(text)
end
