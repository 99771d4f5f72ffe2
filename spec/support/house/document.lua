--- Documents whose commands are tests.
--
-- A block ```console holds commands behind `$ ` and the output of each below it; `…` stands for any
-- text inside a line, a line of `…` alone for any lines. `<!-- not run: why -->` before a block
-- exempts it.
local document = {}

--- The fenced blocks of a Markdown file.
-- @tparam string path @treturn table list of `{ language, line, exempt, lines }`; `exempt` is why
-- the block is not run, or false
function document.blocks(path)
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
    else
      exempt = line:match("^<!%-%- not run: (.+) %-%->$") or exempt
    end
  end
  return blocks
end

--- The commands of a console block, each with the lines expected below it.
-- @tparam table block @treturn table list of `{ text, line, expected }`
function document.commands(block)
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

--- The first expected line that the output does not give, as text that names it; or nil.
-- @tparam table expected lines @tparam table output lines @treturn string|nil
function document.missing_line(expected, output)
  local at = 1
  local anywhere = false
  for _, want in ipairs(expected) do
    if want == "…" then
      anywhere = true
    else
      while anywhere and output[at] and not matches(want, output[at]) do
        at = at + 1
      end
      if not output[at] or not matches(want, output[at]) then
        return ("expected: %s\n     got: %s"):format(want, output[at] or "(nothing more)")
      end
      at, anywhere = at + 1, false
    end
  end
  if not anywhere and output[at] then return "not expected: " .. output[at] end
end

--- Runs a command. @tparam string command @treturn table lines of its output and its errors
function document.run(command)
  local output = {}
  local pipe <close> = assert(io.popen("{ " .. command .. "\n} 2>&1"))
  for line in pipe:lines() do
    output[#output + 1] = line
  end
  return output
end

return document
