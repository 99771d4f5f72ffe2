--- `svcd new route NAME`: writes a route that works and says what its parts are for, in a folder
-- that is laid over the routes of the installation, and adds its line to the list of that folder.

local lfs = require("lfs")
local svc = require("svc")

local ROUTE = [[
--- Greets: GET /@PATH@?name=Ada
local params = require("web.params")

return {
  method = "GET",
  path = "/@PATH@",
@OPERATION@
  -- What may be asked. Values are checked before `handle` runs; who asks for anything else is told
  -- what is accepted.
  params = {
    name = params.string({
      max_bytes = 40,
      default = "world",
      description = "Whom to greet.",
      example = "Ada",
    }),
  },

  -- "publication": answers are kept until content or routes change; "none": not at all, for what
  -- depends on the clock, on chance or on the client.
  cache = "publication",

  -- A table becomes JSON. A refusal is `nil, problem.new("CONTENT_NOT_FOUND")`, of `web.problem`.
  -- The content is `call.publication`, when the route says `published = true`.
  handle = function(call) return { greeting = "Hello, " .. call.params.name .. "!" } end,
}
]]

local OPERATION = [[

  -- With these the route is in the contract at /openapi.json, and a tool of the MCP endpoint.
  operation = "get@TITLE@",
  summary = "Greet somebody",
  description = "A greeting for a name.",
  answer = { schema = "@TITLE@", description = "The greeting." }, -- schemas/@TITLE@.json
  counted = true, -- each request counts against the quota of its client
  mcp = { name = "get_@NAME@", title = "Greet somebody", description = "Greets a name." },
]]

local SCHEMA = [[
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "@TITLE@",
  "description": "A greeting.",
  "type": "object",
  "additionalProperties": false,
  "required": ["greeting"],
  "properties": {
    "greeting": {
      "description": "What to say.",
      "type": "string",
      "minLength": 1,
      "maxLength": 64
    }
  },
  "examples": [{ "greeting": "Hello, Ada!" }]
}
]]

local LIST = [[
--- Our own routes. They are laid over those of the folders before this one: svcd serve
-- --routes default --routes THIS_FOLDER
return {
}
]]

local NO_FOLDER = "name the folder for it by --into; it is made where there is none"
local NO_NAME =
  "%q is no name of a route; take small letters, digits and _, such as word_of_day"
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
local function name_fault(name, folder, options)
  if not name:find("^%l[%l%d_]*$") or name == "init" then return NO_NAME:format(name) end
  for _, each in ipairs({ folder, table.unpack(options.routes) }) do
    local path = ("%s/%s.lua"):format(each, name)
    if lfs.attributes(path) then return TAKEN:format(path) end
  end
end

--- What to write: path and text of each file, the list last; or nil and the fault.
local function files_of(args, folder)
  local name = args.name
  local values = { NAME = name, OPERATION = "", PATH = (name:gsub("_", "-")) }
  values.TITLE = (name:gsub("_?(%l)(%w*)", function(a, b) return a:upper() .. b end))
  local function fill(text) return (text:gsub("@(%u+)@", values)) end
  local files = {}
  if args.operation then
    values.OPERATION = fill(OPERATION)
    files[1] = { ("%s/schemas/%s.json"):format(folder, values.TITLE), fill(SCHEMA) }
    if lfs.attributes(files[1][1]) then return nil, TAKEN:format(files[1][1]) end
  end
  files[#files + 1] = { ("%s/%s.lua"):format(folder, name), fill(ROUTE) }
  local line = ('require("routes.%s"),'):format(name)
  local list = with_line(read(folder .. "/init.lua") or LIST, "  " .. line)
  if not list then return nil, NO_PLACE:format(folder, line) end
  files[#files + 1] = { folder .. "/init.lua", list }
  return files
end

return {
  summary = "write a new route, to begin with",
  options = { "routes" },
  parser = function(parser)
    parser:argument("kind", "What to write: route"):choices({ "route" })
    parser:argument("name", "Its name: small letters, digits and _"):argname("NAME")
    local into = "Folder for our own routes (default: the last, where --routes names several)"
    parser:option("--into", into):argname("DIR")
    parser:flag("--operation", "Also in the contract, with a schema, and a tool of MCP")
  end,
  run = function(args, options)
    local folder = args.into or #options.routes > 1 and options.routes[#options.routes]
    local fault = not folder and NO_FOLDER or name_fault(args.name, folder, options)
    if fault then return nil, fault end
    local files
    files, fault = files_of(args, folder)
    if not files then return nil, fault end
    lfs.mkdir(folder)
    lfs.mkdir(files[1][1]:match("^(.*)/"))
    for _, file in ipairs(files) do
      local written, reason = svc.replace_file(file[1], file[2])
      if not written then return nil, reason end
      print("wrote " .. file[1])
    end
    print("try it: svcd serve --routes default --routes " .. folder)
    local path = args.name:gsub("_", "-")
    print(("        curl 'http://127.0.0.1:8080/%s?name=Ada'"):format(path))
    return 0
  end,
}
