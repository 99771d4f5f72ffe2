--- Publishing: sources in, one file out; the same sources, the same bytes.
local cjson = require("cjson")
local forge = require("spec.support.publication.forge")
local lfs = require("lfs")
local svc = require("svc")
local date = require("base.date")
local content_tree = require("spec.support.publication.content_tree")
local links = require("data.import.links")
local publish = require("data.publish")

local SVCD = os.getenv("SVC_SVCD") or os.getenv("PWD") .. "/build/svcd"

local folder, key

local function path(name) return folder .. "/" .. name end

local function write(name, text)
  content_tree.write(path(name), text)
  return path(name)
end

local function read(name)
  local file <close> = assert(io.open(path(name), "rb"))
  return file:read("a")
end

setup(function()
  folder = os.tmpname()
  os.remove(folder)
  lfs.mkdir(folder)
  local private, public = svc.keygen()
  key = { private = private, public = public, file = write("key", private) }
  os.execute("chmod 600 '" .. key.file .. "'")
end)

teardown(function()
  os.execute("rm -rf '" .. folder .. "'")
  content_tree.remove_all()
end)

local function options(more)
  local all = {
    key = key.private,
    sequence = 1,
    out = path("out.svp"),
    section = "material",
    log = function() end,
    progress = function() end,
  }
  for name, value in pairs(more) do
    all[name] = value
  end
  return all
end

local function open(name)
  return assert(
    svc.open(path(name), { keys = { key.public }, threshold = 1, now = 1800000000 })
  )
end

--- The project's content, published once, and what was told of it.
local demo_result
local function demo()
  if not demo_result then
    demo_result =
      assert(publish.run(options { content = "data/content", out = path("demo.svp") }))
  end
  return open("demo.svp")
end

local LINES = {}
for i = 1, 60 do
  local locale = ({ "en", "id", "de" })[i % 3 + 1]
  LINES[i] = ('{"id":"d%d","title":"Title %d","text":"Text %d of %d.","locale":"%s"}\n'):format(
    i,
    i,
    i,
    i * 7,
    locale
  )
end

