--- The secrets of an operator that routes compare with: read from files by whoever reads the
-- config file. Routes see of them what web/key.lua makes, which shows none.

local lfs = require("lfs")
local tables = require("base.tables")
local variables = require("host.variables")

local secrets = {}

--- Bounds: secrets there may be, bytes of a file, and bytes of a secret. One that is shorter could
-- be guessed.
local MOST, LARGEST, SHORTEST, LONGEST = 32, 4096, 16, 1024

local CURE = "; make one: openssl rand -hex 32"

local function fault_of_name(name)
  if type(name) == "string" and name:find("^%l[%l%d_]*$") and #name <= 64 then return nil end
  return ("%q is no name of a secret: take small letters, digits and _"):format(tostring(name))
end

--- Reads the option: a table of names and files, or texts `NAME=FILE`.
-- @tparam string|table given
-- @treturn table|nil name -> path, or `credential:` and the name of a credential of systemd
-- @treturn string|nil what is wrong
function secrets.read(given)
  local files, count = {}, 0
  local function add(name, file)
    local fault = fault_of_name(name)
    if fault then return fault end
    if type(file) ~= "string" or file == "" then
      return ("%s has no file; name one, or `credential:NAME`"):format(name)
    end
    if files[name] then return ("%s is named twice; name it once"):format(name) end
    files[name], count = file, count + 1
  end
  local fault
  for key, value in pairs(type(given) == "table" and given or { given }) do
    if type(key) == "string" then
      fault = fault or add(key, value)
    else
      for item in tostring(value):gmatch("[^,\n]+") do
        local name, file = item:match("^%s*([^=%s]*)%s*=%s*(.-)%s*$")
        fault = fault or add(name or item, file)
      end
    end
  end
  if fault then return nil, fault end
  if count > 0 and count <= MOST then return files end
  return nil, ("it names %d secrets; name 1 to %d"):format(count, MOST)
end

--- One secret of a file, or two while they rotate, a line each.
local function lines_of(text)
  local lines = {}
  for line in text:gmatch("[^\r\n]+") do
    lines[#lines + 1] = line
    local good = #line >= SHORTEST and #line <= LONGEST and not line:find("[^\x21-\x7e]")
    if not good then
      return nil,
        ("line %d is not of %d to %d visible characters of ASCII%s"):format(
          #lines,
          SHORTEST,
          LONGEST,
          CURE
        )
    end
  end
  if #lines == 1 or #lines == 2 then return lines end
  return nil, ("it holds %d lines; one secret, or two while they rotate%s"):format(#lines, CURE)
end

local function read_file(path)
  local found, reason = lfs.attributes(path)
  if not found then return nil, reason end
  if found.mode ~= "file" then return nil, path .. ": it is no file" end
  if found.permissions:sub(7) ~= "---" then
    return nil, ("%s: everybody may use it: chmod o= %s"):format(path, path)
  end
  if found.size > LARGEST then
    return nil, ("%s: it has %d bytes, %d at most"):format(path, found.size, LARGEST)
  end
  local file <close>, fault = io.open(path, "rb")
  local text = file and file:read(LARGEST + 1)
  if not text then return nil, fault or path .. ": it is empty" .. CURE end
  local lines
  lines, reason = lines_of(text)
  return lines, reason and ("%s: %s"):format(path, reason)
end

--- Takes the secrets from their files, as `secret_values`.
-- @tparam table options changed
-- @tparam table environment name -> text
-- @treturn string|nil the fault, which holds nothing of a secret
function secrets.take(options, environment)
  if not options.secrets then return nil end
  options.secret_values = {}
  for _, name in ipairs(tables.keys(options.secrets)) do
    local path = options.secrets[name]
    local credential = path:match("^credential:(.+)$")
    if credential then
      path = variables.credential(credential, environment.CREDENTIALS_DIRECTORY)
    end
    if not path then
      local fault =
        "--secrets: %s: systemd passed on no credential %s; LoadCredential=%s:FILE does"
      return fault:format(name, credential, credential)
    end
    local lines, reason = read_file(path)
    if not lines then return ("--secrets: %s: %s"):format(name, reason) end
    options.secret_values[name] = lines
  end
end

return secrets
