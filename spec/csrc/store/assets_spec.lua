--- Images of a publication: what is accepted as one, how they are found, and a section that lies.
local svc = require("svc")
local forge = require("spec.support.publication.forge")
local images = require("spec.support.publication.images")

local key = forge.key()
local options = { keys = { key.public }, now = forge.now }

local function refusal(name, bytes)
  local image, reason = svc.check_image(name, bytes)
  return not image and reason
end

describe("an SVG", function()
  local function of(inside) return refusal("a.svg", images.svg(inside)) end

  it("of the safe subset is accepted, with its size", function()
    local drawing = images.svg(
      "<title>Text (with) https://signs.test \\</title><style>svg{color:#123}"
        .. "@media(prefers-color-scheme:dark){svg{color:#eee}}.a>g{stroke:currentColor}</style>"
        .. '<defs><marker id="tip" refX="4" orient="auto"><path d="M0,0L4,2"/></marker></defs>'
        .. '<g class="a" transform="translate(1 2) rotate(-45)" marker-end="url(#tip)">'
        .. '<text x="1" y="2" text-anchor="middle">x<tspan dy="3">2</tspan></text></g>'
    )
    assert.same(
      { type = "image/svg+xml", width = 40, height = 30 },
      svc.check_image("a.svg", drawing)
    )
  end)

  local CASES = {
    { "<script>alert(1)</script>", "element `script`" },
    { '<g onload="alert(1)"/>', "attribute `onload`" },
    { "<foreignObject/>", "element `foreignObject`" },
    { '<image href="https://other.test/a.png"/>', "element `image`" },
    { '<a href="javascript:alert(1)"><text>x</text></a>', "element `a`" },
    { '<use href="b.svg#a"/>', "this value of `href`" },
    { '<g><animate attributeName="href" to="x"/></g>', "element `animate`" },
    { '<rect fill="url(https://other.test/a.svg#b)"/>', "value of `fill`" },
    { '<rect fill="url(&#35;a)b"/>', "value of `fill`" },
    { '<rect style="fill:url(x)"/>', "attribute `style`" },
    { '<rect id="a&#x5c;b"/>', "value of `id`" },
    { "<style>@import 'x';</style>", "style" },
    { "<style>rect{fill:url(x)}</style>", "style" },
    { "<style>rect{fill:\\75rl(x)}</style>", "style" },
    { "<style><![CDATA[rect{fill:url(x)}]]></style>", "style" },
    { "<style>@font-face{font-family:x}</style>", "style" },
    { "<style>@media(prefers-color-scheme:dark)and(width:1px){}</style>", "style" },
    { "<style>a{}<g/>@import url(https://other.test/a.css);</style>", "element `g`" },
    { '<g xmlns:xlink="http://www.w3.org/1999/xlink"/>', "namespace `xlink`" },
    { '<g xmlns="http://www.w3.org/1999/xhtml"/>', "namespace `xmlns`" },
    { "<svg/>", "element `svg`" },
    { "<?php x?>", "instruction `php`" },
    { "&lol;", "undefined entity" },
    { "<g>", "mismatched tag" },
    { ("<g>"):rep(16) .. ("</g>"):rep(16), "too deep" },
    { ("<g/>"):rep(8192), "too many elements" },
    { "\xff", "invalid token" },
  }
  for _, case in ipairs(CASES) do
    it("is refused with " .. case[1]:sub(1, 60), function()
      local reason = of(case[1])
      assert.is_truthy(reason and reason:find(case[2], 1, true), reason or "accepted")
    end)
  end

  local WHOLE = {
    { "<!DOCTYPE svg>" .. images.svg(), "document type" },
    { '<?xml version="1.0" encoding="UTF-16"?>' .. images.svg(), "must be UTF-8" },
    { images.svg("", ' onload="x"'), "attribute `onload`" },
    { images.svg("", ' xml:space="preserve"'), "attribute `space`;" },
    { images.svg():gsub(' viewBox="[^"]*"', ""), "viewBox" },
    { images.svg():gsub('width="40"', 'width="100%%"'), "whole width and height" },
    { images.svg():gsub('width="40"', 'width="4097"'), "whole width and height" },
    { "<svg/>", "element `svg`" },
    { "", "0 bytes" },
    { images.svg((" "):rep(1 << 20)), "1 to 1048576 are accepted" },
  }
  for _, case in ipairs(WHOLE) do
    it("is refused: " .. case[2], function()
      local reason = refusal("a.svg", case[1])
      assert.is_truthy(reason and reason:find(case[2], 1, true), reason or "accepted")
    end)
  end

  it(
    "is told by its line what is wrong",
    function()
      assert.equal(
        "SVG, line 3: it may not have here the element `script`; export it as plain SVG",
        of("\n\n<script/>")
      )
    end
  )
end)