local function shuffled(lines, seed)
  local out, state = table.move(lines, 1, #lines, 1, {}), seed
  for i = #out, 2, -1 do
    state = (state * 1103515245 + 12345) % 2147483648
    local j = state % i + 1
    out[i], out[j] = out[j], out[i]
  end
  return table.concat(out)
end

describe("publishing", function()
  it("from shuffled input gives the same bytes", function()
    local first
    for seed = 1, 5 do
      local file = write("lines.jsonl", shuffled(LINES, seed))
      assert(publish.run(options { jsonl = file }))
      first = first or read("out.svp")
      assert.is_true(first == read("out.svp"), "seed " .. seed)
    end
  end)

  it("counts what the publication then holds", function()
    local publication <close> = demo()
    local result = demo_result
    assert.equal(result.documents, publication:info().documents)
    for _, row in ipairs(publication:counts()) do
      local sum = 0
      for _, count in pairs(result.counts[row.locale]) do
        sum = sum + count
      end
      assert.equal(sum, row.count)
    end
  end)

  it("serves the text of a file under a heading with its title", function()
    local publication <close> = demo()
    local id = "asset:id:material:mathematics:quadratic-equations"
    local source = forge.read("data/content/id/material/mathematics/quadratic-equations.md")
    local document = publication:document(id)
    assert.same({
      "materi/matematika/persamaan-kuadrat",
      "Persamaan kuadrat",
      "concept:mathematics:quadratic-equations",
      "lens:material:mathematics",
      "lo:material:mathematics:quadratic-equations",
      source:match("\nupdated: (%S+)\n"),
      true,
    }, {
      document.route,
      document.title,
      document.conceptId,
      document.lensId,
      document.learningObjectId,
      document.updated,
      document.readable,
    })
    assert.equal(
      "# Persamaan kuadrat\n\nPersamaan kuadrat adalah",
      publication:text(id):sub(1, 45)
    )
  end)

  it("leaves a cited set without text", function()
    local publication <close> = demo()
    local id = "asset:de:tryout:germany:msa:german-2026"
    assert.is_false(publication:document(id).readable)
    assert.is_nil(publication:text(id))
  end)

  it("names the categories, countries and exams that documents use, localised", function()
    local publication <close> = demo()
    local labels = publication:labels("de")
    assert.same({ "education", "science", "technology" }, labels.categories)
    assert.same(
      { { id = "germany", label = "Deutschland" }, { id = "indonesia", label = "Indonesien" } },
      labels.countries
    )
    assert.equal(4, #labels.exams)
  end)

  it("names each folder of a route as its language does, and who wrote the texts", function()
    local publication <close> = demo()
    assert.equal("Informatik", publication:label("de", "folder", "material/informatik"))
    local exam = "probepruefung/indonesien/tka"
    assert.equal("TKA (Test der schulischen Leistung)", publication:label("de", "folder", exam))
    for item in publication:each() do
      local above = item.section ~= "quran" and item.route:match("^(.*)/")
      local named = not above or publication:label(item.locale, "folder", above)
      assert.truthy(named, item.route)
    end
    for _, locale in ipairs(svc.locales) do
      for _, id in ipairs { "authors", "licence", "licence-url" } do
        assert.truthy(publication:label(locale, "credit", id), locale .. " " .. id)
      end
    end
  end)

  it("says nothing of who wrote the texts where the tree does not", function()
    assert(publish.run(options { content = content_tree.make {} }))
    local publication <close> = open("out.svp")
    assert.is_nil(publication:label("en", "credit", "authors"))
  end)

  it("leaves out a label that no document uses", function()
    assert(publish.run(options { content = content_tree.make {} }))
    local publication <close> = open("out.svp")
    assert.same({}, publication:labels("en").categories)
    assert.same({ { id = "tka", label = "Tka" } }, publication:labels("en").exams)
  end)

  it("makes every internal link lead to a text", function()
    local publication <close> = demo()
    local count, dead = 0, {}
    for document in publication:each() do
      local text = publication:text(document.content_id) or ""
      for target in text:gmatch("%]%(([^()%s:#]+)%.md#?[^()%s]*%)") do
        count = count + 1
        local found = publication:route(document.locale, links.resolve(document.route, target))
        if not (found and found.readable) then
          dead[#dead + 1] = document.route .. ": " .. target
        end
      end
    end
    assert.equal("", table.concat(dead, "\n"))
    assert.is_true(count >= 100, count .. " links")
  end)

  it("names the line of an id that stands twice", function()
    local result, faults =
      publish.run(options { jsonl = write("two.jsonl", LINES[1] .. LINES[1]) })
    assert.is_nil(result)
    assert.equal(path("two.jsonl") .. ':2: repeats id "d1" of line 1; rename one', faults[1])
  end)

  it("signs with every key that is given", function()
    local second, public = svc.keygen()
    assert(publish.run(options {
      content = content_tree.make {},
      key = { key.private, second },
    }))
    local publication <close> = assert(
      svc.open(
        path("out.svp"),
        { keys = { key.public, public }, threshold = 2, now = 1800000000 }
      )
    )
    assert.equal(3, publication:info().documents)
  end)

  it("refuses to publish nothing", function()
    local result, faults = publish.run(options {})
    assert.is_nil(result)
    assert.same({ "nothing to publish; give --content, --jsonl or --quran-sources" }, faults)
  end)

  it("reports each stage up to its total", function()
    local stages, seen = {}, {}
    assert(publish.run(options {
      content = content_tree.make {},
      progress = function(name, done, total)
        if not seen[name] then stages[#stages + 1] = name end
        seen[name] = done / total
      end,
    }))
    assert.equal("content", stages[1])
    for _, name in ipairs(stages) do
      assert.equal(1, seen[name], name)
    end
  end)
end)

describe("the times of a publication", function()
  it("are those of the newest document when none are given", function()
    local result =
      assert(publish.run(options { content = content_tree.make {}, dry_run = true }))
    assert.equal(date.day("2026-01-02"), result.created)
    assert.equal(result.created + publish.LIFETIME, result.expires)
  end)

  it("refuse to end before they begin", function()
    local result, faults = publish.run(options {
      content = content_tree.make {},
      created = 100,
      expires = 100,
    })
    assert.is_nil(result)
    assert.same({ "expires before it is created; give a later --expires" }, faults)
  end)
end)

--- Runs `svcd publish` in this checkout; stdout, stderr and exit status.
local function svcd(arguments, environment)
  local command = ("SVC_HOME='%s' %s '%s' publish %s >'%s' 2>'%s'"):format(
    lfs.currentdir(),
    environment or "",
    SVCD,
    arguments,
    path("stdout"),
    path("stderr")
  )
  local _, _, status = os.execute(command)
  return read("stdout"), read("stderr"), status
end

local function counted(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read("n")
end

--- The texts in a folder of the project's content, such as "en/material".
local function texts(where)
  return counted(("find data/content/%s -name '*.md' | wc -l"):format(where))
end

--- The try-outs of the project that every locale only cites.
local function cited() return counted("grep -c '^  - path:' data/content/catalogue.yaml") end

--- What is told of a locale's documents, without a Quran.
local function written_row(locale)
  return ("%s  articles %d, material %d, tryout %d, quran 0\n"):format(
    locale,
    texts(locale .. "/articles"),
    texts(locale .. "/material"),
    texts(locale .. "/tryout") + cited()
  )
end

describe("svcd publish", function()
  local function base(more)
    return ("--no-quran --key '%s' --out '%s' %s"):format(key.file, path("cli.svp"), more or "")
  end

  --- As `base`, of a few lines: where it does not matter what is published.
  local function brief(more)
    local file = write("brief.jsonl", table.concat(LINES))
    return base(("--no-content --jsonl '%s' %s"):format(file, more or ""))
  end

  --- The flags by which the project's content is published.
  local function whole() return base("--sequence 7 --expires 2036-01-01") end

  it("prints what it wrote", function()
    local out, err, status = svcd(whole())
    assert.equal(0, status, err)
    assert.truthy(out:find(written_row("en"), 1, true), out)
    assert.truthy(
      out:find("expires 2036-01-01, sequence 7\nwrote " .. path("cli.svp"), 1, true)
    )
    local publication <close> = open("cli.svp")
    assert.equal(7, publication:info().sequence)
    os.rename(path("cli.svp"), path("today.svp"))
  end)

  it("gives the same bytes again, and on another day", function()
    local library = path("later.so")
    assert(
      os.execute(("cc -shared -fPIC -O1 -o '%s' spec/support/service/later.c"):format(library))
    )
    -- Under the plain Lua: a sanitized svcd takes no preloaded library.
    local function run(program)
      local line = "LD_PRELOAD='%s' lua5.4 %s 2>&1"
      local pipe <close> = assert(io.popen(line:format(library, program)))
      return pipe:read("a")
    end
    assert.is_true(tonumber(run("-e 'print(os.time())'")) > os.time() + 399 * 86400)
    local told = run("spec/support/publication/cost.lua publish " .. whole())
    assert.truthy(told:find("wrote " .. path("cli.svp"), 1, true), told)
    assert.is_true(read("today.svp") == read("cli.svp"))
    os.remove(path("cli.svp"))
  end)

  it("prints one JSON object for scripts, and its progress as JSON lines", function()
    local out, err = svcd(brief("--json"))
    assert.equal(#LINES, cjson.decode(out).documents)
    for line in err:gmatch("[^\n]+") do
      assert.is_string(cjson.decode(line).stage)
    end
  end)

  it("writes nothing in a dry run, and needs no key for it", function()
    os.remove(path("dry.svp"))
    local tree = content_tree.make {}
    local line = "--no-quran --dry-run --content '%s' --out '%s'"
    local out, _, status = svcd(line:format(tree, path("dry.svp")))
    assert.equal(0, status)
    assert.truthy(out:find("nothing written (--dry-run)\n", 1, true))
    assert.is_nil(lfs.attributes(path("dry.svp")))
  end)

  it("takes the time of creation from SOURCE_DATE_EPOCH", function()
    local out = svcd(brief("--json"), "SOURCE_DATE_EPOCH=1800000000")
    assert.equal(1800000000, cjson.decode(out).created)
  end)

  it("takes JSON lines as content", function()
    local file = write("lines.jsonl", table.concat(LINES))
    local out = svcd(base("--no-content --json --section articles --jsonl '" .. file .. "'"))
    assert.same({ articles = 20 }, cjson.decode(out).counts.en)
    out = svcd(base("--no-content --json --section articles --jsonl - <'" .. file .. "'"))
    assert.same({ articles = 20 }, cjson.decode(out).counts.en)
  end)

  it("reads JSON lines from standard input", function()
    local file = write("lines.jsonl", table.concat(LINES))
    local out = svcd(base("--no-content --json --jsonl - <'" .. file .. "'"))
    assert.same({ material = 20 }, cjson.decode(out).counts.en)
  end)

  it("leaves drafts out", function()
    local draft = content_tree.lesson():gsub("title:", "draft: true\ntitle:", 1)
    local tree = content_tree.make {
      ["en/material/mathematics/lines.md"] = content_tree.lesson(),
      ["en/material/mathematics/curves.md"] = draft,
    }
    local out = svcd(base("--json --content '" .. tree .. "'"))
    assert.same({ material = 1, tryout = 1 }, cjson.decode(out).counts.en)
  end)

  it("names the publication that it replaces and takes the next sequence", function()
    local first = cjson.decode((svcd(brief("--json --sequence 7")))).publication
    local next = cjson.decode((svcd(brief("--json --previous '" .. path("cli.svp") .. "'"))))
    assert.equal(8, next.sequence)
    assert.equal(first.digest, next.publication.previous)
    local later = svcd(brief("--json --sequence 20 --previous '" .. path("cli.svp") .. "'"))
    assert.equal(20, cjson.decode(later).sequence)
    assert.equal(next.publication.digest, open("cli.svp"):info().previous)
  end)

  it("replaces one that expired", function()
    svcd(brief("--created 2020-01-01 --expires 2021-01-01"))
    local out, err = svcd(brief("--json --previous '" .. path("cli.svp") .. "'"))
    assert.equal(2, cjson.decode(out).sequence, err)
  end)

  for _, sequence in ipairs { 6, 7 } do
    it(("refuses sequence %d after 7"):format(sequence), function()
      svcd(brief("--sequence 7"))
      local before = read("cli.svp")
      local _, err, status =
        svcd(brief(("--sequence %d --previous '%s'"):format(sequence, path("cli.svp"))))
      assert.equal(1, status)
      assert.truthy(
        err:find(("svcd publish: sequence %d is not above that of"):format(sequence))
      )
      assert.truthy(err:find("which is 7; give 8 or more, or none\n", 1, true), err)
      assert.is_true(before == read("cli.svp"))
    end)
  end

  it("refuses to replace what is no whole publication, also in a dry run", function()
    svcd(brief())
    write("torn.svp", read("cli.svp"):sub(1, -2))
    local out, err, status =
      svcd("--no-quran --dry-run --previous '" .. path("torn.svp") .. "'")
    assert.same({ "", 1 }, { out, status })
    assert.truthy(err:find("^svcd publish: .*torn%.svp: "), err)
  end)

  local refusals = {
    {
      "a missing key",
      "--no-quran --out x",
      "no key; give --key FILE, made by svcd keygen, or --signer KEY of one who signs later",
    },
    {
      "a key that is no file",
      "--no-quran --out x --key /nowhere",
      "/nowhere: there is no such file; make a key with `svcd keygen`",
    },
    { "a missing output", "--no-quran", "no output; give --out FILE" },
    {
      "a day that is none",
      "--no-quran --created 2026-02-30 --dry-run",
      '--created is "2026-02-30"; accepted is a day such as 2026-03-31 or Unix seconds',
    },
    {
      "a tree that is none",
      "--no-quran --dry-run --content /nowhere",
      "/nowhere: is no folder; give the content tree with --content",
    },
    {
      "JSON lines that are missing",
      "--no-quran --dry-run --no-content --jsonl /nowhere",
      "/nowhere: No such file or directory; give a file of JSON lines with --jsonl",
    },
  }
  for _, case in ipairs(refusals) do
    it("refuses " .. case[1], function()
      local out, err, status = svcd(case[2])
      assert.same({ "", "svcd publish: " .. case[3] .. "\n", 1 }, { out, err, status })
    end)
  end

  it("refuses a private key that others may read", function()
    local open_key = write("open-key", key.private)
    os.execute("chmod 644 '" .. open_key .. "'")
    local _, err, status = svcd("--no-quran --out x --key '" .. open_key .. "'")
    assert.equal(1, status)
    local reason = "others may read it (mode 0644); run `chmod 600` on it"
    assert.equal("svcd publish: " .. open_key .. ": " .. reason .. "\n", err)
  end)

  it("refuses what svcd check --content calls an error", function()
    local tree = content_tree.make {
      ["en/material/mathematics/lines.md"] = content_tree.lesson("\n## Lines\n\nIt is $x.\n"),
    }
    local _, err, status = svcd("--no-quran --dry-run --content '" .. tree .. "'")
    assert.equal(1, status)
    local fault = "en/material/mathematics/lines.md:10:7: a formula is not closed"
    assert.matches("svcd publish: " .. fault, err, 1, true)
  end)

  it("names every fault of a tree with file, line and cure", function()
    local tree = content_tree.make {
      ["en/material/mathematics/lines.md"] = content_tree.lesson("\n[a](none.md)\n"),
    }
    local _, err, status = svcd("--no-quran --dry-run --content '" .. tree .. "'")
    assert.equal(1, status)
    assert.truthy(
      err:find(
        'svcd publish: en/material/mathematics/lines.md:8:5: link "none.md" leads to '
          .. "no document of this locale; correct the path\n",
        1,
        true
      ),
      err
    )
  end)
end)
