--- Small images for specs.
local svc = require("svc")

local images = {}

--- An SVG with something in it. @tparam[opt] string inside @tparam[opt] string root more attributes
-- @treturn string
function images.svg(inside, root)
  local sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" '
    .. 'viewBox="0 0 40 30"%s>%s</svg>'
  return sheet:format(root or "", inside or '<circle cx="20" cy="15" r="9"/>')
end

--- A chunk of a PNG; its checksum is not looked at. @treturn string
function images.png_chunk(name, data)
  return (">s4"):pack(data):sub(1, 4) .. name .. data .. "sum!"
end

--- A PNG without pixels. @tparam[opt] integer width @tparam[opt] integer height
-- @tparam[opt] string more chunks behind the first @treturn string
function images.png(width, height, more)
  return "\x89PNG\r\n\x1a\n"
    .. images.png_chunk("IHDR", (">I4I4"):pack(width or 7, height or 5) .. "\8\6\0\0\0")
    .. (more or "")
    .. images.png_chunk("IDAT", "pixels")
    .. images.png_chunk("IEND", "")
end

--- A chunk of a WebP. @treturn string
function images.webp_chunk(name, data)
  return name .. ("<s4"):pack(data) .. ("\0"):rep(#data % 2)
end

--- A WebP of these chunks. @treturn string
function images.webp(chunks) return "RIFF" .. ("<s4"):pack("WEBP" .. chunks) end

--- The chunk of a lossless picture. @treturn string
function images.lossless(width, height)
  return images.webp_chunk("VP8L", ("<BI4"):pack(0x2f, (width - 1) | (height - 1) << 14))
end

--- A segment of a JPEG. @tparam integer marker @tparam string data @treturn string
function images.jpeg_segment(marker, data)
  return ("\xff%c"):format(marker) .. (">I2"):pack(#data + 2) .. data
end

--- A JPEG without pixels. @tparam[opt] string more segments behind the first @treturn string
function images.jpeg(more)
  return "\xff\xd8"
    .. images.jpeg_segment(0xe0, "JFIF\0\1\1\0\0\1\0\1\0\0")
    .. (more or "")
    .. images.jpeg_segment(0xc0, "\8" .. (">I2I2"):pack(5, 7) .. "\1\1\x11\0")
    .. images.jpeg_segment(0xda, "\1\1\0\0\63\0")
    .. "bits\xff\0\xff\xd0more\xff\xd9"
end

--- The name that a publication has an image under. @treturn string
function images.name(stem, bytes, extension)
  return ("%s.%s.%s"):format(stem, svc.sha256(bytes):sub(1, 16), extension)
end

return images
