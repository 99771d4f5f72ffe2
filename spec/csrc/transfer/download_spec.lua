--- What a server sends, byte for byte, and what a download makes of it: over TLS, by the module
-- `svc_transfer`.
local certificates = require("spec.support.service.certificates")
local forge = require("spec.support.publication.forge")

--- Answers with the bytes of the file that is asked for. It prints its process and its port.
local SERVER = [[
const { readFileSync } = require("fs");
const folder = process.argv[1];
const [cert, key] = ["/server.pem", "/server.key"].map((name) => readFileSync(folder + name));
require("tls").createServer({ cert, key }, (client) => {
  client.on("error", () => {});
  client.once("data", (asked) => client.end(readFileSync(folder + String(asked).split(" ")[1])));
}).listen(0, "127.0.0.1", function () { console.log(process.pid, this.address().port); });
]]

--- Asks for two files with one client, and prints text and tag of each.
local ASK = [[
local client = require("svc_transfer").client("%s/authority.pem", 20)
for _, name in ipairs({ "first", "second" }) do
  print(client:text("https://127.0.0.1:%d/" .. name, 1000))
end
client:close()
]]

describe("a download", function()
  local folder, output, process, port
  lazy_setup(function()
    folder = forge.folder()
    certificates.make(folder)
    forge.write(folder .. "/server.js", SERVER)
    output = io.popen(('exec node -e "$(cat %s/server.js)" %s'):format(folder, folder))
    process, port = output:read("n", "n")
    forge.write(folder .. "/ask.lua", ASK:format(folder, port))
  end)
  lazy_teardown(function()
    os.execute("kill " .. process)
    output:close()
    forge.remove(folder)
  end)

  --- @tparam string first, second answers: header fields, each with its line end
  local function ask(first, second, before)
    for name, fields in pairs({ first = first, second = second }) do
      local answer = ("HTTP/1.1 200 OK\r\n%sContent-Length: 4\r\n\r\ntext"):format(fields)
      forge.write(folder .. "/" .. name, answer)
    end
    local command = "%s %s lua %s/ask.lua 2>&1"
    local said = io.popen(command:format(before or "", os.getenv("SVC_PLAIN"), folder))
    local text = said:read("a")
    local _, _, status = said:close()
    return text, status
  end

  it("takes a tag that can be sent as a header field, and no other", function()
    local said = ask('ETag: "a"\r\n', "ETag: a\rb\r\n")
    assert.equal('text\t"a"\ntext\t\n', said)
  end)

  it("adds no line to a header field of the answer before", function()
    local check = "valgrind -q --undef-value-errors=no --error-exitcode=9"
    local said, status = ask("A: b\r\n", " folded: a\r\n", check)
    assert.equal(0, status, said)
  end)
end)
