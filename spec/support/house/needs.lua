--- The needs of a spec beside a build: the one table of them, and how they are found. A need is
-- found by a word in the code of the spec, or of what it requires below spec/ or imports from its
-- folder.
--
-- On a machine that has only what `make build` installed, this runs under lua5.4 alone.
local needs = {}

--- Debian packages, and the words that stand for them. Each is one of .ci/packages.txt.
local PACKAGES = {
  ["chromium-headless-shell"] = {
    "chromium",
    "browser.mjs",
    "support.web.browser",
  },
  ["caddy"] = { "caddy" },
  ["fish"] = { "fish" },
  ["haproxy"] = { "haproxy" },
  ["jq"] = { "jq" },
  ["lua-check"] = { "luacheck" },
  ["mandoc"] = { "mandoc" },
  ["nginx-light"] = { "nginx" },
  ["openssl"] = { "openssl" },
  ["patch"] = { "patch -", "patch <" },
  ["procps"] = { "pgrep", "ps -" },
  ["redis-server"] = { "redis-server", "service.store" },
  ["scdoc"] = { "scdoc" },
  ["strace"] = { "strace" },
  ["systemd"] = { "systemd-analyze", "systemd-creds", "systemd-run" },
  ["valgrind"] = { "valgrind" },
  ["w3m"] = { "w3m" },
  ["xxd"] = { "xxd" },
  ["zsh"] = { "zsh" },
  ["zstd"] = { "zstd -" },
}

--- Targets of make, and the words that stand for them.
local TARGETS = {
  ["publication"] = { "demo.svp", "demo.trust", "SVC_PUBLICATION", "build/sources" },
  ["spec/node_modules"] = { "spec/node_modules", "answers.check", "recording.check" },
  ["cli/node_modules"] = { "cli/node_modules", "cli/bin", "cli/src" },
}

--- Modules whose code says nothing of the specs that require them: what it names, few of them call.
local PASSED_OVER = { ["spec.support.service.answers"] = true }

local function read(path)
  local file <close> = io.open(path)
  return file and file:read("a")
end

--- The file of a module, as the suite finds it.
-- @tparam string name as it is required @treturn string|nil path
function needs.file_of(name)
  local path = name:gsub("%.", "/")
  for _, form in ipairs({ "%s.lua", "%s/init.lua", "lua/%s.lua", "lua/%s/init.lua" }) do
    local file = form:format(path)
    if read(file) then return file end
  end
end

--- The modules a Lua file requires. @tparam string text @treturn {string,...} names
function needs.required(text)
  local names = {}
  for name in text:gmatch("require%s*%(?%s*[\"']([%w_.]+)[\"']") do
    names[#names + 1] = name
  end
  return names
end

--- The code of a test of the command-line client and of what it imports from its folder.
local function code_of_test(path)
  local text = read(path) or ""
  local parts = { text }
  for name in text:gmatch('from "%./([%w_.-]+)"') do
    parts[#parts + 1] = read(path:gsub("[^/]*$", name))
  end
  return table.concat(parts, "\n")
end

--- The code of a spec and of all below spec/ that it requires, without comments.
local function code_of(path, seen)
  local text = read(path) or ""
  local parts = { (("\n" .. text):gsub("\n%s*%-%-[^\n]*", "\n")) }
  for _, name in ipairs(needs.required(text)) do
    local fresh = not seen[name] and not PASSED_OVER[name] and name:find("^spec%.")
    local file = fresh and needs.file_of(name)
    seen[name] = true
    if file then parts[#parts + 1] = code_of(file, seen) end
  end
  return table.concat(parts, "\n")
end

--- True when a word stands in a text by itself, as the name of a program does.
local function has(text, word)
  local at = 1
  while true do
    local first, last = text:find(word, at, true)
    if not first then return false end
    local before, after = text:sub(first - 1, first - 1), text:sub(last + 1, last + 1)
    if not (before:find("[%w_-]") and word:find("^%w")) and not after:find("[%w_]") then
      return true
    end
    at = last + 1
  end
end

local function found(text, rows)
  local names = {}
  for name, words in pairs(rows) do
    for _, word in ipairs(words) do
      if has(text, word) then
        names[#names + 1] = name
        break
      end
    end
  end
  table.sort(names)
  return names
end

--- The needs of a spec. @tparam string spec path of a `_spec.lua`, or of a test of the command-line
-- client
-- @treturn {string,...} packages beside those of the group `build`
-- @treturn {string,...} targets of make beside `build`
function needs.of(spec)
  if spec:find("^cli/") then
    local code = code_of_test(spec)
    local targets = found(code, TARGETS)
    table.insert(targets, 1, "cli/node_modules")
    return found(code, PACKAGES), targets
  end
  local code = code_of(spec, {})
  local packages = found(code, PACKAGES)
  table.insert(packages, 1, "lua-busted")
  return packages, found(code, TARGETS)
end

return needs
