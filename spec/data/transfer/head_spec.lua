--- Front matter of a page of another program, within what a content tree takes.
local head_of = require("data.transfer.head")

describe("the front matter of a page", function()
  it("keeps to the bounds of a content tree", function()
    local head = head_of({}, {
      title = ("ü"):rep(200),
      authors = ("Ada Lovelace, "):rep(15) .. "and Bob",
      tags = { ("ä"):rep(60) },
    })
    assert.is_truthy(utf8.len(head))
    local title = head:match('title: "(.-)"')
    assert.is_true(#title <= 160 and title:find("…$") ~= nil)
    assert.matches('"Ada Lovelace", "Bob"]', head, 1, true)
    assert.is_true(#head:match('tags: %["(.-)"') <= 80)
  end)
end)
