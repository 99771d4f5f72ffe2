--- The guide for publishers does what it shows: its commands, in their order, in a folder with
-- nothing but the files of content that it shows.
local content_tree = require("spec.support.publication.content_tree")
local document = require("spec.support.house.document")
local edition_files = require("spec.support.publication.edition_files")
local editions = require("spec.support.publication.editions")
local forge = require("spec.support.publication.forge")
local locales = require("base.locales")
local quran = require("data.import.quran")
local quran_source = require("data.import.quran_source")
local small_quran = require("spec.support.publication.small_quran")
local surah = require("site.surah")
local svc = require("svc")

local GUIDE = "lua/site/assets/publishers.md"

describe(GUIDE, function()
  local folder

  setup(function()
    folder = forge.folder()
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    assert(os.execute("realpath '" .. program .. "' >" .. folder .. "/program"))
    local made = "cd '%s' && mkdir bin && ln -s '%s' bin/svcd"
    assert(os.execute(made:format(folder, forge.read(folder .. "/program"):match("%C+"))))
    for path, text in forge.read(GUIDE):gmatch("\n`(data/[^`]+)`:\n\n```%l+\n(.-)```\n") do
      content_tree.write(folder .. "/" .. path, text)
    end
  end)

  teardown(function() forge.remove(folder) end)

  it("shows every file that a content tree may have", function()
    local shown = {}
    for path in forge.read(GUIDE):gmatch("\n`data/content/([^`/]+)") do
      shown[path] = true
    end
    local files = { ["catalogue.yaml"] = true, ["labels.yaml"] = true, en = true }
    files["glossary.yaml"], files["paths.yaml"], files.search = true, true, true
    assert.same(files, shown)
  end)

  describe("an edition with notes", function()
    local source, publication

    setup(function()
      local guide = forge.read(GUIDE)
      local rows = guide:match("```csv\n(.-)```")
      local shown = select(2, rows:gsub("\n%d", ""))
      local whole = edition_files["quranenc-csv"] {}:gsub("^.-footnotes\r\n", "")
      local rest = whole:gsub("^" .. ("[^\n]*\n"):rep(shown), "")
      content_tree.write(folder .. "/data/own/edition.csv", rows .. rest)
      content_tree.write(folder .. "/data/own/terms.txt", "CC BY 4.0")
      source = assert(quran_source.declarations(folder .. "/data/own/sources.json"))[1]
      assert(quran_source.read(source, folder))
      local data = small_quran.data()
      data.translations.en = assert(quran.texts(source, function() end))
      publication = editions.publish(data)
    end)

    teardown(function() publication:close() end)

    it("is declared as the guide says, and cleared by its licence", function()
      assert.equal("v1.0.0-csv.1", source.version)
      assert.is_nil(quran.reminder(source))
    end)

    it("is answered with the notes that the guide shows", function()
      local shown = forge.read(GUIDE):match('```json\n({\n  "notes".-)```')
      local verses = publication:quran(1, 1, 2, "en").verses
      assert.equal(svc.json(svc.parse_json(shown)), svc.json(verses[1].translation))
      assert.same({}, verses[2].translation.notes)
    end)

    it("has its notes below their verse on the page", function()
      local html = surah.verses(1, publication:quran(1, 1, 2, "en"), locales.en)
      assert.matches(
        '<a id="mark-1-1" href="#note-1-1" aria-label="Note 1">[1]</a>',
        html,
        1,
        true
      )
      assert.matches('aria-label="Note 2">[2]</a> The second.</li>', html, 1, true)
    end)
  end)

  for _, block in ipairs(document.blocks(GUIDE)) do
    if block.language == "sh" then
      for _, command in ipairs(block.lines) do
        it(command:sub(1, 70), function()
          local line =
            "cd '%s' && export PATH=\"%s/bin:$PATH\" && unset LUA_PATH LUA_CPATH && %s"
          local run = ("{ %s; } >out 2>&1 || { cat out; false; }"):format(command)
          local pipe <close> = assert(io.popen(line:format(folder, folder, run) .. "; echo $?"))
          local output = pipe:read("a")
          assert.equal("0", output:match("(%d+)\n$"), output)
        end)
      end
    end
  end
end)
