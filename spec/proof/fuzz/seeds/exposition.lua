--- Kept inputs of the fuzz target `exposition`, by name: lines of a letter for what is named, and
-- its name; or of a worker's number, and its counts.
local function counts(worker, ...)
  local words = {}
  for i = 1, select("#", ...), 2 do
    words[#words + 1] = (">I2I2"):pack(select(i, ...), (select(i + 1, ...)))
  end
  return string.char(worker) .. table.concat(words)
end

local LONG = ("a"):rep(70)

return {
  ["counts"] = counts(0, 201, 3, 700, 4, 1500, 9)
    .. "\n"
    .. counts(1, 201, 2)
    .. "\n"
    .. counts(2, 900, 1),
  ["publication"] = "p" .. ("0a"):rep(32) .. "\nd" .. ("1b"):rep(32),
  ["route-cut-within-a-letter"] = "r" .. LONG .. "é\n" .. counts(0, 607, 1),
  ["route-with-marks"] = 'r/a"b\\c\n' .. counts(0, 607, 1),
  ["routes"] = "rgetContent\nrsearchContent\nrgetContent\n"
    .. counts(0, 607, 1, 613, 2, 1375, 9),
  ["route-not-utf-8"] = "r\xff\n" .. counts(0, 607, 1),
  ["stores"] = "s127.0.0.1:6379\nsunix:/run/valkey.sock",
  ["stores-that-begin-alike"] = ("sunix:/%sa.sock\nsunix:/%sb.sock"):format(LONG, LONG),
  ["upstreams"] = "uweather\nupartner\nuweather",
}
