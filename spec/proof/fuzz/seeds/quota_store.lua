--- Kept inputs of the fuzz target `quota_store`, by name: how many requests were asked, in which
-- pieces the answer comes, and the answer.
local SHA = "$40\r\n" .. ("a"):rep(40) .. "\r\n"

return {
  ["counted"] = "\2\255" .. SHA .. ":121060\r\n:120060\r\n",
  ["endless-list"] = "\1\255*2000000000\r\n$-1\r\n",
  ["error"] = "\1\255-NOSCRIPT none\r\n",
  ["in-bytes"] = "\1\0" .. SHA .. ":61\r\n",
  ["negative"] = "\1\255:-1\r\n",
  ["password"] = "\x81\255+OK\r\n" .. SHA .. ":61\r\n",
  ["unasked"] = "\0\255+OK\r\n+OK\r\n",
}
