--- The straight line through measurements, by least squares.

local slope = {}

--- Fits a line.
-- @tparam {{number,number},...} points x and y; at least three
-- @treturn number slope
-- @treturn number its standard error, under the assumption that the deviations are independent
function slope.fit(points)
  local n, sum_x, sum_y = #points, 0, 0
  for _, point in ipairs(points) do
    sum_x, sum_y = sum_x + point[1], sum_y + point[2]
  end
  local mean_x, mean_y, xx, xy = sum_x / n, sum_y / n, 0, 0
  for _, point in ipairs(points) do
    local dx = point[1] - mean_x
    xx, xy = xx + dx * dx, xy + dx * (point[2] - mean_y)
  end
  local gradient, residual = xy / xx, 0
  for _, point in ipairs(points) do
    local off = point[2] - mean_y - gradient * (point[1] - mean_x)
    residual = residual + off * off
  end
  return gradient, math.sqrt(residual / (n - 2) / xx)
end

return slope
