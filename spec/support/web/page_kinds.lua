--- A page of every kind, for specs and proofs that look at them in a browser. Each has `name` and
-- `path`; `status` where it is not 200, `bytes` that it and all that it loads may weigh,
-- `images` that it shows, with their widths, and `adds`, patterns of what scripts add to its text.
return {
  { name = "the home", path = "/id" },
  { name = "the reference", path = "/docs" },
  { name = "a guide", path = "/docs/operators" },
  { name = "the terms", path = "/terms/de" },
  { name = "what is proven", path = "/proven/id" },
  { name = "a section", path = "/id/materi" },
  { name = "a subject", path = "/de/material/physik" },
  {
    name = "a lesson with a figure",
    path = "/de/material/physik/wellen",
    bytes = 60000,
    images = { 480 },
  },
  {
    name = "a lesson with a recurrence",
    path = "/en/material/computer-science/recursion",
    bytes = 60000,
    images = { 520 },
  },
  { name = "an article", path = "/de/artikel/wissenschaft/warum-der-himmel-blau-ist" },
  {
    name = "a try-out",
    path = "/en/tryout/indonesia/tka/physics-2026",
    adds = { "Check", "Count my score", "%d+ of %d+ answered", "Timer", "Start over" },
  },
  { name = "an item to cite", path = "/en/tryout/germany/msa/german-2026" },
  { name = "the Quran", path = "/de/quran" },
  { name = "a long surah", path = "/en/quran/2", adds = { "Verse or name.-Arabic alone" } },
  {
    name = "a surah with tafsir",
    path = "/id/quran/112?tafsir=true",
    adds = { "Ayat atau nama.-Hanya bahasa Arab" },
  },
  {
    name = "a verse",
    path = "/id/quran/2/255",
    adds = { "Salin", "Ayat atau nama.-Hanya bahasa Arab" },
  },
  { name = "results", path = "/search?query=throne+verse" },
  { name = "no results", path = "/search?query=zzzzqqqq&locale=de" },
  { name = "a problem", path = "/problems/invalid-request" },
  { name = "a page that is not there", path = "/id/none", status = 404 },
}
