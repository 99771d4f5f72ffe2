--- A certificate of loopback and the authority that signed it, for servers over TLS in specs.
local certificates = {}

local COMMANDS = [[
set -e
cd @
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
  -keyout authority.key -out authority.pem -subj /CN=Authority 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
  -keyout server.key -out server.csr -subj /CN=127.0.0.1 2>/dev/null
echo subjectAltName=IP:127.0.0.1 >names
openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial \
  -days 2 -extfile names -out server.pem 2>/dev/null
]]

--- Makes `authority.pem`, `server.pem` and `server.key` in a folder.
function certificates.make(folder) assert(os.execute((COMMANDS:gsub("@", folder)))) end

return certificates
