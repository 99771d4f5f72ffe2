--- The figures of the lessons, as drawn by the scripts beside this one: `make figures` writes them
-- into the content tree.
--
-- A script returns `{lesson}/{figure}` → `{ words, draw }`. `draw(words)` gives the SVG; `words`
-- has what stands in the drawing for each locale. One without words is the same in all locales.
local svc = require("svc")

local figures = {}

--- The scripts, and the subject of each.
local SCRIPTS = {
  atoms = "physics",
  biology = "biology",
  chemistry = "chemistry",
  civics = "civics",
  ["computer-science"] = "computer-science",
  economics = "economics",
  geography = "geography",
  geometry = "mathematics",
  history = "history",
  life = "biology",
  mathematics = "mathematics",
  physics = "physics",
  sociology = "sociology",
  stochastics = "mathematics",
  timelines = "history",
}

--- Draws all figures.
-- @treturn table file below `data/content` → SVG
function figures.all()
  local files = {}
  for script, subject in pairs(SCRIPTS) do
    for name, figure in pairs(require("data.content.figures." .. script)) do
      local file = ("material/%s/%s.svg"):format(subject, (name:gsub("^.*/", "")))
      if not figure.words then files["shared/" .. file] = figure.draw() end
      for _, locale in ipairs(figure.words and svc.locales or {}) do
        files[locale .. "/" .. file] = figure.draw(figure.words[locale])
      end
    end
  end
  return files
end

return figures
