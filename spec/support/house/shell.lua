--- Commands of the shell, for specs and proofs. Runs under lua5.4 alone.
local shell = {}

--- @tparam any value @treturn string its text as one word of a command
function shell.quoted(value) return "'" .. tostring(value):gsub("'", "'\\''") .. "'" end

--- Runs a command.
-- @tparam string command
-- @treturn string its output and its errors
-- @treturn integer exit status
function shell.run(command)
  local pipe <close> = assert(io.popen(("{ %s\n} 2>&1"):format(command)))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  return output, status
end

--- Runs a command. @tparam string command @treturn {string,...} lines of its output
function shell.lines(command)
  local list = {}
  local pipe <close> = assert(io.popen(command))
  for line in pipe:lines() do
    list[#list + 1] = line
  end
  return list
end

--- Runs svcd. @tparam string arguments @treturn string output and errors @treturn integer status
function shell.svcd(arguments)
  return shell.run(('"${SVC_SVCD:-build/svcd}" %s'):format(arguments))
end

return shell
