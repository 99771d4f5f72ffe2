--- `svcd lua FILE [ARGUMENT…]`: runs a Lua program where `require "svc"` and the service's own
-- modules are found, in the interpreter that also runs the routes.

local lua = {
  summary = "run a Lua program with the service's modules",
  raw = true,
}

--- Runs the program with `arg` and `...` as the stand-alone interpreter sets them. A fault in it
-- is raised.
-- @tparam {string,...} arguments the file, then the program's own
-- @treturn number exit status
function lua.run(arguments)
  local path = arguments[1]
  if not path or path == "--help" or path == "-h" then
    print("Usage: svcd lua FILE [ARGUMENT…]\n\n" .. lua.summary)
    return path and 0 or 2
  end
  local argument = table.move(arguments, 1, #arguments, 0, {})
  rawset(_G, "arg", argument)
  local program, reason = loadfile(path)
  if not program then
    io.stderr:write("svcd: ", reason, "\n")
    return 1
  end
  program(table.unpack(argument))
  return 0
end

return lua
