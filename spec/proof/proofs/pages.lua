--- Every page of the demo shows what was signed, as the block that verifies a page judges it in
-- Chromium, and none does with a letter changed:
--
--   lua pages.lua CHANGES SEED
local node = require("spec.support.web.node")
local server = require("spec.support.service.server")

local svcd <close> = server.demo()
local script = "spec/proof/proofs/pages.mjs http://127.0.0.1:%d %d %d"
local output, status = node.run(script:format(svcd.port, arg[1], arg[2]))
io.write(output)
if status ~= 0 then error("a page was judged otherwise", 0) end
