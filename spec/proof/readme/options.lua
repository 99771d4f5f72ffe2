--- Writes the option table of lua/host/config.lua between its marks in README.md.
local config = require("host.config")

local file = assert(io.open("README.md"))
local text = file:read("a")
file:close()
local first = select(2, text:find("<!-- options -->\n", 1, true))
local last = text:find("\n<!-- /options -->", 1, true)
file = assert(io.open("README.md", "w"))
file:write(text:sub(1, first), config.markdown(), text:sub(last))
file:close()
