--- Kept inputs of the fuzz target `image`, by name: PNG, JPEG, WebP and SVG.
local images = require("spec.support.publication.images")

local function chunk(kind, bytes, length)
  return (">I4"):pack(length or #bytes) .. kind .. bytes .. "sum!"
end

local function png(width, ...)
  local header = (">I4I4"):pack(width, 5) .. "\8\6\0\0\0"
  return "\x89PNG\r\n\x1a\n" .. chunk("IHDR", header) .. table.concat({ ... })
end

local function webp(...)
  local bytes = "WEBP" .. table.concat({ ... })
  return "RIFF" .. ("<I4"):pack(#bytes) .. bytes
end

local function part(kind, bytes)
  return kind .. ("<I4"):pack(#bytes) .. bytes .. ("\0"):rep(#bytes % 2)
end

local pixels, ending = chunk("IDAT", "pixels"), chunk("IEND", "")
local extended = part("VP8X", "\x10\0\0\0\6\0\0\4\0\0")
local lossy = part("VP8 ", "\0\0\0\x9d\1\x2a\7\x40\5\0")
local lossless = part("VP8L", "\x2f\6\0\1\0")

local function svg(inner, attributes, before)
  return (before or "")
    .. '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" '
    .. (attributes or 'viewBox="0 0 40 30"')
    .. ">"
    .. inner
    .. "</svg>"
end

return {
  ["gif"] = "GIF89a",
  ["png"] = png(7, pixels, ending),
  ["png-chunk-length"] = png(7, chunk("IDAT", "", 0xffffffff), pixels, ending),
  ["png-metadata"] = png(7, chunk("eXIf", "w"), pixels, ending),
  ["png-tail"] = png(7, pixels, ending) .. "tail",
  ["png-too-wide"] = png(4097, pixels, ending),
  ["svg-of-a-tool"] = svg(
    '<metadata/><a x:href="b"><g style="fill:rgb(1,2%,3);filter:none" id="q"/></a><defs>'
      .. '<path id="p" d="M0,0"/></defs><use x:href="#p"/>'
      .. "<switch><foreignObject/><text>a</text></switch>",
    ' viewBox="0 0 4 4" xmlns:x="http://www.w3.org/1999/xlink"',
    '<!DOCTYPE svg PUBLIC "a" "b"><?x y?>'
  ),
  ["svg-of-a-tool-style"] = svg("<style>/* a */.b{font-family:'c'}</style>"),
  ["svg-cdata"] = svg("<!-- <script> --><![CDATA[<image>]]>"),
  ["svg-declared"] = svg('<circle r="9"/>', nil, '<?xml version="1.0" encoding="utf-8"?>'),
  ["svg-doctype"] = svg("", nil, "<!DOCTYPE svg>"),
  ["svg-drawing"] = svg(
    "<title>T (x)</title><style>svg{color:#123}@media(prefers-color-scheme:dark)"
      .. "{svg{color:#eee}}.a>g{stroke:currentColor}</style><defs><marker id='tip' refX='4' "
      .. "orient='auto'><path d='M0,0L4,2'/></marker></defs><g class='a' "
      .. "transform='translate(1 2)' marker-end='url(#tip)'><text x='1' text-anchor='middle'>"
      .. "x<tspan dy='3'>2</tspan></text></g>"
  ),
  ["svg-encoding"] = svg("", nil, '<?xml version="1.0" encoding="UTF-16"?>'),
  ["svg-handler"] = svg('<g onload="a"/>'),
  ["svg-instruction"] = svg("<?php x?>"),
  ["svg-link"] = svg('<g xmlns:x="http://a" x:href="b"/>'),
  ["svg-nested"] = svg("<svg/>"),
  ["svg-no-namespace"] = svg('<g xmlns=""/>'),
  ["svg-no-view-box"] = svg("", ""),
  ["svg-script"] = svg("<script/>"),
  ["svg-style-import"] = svg("<style>@import 'x'</style>"),
  ["svg-too-deep"] = svg(("<g>"):rep(16) .. ("</g>"):rep(16)),
  ["svg-too-wide"] = (svg(""):gsub('width="40"', 'width="4097"')),
  ["svg-url"] = svg('<rect fill="url(https://x)"/>'),
  ["jpeg"] = images.jpeg(),
  ["jpeg-metadata"] = images.jpeg(
    images.jpeg_segment(0xfe, "c")
      .. images.jpeg_segment(0xe1, "Exif\0\0II*\0\8\0\0\0\1\0\x12\1\3\0\1\0\0\0\1\0\0\0")
  ) .. "tail",
  ["jpeg-turned"] = images.jpeg(
    images.jpeg_segment(0xe1, "Exif\0\0MM\0*\0\0\0\8\0\1\1\x12\0\3\0\0\0\1\0\6\0\0")
  ),
  ["jpeg-without-picture"] = "\xff\xd8\xff\xd9",
  ["webp-alpha-without-extended"] = webp(part("ALPH", "abc"), lossy),
  ["webp-cut"] = "RIFF\8\0\0\0WEBPVP8 ",
  ["webp-extended"] = webp(extended, part("ALPH", "abc"), lossy),
  ["webp-extended-other-size"] = webp(extended, part("VP8L", "\x2f\7\0\1\0")),
  ["webp-lossless"] = webp(lossless),
  ["webp-metadata-cut"] = webp(lossless, "EXIF"),
}
