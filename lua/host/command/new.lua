--- `svcd new KIND NAME`: writes a route, or what else a folder of routes has, that works and says
-- what its parts are for, with its spec, in a folder that is laid over the routes of the
-- installation, and adds its line to the list of that folder.

local kinds = require("host.command.new_kinds")
local lfs = require("lfs")
local loader = require("host.loader")
local svc = require("svc")
local template = require("web.template")

local LIST = [[
--- Our own routes. They are laid over those of the folders before this one: svcd serve
-- --routes default --routes THIS_FOLDER
return {
}
]]

local NO_FOLDER = "name the folder for it by --into; it is made where there is none"
local NO_NAME =
  "%q is no name of a route; take small letters, digits and _, such as word_of_day"
local NOT_WRAPPED = "%s.lua is no file of the folders that answers GET; svcd routes lists them"
local HAS_PHASES = "%s/init.lua: it has phases already; add yours to them"
local NO_PLACE = "%s/init.lua: it has no line `return {` to add %s below; make the "
  .. "list so, or name another folder"
local TAKEN = "%s is there already and is not replaced; choose another name"

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read("a")
end

--- The list with one more line, behind its last entry; nil where that place cannot be told.
local function with_line(list, line)
  local last
  for at in list:gmatch('()[^\n]*require%("routes%.[%w_.]+"%),?\n') do
    last = at
  end
  local _, opening = ("\n" .. list):find("\nreturn {\n", 1, true)
  if not last and not opening then return nil end
  local at = last and list:find("\n", last, true) or opening - 1
  local added = list:sub(1, at) .. line .. "\n" .. list:sub(at + 1)
  return load(added, "=init.lua", "t") and added or nil
end

--- The fault of a name, or nil.
local function name_fault(name, kind, folder, options)
  if not name:find("^%l[%l%d_]*$") or name == "init" or name == "problems" then
    return NO_NAME:format(name)
  end
  for _, each in ipairs({ folder, not kind.wraps and table.unpack(options.routes) or nil }) do
    local path = ("%s/%s.lua"):format(each, kind.wraps and "our_" .. name or name)
    if lfs.attributes(path) then return TAKEN:format(path) end
  end
end

--- A value that a variable of a path may have.
local function example_of(route)
  return function(name)
    local declaration = (route.params or {})[name] or {}
    return tostring(declaration.example or 1)
  end
end

--- The words of an overlay: of the first route of a file of the service.
-- @treturn string|nil the fault
local function take_wrapped(words, options)
  local routes, loaded = loader.try(options.routes, { config = options }, options.lua_path)
  if not routes then return loaded end
  local file = ("/%s.lua"):format(words.NAME)
  for _, route in ipairs(routes) do
    if route.method == "GET" and loaded.files[route]:sub(-#file) == file then
      local whole = require("routes." .. words.NAME)
      words.PICK = whole.path and "" or "[1]"
      words.WHAT = ("%s %s"):format(route.method, route.path)
      words.TARGET = template.expand(route.path, example_of(route))
      return nil
    end
  end
  return NOT_WRAPPED:format(words.NAME)
end

--- The files to write: path and text of each, the list last; or nil and the fault.
local function files_of(args, folder, options)
  local name, kind = args.name, kinds[args.kind]
  local words = { NAME = name, FOLDER = folder, PATH = (name:gsub("_", "-")) }
  words.FILE = kind.wraps and "our_" .. name or name
  words.TITLE = (name:gsub("_?(%l)(%w*)", function(a, b) return a:upper() .. b end))
  words.WORDS = (name:gsub("_", " "):gsub("^%l", string.upper))
  for each, text in pairs(kind.words or {}) do
    words[each] = text
  end
  local fault = kind.wraps and take_wrapped(words, options)
  if fault then return nil, fault end
  local function fill(text) return (text:gsub("@(%u+)@", words):gsub("@(%u+)@", words)) end
  local files = {}
  if kind.schema then
    files[1] = { ("%s/schemas/%s.json"):format(folder, words.TITLE), fill(kind.schema) }
    if lfs.attributes(files[1][1]) then return nil, TAKEN:format(files[1][1]) end
  end
  files[#files + 1] = { ("%s/%s.lua"):format(folder, words.FILE), fill(kind.file) }
  words.BODY = kind.spec
  files[#files + 1] = { ("%s/spec/%s_spec.lua"):format(folder, words.FILE), fill(kinds.spec) }
  if lfs.attributes(files[#files][1]) then return nil, TAKEN:format(files[#files][1]) end
  local line = fill(kind.line or 'require("routes.@FILE@"),')
  local former = read(folder .. "/init.lua") or LIST
  if kind.line and former:find("phases", 1, true) then return nil, HAS_PHASES:format(folder) end
  local list = with_line(former, "  " .. line)
  if not list then return nil, NO_PLACE:format(folder, line) end
  files[#files + 1] = { folder .. "/init.lua", list }
  return files, words
end

local function write_all(files, folder)
  lfs.mkdir(folder)
  for _, file in ipairs(files) do
    lfs.mkdir(file[1]:match("^(.*)/"))
    local written, reason = svc.replace_file(file[1], file[2])
    if not written then return reason end
    print("wrote " .. file[1])
  end
end

return {
  summary = "write a new route, job, page or what else there is, with its spec",
  options = { "routes", "lua_path" },
  parser = function(parser)
    local what = "What to write: " .. table.concat(kinds.names, ", ")
    parser:argument("kind", what):choices(kinds.names)
    parser
      :argument(
        "name",
        "Its name: small letters, digits and _; of an overlay, that of the file"
      )
      :argname("NAME")
    local into = "Folder for our own routes (default: the last, where --routes names several)"
    parser:option("--into", into):argname("DIR")
    parser:flag(
      "--operation",
      "Of a route: also in the contract, and a tool, as `svcd new tool`"
    )
    parser:epilog("Example: svcd new route hello --into routes.d && svcd test routes.d")
  end,
  run = function(args, options)
    if args.operation and args.kind == "route" then args.kind = "tool" end
    local folder = args.into or #options.routes > 1 and options.routes[#options.routes]
    local fault = not folder and NO_FOLDER
      or name_fault(args.name, kinds[args.kind], folder, options)
    if fault then return nil, fault end
    local files, words = files_of(args, folder, options)
    if not files then return nil, words end
    fault = write_all(files, folder)
    if fault then return nil, fault end
    local given = kinds[args.kind].option
        and (' --upstreams "%s https://api.example.org"'):format(words.NAME)
      or ""
    print("try it: svcd serve --routes default --routes " .. folder .. given)
    local target = words.TARGET or "/" .. words.PATH .. (kinds[args.kind].query or "")
    print(("        curl 'http://127.0.0.1:8080%s'"):format(target))
    print("test it: svcd test " .. folder .. given)
    return 0
  end,
}