describe("a PNG", function()
  it(
    "tells its size",
    function()
      assert.same(
        { type = "image/png", width = 7, height = 5 },
        svc.check_image("a.png", images.png())
      )
    end
  )

  local good = images.png()
  local CASES = {
    { good:sub(1, -2), "does not end", "is cut" },
    { good:sub(1, -13), "does not end", "lacks its last chunk" },
    { good .. "x", "does not end", "has bytes behind its end" },
    { images.png(7, 5, images.png_chunk("eXIf", "where")), "more than a picture", "has EXIF" },
    { images.png(7, 5, images.png_chunk("acTL", "12345678")), "more", "moves" },
    { images.png(4097), "4097 x 5 pixels", "is too wide" },
    { images.png(7, 0), "7 x 0 pixels", "is flat" },
    { images.png(7, 5, "\xff\xff\xff\xffIDAT"), "does not end", "has a chunk beyond its end" },
    { "GIF89a", "does not begin", "is a GIF" },
  }
  for _, case in ipairs(CASES) do
    it("is refused when it " .. case[3], function()
      local reason = refusal("a.png", case[1])
      assert.is_truthy(reason and reason:find(case[2], 1, true), reason or "accepted")
    end)
  end
end)

describe("a WebP", function()
  local header = images.webp_chunk("VP8X", "\x10\0\0\0" .. ("<I3I3"):pack(6, 4))
  local lossy =
    images.webp_chunk("VP8 ", "\0\0\0\x9d\x01\x2a" .. ("<I2I2"):pack(7 | 1 << 14, 5))
  local SIZED = {
    ["lossless"] = images.lossless(7, 5),
    ["lossy"] = lossy,
    ["with alpha"] = header .. images.webp_chunk("ALPH", "abc") .. lossy,
  }
  for name, chunks in pairs(SIZED) do
    it(
      "tells its size: " .. name,
      function()
        assert.same(
          { type = "image/webp", width = 7, height = 5 },
          svc.check_image("a.webp", images.webp(chunks))
        )
      end
    )
  end

  local good = images.webp(images.lossless(7, 5))
  local CASES = {
    { good:sub(1, -2), "is cut", "is cut" },
    { good .. "x", "is cut", "has bytes behind its end" },
    { images.webp(images.lossless(7, 5) .. "EXIF"), "more", "has EXIF" },
    { images.webp(header .. images.webp_chunk("ANIM", "123456")), "less", "moves" },
    { images.webp(header .. images.lossless(8, 5)), "header is not", "says another size" },
    {
      images.webp(images.webp_chunk("VP8X", "\x12" .. header:sub(10)) .. lossy),
      "header",
      "moves",
    },
    { images.webp(images.lossless(4097, 5)), "4097 x 5", "is too wide" },
    { images.webp(images.webp_chunk("ALPH", "abc") .. lossy), "more", "has alpha unannounced" },
    { images.webp(""), "is cut", "is empty" },
  }
  for _, case in ipairs(CASES) do
    it("is refused when it " .. case[3], function()
      local reason = refusal("a.webp", case[1])
      assert.is_truthy(reason and reason:find(case[2], 1, true), reason or "accepted")
    end)
  end
end)

