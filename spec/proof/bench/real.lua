--- Real text for the benchmarks: documentation packages of Debian, pinned in real.json, fetched and
-- unpacked without being installed, and cut into a document for each heading; and queries of one to
-- four words that follow each other in a title.
--
--     LUA_PATH="./?.lua;./lua/?.lua;;" lua5.4 spec/proof/bench/real.lua FOLDER
--
-- writes `docs.jsonl` and `queries.jsonl` into FOLDER, where the packages are kept too. The same
-- packages give the same bytes.

local cjson = require("cjson")
local measure = require("spec.proof.bench.measure")
local packages = require("data.fetch.packages")
local sections = require("spec.proof.bench.sections")
local shell = require("data.fetch.shell")

local QUERIES, WORDS_MOST, SEED = 2000, 4, 7
--- Pages that only list what others say, and those of other languages.
local PASSED =
  { "genindex", "modindex", "/search%.html", "/_", "/translations/", "/contents%.html" }

--- The archive of a package: out of the cache, or fetched. Raises with the refusal.
local function archive_of(package, folder)
  local archives = folder .. "/packages/"
  local archive = packages.cached(package, archives)
  if archive then return archive end
  local temporary <close> = setmetatable({ path = assert(shell.temporary_folder(folder)) }, {
    __close = function(self) shell.remove_folder(self.path) end,
  })
  local fetched = assert(packages.download(package, temporary.path, archives))
  local kept, fault = packages.keep(package, fetched, archives, print)
  local other = "%s: what is offered is none of the pinned versions: %s"
  return kept or error(fault or other:format(package.name, packages.accepted(package)), 0)
end

local function is_passed(path)
  for _, pattern in ipairs(PASSED) do
    if path:find(pattern) then return true end
  end
  return false
end

--- The HTML of a page and, of a manual page, its title.
local function page_of(path)
  if path:find("%.html$") then return measure.read(path) end
  local title, part = path:match("([^/]+)%.(%w+)%.gz$")
  local command = "mandoc -T html -O fragment %s 2>/dev/null"
  return measure.run(command:format(shell.quoted(path))), ("%s(%s)"):format(title, part)
end

--- Unpacks a package and hands each of its pages to `take`.
local function each_page(package, folder, take)
  local temporary <close> = setmetatable({ path = assert(shell.temporary_folder(folder)) }, {
    __close = function(self) shell.remove_folder(self.path) end,
  })
  local root = temporary.path .. "/" .. package.folder
  assert(
    shell.run(".", ("dpkg-deb -x %s %s"):format(archive_of(package, folder), temporary.path))
  )
  local found = "find %s -type f -name '*.html' -o -type f -path '*/man?/*.gz' | LC_ALL=C sort"
  for path in measure.run(found:format(root)):gmatch("[^\n]+") do
    if not is_passed(path:sub(#root + 1)) then take(page_of(path)) end
  end
end

local function write_documents(folder)
  local titles, known, bytes = {}, {}, 0
  local file <close> = assert(io.open(folder .. "/docs.jsonl", "w"))
  for _, package in ipairs(cjson.decode(measure.read("spec/proof/bench/real.json"))) do
    each_page(package, folder, function(html, page)
      for _, found in ipairs(sections.of(html, page)) do
        if not known[found.text] and utf8.len(found.title .. found.text) then
          known[found.text] = true
          titles[#titles + 1] = found.title
          bytes = bytes + #found.title + #found.text
          local document = { id = tostring(#titles), title = found.title, text = found.text }
          file:write(cjson.encode(document), "\n")
        end
      end
    end)
    print(("%-16s %6d documents, %5.1f MB"):format(package.name, #titles, bytes / 1e6))
  end
  return titles
end

--- Up to four words that follow each other in a title.
local function query_of(title)
  local words = {}
  for word in title:gmatch("[%w_]+") do
    words[#words + 1] = word:lower()
  end
  local count = math.min(math.random(WORDS_MOST), #words)
  if count == 0 then return "" end
  local first = math.random(#words - count + 1)
  return table.concat(words, " ", first, first + count - 1)
end

local function write_queries(folder, titles)
  math.randomseed(SEED)
  local lines, known = {}, { [""] = true }
  while #lines < QUERIES do
    local text = query_of(titles[math.random(#titles)])
    if not known[text] then
      known[text] = true
      lines[#lines + 1] = cjson.encode({ id = tostring(#lines + 1), text = text })
    end
  end
  measure.write(folder .. "/queries.jsonl", table.concat(lines, "\n") .. "\n")
end

local folder = arg[1] or error("usage: real.lua FOLDER", 0)
assert(shell.make_folders(folder))
write_queries(folder, write_documents(folder))
