--- The prompts of the MCP endpoint: what a person may pick instead of writing it.
local svc = require("svc")
local argument = require("mcp.argument")

--- The scope of a search, as a prompt says it.
local function scope(x)
  local locale = ("the locale `%s`"):format(x.params.locale or svc.locales[1])
  return x.params.section and ("%s and the section `%s`"):format(locale, x.params.section)
    or locale
end

local find_lesson = {
  name = "find_lesson",
  title = "Find a lesson",
  description = "Finds lessons on a topic and proposes which to read first.",
  arguments = {
    { name = "topic", description = "What to learn.", required = true },
    argument.locale(),
    argument.section(),
  },
  get = function(x)
    return ([[
Find lessons on this topic: %s

Use svc_search_content with %s and two to four phrasings of the topic. Propose at most three
results, best first: title, one sentence on what it covers, and its `url`. Say which one to read
first and why. If nothing fits, say so and name the closest thing there is.]]):format(
      x.params.topic,
      scope(x)
    )
  end,
}

local answer_with_citations = {
  name = "answer_with_citations",
  title = "Answer from the content",
  description = "Answers a question from what the service holds, with citations.",
  arguments = {
    { name = "question", description = "What to answer.", required = true },
    argument.locale(),
    argument.section(),
  },
  get = function(x)
    return ([[
Answer this question only from what you read here: %s

Search with svc_search_content in %s, read the best results that have a `markdown_url` with
svc_get_content, and answer in that language. Put the `url` of the item after each statement that
rests on it. Where the content gives no answer, say that instead of adding from memory.]]):format(
      x.params.question,
      scope(x)
    )
  end,
}

local quote_quran = {
  name = "quote_quran",
  title = "Quote a Quran passage",
  description = "Quotes verses in Arabic and translation, with their source.",
  arguments = {
    argument.surah(),
    {
      name = "verses",
      description = "A verse or a range such as 255-257; the first by default.",
    },
    argument.locale(),
  },
  get = function(x)
    return ([[
Quote surah %s, verse %s, with svc_get_quran_reference in %s; it takes a surah by its name as well.

Give each verse as its number, the Arabic exactly as received, and the translation; add the notes
that belong to it. End with the label and publisher of the translation from `sources`, and the
`url`. Change nothing in the Arabic and never quote from memory.]]):format(
      x.params.surah,
      x.params.verses or "1",
      scope(x)
    )
  end,
}

return { prompts = { find_lesson, answer_with_citations, quote_quran } }
