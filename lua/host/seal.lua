--- Verifies a publication and seals it in memory, for the examiner of a reload
-- (csrc/host/process/examiner.c), whose process this runs in.

local svc = require("svc")

local seal = {}

--- Seals the publication that is to be served. It takes the memory that another program handed over
-- where it is still valid, and reads the file otherwise. The state folder remembers the publication
-- only once every worker is ready to serve it.
-- @tparam function keep hears `keep(fd, handed)` as soon as there is a descriptor: of the sealed
-- memory, and true where it is that which was handed over
-- @tparam table source `publication` and `trust` are paths; `folder`, optional, is that of the
-- state; `served`, optional, has the facts of the publication in service, as JSON; `rollback`,
-- optional, is the digest of the one publication that may be older; `handed`, optional, the
-- descriptor of the memory that was handed over
-- @treturn string the publication's facts as JSON
-- @treturn table the same
-- @treturn function remembers the publication: true, or nil and the reason; an error is raised
-- where there is no publication to serve
function seal.seal(keep, source)
  local options = {
    trust = source.trust,
    state = source.folder and source.folder .. "/publication.state",
    served = source.served and svc.parse_json(source.served),
    rollback = source.rollback,
    deferred = true,
  }
  local fd, facts, remember
  if source.handed then
    fd, facts, remember = svc.seal(source.handed, options)
  end
  local handed = fd ~= nil
  if not handed then
    fd, facts, remember = svc.seal(source.publication, options)
  end
  if not fd then error(facts, 0) end
  keep(fd, handed)
  return svc.json(facts), facts, remember
end

return seal
