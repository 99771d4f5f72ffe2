--- Works without end, most of it in functions of Lua's libraries in C.
-- luacheck: ignore 211 241 311 511

local svc = require("svc")

local acts = {}

local BLANKS = (" "):rep(64000)
local LONG = ("a"):rep(1 << 20)

acts["loop"] = function()
  while true do
  end
end

acts["caught"] = function()
  while true do
    pcall(function()
      while true do
      end
    end)
  end
end

acts["trim"] = function() return { BLANKS:match("^%s*(.-)%s*$") } end
acts["trim-x"] = function() return { (BLANKS .. "x" .. BLANKS):match("^%s*(.-)%s*$") } end
acts["find-optional"] = function()
  return { ("a"):rep(40):find(("a?"):rep(40) .. ("a"):rep(40) .. "b") }
end
acts["find-most"] = function() return { LONG:find(".*.*.*.*b") } end
acts["find-fewest"] = function() return { LONG:find(".-.-.-b") } end
acts["find-set"] = function() return { LONG:find("[" .. ("b"):rep(100000) .. "]") } end
acts["find-balance"] = function() return { ("("):rep(1 << 20):find("%b()") } end
acts["find-capture"] = function() return { LONG:find("(a*)%1b") } end
acts["find-frontier"] = function() return { LONG:find("%f[b].*%f[b]") } end
acts["find-plain"] = function()
  for _ = 1, 1e9 do
    LONG:find(("a"):rep(1 << 19) .. "b", 1, true)
  end
end
acts["match-caught"] = function()
  while true do
    pcall(string.match, BLANKS, "^%s*(.-)%s*$")
  end
end
acts["gmatch"] = function()
  for _ in BLANKS:gmatch("%s*(.-)%s*x") do
  end
