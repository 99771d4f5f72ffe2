--- Options of the command line that are whole numbers, for argparse.
-- @tparam string name of the option
-- @tparam integer least
-- @tparam integer most
-- @treturn function from the text to the number, or to nil and what is accepted
return function(name, least, most)
  return function(text)
    local value = text:find("^%d+$") and math.tointeger(tonumber(text))
    if value and value >= least and value <= most then return value end
    return nil, ("%s is %q; accepted is a number from %d to %d"):format(name, text, least, most)
  end
end
