--- The page on formulas, row by row: what it says is shown is, what it says is refused is, and no
-- command or environment is known that it does not name.
local cjson = require("cjson")
local files = require("base.files")
local formulas = require("data.formulas")
local node = require("spec.support.web.node")
local svc = require("svc")

local PAGE = files.read("lua/site/assets/formulas.md")
local REFUSED = PAGE:match("\n## What is refused\n(.*)")

--- What a browser shows of a formula, without white space.
local function shown(tex)
  local mathml = assert(svc.formula(tex, true))
  return (
    mathml
      :gsub("<mphantom><mtext>[^<]*</mtext></mphantom>", "")
      :gsub("<[^>]*>", "")
      :gsub("\u{A0}", "")
      :gsub("%s", "")
      :gsub("&lt;", "<")
      :gsub("&gt;", ">")
      :gsub("&quot;", '"')
      :gsub("&amp;", "&")
  )
end

--- The rows of the page's tables of constructs: formulas, and what they are shown by.
local constructs = {}
for codes, cell in PAGE:sub(1, -#REFUSED - 1):gmatch("\n| (`[^\n]*`) | (%$[^\n]*%$) |") do
  constructs[#constructs + 1] = { codes, cell }
end

--- The lists of signs: commands, and the sign behind each.
local signs = {}
for list in PAGE:gmatch("\n%*%*[^*\n]*%*%*: ([^\n]*)") do
  for entry in (list .. " · "):gmatch("(.-) · ") do
    local name, sign = entry:match("^`\\(.-)` ?(.*)$")
    signs[name] = sign:gsub("\\(%p)", "%1")
  end
end

describe("the page on formulas", function()
  it("has rows", function()
    assert.is_true(#constructs > 50, #constructs)
    assert.is_true(#REFUSED > 1000)
  end)

  for _, row in ipairs(constructs) do
    it("shows " .. row[1], function()
      local cell = row[1]:gsub("`", "$")
      assert.equal(cell, row[2])
      local _, rendering = svc.html(row[2])
      assert.same({}, rendering.faults)
      for code in row[1]:gmatch("`([^`]*)`") do
        assert.truthy(svc.formula(code))
      end
    end)
  end

  it("shows each sign that it lists beside its command", function()
    for name, sign in pairs(signs) do
      local space = svc.formula_commands[name] == "sign" and sign == ""
      assert.equal(space and "" or (sign:gsub(" ", "")), shown("\\" .. name .. " "), name)
    end
  end)

  it("names every command and environment there is", function()
    for name, shape in pairs(svc.formula_commands) do
      local named = signs[name]
        or shape:find("^environment") and PAGE:find("\\begin{" .. name .. "}", 1, true)
        or (PAGE .. " "):find("\\" .. name:gsub("%p", "%%%0") .. "%f[%A]")
        or PAGE:find("\\" .. name, 1, true) and not name:find("%a")
      assert.truthy(named or name == "\n", name)
    end
  end)

  for code, reason in REFUSED:gmatch("\n| `([^\n]-)` | `([^\n]-)` |") do
    it("refuses " .. code, function()
      local mathml, why = svc.formula(code)
      assert.is_nil(mathml)
      assert.matches(reason, why, 1, true)
    end)
  end
end)

describe("the browser's reader of LaTeX", function()
  it("reads each formula of the page as what is shown of it", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder .. " && cp lua/site/assets/tex.mjs " .. folder))
    local list = { "\\text{if $x > 0$} \\bf A \\\\ \\tag{1} b" }
    for _, row in ipairs(constructs) do
      for code in row[1]:gmatch("`([^`]*)`") do
        list[#list + 1] = code
      end
    end
    local function write(name, text)
      local file <close> = assert(io.open(folder .. "/" .. name, "w"))
      file:write(text)
    end
    write("formulas.mjs", formulas.module())
    write("list.json", svc.json(svc.array(list)))
    write(
      "read.mjs",
      'import { readFileSync } from "node:fs";\nimport { formula } from "./tex.mjs";\n'
        .. 'const list = JSON.parse(readFileSync(new URL("list.json", import.meta.url)));\n'
        .. "console.log(JSON.stringify(list.map((tex) => formula(tex))));\n"
    )
    local output, status = node.run(folder .. "/read.mjs")
    os.execute("rm -r " .. folder)
    assert.equal(0, status, output)
    for i, text in ipairs(cjson.decode(output)) do
      assert.equal(shown(list[i]), text, list[i])
    end
  end)
end)
