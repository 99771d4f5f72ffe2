--- The bound of what included files bring onto a page: files that include each other multiply.

--- Bytes that files bring onto a page, and as how many each counts at least.
local MOST, LEAST = 1024 * 1024, 1024

--- Takes the text of a file from what is left to a page.
-- @tparam table page it gets `budget`, which the files in its files share
-- @tparam string written
-- @treturn boolean false where too little was left
return function(page, written)
  page.budget = page.budget or { left = MOST }
  page.budget.left = page.budget.left - math.max(#written, LEAST)
  return page.budget.left >= 0
end
