--- Generations that tell which they are: options, routes and a publication that carry the same
-- number.

local sample = require("spec.support.publication.sample")
local svc = require("svc")

local generations = {}

local ROUTES = [[return { { method = "GET", path = "/x", handle = function(call)
  return ("%%d %%d %%s"):format(%d, call.publication:info().sequence, host.config.mcp_url)
end } }]]
local OPTIONS = 'return { mcp_url = "http://api.test/%d" }'

--- The answer of generation `number` to GET /x.
function generations.body(number)
  return ("%d %d http://api.test/%d"):format(number, number, number)
end

--- Makes the folder of their files: `conf.lua`, `routes`, `p.svp`, and `trust`, which is the same
-- for all.
-- @tparam string folder that is not there
-- @treturn function(number): puts the files of a generation in place
function generations.open(folder)
  assert(os.execute(("mkdir %s %s/routes"):format(folder, folder)))
  local terms, trust = {}, folder .. "/trust"
  terms.private, terms.public = svc.keygen()
  return function(number)
    for name, text in pairs({ ["/routes/init.lua"] = ROUTES, ["/conf.lua"] = OPTIONS }) do
      local file <close> = assert(io.open(folder .. name, "w"))
      file:write(text:format(number))
    end
    terms.sequence = number
    sample.write(folder .. "/next", trust, terms)
    trust = nil
    assert(os.rename(folder .. "/next", folder .. "/p.svp"))
  end
end

return generations
