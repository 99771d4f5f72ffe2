--- Markdown as agents get it: with whole addresses, so that a text can be read away from its page,
-- and with a line that leads to the index.

local svc = require("svc")

local agents = {}

--- The folder of a path, with its slash.
local function folder(path) return path:match("^(.*/)") or "/" end

--- A relative path made root-relative.
local function resolve(path, target)
  if target:find("^/") then return target end
  local base = folder(path)
  while true do
    local rest = target:match("^%.%./(.*)$")
    if not rest then return base .. target end
    base, target = folder(base:sub(1, -2)), rest
  end
end

--- The Markdown form of a page.
-- @tparam string markdown
-- @tparam string path of the page, root-relative
-- @tparam table config its `site_url`
-- @treturn string
function agents.markdown(markdown, path, config)
  local site = config.site_url
  local whole = svc.map_links(markdown, function(target)
    if target:find("^#") or target:find("^%a[%w+.-]*:") then return nil end
    return site .. resolve(path, target)
  end)
  local note = ("> For AI agents: the index of everything is %s/llms.txt"):format(site)
  local head, rest = whole:match("^(# [^\n]*\n)(.*)$")
  if not head then return note .. "\n\n" .. whole end
  return head .. "\n" .. note .. "\n" .. rest
end

return agents
