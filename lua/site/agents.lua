--- Markdown as agents get it: with whole addresses, so that a text can be read away from its page,
-- and with a line that leads to the index.

local agents = {}

--- The Markdown form of a page.
-- @tparam string markdown with whole addresses
-- @tparam table config its `site_url`
-- @treturn string
function agents.markdown(markdown, config)
  local note = ("> For AI agents: the index of everything is %s/llms.txt"):format(
    config.site_url
  )
  local head, rest = markdown:match("^(# [^\n]*\n)(.*)$")
  if not head then return note .. "\n\n" .. markdown end
  return head .. "\n" .. note .. "\n" .. rest
end

return agents