describe("a JPEG", function()
  local function exif(orientation)
    local entry = "\1\x12\0\3\0\0\0\1\0" .. string.char(orientation) .. "\0\0"
    return images.jpeg_segment(0xe1, "Exif\0\0MM\0*\0\0\0\8\0\1" .. entry)
  end

  it(
    "is accepted with its size",
    function()
      assert.same(
        { type = "image/jpeg", width = 7, height = 5 },
        svc.check_image("a.jpg", images.jpeg())
      )
    end
  )

  local good = images.jpeg()
  local refused = {
    {
      images.jpeg(images.jpeg_segment(0xfe, "c")),
      "holds more than a picture",
      "has a comment",
    },
    { images.jpeg(images.jpeg_segment(0xe1, "Exif\0\0")), "holds more", "has EXIF" },
    { good .. "x", "more follows its end", "goes on" },
    { good:sub(1, -3), "is cut", "is cut" },
    { good:gsub("\xff\xc0", "\xff\xc9"), "another kind", "is coded arithmetically" },
    { "\xff\xd8\xff\xd9", "has no picture", "is empty" },
    { "GIF89a", "does not begin as one", "is none" },
  }
  for _, case in ipairs(refused) do
    it(
      "is refused that " .. case[3],
      function() assert.matches(case[2], refusal("a.jpg", case[1]), 1, true) end
    )
  end

  it("is cleaned of what it holds beside its picture", function()
    local more = images.jpeg_segment(0xfe, "c") .. images.jpeg_segment(0xed, "p") .. exif(1)
    assert.same({ good, "COM, APP13, APP1, what follows its end" }, {
      svc.clean_image("a.jpg", images.jpeg(more) .. "tail"),
    })
  end)

  it("is not cleaned of what turns it", function()
    local _, reason = svc.clean_image("a.jpg", images.jpeg(exif(6)))
    assert.matches("its metadata turns it", reason, 1, true)
  end)
end)

