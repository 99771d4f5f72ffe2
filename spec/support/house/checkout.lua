--- Copies of this checkout, with what was built, in which a spec changes what it likes.

local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

local checkout = {}
checkout.__index = checkout

--- Makes a repository of the tracked files and the folder `build`, as old as they are here, so that
-- ninja compiles only what is changed; what proofs have left in the folder stays here. `cc` of the
-- copy compiles quickly, not for quick programs, and `make` builds nothing. Workers read the copy
-- under an account of their own.
local COPY = [[
  set -e
  mkdir -p "$COPY/build" "$BIN"
  chmod 755 "${COPY%/*}"
  git ls-files -z | xargs -0 cp -p --parents -t "$COPY"
  find "$BUILD" -mindepth 1 -maxdepth 1 '(' -type f -o -name '*.p' -o -name 'meson-*' ')' \
    -exec cp -pr -t "$COPY/build" {} +
  printf '#!/bin/sh\nexec %s -o build "$@"\n' "$(command -v make)" >"$BIN/make"
  printf '#!/bin/sh\nPATH=%s exec cc "$@" -O0 -g0 -U_FORTIFY_SOURCE\n' "$PATH" >"$BIN/cc"
  chmod +x "$BIN/make" "$BIN/cc"
  for part in cli spec; do
    if [ -d $part/node_modules ]; then ln -s "$PWD/$part/node_modules" "$COPY/$part"; fi
  done
  cd "$COPY"
  git init -q .
  git add -A
  git -c user.name=spec -c user.email=spec@localhost commit -qm copy]]

--- A copy, which the caller removes. It has the programs without sanitizers, where there are both.
-- @treturn table `{folder}`, `root` above it for what is no part of the copy, and the methods below
function checkout.copy()
  local build = (os.getenv("SVC_PLAIN") or "build/svcd"):match("^(.*)/svcd$")
  local self = setmetatable({ root = forge.folder() }, checkout)
  self.folder = self.root .. "/copy"
  local names = "export COPY='%s' BIN='%s/bin' BUILD='%s'\n"
  assert(os.execute(names:format(self.folder, self.root, build) .. COPY))
  return self
end

--- Runs a command in the copy, with the copy's programs.
-- @tparam string command
-- @treturn {string,...} lines of its output and its errors
function checkout:run(command)
  local start = "cd '%s'; export PATH='%s/bin':\"$PATH\"\n"
    .. "unset BUILD EXTRA PLAIN SVC_HOME SVC_SVCD SVC_PLAIN SVC_ANSWERS LUA_PATH LUA_CPATH "
    .. "MAKEFLAGS"
    .. " MAKELEVEL MFLAGS\n"
  return document.run(start:format(self.folder, self.root) .. command)
end

--- The files that differ from this checkout, new ones too, by name.
-- @treturn {string,...}
function checkout:changed() return self:run("git add -A && git diff --cached --name-only") end

--- Writes a line into a file of the copy, ahead of the first one that begins with a text.
-- @tparam string path
-- @tparam string before
-- @tparam string line
function checkout:insert(path, before, line)
  local whole = "\n" .. forge.read(self.folder .. "/" .. path)
  local at = assert(whole:find("\n" .. before, 1, true), before)
  local head, tail = whole:sub(2, at), whole:sub(at + 1)
  forge.write(self.folder .. "/" .. path, head .. line .. "\n" .. tail)
end

--- Removes the copy.
function checkout:remove() forge.remove(self.root) end

checkout.__close = checkout.remove

return checkout
