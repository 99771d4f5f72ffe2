--- The kept inputs of the fuzz targets (spec/proof/fuzz/seeds), which a script of each makes: they
-- are few, differ and are named after what they are. Targets that are written in Lua are given each
-- of theirs, among them every input that a target once failed on. Each module of csrc is in a list:
-- of those that read bytes from outside with its targets, or of the others with the reason.
local lfs = require("lfs")

local MOST = 40

--- The targets, and the file of each.
local function targets()
  local found = {}
  for file in lfs.dir("spec/proof/fuzz") do
    local name = file:match("^(.+)%.lua$") or file:match("^(.+)%.c$")
    if name then found[name] = file end
  end
  return found
end

local function seeds_of(name) return require("spec.proof.fuzz.seeds." .. name) end

describe("the kept inputs of the fuzz target", function()
  for name in pairs(targets()) do
    it(name .. " are few, differ and say what they are", function()
      local count, known = 0, {}
      for seed, bytes in pairs(seeds_of(name)) do
        count = count + 1
        assert.truthy(seed:find("^%l[%l%d-]+$"), seed .. " is no name in lower case")
        assert.falsy(seed:find(("%x"):rep(12)), seed .. " holds a hash")
        assert.is_nil(known[bytes], ("%s is the same as %s"):format(seed, known[bytes]))
        known[bytes] = seed
      end
      assert.is_true(count > 0 and count <= MOST, count .. " inputs")
    end)
  end
end)

describe("the fuzz target", function()
  for name, file in pairs(targets()) do
    if file:find("%.lua$") then
      it(name .. " holds for the inputs kept", function()
        local target = dofile("spec/proof/fuzz/" .. file)
        for seed, bytes in pairs(seeds_of(name)) do
          local good, reason = pcall(target, bytes)
          assert.is_true(good, ("%s: %s"):format(seed, reason))
        end
      end)
    end
  end
end)

describe("the fuzz targets in C", function()
  it("are of the same functions as the sources", function()
    local check = "cc -fsyntax-only -Werror -std=gnu17 -D_GNU_SOURCE -DSVC_VERSION='\"\"' -Icsrc"
      .. " -Ispec/proof/fuzz $(pkg-config --cflags lua5.4) spec/proof/fuzz/*.c 2>&1"
    local output <close> = assert(io.popen(check))
    assert.equal("", output:read("a"))
  end)
end)

--- Modules of csrc, without their ending, by the targets that reach them.
-- stylua: ignore
local REACHED = {
  { "guard address coding proxy_header uri",
    "host/wire/guard host/wire/address host/wire/coding host/wire/proxy_header host/wire/uri",
    "base/escape base/utf8" },
  { "fetch_packet dict quota_store",
    "host/shared/fetch_packet host/shared/dict host/shared/quota_store" },
  { "json json_values mcp",
    "json/scan json/write binding/lua_json" },
  { "query routes resolve",
    "binding/lua_uri binding/lua_svc binding/lua_template store/store" },
  { "publication",
    "publication/file publication/open publication/state publication/tree store/assets",
    "store/document store/labels store/paths store/renditions quran/leaf search/format",
    "search/search search/candidates search/placing search/rerank search/weigh search/excerpt",
    "search/advice search/parts" },
  { "pointer trust",
    "publication/pointer publication/trust publication/signature" },
  { "quran_section quran_reference",
    "quran/quran quran/interpret quran/link quran/lookup quran/names quran/naming quran/numeral",
    "quran/reading quran/reference quran/spelling quran/spoken" },
  { "search_index",
    "search/index search/lists search/marks search/partition search/pins search/postings",
    "search/vocabulary search/filter search/variants" },
  { "search_query",
    "search/meaning search/phrasing search/query_read search/terms search/typo search/build",
    "search/render text/analyze text/fold text/token" },
  { "markdown html document",
    "markup/anchors markup/blocks markup/document markup/entities markup/html",
    "markup/inline_reader markup/inlines markup/links markup/open_blocks markup/parser",
    "markup/plain markup/references markup/remarks markup/starts markup/tags markup/target",
    "markup/tree binding/lua_document binding/lua_html" },
  { "formula",
    "markup/command markup/construct markup/environment markup/formula markup/mathml markup/tex" },
  { "image",
    "store/image store/svg store/svg_clean" },
  { "download pack",
    "transfer/download transfer/pack" },
  { "settings",
    "host/script/settings" },
  { "script",
    "host/script/bundle host/script/lua_aux host/script/home host/script/library",
    "host/script/library_match host/script/lua_host host/script/script host/script/script_bounds",
    "host/script/script_exchange host/script/script_memory" },
  { "handover",
    "base/share host/wire/listen_fds host/process/channel host/process/upgrade",
    "host/process/worker_pool" },
  { "exposition",
    "host/process/exposition host/shared/metrics" },
}

--- Modules that no target reaches, by the reason.
-- stylua: ignore
local OTHERS = {
  { "holds memory, time or tables, or writes",
    "base/arena base/buffer base/clock base/hash base/locale base/log",
    "host/shared/quota host/wire/access_log host/wire/account host/wire/cache host/wire/ids",
    "host/wire/libc" },
  { "writes publications from what was read",
    "publication/write store/build quran/build search/render_cache" },
  { "hands on to an engine that has a target",
    "binding/lua_assets binding/lua_builder binding/lua_documents binding/lua_paths",
    "binding/lua_pointer binding/lua_proof binding/lua_publication binding/lua_publish",
    "binding/lua_quran binding/lua_quran_build binding/lua_search binding/lua_signature",
    "binding/lua_transfer binding/lua_trust binding/lua_verify binding/lua_watcher",
    "binding/open_options" },
  { "libmicrohttpd reads, what the guard made of it",
    "host/wire/acceptor host/wire/connections host/wire/http host/wire/intake host/wire/listen",
    "host/wire/loop host/wire/seam" },
  { "libcurl or hiredis reads",
    "host/process/fetch_curl host/process/dial host/process/dial_none",
    "host/process/dial_prove host/shared/quota_store_none" },
  { "reads what processes of the service say to one another, or its operator",
    "host/shared/fetch_link host/shared/watch host/process/control",
    "host/process/handed_publication" },
  { "runs processes",
    "host/process/admin host/process/answer host/process/examiner host/process/fetcher",
    "host/process/fetcher_serve host/process/front host/process/main host/process/master",
    "host/process/reload host/process/sandbox host/process/service host/process/start",
    "host/process/worker" },
}

--- The modules that a table lists, each with its row.
local function listed(rows, into)
  for _, row in ipairs(rows) do
    for name in table.concat(row, " ", 2):gmatch("%S+") do
      assert.is_nil(into[name], name .. " is listed twice")
      into[name] = row
    end
  end
  return into
end

describe("a module of csrc", function()
  it("is listed with its fuzz targets, or with why it has none", function()
    local known, unlisted = listed(OTHERS, listed(REACHED, {})), {}
    for path in io.popen("git ls-files 'csrc/*.c'"):lines() do
      local name = path:match("^csrc/(.*)%.c$")
      if not known[name] then unlisted[#unlisted + 1] = name end
      known[name] = nil
    end
    assert.same({}, unlisted)
    assert.is_nil(next(known), tostring(next(known)) .. " is no module")
  end)

  it("is reached by targets that there are", function()
    local there = targets()
    for _, row in ipairs(REACHED) do
      for name in row[1]:gmatch("%S+") do
        assert.is_truthy(there[name], name .. " is no target")
      end
    end
  end)
end)
