--- Glyphs of the commands of LaTeX, as the engine draws them: the browser reads a signed text along
-- what a page shows (assets/verify.mjs) and has no such table of its own.

local svc = require("svc")

local formulas = {}

--- Stand for the arguments of a command.
local ARGUMENTS = { utf8.char(0xE000), utf8.char(0xE001) }

--- The text that a browser shows of a formula; nil where it is none.
local function shown(tex)
  local html, rendering = svc.html("$$" .. tex .. "$$")
  if #rendering.faults > 0 then return nil end
  local text = html
    :gsub("<mphantom><mtext>[^<]*</mtext></mphantom>", "")
    :gsub("<[^<>]*>", "")
    :gsub("\u{A0}", "")
  return (text:gsub("%s", ""):gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&amp;", "&"))
end

--- A command with as few arguments as it takes, or an environment. `=` in place of an argument says
-- that its text is shown as it stands.
local function sign(name)
  local first, both = "{" .. ARGUMENTS[1] .. "}", ("{%s}{%s}"):format(table.unpack(ARGUMENTS))
  local command = "\\" .. name
  local text = shown(command) or shown(command .. first) or shown(command .. both)
  if not text then return shown(("\\begin{%s}%s\\end{%s}"):format(name, ARGUMENTS[1], name)) end
  if text:find(ARGUMENTS[1], 1, true) and shown(command .. "{-}") == "-" then return "=" end
  return text
end

--- The commands that are known for some letters alone, with each of them.
local function add_letters(signs, name)
  for byte = ("A"):byte(), ("Z"):byte() do
    local whole = ("%s{%c}"):format(name, byte)
    signs[whole] = shown("\\" .. whole)
  end
end

--- Glyphs for commands, environments and characters that do not show themselves.
-- @treturn table name -> text; U+E000 and U+E001 stand for arguments
function formulas.signs()
  local signs = {}
  for _, name in ipairs(svc.formula_names) do
    signs[name] = sign(name)
    if not signs[name] then add_letters(signs, name) end
  end
  for character in ("-*'"):gmatch(".") do
    signs["=" .. character] = shown("x" .. character .. "x"):match("^x(.-)x$")
  end
  return signs
end

return formulas
