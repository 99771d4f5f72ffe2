--- The MCP endpoint: what it says of itself. Its tools are the routes that declare `mcp`; its
-- resources and prompts are in the files of those names.
local svc = require("svc")
local site = require("site")

return {
  path = "/mcp",
  name = "svc",
  title = site.name == "svc" and "Service Public API" or site.name,
  version = svc.version,
  description = "Search and read multilingual lessons, articles and exams; quote Quran verses.",

  instructions = ([[
Read-only access to learning content (lessons, articles, try-out exams) and to the Quran, in
{languages}.

{tools}

Answer from what you read and cite the `url` of every item you used. A long text comes in parts:
go on at `window.next_start`. `proof` of a result is the address of its proof: give it to whoever
wants to check that a quotation is what was published. The same item has the same `alignmentId` in
every language. When a call fails, the text of the error says what to do next.]]):gsub(
    "{languages}",
    site.languages("%s (%s)")
  ),
}
