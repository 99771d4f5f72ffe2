--- Writes what the build makes of Markdown and formulas for pages, so that no process that serves
-- has to read either: `svcd lua data/guides.lua FOLDER`.
--
-- * `guides.json`: of each file lua/site/assets/*.md its HTML, and its Markdown with whole
--   addresses. Values that a service fills in stand between U+E000 and U+E001; its own addresses
--   begin with `https://base.invalid`, `https://site.invalid` or `https://mcp.invalid`
--   (lua/site/guide.lua).
-- * `formulas.mjs`: what each command of LaTeX shows (data/formulas.lua).

local svc = require("svc")
local engine = require("svc_publish")
local files = require("base.files")
local formulas = require("data.formulas")

local ADDRESSES = { base = true, mcp = true, site = true }
local VALUES = { languages = true, listings = true, quota = true, tools = true }

--- The Markdown of a file with tokens for its values.
local function tokenised(markdown)
  return (
    markdown:gsub("{([%l_]+)}", function(name)
      if ADDRESSES[name] then return ("https://%s.invalid"):format(name) end
      local is_value = VALUES[name] or name:find("_", 1, true)
      return is_value and "\u{E000}" .. name .. "\u{E001}" or nil
    end)
  )
end

--- A token that is a row of a table, and what is made of that row.
local ROW = "<tr><td>(\u{E000}%l+\u{E001})</td>.-</tr>\n"

local function made_of(path)
  local markdown = tokenised(assert(files.read(path)))
  local whole = engine.map_links(
    markdown,
    function(target) return target:find("^/") and "https://site.invalid" .. target or nil end
  )
  return { html = engine.html(markdown):gsub(ROW, "%1"), markdown = whole }
end

local function write(path, bytes)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(bytes))
end

local folder, guides = ..., {}
local assets = files.root .. "lua/site/assets"
for name in require("lfs").dir(assets) do
  local stem = name:match("^(.+)%.md$")
  if stem then guides[stem] = made_of(assets .. "/" .. name) end
end
write(folder .. "/guides.json", svc.json(guides))
write(folder .. "/formulas.mjs", formulas.module())
