--- data/KEYS.md, the drill for a stolen key included, does what it shows.
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

local DOCUMENT = "data/KEYS.md"
local LESSON = '{"id":"light","title":"%s","text":"Light is fast.","locale":"en"}\n'

describe(DOCUMENT, function()
  local folder, background

  setup(function()
    folder = forge.folder()
    forge.write(folder .. "/lessons.jsonl", LESSON:format("Light"))
    forge.write(folder .. "/forged.jsonl", LESSON:format("Forged"))
    assert(
      os.execute(
        ("mkdir %s/bin && ln -s \"$(realpath '%s')\" %s/bin/svcd"):format(
          folder,
          os.getenv("SVC_SVCD") or "build/svcd",
          folder
        )
      )
    )
  end)

  teardown(function()
    if background then os.execute("kill " .. background.pid .. " 2>/dev/null") end
    forge.remove(folder)
  end)

  local function here(command)
    return (
      'cd \'%s\'; export PATH="%s/bin:$PATH" SVC_HOME="${SVC_HOME:-%s}"; unset LUA_PATH'
      .. " LUA_CPATH; %s"
    ):format(folder, folder, os.getenv("PWD"), command)
  end

  -- Starts a command that goes on, and gives as many lines of its output as are expected.
  local function start(command, count)
    local pipe = assert(io.popen(here("echo $$; exec " .. command .. " 2>/dev/null")))
    background = { pipe = pipe, pid = pipe:read("l") }
    local output = {}
    for i = 1, count do
      output[i] = pipe:read("l")
    end
    return output
  end

  for _, block in ipairs(document.blocks(DOCUMENT)) do
    for _, command in ipairs(document.commands(block)) do
      it(("line %d: %s"):format(command.line, command.text:sub(1, 60)), function()
        local goes_on = command.text:match("^(.*) &$")
        local output = goes_on and start(goes_on, #command.expected)
          or document.run(here(command.text))
        assert.is_nil(document.missing_line(command.expected, output))
      end)
    end
  end
end)
