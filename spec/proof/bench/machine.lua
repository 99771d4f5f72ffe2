--- Describes the machine and the programs of a run of the benchmarks.

local measure = require("spec.proof.bench.measure")

local machine = {}

local function first_line(command) return measure.run(command .. " 2>&1"):match("[^\n]*") end

--- A command that prints the version of a package of npm.
local function version_of(folder)
  return 'sed -n \'s/.*"version": "\\(.*\\)".*/\\1/p\' ' .. folder .. "/package.json"
end

--- Rows of name and command whose first line of output is the value.
local COMMANDS = {
  { "date", "date -u +%Y-%m-%dT%H:%MZ" },
  { "commit", 'echo "$(git rev-parse --short HEAD)$(git diff --quiet HEAD || echo +changes)"' },
  { "processor", "sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo" },
  { "processors", "nproc" },
  { "memory", "awk '/MemTotal/ { printf \"%.0f GiB\", $2 / 1048576 }' /proc/meminfo" },
  { "kernel", "uname -sr" },
  { "distribution", '. /etc/os-release; echo "$PRETTY_NAME"' },
  { "load before", "cut -d' ' -f1-3 /proc/loadavg" },
  { "compiler", "cc --version" },
  { "nginx", "nginx -v 2>&1 | sed 's/.*: //'" },
  { "lua-nginx-module", "dpkg-query -W -f '${Version}' libnginx-mod-http-lua" },
  { "Node", "spec/node_modules/.bin/node --version" },
  { "SQLite", "/usr/bin/python3 -c 'import sqlite3; print(sqlite3.sqlite_version)'" },
  { "Xapian", "/usr/bin/python3 -c 'import xapian; print(xapian.version_string())'" },
  { "kiwix-serve", "kiwix-serve --version | head -1" },
  { "Tantivy (Node binding)", version_of("build/peers/node_modules/@oxdev03/*") },
  { "MCP TypeScript SDK", version_of("spec/node_modules/@modelcontextprotocol/server") },
  { "OpenSSL", "openssl version" },
  { "wrk", "wrk -v | head -1 | sed 's/ *Copyright.*//'" },
}

--- Describes this machine, as it is now.
-- @treturn {{name=string, value=string},...}
function machine.describe()
  local list = {}
  for i, row in ipairs(COMMANDS) do
    list[i] = { name = row[1], value = first_line(row[2]) }
  end
  list[#list + 1] = { name = "sizes", value = measure.quick and "quick" or "whole" }
  return list
end

return machine
