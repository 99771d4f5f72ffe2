--- Prints which lines of each file run in each spec, from the counters of `make coverage`:
--     svcd lua spec/proof/coverage/covered.lua BUILD
-- A row is `SPEC SECONDS PATH LINE,LINE…`, with the name of a spec as in `spec/NAME_spec.lua`,
-- with dots for slashes.
package.path = "./?.lua;" .. package.path

local counters = require("spec.proof.coverage.counters")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

local EXPORT = [[
  llvm-profdata merge -o '%s/merged' '%s'/*.profraw
  llvm-cov export -format=lcov -skip-functions -skip-expansions \
    %s/svcd -object %s/svc.so -instr-profile='%s/merged' 2>/dev/null]]

local function print_row(spec, seconds, path, lines)
  local list = {}
  for line in pairs(lines) do
    list[#list + 1] = line
  end
  table.sort(list)
  if #list > 0 then print(spec, seconds, path, table.concat(list, ",")) end
end

--- The rows of C files, out of the tracefile that llvm-cov writes.
local function print_c(build, spec, seconds, folder)
  local path, lines
  for _, row in ipairs(document.run(EXPORT:format(folder, folder, build, build, folder))) do
    local name = row:match("^SF:.*(csrc/.*)$")
    local line, times = row:match("^DA:(%d+),(%d+)")
    if name then
      path, lines = name, {}
    elseif path and line and times ~= "0" then
      lines[tonumber(line)] = true
    elseif row == "end_of_record" and path then
      print_row(spec, seconds, path, lines)
      path = nil
    end
  end
end

local function main(build)
  local prefix = document.run("pwd")[1] .. "/"
  local files = document.run("git ls-files 'lua/*.lua' 'routes/*.lua'")
  for name, bytes in pairs(counters.of_specs(build .. "/specs")) do
    local spec = name:match("^spec%.([%w_.]+)_spec%.lua$")
    if spec then
      local folder = build .. "/specs/" .. name
      local seconds = forge.read(folder .. "/seconds"):match("%d+")
      print_c(build, spec, seconds, folder)
      for _, path in ipairs(files) do
        local lines = {}
        counters.ran(bytes, path, prefix, lines)
        print_row(spec, seconds, path, lines)
      end
    end
  end
end

main(arg[1])
