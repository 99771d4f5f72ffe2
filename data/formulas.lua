--- The characters that each command of LaTeX shows, as the engine draws it: the browser compares a
-- signed text with the page (assets/verify.mjs) and has no such table of its own.

local svc = require("svc")
local engine = require("svc_publish")

local formulas = {}

--- Stand for the arguments of a command.
local FIRST, SECOND = utf8.char(0xE000), utf8.char(0xE001)

--- Characters that have a sign of their own in some alphabet, in the order in which the browser
-- counts them.
local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  .. "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψω"

--- The text that a browser shows for a formula, without white space; nil for a faulty one.
local function shown(tex)
  local mathml = engine.formula(tex, true)
  if not mathml then return nil end
  local text = mathml
    :gsub("<mphantom><mtext>[^<]*</mtext></mphantom>", "")
    :gsub("<[^<>]*>", "")
    :gsub("\u{A0}", "")
  return (text:gsub("%s", ""):gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&amp;", "&"))
end

--- A command with what it applies to, by the shape that it has; `%s` is its name. A shape that is
-- not here shows nothing of its own.
local FORMS = {
  sign = "\\%s ",
  ["1"] = "\\%s{" .. FIRST .. "}",
  ["2"] = "\\%s{" .. FIRST .. "}{" .. SECOND .. "}",
  arrow = "\\%s{}",
  between = FIRST .. "\\%s " .. SECOND,
  font = "\\%s{" .. LETTERS .. "}",
  switch = "\\%s " .. LETTERS,
  text = "\\%s{" .. LETTERS .. "}",
  environment = "\\begin{%s}" .. FIRST .. "\\end{%s}",
  ["environment 1"] = "\\begin{%s}{c}" .. FIRST .. "\\end{%s}",
}

--- The text shown for the commands, environments and characters that do not show themselves.
-- @treturn table commands and environments by name: `{shape, text}`; U+E000 and U+E001 stand for
-- arguments, a font's text is that of `letters`
-- @treturn table characters by themselves: what is shown for them
-- @treturn table signs by themselves: what \not makes of them
-- @treturn string letters
function formulas.signs()
  local commands, opposites = {}, {}
  for name, shape in pairs(engine.formula_commands) do
    local form = FORMS[shape]
    local text = form and shown((form:gsub("%%s", { ["%s"] = name }))) or ""
    commands[name] = svc.array({ shape, text })
    local opposite = shape == "sign"
      and utf8.len(text) == 1
      and shown("\\not{\\" .. name .. "}")
    if opposite and utf8.len(opposite) == 1 then opposites[text] = opposite end
  end
  local characters = {}
  for character in ("-*'`~"):gmatch(".") do
    characters[character] = shown("x" .. character .. "x"):match("^x(.-)x$")
  end
  for character in ("=<>|"):gmatch(".") do
    opposites[character] = shown("\\not" .. character)
  end
  return commands, characters, opposites, LETTERS
end

--- The module of JavaScript that says all of this.
-- @treturn string
function formulas.module()
  local commands, characters, opposites, letters = formulas.signs()
  return ("export const COMMANDS = %s, CHARACTERS = %s, OPPOSITES = %s, LETTERS = %s;\n"):format(
    svc.json(commands),
    svc.json(characters),
    svc.json(opposites),
    svc.json(letters)
  )
end

return formulas
