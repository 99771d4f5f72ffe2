--- The memory that publishing takes, by the shape of the corpus; and out of memory at any
-- allocation of publishing, loading or reading: a reason or an error, never a crash, and the
-- publication under its name stays whole.
local cjson = require("cjson")
local svc = require("svc")
local faults = require("spec.support.house.faults")
local forge = require("spec.support.publication.forge")
local publish = require("data.publish")

local BUILD = os.getenv("BUILD") or "build"

describe("publishing takes at most 22 MiB and twice the text of", function()
  local folder
  setup(function()
    folder = forge.folder()
    assert(svc.save_key(folder .. "/key", (svc.keygen())))
  end)
  teardown(function() forge.remove(folder) end)

  -- Writes JSON lines: the texts of the demo publication, each `times` times.
  local function demo_lines(path, times)
    local publication <close> = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))
    local file <close> = assert(io.open(path, "wb"))
    for document in publication:each() do
      for round = 1, times do
        file:write(
          svc.json {
            id = ("r%d-%s"):format(round, document.content_id:gsub("[^a-z0-9]+", "-")),
            locale = document.locale,
            text = publication:text(document.content_id) or "",
            title = document.title,
          },
          "\n"
        )
      end
    end
  end

  -- Publishes a file of JSON lines; bytes of text, documents, and bytes of memory. Under the plain
  -- Lua: in a sanitized svcd memory says nothing.
  local function measure(path)
    local pipe <close> = assert(
      io.popen(
        (
          "lua5.4 spec/support/publication/cost.lua publish --json "
          .. "--no-content --no-quran --jsonl %s --key %s/key --out %s/out 2>/dev/null"
        ):format(path, folder, folder)
      )
    )
    local told = cjson.decode(pipe:read("l"))
    local _, memory = pipe:read("n", "n")
    return told.bytes, told.documents, memory
  end

  local shapes = {
    { "long documents", "--documents 1500 --words 1100", 8e6 },
    { "documents of 700 bytes", "--documents 12000 --words 120", 7e6 },
    { "documents of 90 bytes, counted as 512", "--documents 20000 --words 16", 1e6 },
    { "long German documents", "--documents 1000 --words 1500 --locale de", 7e6 },
    { "one document of a megabyte", "--documents 1 --words 300000", 8e5 },
    { "one document of a word", "--documents 1 --words 1", 1 },
    { "the demo", 1, 7e6 },
  }
  for _, shape in ipairs(shapes) do
    it(shape[1], function()
      local path = folder .. "/lines.jsonl"
      if math.type(shape[2]) then
        demo_lines(path, shape[2])
      else
        assert(os.execute(("lua5.4 data/synthetic.lua %s >%s"):format(shape[2], path)))
      end
      local bytes, documents, memory = measure(path)
      assert.is_true(bytes >= shape[3], bytes .. " bytes of text")
      local bound = publish.memory(bytes, documents)
      assert.is_true(
        memory <= bound,
        ("%d bytes, not %d, for %d of text in %d documents"):format(
          memory,
          bound,
          bytes,
          documents
        )
      )
    end)
  end
end)

describe("when memory runs out", function()
  local folder, library, plan
  setup(function()
    folder = forge.folder()
    library, plan = faults.build(folder), faults.plan(folder .. "/plan")
  end)
  teardown(function() forge.remove(folder) end)

  local modes = {
    one = "at one allocation",
    all = "at one allocation and every later one",
  }
  for mode, when in pairs(modes) do
    it(when .. ", nothing crashes, is torn or leaks", function()
      -- A sanitizer brings its own allocator, which must come first.
      local preload = (os.getenv("LD_PRELOAD") or "") ~= ""
      if preload then pending("another allocator is preloaded") end
      local pipe = assert(
        io.popen(
          (
            "LD_PRELOAD=%s FAULTS_PLAN=%s lua5.4 spec/support/publication/starved.lua "
            .. "%s %s 2>&1"
          ):format(library, plan.path, folder, mode)
        )
      )
      local out = pipe:read("a")
      local ok = pipe:close()
      local publishing, reading, trust, json = out:match("^(%d+) (%d+) (%-?%d+) (%-?%d+)\n$")
      assert.is_true(ok, out)
      assert.is_true(tonumber(publishing) > 50 and tonumber(reading) > 20, out)
      assert.is_true(tonumber(trust) <= 0 and tonumber(json) <= 0, out)
    end)
  end
end)