end
acts["gsub"] = function() return { (BLANKS:gsub("%s+$x", "")) } end
acts["gsub-text"] = function() return { #LONG:gsub("a", "%0%0%0%0%0%0%0%0") } end
acts["gsub-coroutine"] = function()
  return { coroutine.wrap(function() return (BLANKS:match("^%s*(.-)%s*$")) end)() }
end
acts["rep-nothing"] = function() return { #string.rep("", math.maxinteger) } end
acts["rep-long"] = function() return { #("x"):rep(1 << 40) } end
acts["rep-many"] = function()
  while true do
    ("x"):rep(1 << 24)
  end
end
acts["format"] = function()
  return { #string.format(("%.99f"):rep(200000), table.unpack({}, 1, 200000)) }
end
acts["pack"] = function() return { #string.pack(("c16000000"):rep(10), "", "", "", "") } end
acts["move"] = function() table.move({}, 1, math.maxinteger - 1, 2) end
acts["move-view"] = function(call) table.move(call.config, 1, math.maxinteger - 1, 1, {}) end
acts["insert"] = function()
  table.insert(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1, 0)
end
acts["remove"] = function()
  table.remove(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1)
end
acts["concat"] = function()
  return { table.concat(setmetatable({}, { __index = rawlen }), "", 1, math.maxinteger) }
end
acts["concat-nothing"] = function()
  local nothing = setmetatable({}, { __index = function() return "" end })
  return { table.concat(nothing, "", 1, math.maxinteger) }
end
acts["unpack"] = function()
  while true do
    table.unpack({}, 1, 200000)
  end
end
acts["sort"] = function()
  local list = {}
  for i = 1, 200000 do
    list[i] = (i * 7919) % 200003
  end
  while true do
    table.sort(list)
    table.sort(list, function(a, b) return a > b end)
  end
end
acts["sort-comparator"] = function()
  local list = {}
  for i = 1, 10000 do
    list[i] = i
  end
  table.sort(list, function()
    for _ = 1, 1e9 do
    end
  end)
end
acts["sort-length"] = function()
  table.sort(setmetatable({}, {
    __len = function() return (1 << 31) - 2 end,
    __index = rawlen,
    __newindex = rawequal,
  }))
end
acts["join"] = function()
  local text = LONG
  while true do
    text = text .. LONG
  end
end
acts["compare"] = function()
  local a, b = LONG .. "a", LONG .. "b"
  local equal
  while true do
    equal = a < b or a == b
  end
  return equal
end
acts["key"] = function()
  local found = {}
  while true do
    found[LONG .. #found] = nil
  end
end
acts["next"] = function()
  local list = {}
  for i = 1, 100000 do
    list["k" .. i] = true
  end
  for i = 1, 100000 do
    list["k" .. i] = nil
  end
  while true do
    next(list)
  end
end
acts["utf8"] = function()
  while true do
    utf8.len(LONG)
    utf8.offset(LONG, 1 << 19)
  end
end
acts["upper"] = function()
  while true do
    LONG:upper():reverse():byte(1, 100)
  end
end
--- Keys that are apart while the table is small, and collide when it grows: what is moved is then
-- looked for among all before it.
acts["collide"] = function()
  local list, size = {}, 1 << 17
  for i = 1, size // 2 + 1 do
    list[i * (size - 1)] = true
  end
end

acts["collide-floats"] = function()
  local list, size = {}, 1 << 17
  for i = 1, size // 2 + 1 do
    list[i * (size - 1) + 0.5] = true
  end
end

acts["weak-entries"] = function()
  local list = setmetatable({}, { __mode = "kv" })
  while true do
    list[{}] = {}
  end
end

--- Weak tables of which each holds the key of the next, for the collector.
acts["weak"] = function()
  local keys, chain, weak = {}, {}, { __mode = "k" }
  for i = 1, 20001 do
    keys[i] = {}
  end
  for i = 20000, 1, -1 do
    local at = i * 7919 % 20000 + 1
    chain[i] = setmetatable({ [keys[at]] = keys[at + 1] }, weak)
  end
  local first = keys[1]
  keys = nil
  while true do
    chain[0] = { first }
  end
end

acts["quote"] = function() return { #string.format("%q", ("\1"):rep(1 << 24)) } end
acts["escape"] = function() return { #svc.escape_html(("<"):rep(1 << 24)) } end
acts["escape-uri"] = function()
  while true do
    require("base.uri").encode(("<"):rep(1 << 22))
  end
end
acts["compare-zeros"] = function()
  local zeros, less = ("\0"):rep((1 << 24) - 1), nil
  local a, b = zeros .. "a", zeros .. "b"
  while true do
    less = a < b
  end
  return less
end
acts["utf8-long"] = function()
  local long = ("\u{e9}"):rep(1 << 23)
  while true do
    utf8.len(long)
  end
end
acts["goto"] = function()
  ::again::
  goto again
end
acts["close"] = function()
  local endless <close> = setmetatable({}, { __close = acts.loop })
  error("leaves")
end
acts["shown"] = function() error(setmetatable({}, { __tostring = acts.loop })) end
acts["handler"] = function() return { xpcall(error, acts.loop) } end
acts["yield"] = function()
  local own = coroutine.wrap(function()
    while true do
      pcall(coroutine.yield)
    end
  end)
  while true do
    own()
  end
end
acts["metamethod"] = function()
  local endless = setmetatable({}, {})
  getmetatable(endless).__index = function(own, key) return own[key .. "x"] end
  return { endless.x }
end
acts["json"] = function()
  local row, list = {}, {}
  for i = 1, 100 do
    row[i] = i + 0.1
  end
  for i = 1, 20000 do
    list[i] = row
  end
  return { #svc.json(list) }
end
acts["cjson"] = function()
  local row, list = { ("x"):rep(1 << 20) }, {}
  for i = 1, 20000 do
    list[i] = row
  end
  return { #require("cjson").encode(list) }
end
acts["parse"] = function() return { #svc.parse_json("[" .. ("1,"):rep(4000000) .. "1]") } end
acts["check"] = function()
  local text = "[" .. ("1,"):rep(4000000) .. "1]"
  while true do
    svc.check_json(text)
  end
end
acts["member"] = function()
  local text = '{"a":[' .. ("1,"):rep(4000000) .. '1],"b":1}'
  while true do
    svc.json_member(text, "b")
  end
end
acts["answer"] = function()
  local row, list = { ("x"):rep(1 << 20) }, {}
  for i = 1, 20000 do
    list[i] = row
  end
  return list
end

return acts
