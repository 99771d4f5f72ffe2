--- Runs a command of svcd in this process; then prints one more line: the seconds of processor time
-- and the bytes of memory that it took at most, the program itself counted.
--   svcd lua spec/support/publication/cost.lua COMMAND [OPTION…]
local command = require("host.command")

local status = command(arg)
local file <close> = assert(io.open("/proc/self/status"))
print(os.clock(), tonumber(file:read("a"):match("VmHWM:%s*(%d+)")) * 1024)
if status ~= 0 then os.exit(status) end
