--- CONTRIBUTING.md does what it shows: its changes and commands are made in a copy of the checkout,
-- one after another, and give what stands below them.

local document = require("spec.support.document")
local forge = require("spec.support.forge")

local DOCUMENT = "CONTRIBUTING.md"

--- Makes a repository of the tracked files, with what was built; its `make` builds nothing.
local COPY = [[
  set -e
  mkdir -p "$COPY/build" "$BIN"
  git ls-files -z | xargs -0 cp --parents -t "$COPY"
  cp -p "$BUILD"/svcd "$BUILD"/svc.so "$BUILD"/demo.* "$BUILD"/amiri* "$COPY/build"
  printf '#!/bin/sh\nexec %s -o build "$@"\n' "$(command -v make)" >"$BIN/make"
  chmod +x "$BIN/make"
  cd "$COPY"
  git init -q .
  git add -A
  git -c user.name=spec -c user.email=spec@localhost commit -qm copy]]

describe("the documents", function()
  for _, name in ipairs({ "README.md", DOCUMENT, "SECURITY.md", "CHANGELOG.md" }) do
    it(name .. " links to no file that is not there", function()
      local missing = {}
      for path in forge.read(name):gmatch("%]%(([^)#:]+)%)") do
        if not io.open(path) then missing[#missing + 1] = path end
      end
      assert.same({}, missing)
    end)
  end
end)

describe(DOCUMENT, function()
  local folder

  --- A command with its variables: where the copy is, and that make of ours comes first.
  local function here(command)
    local build = (os.getenv("SVC_SVCD") or "build/svcd"):match("^(.*)/svcd$")
    return ("export COPY='%s/copy' BIN='%s/bin' BUILD='%s'\n%s"):format(
      folder,
      folder,
      build,
      command
    )
  end

  local function in_copy(command)
    return here(
      'cd "$COPY"; export PATH="$BIN:$PATH"; unset SVC_SVCD SVC_ANSWERS LUA_PATH LUA_CPATH'
        .. " MAKEFLAGS MAKELEVEL MFLAGS\n"
        .. command
    )
  end

  setup(function()
    folder = forge.folder()
    assert(os.execute(here(COPY)))
  end)
  teardown(function() forge.remove(folder) end)

  for _, block in ipairs(document.blocks(DOCUMENT)) do
    if block.language == "diff" then
      it(("line %d: the change of %s"):format(block.line, block.lines[2]:sub(7)), function()
        local change = table.concat(block.lines, "\n") .. "\n"
        local path = forge.write(folder .. "/change", change)
        local output = document.run(in_copy("patch -p1 -F0 --no-backup-if-mismatch <" .. path))
        assert.same({ "patching file " .. block.lines[2]:sub(7) }, { output[1] })
        assert.is_nil(table.concat(output, "\n"):find("FAILED", 1, true))
      end)
    end
    for _, command in ipairs(block.language == "console" and document.commands(block) or {}) do
      it(
        ("line %d: %s"):format(command.line, command.text:sub(1, 60)),
        function()
          assert.is_nil(
            document.missing_line(command.expected, document.run(in_copy(command.text)))
          )
        end
      )
    end
  end
end)
