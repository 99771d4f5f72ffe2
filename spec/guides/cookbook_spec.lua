--- The recipes for operators do what they say: each is served alone, from the files it shows, and
-- its commands give what stands below them.

local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local PATH = "lua/site/assets/cookbook.md"
local BUILD = os.getenv("BUILD") or "build"
local LONGEST = 25

--- The recipes: title, files by name, and commands.
local function read_recipes()
  local recipes, last, file = {}, nil, nil
  local blocks = {}
  for _, block in ipairs(document.blocks(PATH)) do
    blocks[block.line] = block
  end
  local number = 0
  for line in io.lines(PATH) do
    number = number + 1
    local title = line:match("^## (%d+%. .*)$")
    if title then
      last = { title = title, files = {}, commands = {} }
      recipes[#recipes + 1] = last
    end
    file = line:match("^`([%w_/.]+)`:$") or file
    local block = blocks[number]
    if block and block.language == "console" then
      table.move(document.commands(block), 1, 99, #last.commands + 1, last.commands)
    elseif block then
      last.files[file] = block.lines
    end
  end
  return recipes
end

local function write(folder, port, recipe)
  local names, has_list = {}, recipe.files["routes/init.lua"]
  for name, lines in pairs(recipe.files) do
    local text = table.concat(lines, "\n") .. "\n"
    text = text:gsub("/etc/svc/", folder .. "/"):gsub("127%.0%.0%.1:8080", "127.0.0.1:" .. port)
    assert(os.execute(("mkdir -p %s/%s"):format(folder, name:match("^(.*/)") or "")))
    forge.write(folder .. "/" .. name, text)
    local route = name:match("^routes/([%w_]+)%.lua$")
    if route and route ~= "problems" then
      names[#names + 1] = ('  require("routes.%s"),\n'):format(route)
    end
  end
  if #names > 0 and not has_list then
    forge.write(folder .. "/routes/init.lua", "return {\n" .. table.concat(names) .. "}\n")
  end
  assert(os.execute(("chmod -f 600 %s/*.key; true"):format(folder)))
  return #names > 0
end

local recipes = read_recipes()

local function has_jobs(recipe)
  for _, lines in pairs(recipe.files) do
    if table.concat(lines, "\n"):find("every(", 1, true) then return true end
  end
  return false
end

describe(PATH, function()
  local folder, svcd
  before_each(function() folder = forge.folder() end)
  after_each(function()
    if svcd then svcd:stop() end
    svcd = nil
    forge.remove(folder)
  end)

  it("has twenty recipes at least", function() assert.is_true(#recipes >= 20) end)

  for _, recipe in ipairs(recipes) do
    it("takes few lines: " .. recipe.title, function()
      local count = 0
      for _, lines in pairs(recipe.files) do
        count = count + #lines
      end
      assert.is_true(count > 0 and count <= LONGEST, count)
    end)

    it("works: " .. recipe.title, function()
      local port = server.free_port()
      local has_routes = write(folder, port, recipe)
      local has_config = recipe.files["svcd.conf.lua"]
      svcd = server.start({
        config = has_config and folder .. "/svcd.conf.lua" or nil,
        listen = "127.0.0.1:" .. port,
        publication = BUILD .. "/demo.svp",
        trust = BUILD .. "/demo.trust",
        routes = has_routes and { "default", folder .. "/routes" } or nil,
      })
      local program = os.getenv("SVC_SVCD") or "build/svcd"
      local prepare = "mkdir -p %s/bin && ln -sf \"$(realpath '%s')\" %s/bin/svcd"
      assert(os.execute(prepare:format(folder, program, folder)))
      for _, command in ipairs(recipe.commands) do
        local line = ('cd %s; export PATH="%s/bin:$PATH" SVC_HOME="%s"; %s'):format(
          folder,
          folder,
          os.getenv("PWD"),
          (command.text:gsub("127%.0%.0%.1:8080", "127.0.0.1:" .. port))
        )
        local missing
        server.await(function()
          missing = document.missing_line(command.expected, document.run(line))
          return not (missing and has_jobs(recipe)) -- the first job may take a moment
        end)
        assert.is_nil(missing)
      end
    end)

    it("is formatted and free of faults: " .. recipe.title, function()
      write(folder, 1, recipe)
      local command = "cd %s && find . -name '*.lua' ! -name svcd.conf.lua ! -name init.lua "
        .. "| xargs -r %s/spec/node_modules/.bin/stylua --config-path %s/.stylua.toml --check >&2 "
        .. "&& if [ -d routes ]; then luacheck -q --config %s/.luacheckrc routes >&2; fi"
      local here = os.getenv("PWD")
      assert.is_true(os.execute(command:format(folder, here, here, here)))
    end)
  end
end)
