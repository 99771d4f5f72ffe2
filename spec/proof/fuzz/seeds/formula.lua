--- Kept inputs of the fuzz target `formula`, by name: what the page on formulas accepts and
-- refuses, within a sentence and on a line of its own, and what takes other ways.
local GROUPS = 20 -- of what stands on the page, so that the inputs are few

local groups, count = {}, 0
local page <close> = assert(io.open("lua/site/assets/formulas.md"))
for code in page:read("a"):gmatch("`([^`\n]+)`") do
  local group = count % GROUPS + 1
  groups[group] = (groups[group] and groups[group] .. " " or "") .. code
  count = count + 1
end

local inputs = {}
for i, codes in ipairs(groups) do
  inputs[i] = { "page-" .. i, codes }
end
for name, code in pairs {
  ["text-with-a-formula"] = "\\text{if $x$ {\\textbf{so}} \\$ ~ \\alpha}\\text x",
  ["comment"] = "a % b\n+ c",
  ["tags"] = "a \\tag{1} \\\\ b \\tag*{2}",
  ["array-with-rules"] = "\\begin{array}[t]{|l|c|r} \\hline a & b \\\\[2pt] \\hline \\end{array}",
  ["delimiters"] = "\\left. x \\middle| y \\right) \\big. \\bigl\\{",
  ["over"] = "a \\over b \\over c",
  ["signs-of-unicode"] = "≤ × ∑ 数 é °",
  ["scripts-and-not"] = "{}_a^b x'^2 \\not\\in \\not{ab} \\sqrt[3]{x}",
  ["spaces-with-units"] = "\\hspace{-1.5em}\\kern1ex\\mkern 0≈",
  ["environment-not-closed"] = "\\begin{cases} a \\end{matrix}",
  ["braces-too-deep"] = ("{"):rep(40),
} do
  inputs[#inputs + 1] = { name, code }
end

local seeds = {}
for _, input in ipairs(inputs) do
  local name, code = table.unpack(input)
  seeds[name] = (#name % 3 == 0 and "0" or "1") .. code
end
return seeds
