--- Serves the demo publication and has pages.mjs visit it.
-- DEMO  folder of demo.svp and demo.trust (default build)
local server = require("spec.support.service.server")

local demo = os.getenv("DEMO") or "build"
local host = server.start({
  publication = demo .. "/demo.svp",
  trust = demo .. "/demo.trust",
  quota_limit = 0,
  access_log = "none",
})
local ended =
  os.execute(("node spec/proof/bench/pages.mjs http://127.0.0.1:%d"):format(host.port))
host:stop()
os.exit(ended == true)
