--- Progress of long commands, by kind of output.
local progress = require("base.progress")

local function meter(style)
  local out, now = {}, 0
  local made = progress.new {
    style = style,
    write = function(text) out[#out + 1] = text end,
    clock = function() return now end,
  }
  return made,
    function(seconds) now = now + seconds end,
    function() return table.concat(out) end
end

describe("progress on a terminal", function()
  it("draws share, rate and remaining time over the same line", function()
    local made, pass, output = meter("terminal")
    made:update("index", 0, 4096)
    pass(2)
    made:update("index", 1024, 4096)
    assert.truthy(
      output():find(
        "\r\27[K" .. "index      [######..................]  25 %  512 B/s" .. "  6.0 s left",
        1,
        true
      ),
      output()
    )
  end)

  it("draws at most ten times a second", function()
    local made, pass, output = meter("terminal")
    for i = 1, 99 do
      made:update("index", i, 100, "documents")
      pass(0.01)
    end
    local _, drawn = output():gsub("\r", "")
    assert.is_true(drawn >= 9 and drawn <= 11, drawn .. " times")
  end)

  it("leaves one line behind for each stage", function()
    local made, pass, output = meter("terminal")
    made:update("import", 0, 10, "documents")
    pass(2)
    made:update("import", 10, 10, "documents")
    made:update("sign", 1024, 4096)
    pass(1)
    made:finish()
    assert.truthy(
      output():find("\r\27[Kimport     10 documents in 2.0 s (5 documents/s)\n", 1, true)
    )
    assert.truthy(output():find("sign       1.0 KiB in 1.0 s (1.0 KiB/s)\n", 1, true))
  end)
end)

describe("a line beside the progress", function()
  it("takes the bar's place on a terminal, and the stage goes on behind it", function()
    local made, pass, output = meter("terminal")
    made:update("fetch", 1, 4, "packages")
    local before = output()
    made:clear()
    assert.equal(before .. "\r\27[K", output())
    pass(0.01)
    made:update("fetch", 2, 4, "packages")
    pass(7.99)
    made:finish()
    assert.truthy(output():find("  50 %", 1, true), output())
    assert.truthy(
      output():find("fetch      2 packages in 8.0 s (0.2 packages/s)\n", 1, true),
      output()
    )
  end)

  it("ends no stage elsewhere, and needs none", function()
    local made, _, output = meter("plain")
    made:clear()
    made:update("fetch", 1, 4, "packages")
    made:clear()
    assert.equal("", output())
  end)
end)

describe("progress elsewhere", function()
  it("is one plain line a stage", function()
    local made, pass, output = meter("plain")
    made:update("import", 1, 10, "documents")
    pass(4)
    made:update("import", 10, 10, "documents")
    made:finish()
    assert.equal("import     10 documents in 4.0 s (2.5 documents/s)\n", output())
  end)

  it("is one JSON object a stage for scripts", function()
    local made, pass, output = meter("json")
    made:update("import", 10, 20, "documents")
    pass(0.5)
    made:finish()
    assert.equal(
      '{"done":10,"seconds":0.500,"stage":"import","total":20,"unit":"documents"}\n',
      output()
    )
  end)

  it("says nothing of a stage in which nothing was done", function()
    for _, style in ipairs { "plain", "json" } do
      local made, _, output = meter(style)
      made:update("import", 0, 0, "documents")
      made:finish()
      assert.equal("", output())
    end
  end)

  it("is silent when asked to be", function()
    local made, _, output = meter("quiet")
    made:update("import", 1, 1)
    made:finish()
    assert.equal("", output())
  end)
end)

describe("amounts and durations", function()
  local cases = {
    { progress.amount, { 1023, "bytes" }, "1023 B" },
    { progress.amount, { 1536, "bytes" }, "1.5 KiB" },
    { progress.amount, { 5 * 1024 ^ 4 * 1024, "bytes" }, "5120.0 TiB" },
    { progress.amount, { 7, "documents" }, "7 documents" },
    { progress.duration, { 59.94 }, "59.9 s" },
    { progress.duration, { 60 }, "1:00 min" },
    { progress.duration, { 3599 }, "59:59 min" },
    { progress.duration, { 3661 }, "1:01:01 h" },
  }
  for _, case in ipairs(cases) do
    it("read " .. case[3], function() assert.equal(case[3], case[1](table.unpack(case[2]))) end)
  end
end)
