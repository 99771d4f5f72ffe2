---@meta

--- What `lua/host/boot.lua` sees as `host`: its process. Route files see a view of `config`, `log`,
--- `now`, `shared`, `trial`, `uuid` and `version`. Source: csrc/host/script/lua_host.c.
---@class Host
---@field version string release of the service, such as "1.0.0"
---@field config table<string, any> the options (lua/host/options.lua) without `edge_secrets`
---@field fetch fun(name: string, options: HostFetch): HostFetched|nil, HostFailure|nil calls an
--- upstream that the config names; suspended meanwhile (lua/host/fetch.lua)
---@field shared HostShared
---@field running any[] number and place of the route that runs; see `host.route`
local host = {}

--- Writes a line to the operator's log.
---@param level "error"|"warn"|"info"|"debug"
---@param text string at most 8 KiB are kept
function host.log(level, text) end

--- Wall-clock time.
---@return integer Unix milliseconds
function host.now() end

--- A random UUID (version 4).
---@return string 36 characters
function host.uuid() end

--- Counts one request of a client against the quota of all workers, or of all replicas where there
--- is a store of the quota: the request is then suspended until the store answers. The framework
--- asks once a request; a route has no need to.
---@param address string IPv4 or IPv6; an IPv6 client is its /64
---@param path string decoded, which may have a quota of its own
---@param counted boolean the request counts against the quota of all
---@return HostQuota|nil nothing when there is no quota
function host.quota(address, path, counted) end

--- Counts one answer of a page that is made for a client, against the budget of all workers for
--- those: as many as the quota has requests. The framework asks once for each that no cache holds.
---@param address string
---@return HostQuota|nil nothing when there is no quota
function host.work(address) end

--- Calls an upstream; the request is suspended meanwhile. Routes see it as `host.fetch`.
---@param method "GET"|"HEAD"|"POST"|"PUT"|"PATCH"|"DELETE"
---@param milliseconds integer 1 to 60000
---@param head string name of the upstream, target and header fields, each with a NUL behind it
---@param body string at most 1 MiB
---@return integer|nil status nil where there is no answer
---@return string head header fields, each with a NUL behind it; or the code of the failure
---@return string body of the answer; or what went wrong
function host.exchange(method, milliseconds, head, body) end

---@class HostFetch
---@field method string|nil default GET
---@field path string|(string|number)[] as it is sent, or its segments, which are encoded
---@field query table<string, string|number|boolean|(string|number|boolean)[]>|nil
---@field headers table<string, string>|nil
---@field body string|nil at most 1 MiB
---@field timeout number|nil seconds, where they are less than those of the upstream

---@class HostFetched
---@field status integer
---@field headers table<string, string> by their names in lower case; repeated ones joined by ", "
---@field body string

--- Failures that an upstream may cause; wrong use raises.
---@class HostFailure
---@field code string timeout, refused, unresolved, tls, closed, malformed, too_large,
--- breaker_open, busy or invalid
---@field detail string

--- The number under which the answers of a route are counted. The framework asks for it.
---@param name string the operation or the path of the route
---@return integer number 0 where there are too many routes
function host.route(name) end

---@class HostQuota
---@field limit integer requests in a window
---@field window integer seconds
---@field by_path boolean it is that of the path
---@field remaining integer|nil requests that would still be admitted; not of an exempt client
---@field reset integer seconds until the oldest request leaves the window, rounded up
---@field retry_after integer|nil seconds; set when the request is not admitted

--- Codes bytes where their media type shrinks. The host does so with every answer; the framework
--- does where it needs the coded bytes.
---@param bytes string
---@param coding string|nil "br", "zstd" or "gzip"
---@param media_type string
---@return string bytes coded, or as they were
---@return string|nil coding as it was given; nil: the bytes are as they were
function host.encode(bytes, coding, media_type) end

--- True while an answer is kept. The framework asks before it runs a route.
---@param key string
---@return boolean|nil found true where one is kept under the key
---@return string|nil etag of it
function host.recall(key) end

--- A dictionary that all workers share: `shared_size` bytes; when it is full, what was used least
--- recently makes room. Keys of at most 240 bytes, values of at most 7 KiB.
---@class HostShared
local shared = {}

---@param key string
---@return string|nil value
function shared.get(key) end

---@param key string
---@param value string|nil nil forgets the key
---@param seconds number|nil how long it is kept; nil or 0: no bound
function shared.set(key, value, seconds) end

--- Adds to the number at a key, which begins as 0, in one step for all workers.
---@param key string
---@param step integer
---@param seconds number|nil how long a new key is kept
---@return integer sum
function shared.add(key, step, seconds) end

--- Keys that there are, in no order.
---@param prefix string|nil of the keys; nil: of all
---@param most integer|nil 1 to 1000; 100 unless told
---@return string[] keys
function shared.keys(prefix, most) end

--- A secret of the config, as `call.secrets` has those that a route names. Nobody can read one.
---@class HostSecret
local secret = {}

---@param text string
---@return boolean same compared in constant time
function secret:equals(text) end

---@param text string
---@return string hmac HMAC-SHA256 in hex
function secret:hmac(text) end

---@param text string
---@param signature string HMAC-SHA256 in hex
---@return boolean good compared in constant time
function secret:verify(text, signature) end

--- Runs a function every so often, in the process of the jobs, beginning at once; called while a
--- file of routes is loaded. It gives its results to all by `host.shared`. It has the budget of a
--- request; one that fails is logged, and waits longer each time. A reload leaves it its schedule,
--- unless its file has changed, its last run failed, or it has read a publication that is another.
---@param seconds number from one run to the next: 1 to 604800
---@param run fun(job: { publication: userdata|nil, config: table<string, any> })
function every(seconds, run) end

--- A request, as a handler finds it in `call.request`. A handler that looks there has an answer
--- that is kept for nobody (lua/web/call.lua).
---@class HostRequest
---@field id string the request id, the caller's or a new one
---@field method string
---@field raw_target string the target of the request line, as sent
---@field path string decoded, as the router sees it
---@field raw_path string|nil as sent, where that is another one
---@field query string|nil as sent, without "?"
---@field headers table<string, string> found by their names in any letters, listed in lower case;
--- repeated fields are joined by ", "
---@field coding string|nil "br", "zstd" or "gzip", which the answer is to have; nil: the plain form
---@field body string|nil decoded, at most 64 KiB
---@field address string of the client, behind trusted proxies
---@field publication userdata|nil svc's handle of the publication in force
---@field crowded boolean|nil the process has nearly as many connections as it may

--- A response. `stream` takes the place of `body`: it is called with `send(text)` and
--- `wait(seconds)`, and the answer ends when it returns. Where it fails, the client ends its side,
--- or the process drains, it is not resumed, and the client sees that the answer is not whole. It
--- is not called for a HEAD, and its answer is never kept. Nor is one of another status than 200,
--- or one whose headers say that it is private (lua/web/keep.lua). Header names are compared
--- in any letters.
---@class HostResponse
---@field status integer 200 to 599
---@field headers {[1]: string, [2]: string}[] at most 40, of 2 KiB in all
---@field body string|string[]|nil the texts of a list are sent as one
---@field stream (fun(send: fun(text: string), wait: fun(seconds: number)))|nil

return host
