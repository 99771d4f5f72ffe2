--- Code of an author that runs while routes are loaded: what it raises names the author's file, and
-- the line where Lua knows it.

local blame = {}

--- The innermost line of a file that is running.
local function line_of(file)
  local level, source = 3, "@" .. file
  local at = debug.getinfo(level, "Sl")
  while at and at.source ~= source do
    level = level + 1
    at = debug.getinfo(level, "Sl")
  end
  return at
end

--- A text of what was raised.
local function text_of(reason)
  if type(reason) == "string" then return reason end
  local metatable = type(reason) == "table" and debug.getmetatable(reason)
  if metatable and metatable.__tostring then return tostring(reason) end
  return ("it raised a %s; raise a text that says what is wrong, or return nothing"):format(
    type(reason)
  )
end

--- What was raised, behind the place in a file. Lua shortens long paths in its own places.
local function placed(reason, file)
  local at, text = line_of(file), text_of(reason)
  local short = at and at.short_src .. ":"
  if text:find(file, 1, true) then return text end
  if short and text:sub(1, #short) == short then return file .. ":" .. text:sub(#short + 1) end
  return at and ("%s:%d: %s"):format(file, at.currentline, text)
    or ("%s: %s"):format(file, text)
end

--- What was told last: of an inner file, it is not told of the outer one again.
local told

--- Raises a reason that names its file already.
-- @tparam string reason
function blame.raise(reason)
  told = reason
  error(reason, 0)
end

--- Runs a function of a file. Raises what it raises, with the place.
-- @tparam string file
-- @tparam function run
-- @param ... what it is called with
-- @return the first of what it returns
function blame.run(file, run, ...)
  local reason
  local good, value = xpcall(run, function(raised)
    reason = raised == told and raised or placed(raised, file)
    return reason
  end, ...)
  if good then return value end
  -- Lua calls no handler where memory is out.
  blame.raise(reason or ("%s: %s"):format(file, tostring(value)))
end

return blame
