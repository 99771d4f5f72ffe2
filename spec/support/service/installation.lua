--- Installations below a temporary folder, and the ways in which people run them: under another
-- prefix, with mounts of their own, as a user whom nobody knows.

local forge = require("spec.support.publication.forge")

local installation = {}

local BUILD = os.getenv("BUILD") or "build"

--- Runs a shell command without the Lua paths of the specs.
-- @tparam string command
-- @treturn string what it wrote, errors too
-- @treturn integer exit status
function installation.try(command)
  local line = "unset LUA_PATH LUA_CPATH; exec 2>&1; " .. command
  local pipe <close> = assert(io.popen(line))
  local text = pipe:read("a")
  local _, _, status = pipe:close()
  return text, status
end

--- Runs a shell command that must succeed. @tparam string command @treturn string what it wrote
function installation.run(command)
  local text, status = installation.try(command)
  if status ~= 0 then error(("status %d of %s\n%s"):format(status, command, text), 2) end
  return text
end

--- A new folder that every user may enter. @treturn string its path
function installation.folder()
  local path = forge.folder()
  installation.run("chmod 755 " .. path)
  return path
end

--- Configures the project anew for another prefix and takes the outputs of a build for it: nothing
-- that is compiled knows the prefix.
-- @tparam string folder where to, not there yet
-- @tparam string prefix
-- @tparam[opt] string build default: that of the specs
-- @treturn string what meson said
function installation.configure(folder, prefix, build)
  build = build or BUILD
  local said = installation.run(("meson setup %s --prefix=%s"):format(folder, prefix))
  installation.run(
    ("cd %s && cp svcd svc*.so guides.json formulas.mjs *.woff2 %s"):format(
      build,
      folder:find("^/") and folder or "$OLDPWD/" .. folder
    )
  )
  return said
end

--- `meson install` of what is built. @tparam string build @tparam string root DESTDIR
function installation.install(build, root)
  installation.run(
    ("meson install -C %s --no-rebuild --quiet --destdir %s"):format(build, root)
  )
end

--- Copies the demo publication and its trust where every user may read them.
-- @tparam string folder
-- @treturn table the options to serve it with
function installation.demo(folder)
  local options = { publication = folder .. "/demo.svp", trust = folder .. "/demo.trust" }
  for _, path in pairs(options) do
    local from = BUILD .. "/" .. path:match("[^/]*$")
    installation.run(("cp %s %s && chmod 644 %s"):format(from, path, path))
  end
  options.quota_limit = 0
  return options
end

--- Writes a shell script that ends by running the program it is for, with its arguments.
-- @tparam string path @tparam {string,...} lines of the script @treturn string path
function installation.script(path, lines)
  local file <close> = assert(io.open(path, "w"))
  file:write("#!/bin/sh\nset -e\n", table.concat(lines, "\n"), "\n")
  file:close()
  installation.run("chmod 755 " .. path)
  return path
end

--- The command that gives what follows it mounts of its own.
-- @treturn string|nil
-- @treturn string|nil why there is none
function installation.own_mounts()
  for _, command in ipairs { "unshare -m", "unshare -rm" } do
    if select(2, installation.try(command .. " mount -o remount,bind,ro /")) == 0 then
      return command
    end
  end
  return nil, "mounts of one's own need root or user namespaces"
end

--- The command that makes what follows it run as a user without name, home, groups or environment;
-- who is not root can only give up the environment. @treturn string
function installation.stranger()
  local root = installation.run("id -u") == "0\n"
  return (root and "setpriv --reuid 12345 --regid 12345 --clear-groups " or "") .. "env -i"
end

return installation
