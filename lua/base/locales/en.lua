--- English: see init.lua for what a locale says.

return {
  name = "English",
  called = { "Inggris", "Bahasa Inggris", "Englisch" },
  skip = "Skip to content",
  search = "Search",
  search_label = "Search the content",
  all = "All content",
  articles = "Articles",
  material = "Lessons",
  tryout = "Try-outs",
  quran = "Quran",
  alerts = { "Note", "Tip", "Important", "Warning", "Caution" },
  contents = "On this page",
  languages = "Languages",
  wrong = "Found an error?",
  report = "Report an error",
  updated = "Updated",
  markdown = "Markdown",
  identity = "Content ID",
  elsewhere = "This try-out is only listed here: it has no text on this service. Cite it as",
  instead = "You can read instead:",
  cited = "not to be read here",
  verses = "Verses",
  previous = "Previous surah",
  next = "Next surah",
  surah = "Surah %d of 114",
  count = "%d verses",
  Meccan = "Meccan",
  Medinan = "Medinan",
  note = "Note %d",
  tafsir = "Tafsir",
  show_tafsir = "Show the tafsir below each verse",
  hide_tafsir = "Hide the tafsir",
  sources = "Sources",
  arabic = "Arabic text",
  translation = "Translation",
  publisher = "Publisher",
  version = "Version",
  retrieved = "Retrieved",
  source = "Source",
  terms = "Terms",
  authors = "Written by",
  licence = "Licence",
  updates = "Updates",
  results = "Results for “%s”",
  all_results = "All results",
  suggestions = "Suggestions: %d",
  none = "Nothing was found. Try fewer or other words.",
  found_all = "%d found",
  found_of = "%d to %d of %d",
  found_best = "%d to %d of the best %d",
  found_elsewhere = "It is found in another language:",
  missing = "Nothing here has: %s.",
  did_you_mean = "Did you mean:",
  unreachable = "The search cannot be reached. Try again in a moment.",
  more = "More results",
  section = "Section",
  subject = "Subject",
  level = "Level",
  next_page = "Next page",
  previous_page = "Previous page",
  turn_back = "Previous",
  turn_on = "Next",
  everything = "Everything",
  prompt = "Words, a title, a year, or a verse such as 2:255",

  verify = "Verify this page",
  verify_about = "A check by your browser whether this page shows what the publisher signed, "
    .. "letter by letter: the text, not the menus around it. The check came from this server "
    .. "with the page, and so did the keys, unless you choose a trust file that you have from "
    .. "the publisher. To rely on nothing of this server, use the commands.",
  verify_more = "What is proven, and what is not",
  verify_trust = "The publisher’s trust file, if you have it:",
  verify_check = "Check now",
  verify_good = "This page shows what was signed.",
  verify_page = "Signed by %keys, valid until %until. These keys came with this page: what "
    .. "changed a text on its way is found, but not a server that deceives you whole.",
  verify_file = "Signed by %keys, which your trust file names; valid until %until.",
  verify_bad = "Do not rely on this page: it does not show what was signed. Something changed "
    .. "it, or its proof.",
  verify_unknown = "It cannot be told: the proof cannot be had. Load the page again. That says "
    .. "nothing against the text.",
  verify_commands = "By yourself, in a terminal:",
  quiz = {
    answered = "%done of %all answered",
    check = "Check",
    count = "Count my score",
    key = "Key to question %d",
    missed = "Read again:",
    open = "%open not answered.",
    report = "Report an error in question %d",
    reset = "Start over",
    right = "Right.",
    score = "%right of %all are right.",
    see_key = "See the key",
    timer = "Timer",
    wrong = "Not right.",
  },
  juz = "Juz, the thirty parts of a month of reading",
  reading = {
    alone = "Arabic alone",
    beside = "Second translation",
    go = "Go",
    go_to = "Verse or name",
    link = "Copy link",
    resume = "Continue at verse %d",
    share = "Share",
    size = "Size",
  },
  next_verse = "Next verse",
  previous_verse = "Previous verse",
  cite = "Reference",
  copy = "Copy",
  copied = "Copied",
  terms_title = "Terms of what you read here",
  terms_about = "Each text belongs to somebody. This page names the sources of this publication "
    .. "in this language, and what is known of their terms. Lessons, articles and try-outs come "
    .. "from the publisher of this publication, who also answers for them.",
  terms_none = "This publication has no Quran in this language.",
  terms_known = "What is known of its terms:",
  terms_unknown = "Nothing. Read its terms and ask its publisher before public use.",
  terms_operator = "Before you run a service of your own",
  terms_clear = "That a source is named here is no permission. Read the terms of each one, and "
    .. "where they do not plainly allow to publish it again, ask its publisher, before you "
    .. "serve it to the public. Nobody but you can clear this for you.",

  -- The paths of the subjects.
  place = "Lesson %d of %d",
  lower = "up to year 10",
  upper = "upper secondary",
  minutes = "%d minutes",
  after = "Builds on",
  previous_lesson = "Previous lesson",
  next_lesson = "Next lesson",
  further = "Further lessons",
  lessons = "Lessons: %d",
  first_lesson = "First lesson",

  home = "Home",
  home_title = "Learn, practise, look things up",
  home_about = "An open library for learning, free to read: no account, no tracking. Every "
    .. "text is signed by its publisher, and any page can be verified.",
  developers = "For developers",
  kinds = {
    articles = "Article",
    material = "Lesson",
    quran = "Surah",
    tryout = "Try-out",
    verse = "Verse",
  },

  -- Texts for people about a problem, by its status.
  problem_more = "More about this problem",
  problems = {
    other = {
      title = "This address cannot be read",
      advice = "It may have been cut off or changed on its way. Search for what you want, or "
        .. "begin at the home page.",
    },
    [404] = {
      title = "There is nothing here",
      advice = "No page has this address: it may have moved, or there is a mistake in it. "
        .. "Search for what you want, or begin at the home page.",
    },
    [429] = {
      title = "Too many requests",
      advice = "Wait a moment, then load the page again.",
    },
    [500] = {
      title = "Something went wrong here",
      advice = "That is not your fault. Try again in a moment.",
    },
    [503] = {
      title = "Not available at the moment",
      advice = "The content cannot be read right now. Try again in a moment.",
    },
  },

  -- The documents of the surahs.
  surah_label = "Surah %d",
  surah_description = "Surah %d, %s (%s): all %d verses in Arabic with an English translation.",
  repaired = "Repaired verses: %s.",
  separated = "The opening formula that this source writes into the first verse of a surah is"
    .. " served on its own, as the source spells it.",

  -- Facts for the linter of the content.
  max_lix = 52,
  frequent = "the of and is are that this with for was were which from by it its as not be have "
    .. "has",
  notation = { "percent_closed", "decimal_point", "division_sign", "points_with_comma" },
}
