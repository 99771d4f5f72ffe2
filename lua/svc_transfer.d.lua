---@meta svc_transfer

--- Packing and fetching files (`svc_transfer.so`), for `svcd release` and `svcd follow`. Expected
--- failures return `nil, reason`, one line for people.
---@class svc_transfer
---@field longest integer most bytes of a file that is packed with a prefix, and of the prefix
local transfer = {}

--- Packs a file as one zstd frame, into a file that takes its place when it is complete.
---@param path string
---@param prefix string? file that the reader has already; only the change is packed then
---@param out string
---@return integer? bytes
---@return string? reason
function transfer.pack(path, prefix, out) end

--- Unpacks such a file, likewise; one that does not give `length` bytes is refused.
---@param path string
---@param prefix string?
---@param out string
---@param length integer
---@return true?
---@return string? reason
function transfer.unpack(path, prefix, out, length) end

---@param path string of a packed file
---@return integer? bytes that are packed in it
---@return string? reason
function transfer.length(path) end

--- Renames a file and flushes its folder.
---@param from string
---@param to string
---@return true?
---@return string? reason
function transfer.rename(from, to) end

--- A client for https, which keeps its connection and follows no redirect.
---@param authorities string? PEM file; the system's authorities without one
---@param seconds integer that a transfer may take
---@return svc_transfer.Client
function transfer.client(authorities, seconds) end

---@class svc_transfer.Client
local client = {}

--- A short text.
---@param url string
---@param longest integer bytes
---@param tag? string ETag of the text that is known
---@return string|false|nil text false: it is still the one of the tag
---@return string reason or the ETag, "" when there is none
function client:text(url, longest, tag) end

--- A file. A file at the path is taken as its beginning; after a failure the bytes stay there.
---@param url string
---@param length integer bytes of the whole file; more are refused
---@param path string
---@return integer? received bytes that came over the network
---@return string? reason
function client:file(url, length, path) end

--- Closes it; it may be closed twice.
function client:close() end

return transfer
