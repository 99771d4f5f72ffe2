--- The guide for publishers does what it shows: its commands, in their order, in a folder with
-- nothing but content.
local content_tree = require("spec.support.content_tree")
local document = require("spec.support.document")
local forge = require("spec.support.forge")

local GUIDE = "lua/site/assets/publishers.md"

describe(GUIDE, function()
  local folder

  setup(function()
    folder = forge.folder()
    local tree = content_tree.make {
      ["en/material/mathematics/lines.md"] = content_tree.lesson(),
    }
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    local made = "cd '%s' && mkdir data bin && cp -r '%s' data/content && ln -s '%s' bin/svcd"
    assert(os.execute("realpath '" .. program .. "' >" .. folder .. "/program"))
    assert(os.execute(made:format(folder, tree, forge.read(folder .. "/program"):match("%C+"))))
  end)

  teardown(function()
    content_tree.remove_all()
    forge.remove(folder)
  end)

  for _, block in ipairs(document.blocks(GUIDE)) do
    if block.language == "sh" then
      for _, command in ipairs(block.lines) do
        it(command:sub(1, 70), function()
          local line =
            "cd '%s' && export PATH=\"%s/bin:$PATH\" && unset LUA_PATH LUA_CPATH && %s"
          local run = ("{ %s; } >out 2>&1 || { cat out; false; }"):format(command)
          local pipe <close> = assert(io.popen(line:format(folder, folder, run) .. "; echo $?"))
          local output = pipe:read("a")
          assert.equal("0", output:match("(%d+)\n$"), output)
        end)
      end
    end
  end
end)
