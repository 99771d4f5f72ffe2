--- The README's commands give what the README shows.
--
-- A block ```console holds commands behind `$ ` and the output of each below it; `…` stands for any
-- text inside a line, a line of `…` alone for any lines. A block ```lua is a program, and the
-- block ```text behind it its output. The example address in commands and output is replaced by
-- that of a server started here. `<!-- not run: why -->` before a block exempts it.
local server = require("spec.support.server")

local EXAMPLE = "http://127.0.0.1:8080"

local function read_blocks(path)
  local blocks, current, exempt, number = {}, nil, false, 0
  for line in io.lines(path) do
    number = number + 1
    local language = line:match("^```(%w*)$")
    if current and line == "```" then
      blocks[#blocks + 1], current, exempt = current, nil, false
    elseif current then
      current.lines[#current.lines + 1] = line
    elseif language then
      current = { language = language, line = number, exempt = exempt, lines = {} }
    elseif line:match("^<!%-%- not run: .+ %-%->$") then
      exempt = true
    end
  end
  return blocks
end

--- The commands of a console block, each with the lines expected below it.
local function commands_of(block)
  local commands = {}
  for i, line in ipairs(block.lines) do
    local command = line:match("^%$ (.+)$")
    if command then
      commands[#commands + 1] = { text = command, line = block.line + i, expected = {} }
    else
      local last = commands[#commands]
      if last.text:sub(-1) == "\\" then
        last.text = last.text:sub(1, -2) .. line:match("^>?%s*(.*)$")
      else
        last.expected[#last.expected + 1] = line
      end
    end
  end
  return commands
end

--- True when `line` is `pattern`, in which "…" stands for any text.
local function matches(pattern, line)
  local lua = pattern:gsub("[%^%$%(%)%%%.%[%]%*%+%-%?]", "%%%0"):gsub("…", ".*")
  return line:match("^" .. lua .. "$") ~= nil
end

--- The first expected line that the output does not give, or nil.
local function missing_line(expected, output)
  local at = 1
  local anywhere = false
  for _, want in ipairs(expected) do
    if want == "…" then
      anywhere = true
    else
      while anywhere and output[at] and not matches(want, output[at]) do at = at + 1 end
      if not output[at] or not matches(want, output[at]) then
        return ("expected: %s\n     got: %s"):format(want, output[at] or "(nothing more)")
      end
      at, anywhere = at + 1, false
    end
  end
  if not anywhere and output[at] then return "not expected: " .. output[at] end
end

local function run(command)
  local output = {}
  local pipe <close> = assert(io.popen("{ " .. command .. "\n} 2>&1"))
  for line in pipe:lines() do output[#output + 1] = line end
  return output
end

local function run_program(source)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(source)
  file:close()
  local output = run(("lua5.4 '%s'"):format(name))
  os.remove(name)
  return output
end

describe("README.md", function()
  local host, url
  setup(function()
    host = server.start()
    url = "http://127.0.0.1:" .. host.port
  end)
  teardown(function() host:stop() end)

  local function here(text) return (text:gsub(EXAMPLE:gsub("%p", "%%%0"), url)) end

  local function expect(expected, output)
    for i, line in ipairs(expected) do expected[i] = here(line) end
    assert.is_nil(missing_line(expected, output))
  end

  it("lists every option as lua/config.lua declares it", function()
    local file <close> = assert(io.open("README.md"))
    local listed = file:read("a"):match("<!%-%- options %-%->\n(.-)\n?<!%-%- /options %-%->")
    assert.equal(require("config").markdown(), listed)
  end)

  local blocks = read_blocks("README.md")
  for i, block in ipairs(blocks) do
    if block.language == "console" and not block.exempt then
      for _, command in ipairs(commands_of(block)) do
        it(("line %d: %s"):format(command.line, command.text:sub(1, 60)), function()
          expect(command.expected, run(here(command.text)))
        end)
      end
    elseif block.language == "lua" and not block.exempt then
      it(("line %d: the program"):format(block.line), function()
        expect(blocks[i + 1].lines, run_program(here(table.concat(block.lines, "\n"))))
      end)
    end
  end
end)
