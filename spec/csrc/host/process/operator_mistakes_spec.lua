--- What operators do wrong, and the one line that tells them: what is wrong, where, and what to do.
-- This table is the specification of those lines. In a row `@` is the folder of the spec, and `…`
-- in a line stands for any text. What `serve` refuses when it starts, `check` refuses in the same
-- line, but for what only listening can find (`listening`).
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")
local socket = require("socket")
local svc = require("svc")

local SVCD = os.getenv("SVC_SVCD") or "build/svcd"
local WRONG_INVOCATION, REFUSED = 2, 1

local quoted = require("spec.support.house.shell").quoted

--- The arguments of a start that would succeed, but for the changes; false leaves an option out.
local function serve(changes)
  local options = {
    listen = "127.0.0.1:0",
    control = "@/control",
    publication = "@/good.svp",
    trust = "@/good.trust",
    log = "error",
    access_log = "none",
  }
  for name, value in pairs(changes or {}) do
    options[name] = value
  end
  local words = { "serve" }
  for name, value in pairs(options) do
    if value then words[#words + 1] = ("--%s %s"):format(name:gsub("_", "-"), quoted(value)) end
  end
  table.sort(words, function(a, b) return a == "serve" and b ~= a or b ~= "serve" and a < b end)
  return table.concat(words, " ")
end

--- A config file with this text.
local function config(text) return { file = "own.conf.lua", text = text } end

--- A routes folder whose init.lua has this text.
local function routes(text) return { file = "routes/init.lua", text = text } end

local SEE = "; svcd serve --help shows what is accepted"
local LIST = "; svcd serve --help lists the options"
local FETCH = "fetch one by svcd follow, or name it by --publication"
local WITHOUT = " (or start without: --allow-unavailable)"
local GET = 'return { { method = "GET", path = "/x", handle = function() return {} end, %s } }'

--- Each: what the operator does, the arguments, the line (after "svcd"), the exit status; and
-- `environment`, `file` with `text`, `confined` (without the rights of root), `listening`.
-- stylua: ignore
local mistakes = {
  commands = {
    { "misspells a command", "srve", ': there is no command "srve"; did you mean serve?' },
    { "asks for a command of something else", "frobnicate",
      ': there is no command "frobnicate"; svcd --help lists the commands' },
    { "misspells a part of trust", "trust ini", ": unknown command 'ini'; did you mean init?" },
    { "leaves out what trust shall do", "trust",
      ": a command is required; svcd trust --help shows what is accepted" },
    { "reloads what there is not", "reload everything", ": argument 'part' must be one of "
      .. "'publication', 'routes'; svcd reload --help shows what is accepted" },
    { "gives status an option of serve", "status --workers 3",
      ": unknown option '--workers'; svcd status --help shows what is accepted" },
  },
  options = {
    { "misspells a flag", "serve --lisen 127.0.0.1:1",
      ": unknown option '--lisen'; did you mean --listen?" },
    { "writes a flag as in the config file", "serve --quota_limit 3",
      ": unknown option '--quota_limit'; did you mean --quota-limit?" },
    { "gives a flag of another program", "serve --frobnicate",
      ": unknown option '--frobnicate'" .. SEE },
    { "forgets a value", "serve --trust", ": option '--trust' requires an argument" .. SEE },
    { "gives an option twice", "serve --workers 2 --workers 3",
      ": option '--workers' must be used at most 1 time" .. SEE },
    { "gives an argument that is none", "serve demo.svp", ": too many arguments" .. SEE },
    { "asks for no workers", "serve --workers 0",
      ': --workers: "0" is not a whole number of 1 to 256' },
    { "gives a size in terabytes", "serve --cache-size 1T", ': --cache-size: "1T" is not a whole '
      .. "number of 0 to 1099511627776 bytes; K, M and G may follow it" },
    { "gives a URL without a scheme", "serve --base-url example.org",
      ': --base-url: "example.org" is not a URL such as https://api.example.org' },
    { "gives a level there is not", "serve --log loud",
      ': --log: "loud" is none of error, warn, info, debug' },
    { "gives a word for a flag", "serve --watch perhaps",
      ': --watch: "perhaps" is neither true nor false' },
    { "gives an address without a port", "serve --listen localhost",
      ': --listen: "localhost" is not an address such as 127.0.0.1:8080, [::1]:8080, '
        .. "unix:/run/svc.sock or fd:http" },
    { "gives two users", "serve --user 'a b'",
      ': --user: "a b" is not a name or a number such as www-data or 33' },
    { "gives a contact that is no URI", "serve --security-contact me", ': --security-contact: "me" '
      .. "is no contact such as mailto:security@example.org or https://…" },
    { "gives an empty path", "serve --publication ''", ": --publication: a path is empty" },
    { "gives the length of a quota that is off", serve { quota_limit = 0, quota_window = 5 },
      ": --quota-window: it has no effect without --quota-limit; set that as well, or leave this "
        .. "out" },
  },
  environment = {
    { "misspells a variable", "serve", ": SVC_LISEN: there is no such option; did you mean "
      .. "SVC_LISTEN?", environment = "SVC_LISEN=127.0.0.1:1" },
    { "sets a variable that nobody reads", "check",
      ": SVC_PORT: there is no such option" .. LIST, environment = "SVC_PORT=8080" },
    { "gives a word for a number", "serve",
      ': SVC_WORKERS: "many" is not a whole number of 1 to 256', environment = "SVC_WORKERS=many" },
    { "leaves a secret unset", "serve",
      ": SVC_EDGE_SECRETS: the list is empty; name one at least, or leave the option out",
      environment = "SVC_EDGE_SECRETS=" },
    { "names a config file that is not there", "serve",
      ": cannot open @/none.lua: No such file or directory",
      environment = "SVC_CONFIG=@/none.lua" },
    { "names a home that is none", "serve",
      ": @ holds no lua/host/boot.lua: set SVC_HOME to the folder of the service", REFUSED,
      environment = "SVC_HOME=@" },
    { "trusts without a publication", "serve",
      ": SVC_TRUST: it has no effect without --publication; set that as well, or leave this out",
      environment = "SVC_HOME=@/home SVC_TRUST=@/good.trust" },
  },
  ["the config file"] = {
    { "returns a number", "serve --config @/own.conf.lua", ": @/own.conf.lua: it returns a "
      .. "number; return a table such as { workers = 4 }", of = config("return 42") },
    { "misspells a key", "serve --config @/own.conf.lua",
      ': @/own.conf.lua: there is no option "wrokers"; did you mean workers?',
      of = config("wrokers = 3") },
    { "gives values without keys", "serve --config @/own.conf.lua",
      ': @/own.conf.lua: there is no option "1"' .. LIST, of = config('return { "workers" }') },
    { "gives a table for a number", "serve --config @/own.conf.lua",
      ": @/own.conf.lua:1: workers: a table is not a value", of = config("workers = {}") },
    { "gives a number in a list", "serve --config @/own.conf.lua",
      ": @/own.conf.lua:1: trusted_proxies: item 1 is a number, not a text",
      of = config("trusted_proxies = { 10 }") },
    { "breaks the syntax", "serve --config @/own.conf.lua",
      ": @/own.conf.lua:2: unexpected symbol near '='", of = config("\nworkers = = 3") },
    { "reads the environment", "serve --config @/own.conf.lua",
      ": @/own.conf.lua:1: attempt to index a nil value (global 'os')",
      of = config("return os.getenv('X')") },
    { "names a folder", "serve --config @", ": cannot read @: Is a directory" },
  },
  addresses = {
    { "names a host there is not", serve { listen = "nohost.invalid:80" },
      ': listen: "nohost.invalid:80": …; give an address or a name of this machine' },
    { "names an address of another machine", serve { listen = "192.0.2.1:8080" },
      ": listen: cannot listen on 192.0.2.1:8080: Cannot assign requested address; choose an "
        .. "address of this machine", listening = true },
    { "takes a port in use", serve { listen = "127.0.0.1:{used}" },
      ": listen: cannot listen on 127.0.0.1:{used}: Address already in use; stop what listens "
        .. "there or choose another address", listening = true },
    { "takes a port in use for the admin pages", serve { admin_listen = "127.0.0.1:{used}" },
      ": admin_listen: cannot listen on 127.0.0.1:{used}: Address already in use; stop what "
        .. "listens there or choose another address", listening = true },
    { "takes a port of the system as a user", serve { listen = "127.0.0.1:{low}" },
      ": listen: cannot listen on 127.0.0.1:{low}: Permission denied; choose a port above 1023 or "
        .. "give svcd the capability CAP_NET_BIND_SERVICE", listening = true, confined = true },
    { "serves at a unix socket in a folder there is not", serve { listen = "unix:@/none/s" },
      ": listen: cannot listen on unix:@/none/s: @/none/s: No such file or directory; name a file "
        .. "that the user of svcd may write, in a folder that is there" },
    { "serves at the path of another file", serve { listen = "unix:@/text" }, ": listen: …@/text: "
      .. "what is there is not a socket; remove it or choose another path", listening = true },
    { "passes no socket on", serve { listen = "fd:http" },
      ": listen: fd:http: LISTEN_FDS is not set: nothing was passed on", listening = true },
    { "names a network of 33 bits", serve { trusted_proxies = "10.0.0.0/33" },
      ': --trusted-proxies: "10.0.0.0/33" is no network such as 10.0.0.0/8, 2001:db8::1 or '
      .. "unix", WRONG_INVOCATION },
    { "names a user there is not", serve { user = "no-such-user" },
      ': user: there is no user "no-such-user"; name one of /etc/passwd, or its number' },
    { "names a group there is not", serve { group = "no-such-group" },
      ': user: there is no group "no-such-group"; name one of /etc/group, or its number' },
    { "gives a socket to a group there is not",
      serve { listen = "unix:@/s?group=no-such-group" }, ": listen: cannot listen on "
        .. 'unix:@/s?group=no-such-group: there is no group "no-such-group"; name one of '
        .. "/etc/group, or its number" },
    { "names a file of secrets there is not", "serve --edge-secrets-file @/none",
      ": --edge-secrets-file: @/none: No such file or directory; name a file with one secret a "
        .. "line" },
    { "names a folder for the secrets", "serve --edge-secrets-file @",
      ": --edge-secrets-file: @: it cannot be read; name a file with one secret a line" },
    { "leaves the file of secrets empty", "serve --edge-secrets-file @/empty",
      ": --edge-secrets-file: @/empty: the list is empty; name one at least, or leave the option "
        .. "out" },
    { "gives secrets twice", "serve --edge-secrets a --edge-secrets-file @/text",
      ": --edge-secrets-file: --edge-secrets gives the secrets already; leave one of them out" },
    { "names a store without its key", "serve --quota-store unix:@/none/s",
      ": --quota-store-key-file: it is needed with --quota-store, so that stores learn no "
        .. "addresses; make one: openssl rand -hex 16, the same for all" },
    { "names a store by its host alone", "serve --quota-store localhost",
      ': --quota-store: "localhost" is not the address of a server, such as '
        .. "unix:/run/valkey.sock or 10.0.0.5:6379" },
    { "names a store at any port", "serve --quota-store localhost:0",
      ': --quota-store: "localhost:0" is not the address of a server, such as '
        .. "unix:/run/valkey.sock or 10.0.0.5:6379" },
    { "names a store twice", "serve --quota-store a:1,a:1",
      ': --quota-store: "a:1" stands there twice' },
    { "names a store for a quota that is off", "serve --quota-limit 0 --quota-store a:1",
      ": --quota-store: it has no effect without --quota-limit; set that as well, or leave this "
        .. "out" },
    { "gives another file for the key", "serve --quota-store a:1 --quota-store-key-file @/text",
      ": --quota-store-key-file: @/text: it does not hold one line; make one: openssl rand -hex "
        .. "16, the same for all" },
    { "gives a password for the key", "serve --quota-store a:1 --quota-store-key-file @/word",
      ": --quota-store-key-file: @/word does not hold 32 hexadecimal digits; make one: openssl "
        .. "rand -hex 16, the same for all" },
    { "names a file of the key there is not",
      "serve --quota-store a:1 --quota-store-key-file @/none",
      ": --quota-store-key-file: @/none: No such file or directory; make one: openssl rand -hex "
        .. "16, the same for all" },
    { "leaves the file of the password empty", "serve --quota-store a:1 --quota-store-key-file "
      .. "@/digits --quota-store-password-file @/empty", ": --quota-store-password-file: @/empty: "
      .. "it does not hold one line; write the password into it, as one line" },
    { "names a store at a host there is not",
      serve { quota_store = "nohost.invalid:1", quota_store_key_file = "@/digits" },
      ": quota_store: \"nohost.invalid:1\": …; give the address or the name of a server" },
    { "gives three secrets", serve { edge_secrets = "a,b,c" },
      ": edge: edge_secrets: one, or two while they rotate" },
  },
  publication = {
    { "has none", serve { publication = "@/none.svp" }, ": publication: file @/none.svp: No such "
      .. "file or directory; make one by svcd publish, " .. FETCH .. WITHOUT },
    { "names an address for a file", serve { publication = "https://releases.example.org/content" },
      ": publication: file https://releases.example.org/content: No such file or directory; "
        .. "make one by svcd publish, " .. FETCH .. WITHOUT },
    { "configures none", serve { publication = false, trust = false },
      ": publication: no file is configured; make one by svcd publish, "
        .. FETCH .. WITHOUT, environment = "SVC_HOME=@/home" },
    { "names another file", serve { publication = "@/text" },
      ": publication: @/text: not a publication: wrong magic; name a file that svcd publish made"
        .. WITHOUT },
    { "names an empty file", serve { publication = "@/empty" }, ": publication: @/empty: not a "
      .. "publication: 0 bytes, shorter than a header; name a file that svcd publish made"
      .. WITHOUT },
    { "copied a part of it", serve { publication = "@/cut.svp" }, ": publication: @/cut.svp: "
      .. "header: the publication is … bytes long and the file …; it was cut or extended: copy it "
      .. "again" .. WITHOUT },
    { "changed it", serve { publication = "@/changed.svp" }, ": publication: @/changed.svp: "
      .. "content: bytes … to … were changed after they were signed; copy it again" .. WITHOUT },
    { "signed it with another key", serve { publication = "@/foreign.svp" }, ": publication: "
      .. "@/foreign.svp: trust: 0 of the 1 signatures by trusted keys it needs; it is signed by …, "
      .. "an unknown key; sign it with a trusted key or get the current trust file" .. WITHOUT },
    { "let it expire", serve { publication = "@/expired.svp" }, ": publication: @/expired.svp: "
      .. "expired at 2004-09-16 00:00:00 UTC (now is … UTC); publish again" .. WITHOUT },
    { "goes back to an older one", serve { publication = "@/older.svp", state_dir = "@/state" },
      ": publication: @/older.svp: rollback: sequence 1, but 2 was accepted before; publish with a "
        .. "greater one…" .. WITHOUT },
    { "may not read it", serve { publication = "@/closed.svp" }, ": publication: file "
      .. "@/closed.svp: Permission denied; make one by svcd publish, " .. FETCH
      .. WITHOUT, confined = true },
    { "has no trust file", serve { trust = "@/none.trust" }, ": publication: trust file "
      .. "@/none.trust: No such file or directory; get it from the publisher, or name it by --trust"
      .. WITHOUT },
    { "configures no trust", serve { trust = false }, ": publication: no trust file is configured; "
      .. "get it from the publisher, or name it by --trust" .. WITHOUT,
      environment = "SVC_HOME=@/home" },
    { "trusts a key file", serve { trust = "@/good.key" }, ": publication: @/good.svp: "
      .. "@/good.key: not a trust file; get the publisher's, or make one by svcd trust init"
      .. WITHOUT },
    { "let the trust expire", serve { trust = "@/expired.trust" }, ": publication: @/good.svp: "
      .. "@/expired.trust: trust root version 1 expired at 2004-09-16 00:00:00 UTC (now is … UTC); "
      .. "get the current trust file" .. WITHOUT },
    { "edited the trust file", serve { trust = "@/edited.trust" }, ": publication: @/good.svp: "
      .. "@/edited.trust: trust root version 1: the signature of …" .. WITHOUT },
    { "damaged the state", serve { state_dir = "@/damaged" }, ": publication: @/good.svp: "
      .. "@/damaged/publication.state: state file line 1: …; restore the file, or remove it to "
      .. "begin anew" .. WITHOUT },
  },
  ["files and folders"] = {
    { "names a state folder in none", serve { state_dir = "@/none/state" }, ": state_dir: "
      .. "@/none/state: No such file or directory; name a folder that the user of svcd may write" },
    { "names a file for the state folder", serve { state_dir = "@/text" },
      ": state_dir: @/text: Not a directory; name a folder that the user of svcd may write" },
    { "keeps the state where it may not write", serve { state_dir = "@/sealed" }, ": state_dir: "
      .. "@/sealed: Permission denied; name a folder that the user of svcd may write",
      confined = true },
    { "logs into a folder there is not", serve { access_log = "@/none/access.log" },
      ": access_log: @/none/access.log: No such file or directory; name a file that the user of "
        .. "svcd may write, in a folder that is there" },
    { "names a folder for the log", serve { access_log = "@" }, ": access_log: @: Is a directory; "
      .. "name a file that the user of svcd may write, in a folder that is there" },
    { "logs where it may not write", serve { access_log = "@/sealed/access.log" },
      ": access_log: @/sealed/access.log: Permission denied; name a file that the user of svcd "
        .. "may write, in a folder that is there", confined = true },
    { "names a routes folder there is not", serve { routes = "@/none" }, ": routes: the routes "
      .. "folder lacks a file: no file '@/none/init.lua' no file '@/none/init/init.lua'; name the "
      .. "folder that holds init.lua by --routes, or add the file" },
    { "asks where nothing runs", "status --control @/none",
      ": no service at @/none: No such file or directory; give its --control", REFUSED },
    { "reloads where nothing runs", "reload --control @/text",
      ": no service at @/text: Connection refused; give its --control", REFUSED },
  },
  routes = {
    { "returns nothing", routes(""), ": it returns nothing; end it with return" },
    { "returns a number", routes("return 42"),
      ": it returns a number; return the list of routes" },
    { "breaks the syntax", routes("return {"), ":1: unexpected symbol near <eof>" },
    { "raises an error", routes('error("no")'), ":1: no" },
    { "has a hole", routes("return { nil, {} }"),
      ": route 1 of its list is a nil, not a table" },
    { "lists a module that is none", routes("return { 7 }"),
      ": route 1 of its list is a number, not a table" },
    { "misspells the phases", routes("return { phase = {} }"),
      ": its list has a member `phase`; besides routes it may have `phases`" },
    { "uses what routes lack", routes("return { phases = { access = dofile } }"),
      ':1: a route has no global "dofile"' },
    { "misspells a phase", routes("return { phases = { acces = error } }"),
      ": there is no phase `acces`; did you mean access?" },
    { "gives a text for a phase", routes('return { phases = { log = "x" } }'),
      ": its phase `log` is a string, not a function" },
    { "forgets the handler", routes('return { { method = "GET", path = "/x" } }'),
      ": route 1 of the list (/x): it has no member `handle`" },
    { "misspells a member", routes(GET:format("cahce = 'none'")), ":1: route 1 of the list: a "
      .. "route has no member `cahce`; did you mean cache?" },
    { "names a caching class there is not", routes(GET:format("cache = 'ever'")),
      ":1: route 1 of the list: there is no caching class `ever`; there are asset, contract, none, "
        .. "publication" },
    { "offers a tool without an answer",
      routes(GET:format('mcp = { name = "x", description = "X." }')),
      ":1: route 1 of the list: it has no member `answer`" },
    { "offers a tool without a name",
      routes(GET:format('answer = { schema = "Problem" }, mcp = {}')),
      ":1: route 1 of the list: its member `mcp` has no text `name`" },
    { "documents an operation half", routes(GET:format('operation = "getX"')),
      ":1: route 1 of the list: it has no member `summary`" },
    { "names a schema there is not", routes(GET:format('operation = "getX", summary = "X", '
      .. 'description = "X.", answer = { schema = "Nope", description = "X." }')),
      ":1: the schema Nope is missing: …/contract/schemas/Nope.json: No such file or directory; "
        .. "add the file or name another" },
    { "names a problem there is not", routes(GET:format('problems = { "NOPE" }')), ":1: route 1 of "
      .. "the list: no problem has the code NOPE; lua/web/problem.lua lists them" },
    { "names a header field there is not",
      routes(GET:format('fields = { names = { "X-Mood" }, of = function() return {} end }')),
      ":1: route 1 of the list: the contract describes no header field `X-Mood`; "
        .. "lua/web/headers.lua lists them" },
    { "forgets the values of its header fields", routes(GET:format('fields = { names = {} }')),
      ":1: route 1 of the list: its member `fields` has no function `of`" },
    { "answers a path twice",
      routes((GET:gsub("return { (.*) }$", "local a = %1 return { a, a }"):format(""))),
      ":1: the route at @/routes/init.lua:1 answers GET /x already" },
    { "requires a file there is not", routes('return { require("routes.none") }'), ":1: the routes "
      .. "folder lacks a file: no file '@/routes/none.lua' no file '@/routes/none/init.lua'; name "
      .. "the folder that holds init.lua by --routes, or add the file" },
    { "opens a file", routes('io.open("x")'), ':1: a route has no global "io"' },
    { "sets a global", routes("x = 1"), ':1: a route may not set the global "x"' },
    { "requires what it may not", routes('require("socket")'),
      ':1: a route may not require "socket"; it may require routes, base.assets, …' },
    { "offers two tools of one name", routes([[
local mcp, list = require("mcp"), {}
for i = 1, 2 do
  list[i] = { method = "GET", path = "/" .. i, handle = function() return {} end,
    answer = { schema = "Problem" }, mcp = { name = "x", description = "X." } }
end
list[3] = mcp.route({ { path = "/mcp", name = "n", version = "1" } })
return list]]), ":3: two tools are called x: this one and that of @/routes/init.lua:3; give one "
      .. "another name" },
    { "offers a tool whose answer cannot be listed", routes([[
local mcp = require("mcp")
return { { method = "GET", path = "/x", handle = function() return {} end,
    answer = { schema = "Nope" }, mcp = { name = "x", description = "X." } },
  mcp.route({ { path = "/mcp", name = "n", version = "1" } }) }]]),
      ": the schema Nope is missing: …/contract/schemas/Nope.json: No such file or directory; add "
        .. "the file or name another" },
    { "raises a table", routes("\nerror({})"), ":2: it raised a table; raise a text that says what "
      .. "is wrong, or return nothing" },
    { "raises nothing", routes("\n\nerror()"), ":3: it raised a nil; raise a text that says what "
      .. "is wrong, or return nothing" },
    { "raises a text without a place", routes('error("no", 0)'), ":1: no" },
    { "takes all memory",
      routes('local t = {}\nfor i = 1, 1e9 do t[i] = ("x"):rep(1e6) .. i end'),
      ": not enough memory" },
    { "loops while it is loaded", routes("\nwhile true do end"),
      ":2: the script exceeded its budget of … instructions" },
    { "raises where the routes are ready",
      routes(GET:format('\nready = function() error({}) end')), ":2: it raised a table; raise a "
      .. "text that says what is wrong, or return nothing" },
    { "gives a text for a handler",
      routes('return { { method = "GET", path = "/x", handle = "x" } }'),
      ": route 1 of the list (/x): member `handle` is a string, not a function" },
    { "gives a path the query too", routes((GET:gsub("/x", "/x?y={y}"):format(""))), ":1: route 1 "
      .. "of the list: its path has `?`: a question mark begins the query; declare its parameters "
      .. "in `params`" },
    { "gives bounds that no value keeps",
      routes(GET:format('params = { n = require("web.params").integer({ min = 5, max = 1 }) }')),
      ":1: params.integer: its `max` is 1, and its `min` 5 is more" },
  },
  files = {
    { "looks into a file that is not there", "inspect @/none.svp", " inspect: @/none.svp: No such "
      .. "file or directory; correct the path, which begins in this folder or with /", REFUSED },
    { "lists the routes of a folder without a list", "routes --routes @/none", " routes: the "
      .. "routes folder lacks a file: no file '@/none/init.lua' no file '@/none/init/init.lua'; "
      .. "name the folder that holds init.lua by --routes, or add the file", REFUSED },
  },
  keys = {
    { "makes a key over another", "keygen --out @/good.key",
      " keygen: @/good.key: it exists already and is not overwritten", REFUSED },
    { "makes a key nowhere", "keygen --out @/none/key",
      " keygen: @/none/key: it cannot be written: No such file or directory; correct the path, "
        .. "which begins in this folder or with /", REFUSED },
    { "makes a key without a name", "keygen",
      ": missing option '--out'; svcd keygen --help shows what is accepted" },
    { "makes a root that ends on no day", "trust init --out @/t --root-key @/good.key "
      .. "--publication-key @/good.key --expires 2030-13-45", ': --expires is "2030-13-45"; '
      .. "accepted is a day such as 2026-03-31; svcd trust --help shows what is accepted" },
    { "makes a root that has ended", "trust init --out @/t --root-key @/good.key "
      .. "--publication-key @/good.key --expires 2020-01-01", ": --expires is 2020-01-01, which is "
      .. "past; name a day to come; svcd trust --help shows what is accepted" },
    { "makes a root with a key that is not there",
      "trust init --out @/t --root-key @/none --publication-key @/none",
      " trust init: @/none: there is no such file; make a key with `svcd keygen`", REFUSED },
    { "asks for more signers than keys",
      "trust init --out @/t --root-key @/good.key --publication-key @/good.key --root-threshold 2",
      " trust init: trust file line 5: `root-threshold` asks for 2 keys, and only 1 follow",
      REFUSED },
    { "counts signers in words",
      "trust init --out @/t --root-key @/good.key --publication-key @/good.key --root-threshold x",
      ': --root-threshold is "x"; accepted is a number from 1 to 16; svcd trust --help shows what '
        .. "is accepted" },
    { "asks for more signers than a root can have",
      "trust init --out @/t --root-key @/good.key --publication-key @/good.key "
        .. "--publication-threshold 4294967297", ': --publication-threshold is "4294967297"; '
        .. "accepted is a number from 1 to 16; svcd trust --help shows what is accepted" },
    { "shows a trust file that is none", "trust show @/text", " trust show: @/text: not a trust "
      .. "file; get the publisher's, or make one by svcd trust init", REFUSED },
    { "shows a trust file that is not there", "trust show @/none", " trust show: @/none: No such "
      .. "file or directory; a trust file is needed, svcd trust init makes one", REFUSED },
    { "signs with a key that others may read", "publish --key @/open.key --out @/x.svp",
      " publish: @/open.key: others may read it (mode 0644); run `chmod 600` on it", REFUSED },
    { "publishes without a key", "publish --out @/x.svp",
      " publish: no key; give --key FILE, made by svcd keygen, or --signer KEY of one "
      .. "who signs later", REFUSED },
    { "publishes until no day", "publish --key @/good.key --out @/x.svp --expires 2030-02-30",
      ' publish: --expires is "2030-02-30"; accepted is a day such as 2026-03-31 or Unix seconds',
      REFUSED },
    { "publishes from a year of five digits", "publish --dry-run --created 12026-01-01",
      ' publish: --created is "12026-01-01"; accepted is a day such as 2026-03-31 or Unix seconds',
      REFUSED },
    { "publishes with a number that is none", "publish --sequence next", ': --sequence is "next"; '
      .. "accepted is a number from 1 to 9007199254740992; svcd publish --help shows what is "
      .. "accepted" },
    { "publishes with a number that no publication has", "publish --sequence 0",
      ': --sequence is "0"; accepted is a number from 1 to 9007199254740992; svcd publish --help '
      .. "shows what is accepted" },
    { "verifies without trust", "verify @/good.svp",
      ": missing option '--trust'; svcd verify --help shows what is accepted" },
    { "rolls back to a number", "rollback 3", ': "3" is no digest of 64 lower-case hexadecimal '
      .. "digits; `svcd inspect` shows that of a file" },
    { "inspects another file", "inspect @/text",
      " inspect: @/text: not a publication: wrong magic; name a file that svcd publish made",
      REFUSED },
  },
}

--- Completes the rows: what a group has in common, and where a line begins.
for group, rows in pairs(mistakes) do
  for _, row in ipairs(rows) do
    if group == "routes" then
      local text = row[3]
      row.of = row[2]
      row[2] = serve { routes = "@/routes" }
      row[3] = ": routes: " .. (text:find("^:") and "@/routes/init.lua" or "") .. text
    end
    row.starts = row[2]:find("^serve %-%-access%-log") ~= nil and group ~= "options"
    row[4] = row[4] or row.starts and REFUSED or WRONG_INVOCATION
  end
end

describe("an operator who", function()
  local folder, used, low, confine

  local function make_files()
    local key, other = forge.key(), forge.key()
    local function small(name, signer, options)
      return forge.write(folder .. "/" .. name, forge.small(signer, options))
    end
    local function trust(name, expires)
      return forge.write(
        folder .. "/" .. name,
        forge.trust({
          expires = expires,
          root = { threshold = 1, keys = { key } },
          publication = { threshold = 1, keys = { key } },
        }, { key })
      )
    end
    local good = small("good.svp", key, { sequence = 2 })
    small("older.svp", key)
    small("closed.svp", key)
    small("foreign.svp", other)
    small("expired.svp", key, { expires = 1095292800 })
    local bytes = forge.read(good)
    forge.write(folder .. "/cut.svp", bytes:sub(1, -100))
    forge.write(folder .. "/changed.svp", (bytes:gsub("It is fast", "It is slow")))
    forge.write(folder .. "/text", ("not a publication\n"):rep(10))
    forge.write(folder .. "/empty", "")
    forge.write(folder .. "/word", "sesame\n")
    forge.write(folder .. "/digits", ("0"):rep(32) .. "\n")
    local root = trust("good.trust", 4000000000)
    trust("expired.trust", 1095292800)
    forge.write(folder .. "/edited.trust", (forge.read(root):gsub("4000000000", "4000000001")))
    for _, name in ipairs { "good.key", "open.key" } do
      assert(svc.save_key(folder .. "/" .. name, key.private))
    end
    local shell = [[cd '%s' && mkdir state damaged sealed routes home && chmod 500 sealed
      chmod 000 closed.svp; chmod 644 open.key; echo x >damaged/publication.state
      for part in lua contract data routes cli; do ln -s "%s/$part" home/; done]]
    assert(os.execute(shell:format(folder, os.getenv("PWD"))))
    assert(svc.open(good, { trust = root, state = folder .. "/state/publication.state" })):close()
  end

  setup(function()
    folder = forge.folder()
    make_files()
    used = assert(socket.bind("127.0.0.1", 0))
    local limit <close> = assert(io.open("/proc/sys/net/ipv4/ip_unprivileged_port_start"))
    low = limit:read("n") - 1
    local id <close> = assert(io.popen("id -u"))
    confine = id:read("n") == 0
        and "setpriv --bounding-set=-dac_override,-dac_read_search,-net_bind_service "
      or ""
  end)

  teardown(function()
    used:close()
    os.execute(("chmod 700 '%s/sealed'"):format(folder))
    forge.remove(folder)
  end)

  local function fill(text)
    local port = select(2, used:getsockname())
    return (text:gsub("%f[%w@]@", folder):gsub("{(%a+)}", { used = port, low = low }))
  end

  --- Runs svcd. @treturn table lines of standard error @treturn integer status @treturn string out
  local function run(row, arguments)
    local line = "unset LUA_PATH LUA_CPATH; cd '%s'; env SVC_HOME='%s' %s %s timeout 20 '%s' %s "
      .. ">'%s/out' 2>'%s/err'"
    local binary = SVCD:find("^/") and SVCD or os.getenv("PWD") .. "/" .. SVCD
    local _, _, status = os.execute(
      line:format(
        folder,
        os.getenv("PWD"),
        fill(row.environment or ""),
        row.confined and confine or "",
        binary,
        fill(arguments),
        folder,
        folder
      )
    )
    local told = {}
    for each in io.lines(folder .. "/err") do
      -- The leak detector says so where a thread ends while it looks.
      local detector = server.sanitized and each:find("^==%d+==Unable to get registers")
      if not detector then told[#told + 1] = each end
    end
    return told, status, forge.read(folder .. "/out")
  end

  local function expect(row, arguments)
    local told, status, out = run(row, arguments)
    local text = table.concat(told, "\n")
    assert.equal(1, #told, text)
    assert.is_nil(document.missing_line({ "svcd" .. fill(row[3]) }, told), text)
    assert.equal(row[4], status)
    assert.is_nil(out:find("Listening", 1, true))
  end

  for group, rows in pairs(mistakes) do
    for _, row in ipairs(rows) do
      it(("%s (%s) is told in one line what to do"):format(row[1], group), function()
        if row[2]:find("{low}", 1, true) and low < 1 then return end
        if row.of then forge.write(folder .. "/" .. row.of.file, row.of.text) end
        expect(row, row[2])
        if row.starts and not row.listening then
          expect(row, (row[2]:gsub("^serve", "check")))
        end
      end)
    end
  end
end)
