--- The child of spec/csrc/publication/memory_spec.lua, with faults.c preloaded: publishes, loads
-- and reads, once for every allocation that can fail, until none does.
--   lua5.4 spec/support/publication/starved.lua FOLDER one|all
-- `all`: every later allocation fails as well. FOLDER/plan is the plan of faults.lua.
local svc = require("svc")
local faults = require("spec.support.house.faults")
local forge = require("spec.support.publication.forge")

local folder, all = arg[1], arg[2] == "all"
local plan = faults.plan(folder .. "/plan", true)
local private, public = svc.keygen()
local path, state, trust = folder .. "/p", folder .. "/state", folder .. "/trust"

local function publish()
  local root = { threshold = 1, keys = { public } }
  assert(svc.replace_file(
    trust,
    assert(svc.extend_trust(nil, {
      expires = 4000000000,
      root = root,
      publication = root,
    }, private))
  ))
  return assert(forge.builder():write(path, {
    private_key = private,
    sequence = 1,
    created = 1,
    expires = 4000000000,
  }))
end

local function read()
  local publication <close> = assert(svc.open(path, { trust = trust, state = state }))
  for document in publication:each() do
    publication:text(document.content_id)
  end
  publication:labels("en")
  publication:search { queries = { "light" }, locale = "en", limit = 3 }
  return publication:info()
end

-- True when a refusal is one of memory. OpenSSL answers some lacks of memory as a wrong signature:
-- it fails closed, and cannot be asked why.
local function fits(reason)
  return reason:find("memory") or reason:find("allocate") or reason:find("does not hold")
end

-- Runs `action` with the n-th allocation failing, n from 1 on. Gives how many did.
local function starve(action)
  local n = 0
  while true do
    n = n + 1
    collectgarbage()
    plan:arm { call = "malloc", first = n, last = all and math.maxinteger or n }
    local ok, reason = pcall(action)
    local failed = plan:disarm()
    if not failed then
      assert(ok, reason)
      return n - 1
    end
    if not ok then
      reason = tostring(reason)
      assert(fits(reason), reason)
    end
    assert(svc.open(path, { keys = { public } })):close()
  end
end

local function extend()
  local root = { threshold = 1, keys = { public } }
  local next_trust = { expires = 4000000000, root = root, publication = root }
  return svc.extend_trust(nil, next_trust, private)
end

local function json()
  local inner = { [("c"):rep(50)] = {}, [("d"):rep(50)] = {} }
  return svc.json { [("a"):rep(50)] = inner, [("b"):rep(50)] = { e = inner } }
end

-- Blocks of memory that remain in use after `action` failed at each of its allocations. Libraries
-- keep what they make for later (OpenSSL, algorithms that it fetched), even in a second round; what
-- leaks grows in each.
local function leaked(action)
  local before
  for round = 1, 3 do
    local n, failed = 0, true
    while failed do
      n = n + 1
      plan:arm { call = "malloc", first = n, last = math.maxinteger }
      pcall(action)
      failed = plan:disarm()
    end
    collectgarbage()
    collectgarbage()
    before = round == 2 and plan:results().blocks.master or before
  end
  return plan:results().blocks.master - before
end

os.remove(state)
publish()
io.write(starve(publish), " ", starve(read), " ", leaked(extend), " ", leaked(json), "\n")
