--- Small content trees in temporary folders.
local lfs = require("lfs")
local markdown = require("data.import.markdown")

local content_tree = {}

local NAMES = {
  { "sections", "articles", "articles", "artikel", "artikel" },
  { "sections", "material", "material", "materi", "stoff" },
  { "sections", "tryout", "tryout", "tryout", "probe" },
  { "categories", "science", "science", "sains", "wissen" },
  { "subjects", "mathematics", "mathematics", "matematika", "mathematik" },
  { "subjects", "physics", "physics", "fisika", "physik" },
  { "countries", "indonesia", "indonesia", "indonesia", "indonesien" },
  { "exams", "tka", "tka", "tka", "tka" },
}

local function name_line(row)
  local line = { "  ", row[2], ": { " }
  for i, locale in ipairs { "en", "id", "de" } do
    local segment = row[2 + i]
    line[#line + 1] = ("%s%s: {label: %s, segment: %s}"):format(
      i > 1 and ", " or "",
      locale,
      segment:sub(1, 1):upper() .. segment:sub(2),
      segment
    )
  end
  return table.concat(line) .. " }\n"
end

--- The names of the folders of every tree, as labels.yaml has them.
function content_tree.labels()
  local out, table_name = {}, nil
  for _, row in ipairs(NAMES) do
    if row[1] ~= table_name then
      table_name = row[1]
      out[#out + 1] = table_name .. ":\n"
    end
    out[#out + 1] = name_line(row)
  end
  return table.concat(out)
end

--- The catalogue of every tree: one cited set.
content_tree.CATALOGUE = [[
sets:
  - path: indonesia/tka/physics-2025
    concept: physics:school-physics
    updated: 2026-01-02
    en: { title: Physics 2025, description: Ten questions. }
    id: { title: Fisika 2025, description: Sepuluh soal., slug: fisika-2025 }
    de: { title: Physik 2025, description: Zehn Aufgaben., slug: physik-2025 }
]]

local HEAD = [[
title: Lines
description: What a line is.
concept: mathematics:lines
updated: 2026-03-31
]]

--- A Markdown file. @tparam[opt] string body after the front matter @tparam[opt] string head
function content_tree.lesson(body, head)
  return "---\n" .. (head or HEAD) .. "---\n" .. (body or "\nA line is straight.\n")
end

--- Writes a file and the folders it lies in.
function content_tree.write(path, text)
  for folder in path:gmatch("()/") do
    lfs.mkdir(path:sub(1, folder - 1))
  end
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- Reads a tree. @tparam string folder
-- @treturn table|nil as `markdown.read` gives it; nil when it has errors
-- @treturn {string,...}|nil the errors
function content_tree.load(folder)
  local loaded, reason = markdown.read(folder)
  local faults = loaded and loaded.findings:lines("error") or { reason }
  if #faults > 0 then return nil, faults end
  return loaded
end

local folders = {}

--- Makes a tree with labels, catalogue and `files` (name → text). @treturn string its folder
function content_tree.make(files)
  local folder = os.tmpname()
  os.remove(folder)
  lfs.mkdir(folder)
  folders[#folders + 1] = folder
  content_tree.write(folder .. "/labels.yaml", content_tree.labels())
  content_tree.write(folder .. "/catalogue.yaml", content_tree.CATALOGUE)
  for name, text in pairs(files) do
    content_tree.write(folder .. "/" .. name, text)
  end
  return folder
end

--- Removes every tree that was made.
function content_tree.remove_all()
  for _, folder in ipairs(folders) do
    os.execute("rm -rf '" .. folder .. "'")
  end
  folders = {}
end

return content_tree
