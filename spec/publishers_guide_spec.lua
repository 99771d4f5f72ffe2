--- The guide for publishers does what it shows: its commands, in their order, in a folder with
-- nothing but the files of content that it shows.
local content_tree = require("spec.support.content_tree")
local document = require("spec.support.document")
local forge = require("spec.support.forge")

local GUIDE = "lua/site/assets/publishers.md"

describe(GUIDE, function()
  local folder

  setup(function()
    folder = forge.folder()
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    assert(os.execute("realpath '" .. program .. "' >" .. folder .. "/program"))
    local made = "cd '%s' && mkdir bin && ln -s '%s' bin/svcd"
    assert(os.execute(made:format(folder, forge.read(folder .. "/program"):match("%C+"))))
    for path, text in forge.read(GUIDE):gmatch("\n`(data/[^`]+)`:\n\n```%l+\n(.-)```\n") do
      content_tree.write(folder .. "/" .. path, text)
    end
  end)

  teardown(function() forge.remove(folder) end)

  it("shows every file that a content tree may have", function()
    local shown = {}
    for path in forge.read(GUIDE):gmatch("\n`data/content/([^`/]+)") do
      shown[path] = true
    end
    local files = { ["catalogue.yaml"] = true, ["labels.yaml"] = true, en = true }
    files["glossary.yaml"], files["paths.yaml"] = true, true
    assert.same(files, shown)
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
