--- `svcd preview`, as an author meets it: pages, drafts, errors, and what happens after a change.
local content_tree = require("spec.support.publication.content_tree")
local socket = require("socket")

local SVCD = os.getenv("SVC_SVCD") or "build/svcd"
local NAME = "en/material/mathematics/lines.md"
local PAGE = "/en/material/mathematics/lines"
local DRAFT = "---\ntitle: Curves\ndraft: true\n---\n\nA curve is bent.\n"

local folder, pipe, process, port

local function write(name, text) content_tree.write(folder .. "/" .. name, text) end

local function start(files)
  folder = content_tree.make(files)
  pipe =
    assert(io.popen(("echo $$; exec '%s' preview '%s' --port 0 2>&1"):format(SVCD, folder)))
  process = pipe:read("l")
  port = pipe:read("l"):match(":(%d+) %(Ctrl")
end

after_each(function()
  os.execute("kill " .. process)
  pipe:close()
  content_tree.remove_all()
end)

--- Waits until the tree was looked at. @treturn string what is told of it
local function looked()
  local lines = {}
  repeat
    lines[#lines + 1] = pipe:read("l")
  until lines[#lines]:find("^%d+ errors")
  return table.concat(lines, "\n")
end

local function connect()
  local client = assert(socket.connect("127.0.0.1", port))
  client:settimeout(10)
  return client
end

--- What is answered to the bytes of a request.
local function send(bytes)
  local client = connect()
  client:send(bytes)
  local answer = client:receive("*a")
  client:close()
  return answer
end

local function ask(method, path, host)
  local head = "%s %s HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\n\r\n"
  return send(head:format(method, path, host or "127.0.0.1:" .. port))
end

local function shown(path) return ask("GET", path or PAGE) end

describe("svcd preview", function()
  it("shows a page with a script of its own and nothing inline", function()
    start { [NAME] = content_tree.lesson() }
    looked()
    local answer = shown()
    assert.truthy(answer:find("^HTTP/1.1 200 "))
    assert.truthy(answer:find('<script src="/preview/preview.js%?%x+" data%-page="%x+" defer>'))
    assert.truthy(answer:find("script-src 'self';", 1, true))
    assert.falsy(answer:find('class="preview-bar broken', 1, true))
  end)

  it("lets a browser keep what has a digest in its address, and nothing else", function()
    start { [NAME] = content_tree.lesson() }
    looked()
    local page = shown()
    local function cached(answer) return answer:match("\r\nCache%-Control: ([^\r]+)\r\n") end
    assert.equal("no-store", cached(page))
    for _, form in ipairs { '/assets/style[^"]*', '/preview/preview.css[^"]*' } do
      assert.matches(", immutable$", cached(shown(page:match('href="(' .. form .. ')"'))))
    end
  end)

  it("marks a draft, which is published by nobody", function()
    start {
      [NAME] = content_tree.lesson(),
      ["en/material/mathematics/curves.md"] = DRAFT,
    }
    looked()
    local answer = shown("/en/material/mathematics/curves")
    assert.truthy(
      answer:find("<strong>Draft</strong>: svcd publish leaves this text out", 1, true)
    )
    assert.truthy(answer:find("A curve is bent", 1, true))
  end)

  it("tells the pages that are open of a change, and shows it", function()
    start { [NAME] = content_tree.lesson() }
    looked()
    local client = connect()
    client:send("GET /preview/events HTTP/1.1\r\nHost: localhost:" .. port .. "\r\n\r\n")
    repeat
      local line = client:receive("*l")
    until line:find("^data: ")
    local before = ask("HEAD", PAGE):match("Preview%-Page: (%x+)")
    write(NAME, content_tree.lesson("\nA line has no end.\n"))
    local state
    repeat
      state = client:receive("*l"):match("^data: (%d+)")
    until state
    client:close()
    local after = shown()
    assert.truthy(after:find("A line has no end", 1, true))
    assert.is_true(before ~= after:match("Preview%-Page: (%x+)"))
  end)

  it("leaves the page as it is told to be where another text changed", function()
    start { [NAME] = content_tree.lesson(), ["en/material/mathematics/curves.md"] = DRAFT }
    looked()
    local before = ask("HEAD", PAGE):match("Preview%-Page: (%x+)")
    write("en/material/mathematics/curves.md", DRAFT .. "\nMore.\n")
    looked()
    assert.equal(before, ask("HEAD", PAGE):match("Preview%-Page: (%x+)"))
  end)

  it("keeps the last good page, with what is wrong, until it is mended", function()
    start { [NAME] = content_tree.lesson() }
    looked()
    write(NAME, content_tree.lesson("\nNew, and [a](<&nowhere.md>).\n"))
    looked()
    local answer = shown()
    assert.truthy(answer:find("A line is straight", 1, true))
    assert.truthy(
      answer:find("<code>" .. NAME .. ":8:15</code> link &quot;&amp;nowhere.md", 1, true)
    )
    assert.truthy(answer:find("<code>link-dead</code><br>Correct the path, or take", 1, true))
    write(NAME, content_tree.lesson("\nNew.\n"))
    looked()
    answer = shown()
    assert.truthy(answer:find("<p>New.</p>", 1, true))
    assert.falsy(answer:find("link-dead", 1, true))
  end)

  it("begins with errors, too", function()
    start { [NAME] = content_tree.lesson("\n[a](nowhere.md)\n") }
    assert.truthy(looked():find("error: " .. NAME .. ":8:5: link", 1, true))
    local answer = shown("/")
    assert.truthy(answer:find("Nothing to show yet", 1, true))
    assert.truthy(answer:find("<code>link-dead</code>", 1, true))
    write(NAME, content_tree.lesson())
    looked()
    assert.truthy(shown():find("A line is straight", 1, true))
  end)

  it("finds the words of texts", function()
    start { [NAME] = content_tree.lesson("\nA line.\n\nIt is straightforward.\n") }
    looked()
    assert.truthy(shown("/v1/search?query=straightforward"):find('"count":1', 1, true))
  end)

  -- what is sent, with %s for the port; the status
  local refusals = {
    { "of another host", "GET / HTTP/1.1\r\nHost: evil.test:%s\r\n\r\n", 403 },
    { "without a host", "GET / HTTP/1.1\r\n\r\n", 403 },
    { "that writes", "POST / HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n", 405 },
    { "with two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: 127.0.0.1:%s\r\n\r\n", 400 },
    { "that is no HTTP", "hello %s\r\n\r\n", 400 },
    { "with a blank in its target", "GET /a b HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n", 400 },
    { "with a field that is none", "GET / HTTP/1.1\r\nHost 127.0.0.1:%s\r\n\r\n", 400 },
    { "whose head does not end", "GET / HTTP/1.1\r\nA: " .. ("a"):rep(17000) .. "%s", 400 },
  }
  it("refuses what is not exact, and goes on", function()
    start { [NAME] = content_tree.lesson() }
    looked()
    for _, case in ipairs(refusals) do
      assert.same({ case[1], case[3] }, {
        case[1],
        tonumber(send(case[2]:format(port)):match("^HTTP/1.1 (%d+)")),
      })
    end
    assert.truthy(shown():find("^HTTP/1.1 200 "))
  end)
end)
