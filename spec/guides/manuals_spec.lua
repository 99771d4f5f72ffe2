--- Manual pages, completion and the sample of a config file tell of all there is, and are what
-- `make readme` writes.

local config = require("host.config")
local config_text = require("host.config_text")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local list = require("host.command.list")
local manuals = require("spec.proof.readme.manuals")
local mdoc = require("spec.proof.readme.mdoc")
local options = require("host.options")

local PAGES = { "svcd.8", "svcd.conf.lua.5", "svc-routes.7", "svc-publication.5" }

--- The text of a page as a terminal shows it, a line each paragraph's line.
local function shown(page)
  return table.concat(
    document.run("mandoc -T ascii -O width=200 data/deploy/man/" .. page .. " | col -bx"),
    "\n"
  )
end

describe("make readme", function()
  for _, made in ipairs { manuals.pages(), manuals.completion() } do
    for path, text in pairs(made) do
      it(
        "was run since the facts of " .. path .. " changed",
        function() assert.equal(text, forge.read(path)) end
      )
    end
  end

  it("wrote a sample of a config file that has every option", function()
    local sample = forge.read("data/deploy/svcd.conf.lua")
    assert.equal(config_text.sample(), sample)
    for _, option in ipairs(options) do
      assert.truthy(sample:find("\n-- " .. option.name .. " = ", 1, true), option.name)
    end
  end)

  it("wrote a sample that is accepted once its dashes are taken away", function()
    local values = {}
    local text = forge.read("data/deploy/svcd.conf.lua")
    for name in text:gmatch("\n%-%- ([%l_]+) = [^\n]*") do
      values[#values + 1] = name
    end
    local source = text:gsub("\n%-%- ([%l_]+ = )", "\n%1")
    local set = {}
    assert(load(source, "=sample", "t", set))()
    assert.equal(#options, #values)
    for _, option in ipairs(options) do
      local _, fault = require("host.config_value").read(option, set[option.name])
      assert.is_nil(fault, option.name)
    end
  end)
end)

describe("the manual page", function()
  --- References to our own pages, which are installed together.
  local function is_ours(line)
    local name, section = line:match("referenced manual not found: Xr (%S+) (%d)")
    if name == "svc" and section == "1" then return true end
    for _, page in ipairs(PAGES) do
      if name and page == name .. "." .. section then return true end
    end
  end

  for _, page in ipairs(PAGES) do
    it(page .. " has nothing that mandoc finds fault with", function()
      local found = {}
      for _, line in ipairs(document.run("mandoc -T lint data/deploy/man/" .. page)) do
        if not is_ours(line) then found[#found + 1] = line end
      end
      assert.equal("", table.concat(found, "\n"))
    end)
  end

  it(
    "svcd(8) names every command with its summary, and every option with its default",
    function()
      local text = shown("svcd.8")
      for _, name in ipairs(list.names) do
        local summary = list.of(name).summary:sub(2, 30)
        assert.truthy(text:find("\n *" .. name .. "%f[%s]"), name)
        assert.truthy(text:find(summary, 1, true), summary)
      end
      for _, option in ipairs(options) do
        local row = ("\n     %s %s\n"):format(config.flag(option), option.argument)
        assert.truthy(
          (text .. "\n"):gsub("(\n     %-%S+ %S+) .", "%1\n"):find(row, 1, true),
          row
        )
      end
    end
  )

  it("svcd.conf.lua(5) names every option", function()
    local text = shown("svcd.conf.lua.5")
    for _, option in ipairs(options) do
      assert.truthy(text:find(("\n     %s (%s)"):format(option.name, option.type), 1, true))
    end
  end)

  it("svc-routes(7) explains every member of a route", function()
    local text = shown("svc-routes.7")
    local members = forge.read("lua/web/route.lua"):match("local MEMBERS = (%b{})")
    for member in members:gmatch("\n  (%l+) =") do
      assert.truthy(text:find("\n     [%l, ]*%f[%l]" .. member .. "%f[%L]"), member)
    end
  end)

  it("svc-publication(5) draws the file as its header does", function()
    local text = shown("svc-publication.5")
    for _, line in ipairs {
      "| signatures, 64 each   |  in the order of the manifest's signers",
      "  0   32  id: SHA-256 of this manifest's section table and the chunk digests, one after",
      "root-threshold 1                    root signatures that change the root",
    } do
      assert.truthy(text:find(line, 1, true), line)
    end
  end)
end)

describe("the source of a manual page", function()
  local cases = {
    { "takes words that begin like a request for words", ".Sh x", "\\&.Sh x" },
    { "keeps backslashes", "a\\b", "a\\eb" },
    { "shows code in bold", "run `svcd check` first", "run \\fBsvcd check\\fR first" },
    { "gives links by their text", "see [the list](/problems.md)", "see the list" },
    { "begins each sentence on a line", "One. Two.", "One.\nTwo." },
  }
  for _, case in ipairs(cases) do
    it(case[1], function() assert.equal(case[3], mdoc.paragraph(case[2])) end)
  end
end)

describe("completion of svcd", function()
  --- What a shell offers after these words, the last of them unfinished.
  local shells = {}

  function shells.bash(words)
    local script = [[source data/deploy/completion/svcd; COMP_WORDS=(svcd %s)
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _svcd; printf '%%s\n' "${COMPREPLY[@]}"]]
    return document.run(("bash --norc -c '%s'"):format(script:format(words):gsub("'", "'\\''")))
  end

  --- zsh asks its completion system, which answers to a terminal alone.
  function shells.zsh(words)
    local script = [[
      zmodload zsh/zpty; zpty shell zsh -f -i
      zpty -w shell 'PS1= PROMPT_EOL_MARK=; fpath=(data/deploy/completion $fpath)'
      zpty -w shell 'autoload -Uz compinit && compinit -u -D; setopt no_auto_menu'
      zpty -w shell 'zstyle ":completion:*" list-prompt ""; LISTMAX=0; PS1=re""ady'
      zpty -m -r shell text '*ready*'
      zpty -w -n shell 'svcd %s'$'\t'
      zpty -w -n shell $'\x05\x15print -r -- do""ne\n'
      zpty -m -r shell text '*done*'
      print -r -- "$text"
    ]]
    local folder = forge.folder()
    forge.write(folder .. "/run.zsh", script:format(words))
    local lines = document.run("COLUMNS=200 timeout 20 zsh -f " .. folder .. "/run.zsh")
    forge.remove(folder)
    return lines
  end

  local function offers(shell, words, expected)
    local text = table.concat(shells[shell](words), "\n")
    assert.truthy(text:find(expected, 1, true), text)
  end

  local cases = {
    { "a command", "roll", "rollback" },
    { "an option of the service", "serve --quota-l", "--quota-limit" },
    { "an option of a command", "publish --jso", "--json" },
    { "a value of an option", "serve --log inf", "info" },
    { "a command of a command", "trust rot", "rotate" },
  }
  for _, case in ipairs(cases) do
    it("offers in bash " .. case[1], function() offers("bash", case[2], case[3]) end)
    it("offers in zsh " .. case[1], function() offers("zsh", case[2], case[3]) end)
  end
end)
