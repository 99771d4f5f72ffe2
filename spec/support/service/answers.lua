--- Keeps what svcd answered in a test, so that it can be held to the contract: at once by a spec,
-- and for the whole suite by spec/support/service/answers_check.lua when all specs have run.

local svc = require("svc")

local answers = {}

--- The line of an answer, as spec/proof/contract/answers.mjs reads it.
-- @tparam string method
-- @tparam string target of the request
-- @tparam table answer of client.lua
-- @treturn string JSON and a newline
function answers.line(method, target, answer)
  return svc.json({
    method = method,
    target = target,
    path = target:match("^[^?]*"),
    status = answer.status,
    headers = answer.headers,
    body = answer.body,
  }) .. "\n"
end

local file

--- Keeps an answer where the suite gathers them (`SVC_ANSWERS`, a folder); elsewhere does nothing.
-- Compressed bodies are left out: the contract speaks of what they stand for.
function answers.keep(method, target, answer)
  local folder = os.getenv("SVC_ANSWERS")
  if not folder or answer.headers["content-encoding"] or not utf8.len(answer.body) then
    return
  end
  if not file then
    local name = os.tmpname()
    os.remove(name)
    file = assert(io.open(folder .. "/" .. name:match("[^/]*$") .. ".jsonl", "w"))
  end
  file:write(answers.line(method, target, answer))
  file:flush()
end

--- Holds recorded answers to a contract.
-- @tparam string contract path of an OpenAPI document
-- @tparam string recorded path of a file of lines
-- @treturn number how many answers the contract speaks of
-- @treturn string what violates it, one line each; empty when nothing does
function answers.check(contract, recorded)
  local command = "spec/node_modules/.bin/node spec/proof/contract/answers.mjs %s %s 2>&1"
  local pipe <close> = assert(io.popen(command:format(contract, recorded)))
  local report = pipe:read("a")
  local found, count = report:match("^(.-)(%d+) answers checked, %d+ violate the contract\n$")
  return tonumber(count) or 0, found or report
end

return answers
