--- The endpoints over HTTP: the real svcd on a small publication, request by request.
local cjson = require("cjson")
local recording = require("spec.support.service.answers")
local requests = require("spec.support.service.requests")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local svc = require("svc")

local subject, answers

local function ask(row)
  local method, target = row[1]:match("^(%a+) (.*)$")
  local options = { method = method, headers = row[4] }
  local answer = subject:request(target or row[1], options)
  answer.method, answer.target = method or "GET", target or row[1]
  answer.path = answer.target:match("^[^?]*")
  return answer
end

setup(function()
  subject = server.sample()
  answers = {}
  for i, row in ipairs(requests) do
    answers[i] = ask(row)
  end
end)

teardown(function()
  if subject then subject:stop() end
end)

describe("svcd answers", function()
  for i, row in ipairs(requests) do
    local name = ("%s with %d"):format(
      #row[1] > 70 and row[1]:sub(1, 70) .. "…" or row[1],
      row[2]
    )
    for header, value in pairs(row[4] or {}) do
      name = ("%s (%s: %s)"):format(name, header, value)
    end
    it(name, function()
      local answer = answers[i]
      assert.equal(row[2], answer.status)
      if row[3] then assert.equal(row[3], cjson.decode(answer.body).code) end
      assert.matches("^[%w._-]+$", answer.headers["x-request-id"])
      assert.equal("*", answer.headers["access-control-allow-origin"])
    end)
  end
end)

describe("every answer", function()
  it("keeps the contract", function()
    local contract, path = subject:save("/openapi.json"), subject.folder .. "/answers.jsonl"
    local recorded = assert(io.open(path, "w"))
    for _, each in ipairs(answers) do
      recorded:write(recording.line(each.method, each.target, each))
    end
    recorded:close()
    local count, violations = recording.check(contract, path)
    assert.equal("", violations)
    assert.is_true(count >= 100, count .. " answers")
  end)

  it("that is a problem names its path and its request", function()
    for _, answer in ipairs(answers) do
      if answer.headers["content-type"] == "application/problem+json" and answer.body ~= "" then
        local body = cjson.decode(answer.body)
        assert.equal(answer.path, body.instance)
        assert.equal(answer.headers["x-request-id"], body.request_id)
        assert.equal(answer.status, body.status)
      end
    end
  end)

  it("links only to what answers", function()
    local dead, seen = {}, {}
    for _, answer in ipairs(answers) do
      for target in answer.body:gmatch('"http://127.0.0.1:%d+(/[^"#]*)[^"]*"') do
        local served = target:find("%.md$") or target:find("^/problems/")
        if served and not seen[target] then
          seen[target] = true
          local status = subject:request(target).status
          if status ~= 200 then dead[#dead + 1] = target .. " " .. status end
        end
      end
    end
    assert.equal("", table.concat(dead, "\n"))
    assert.is_not_nil(next(seen))
  end)
end)

for what, path in pairs { contract = "/openapi.json", image = "/assets/" .. sample.image.name } do
  describe("the " .. what .. " over the wire", function()
    local function read(coding, tag)
      local headers = { ["Accept-Encoding"] = coding, ["If-None-Match"] = tag }
      return subject:request(path, { headers = headers })
    end

    it("tells its length without a body", function()
      local head = subject:request(path, { method = "HEAD" })
      assert.same({ 200, "" }, { head.status, head.body })
      assert.equal(tostring(#read("identity").body), head.headers["content-length"])
    end)

    for _, coding in ipairs({ "identity", "gzip", "br", "zstd" }) do
      it("has a strong validator over its exact bytes as " .. coding, function()
        local answer = read(coding)
        assert.equal(coding ~= "identity" and coding or nil, answer.headers["content-encoding"])
        assert.equal('"' .. svc.sha256(answer.body) .. '"', answer.headers.etag)
      end)

      it("is revalidated as " .. coding .. " without sending it again", function()
        local whole = read(coding)
        local again = read(coding, 'W/"x", ' .. whole.headers.etag)
        assert.equal(304, again.status)
        assert.equal("", again.body)
        for _, name in ipairs({ "etag", "cache-control", "vary", "content-length" }) do
          assert.equal(whole.headers[name], again.headers[name], name)
        end
      end)
    end
  end)
end

describe("a request id", function()
  it("of the caller is kept and repeated in the problem", function()
    local answer = subject:request("/none", { headers = { ["X-Request-Id"] = "my.id-1" } })
    assert.equal("my.id-1", answer.headers["x-request-id"])
    assert.equal("my.id-1", cjson.decode(answer.body).request_id)
  end)

  it("of another form is replaced", function()
    local answer = subject:request("/v1", { headers = { ["X-Request-Id"] = "a b" } })
    assert.matches("^%x+%-%x+%-4%x+%-%x+%-%x+$", answer.headers["x-request-id"])
  end)
end)
