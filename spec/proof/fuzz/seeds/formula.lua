--- Kept inputs of the fuzz target `formula`, by name: what the page on formulas accepts and
-- refuses, within a sentence and on a line of its own, and what takes other ways.
local inputs = {}

local page <close> = assert(io.open("lua/site/assets/formulas.md"))
for code in page:read("a"):gmatch("`([^`\n]+)`") do
  inputs[#inputs + 1] = code
end
for _, code in ipairs {
  "\\text{if $x$ {\\textbf{so}} \\$ ~ \\alpha}\\text x",
  "a % b\n+ c",
  "a \\tag{1} \\\\ b \\tag*{2}",
  "\\begin{array}[t]{|l|c|r} \\hline a & b \\\\[2pt] \\hline \\end{array}",
  "\\left. x \\middle| y \\right) \\big. \\bigl\\{",
  "a \\over b \\over c",
  "≤ × ∑ 数 é °",
  "{}_a^b x'^2 \\not\\in \\not{ab} \\sqrt[3]{x}",
  "\\hspace{-1.5em}\\kern1ex\\mkern 0≈",
  "\\begin{cases} a \\end{matrix}",
  ("{"):rep(40),
} do
  inputs[#inputs + 1] = code
end

local seeds = {}
for i, code in ipairs(inputs) do
  seeds[("%04d"):format(i)] = (i % 3 == 0 and "0" or "1") .. code
end
return seeds
