--- The table that `make faults` prints, a row as soon as it is complete.

local socket = require("socket")

local report = { defects = 0 }

local FORM = "%-54s %7s %8s %9s %8s %6s"
local SHOWN = 20 -- defects of a row that are described

local row = {}
row.__index = row

--- Prints the head of the table.
function report.head()
  print(FORM:format("fault", "points", "refused", "survived", "defects", "s"))
end

--- Begins a row.
-- @tparam string name of the fault
-- @treturn table row with the methods below
function report.row(name)
  local fresh =
    { name = name, refused = 0, survived = 0, defects = {}, began = socket.gettime() }
  return setmetatable(fresh, row)
end

--- Notes what a point came to.
-- @tparam string|nil defect what is wrong; nil: nothing
-- @tparam boolean refused the fault was answered by a refusal, and not survived
-- @tparam string where the point, such as "malloc 17"
function row:point(defect, refused, where)
  if defect then
    self.defects[#self.defects + 1] = where .. ": " .. defect
  elseif refused then
    self.refused = self.refused + 1
  else
    self.survived = self.survived + 1
  end
end

--- Prints the row.
function row:finish()
  local points = self.refused + self.survived + #self.defects
  print(
    FORM:format(
      self.name,
      points,
      self.refused,
      self.survived,
      #self.defects,
      ("%.1f"):format(socket.gettime() - self.began)
    )
  )
  for i = 1, math.min(#self.defects, SHOWN) do
    print("    " .. self.defects[i])
  end
  io.stdout:flush()
  report.defects = report.defects + #self.defects
end

return report