describe("a drawing of another program", function()
  local X = ' xmlns:x="http://www.w3.org/1999/xlink" xmlns:i="http://inkscape.test/"'

  local function cleaned(inside, root)
    local bytes, reason = svc.clean_image("a.svg", images.svg(inside, root or X))
    assert.is_true(bytes == nil or svc.check_image("a.svg", bytes) ~= nil)
    return bytes and bytes:match("^<svg[^>]*>(.*)</svg>$") or reason
  end

  local cases = {
    {
      "elements and attributes of its program, and metadata",
      '<i:view/><metadata><a/></metadata><g i:label="x" data-n="1" id="g1"><path d="M0,0"/></g>',
      '<g><path d="M0,0"></path></g>',
    },
    {
      "no fonts that it embeds, which no browser reads",
      '<defs><font id="f"><font-face units-per-em="9"/><glyph unicode="x" d="M0,0"/></font></defs>'
        .. '<text font-family="f">x</text>',
      '<defs></defs><text font-family="f">x</text>',
    },
    {
      "links around what is drawn",
      '<a x:href="https://x.test"><rect width="1"/></a>',
      '<rect width="1"></rect>',
    },
    {
      "properties of a style, as attributes",
      "<g style=\"fill:rgb(100%,0%,50.2%);-i:y;font-family:'A B',serif;stroke : #000\"/>",
      '<g fill="#ff0080" font-family="A B,serif" stroke="#000"></g>',
    },
    {
      "references within itself, with the ids that they name",
      '<defs><path id="a" d="M0,0"/><path id="b" d="M1,1"/></defs><use x:href="#a"/>',
      '<defs><path id="a" d="M0,0"></path><path d="M1,1"></path></defs><use href="#a"></use>',
    },
    {
      "styles without comments",
      "<style>/* c */ .a{fill:'red'}</style>",
      "<style> .a{fill:red}</style>",
    },
    {
      "the substitute for what browsers alone draw",
      "<switch><foreignObject><p/></foreignObject><text>a &lt; b</text></switch>",
      "<text>a &lt; b</text>",
    },
    { "event handlers not at all", '<g onclick="x()"/>', "<g></g>" },
    { "no scripts", "<script/>", "SVG, line 1: it may not have here the element `script`" },
    { "no images", '<image x:href="a.png"/>', "the element `image`" },
    { "no reference elsewhere", '<use x:href="b.svg#a"/>', "this value of `href`" },
    { "no style that loads", "<style>@import url(x)</style>", "rules in its `style`" },
    { "no filters", '<g filter="url(#a)"/>', "the attribute `filter`" },
    {
      "nothing that repeats itself",
      '<g id="a"><use x:href="#a"/></g>',
      "within an element with an id",
    },
  }
  for _, case in ipairs(cases) do
    it("has " .. case[1], function()
      local found = cleaned(case[2])
      assert.matches(case[3], found, 1, true)
      assert.is_true(case[3]:sub(1, 1) ~= "<" or found == case[3], found)
    end)
  end

  local sizes = {
    { 'width="10pt" height="0.5in" viewBox="0 0 9 9"', 'width="13" height="48"' },
    { 'width="100%" viewBox="0 0 30.5 20"', 'width="30" height="20"' },
    { 'width="20" height="10"', 'width="20" height="10" viewBox="0 0 20 10"' },
  }

  it("has a size at all, also where it is empty", function()
    local _, reason = svc.clean_image("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert.matches("it says no size at `svg`", reason, 1, true)
  end)

  for _, case in ipairs(sizes) do
    it("has a size in pixels: " .. case[1], function()
      local drawing =
        '<!DOCTYPE svg PUBLIC "a" "b"><?x y?><svg xmlns="http://www.w3.org/2000/svg" %s/>'
      local bytes = svc.clean_image("a.svg", drawing:format(case[1]))
      assert.matches(case[2], bytes, 1, true)
      assert.truthy(svc.check_image("a.svg", bytes))
    end)
  end

  it("has no entities", function()
    local doctype = '<!DOCTYPE svg [<!ENTITY a "b">]>'
    local _, reason = svc.clean_image("a.svg", doctype .. images.svg())
    assert.matches("entities in its document type", reason, 1, true)
  end)
end)

describe("cleaning", function()
  local png = images.png()

  it("takes chunks out of a PNG that show nothing, by name", function()
    local more = images.png_chunk("eXIf", "where") .. images.png_chunk("tEXt", "who")
    assert.same({ png, "eXIf, tEXt" }, { svc.clean_image("a.png", images.png(7, 5, more)) })
  end)

  it("leaves alone what is clean", function()
    for name, bytes in pairs { ["a.png"] = png, ["a.svg"] = images.svg() } do
      assert.same({ bytes, "" }, { svc.clean_image(name, bytes) })
    end
  end)

  for _, name in ipairs { "acTL", "fdAT", "ABCD" } do
    it("refuses a PNG that would be another picture without its " .. name, function()
      local _, reason = svc.clean_image("a.png", images.png(7, 5, images.png_chunk(name, "x")))
      assert.matches("the chunk " .. name, reason, 1, true)
    end)
  end
end)

it(
  "a file that is no image is refused by its name",
  function()
    assert.equal("it is neither .svg, .png, .webp nor .jpg", refusal("a.gif", "GIF89a"))
  end
)

local drawing, picture = images.svg(), images.png()
local ITEMS = {
  { name = images.name("sky", drawing, "svg"), bytes = drawing },
  { name = images.name("moon", picture, "png"), bytes = picture },
}

-- The bytes of a publication with these images.
local function publish(items)
  local builder = forge.builder()
  for _, item in ipairs(items) do
    builder:asset(item)
  end
  return forge.signed(builder, key)
end

local function open(bytes) return forge.open(bytes, options) end

describe("the images of a publication", function()
  it("are found by name, with what is known of them", function()
    local publication <close> = assert(open(publish(ITEMS)))
    local asset, bytes = publication:asset(ITEMS[1].name)
    assert.same({
      digest = svc.sha256(drawing),
      height = 30,
      length = #drawing,
      name = ITEMS[1].name,
      type = "image/svg+xml",
      width = 40,
    }, asset)
    assert.equal(drawing, bytes)
    assert.is_nil(publication:asset("sky.svg"))
  end)

  it("are listed by ascending name", function()
    local publication <close> = assert(open(publish(ITEMS)))
    local names = {}
    for i, asset in ipairs(publication:assets()) do
      names[i] = asset.name
    end
    assert.same({ ITEMS[2].name, ITEMS[1].name }, names)
  end)

  it(
    "give the same bytes in any order",
    function() assert.equal(publish(ITEMS), publish { ITEMS[2], ITEMS[1] }) end
  )

  it("are none in a publication that was made without", function()
    local publication <close> = assert(open(forge.small(key)))
    assert.same(svc.array(), publication:assets())
    assert.is_nil(publication:asset(ITEMS[1].name))
  end)

  local refused = {
    { { name = "sky.svg", bytes = drawing }, "its name is not of", "no digest" },
    { { name = ITEMS[1].name, bytes = picture }, "its name is not of", "another's digest" },
    { { name = "Sky" .. ITEMS[1].name:sub(4), bytes = drawing }, "its name", "a capital" },
    { { name = "a/" .. ITEMS[1].name, bytes = drawing }, "its name is not of", "a folder" },
    { { name = ITEMS[1].name .. ".svg", bytes = drawing }, "its name", "a second extension" },
    {
      { name = images.name(("a"):rep(101), drawing, "svg"), bytes = drawing },
      "its name",
      "too long",
    },
    { { name = images.name("a", drawing, "png"), bytes = drawing }, "PNG:", "another type" },
  }
  for _, case in ipairs(refused) do
    it("are not taken under a name that is wrong: " .. case[3], function()
      local ok, reason = pcall(svc.builder().asset, svc.builder(), case[1])
      assert.is_false(ok)
      assert.is_truthy(reason:find(case[2], 1, true), reason)
    end)
  end

  it("are not taken twice", function()
    local builder = forge.builder():asset(ITEMS[1]):asset(ITEMS[1])
    local info, reason = builder:write(os.tmpname(), {
      private_key = key.private,
      sequence = 1,
      created = forge.created,
      expires = forge.expires,
    })
    assert.is_nil(info)
    assert.equal(("asset %s is given twice"):format(ITEMS[1].name), reason)
  end)
end)

describe("a section of images that is signed and wrong", function()
  local whole = publish(ITEMS)
  local section = forge.parse(whole).sections[5].bytes
  local records, names = 8, 8 + 2 * 48

  local function set(at, format, value)
    local field = format:pack(value)
    return section:sub(1, at) .. field .. section:sub(at + #field + 1)
  end

  local unordered = section:gsub("sky(%.%x+%.svg)", "aky%1")

  local CASES = {
    { section, nil, "is good when nothing was changed" },
    { set(0, "<I4", 3), "record 2 is malformed", "more images than records" },
    { set(0, "<I4", 4096), "do not fit", "more images than bytes" },
    { set(0, "<I4", 0), "do not fit", "no images" },
    { set(4, "<I4", 1), "head is malformed", "a reserved field" },
    { set(records + 41, "B", 1), "record 0 is malformed", "a reserved field of a record" },
    { set(records, "B", 1), "is not that of its bytes", "another digest" },
    { set(records + 36, "<I2", 8), "is not that of its bytes", "another width" },
    { set(records + 38, "<I2", 8), "is not that of its bytes", "another height" },
    { set(records + 32, "<I4", #picture + 1), "does not end", "a longer image" },
    { set(records + 32, "<I4", 1 << 27), "are the most", "an image beyond the bound" },
    { unordered, "are out of order", "names out of order" },
    { set(names + 8, "B", ("g"):byte()), "its name is not of", "a name without its digest" },
    { set(#section - 1, "B", 0), "its name is not of", "other bytes" },
    { section .. "\0", "does not end", "bytes behind the last" },
    { section:sub(1, 7), "head is malformed", "a section cut in its head" },
  }
  for _, case in ipairs(CASES) do
    it("tells " .. case[3], function()
      local parts = forge.parse(whole)
      parts.sections[5].bytes = case[1]
      local publication, reason = open(forge.build(parts, { key }))
      if publication then publication:close() end
      assert.equal(case[2] == nil, publication ~= nil, reason)
      if case[2] then assert.is_truthy(reason:find(case[2], 1, true), reason) end
    end)
  end
end)
