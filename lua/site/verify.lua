--- The block with which a reader verifies what a page shows: by a script where there is one
-- (assets/verify.mjs), else by two commands.

local asset = require("site.asset")
local page = require("site.page")
local proof = require("site.proof")
local uri = require("base.uri")

local verify = {}

local BLOCK = [[
<details class="verify" data-markdown-ignore data-module="{module}" data-keys="{keys}"
 data-answers="{answers}" data-proofs="{proofs}" data-good="{verify_good}" data-bad="{verify_bad}"
 data-unknown="{verify_unknown}" data-page="{verify_page}" data-file="{verify_file}">
<summary>{verify}</summary>
<p>{verify_about} <a href="/proven/{lang}">{verify_more}</a></p>
<form hidden action="/proven/{lang}"><p><label>{verify_trust} <input type="file"></label></p>
<p><button>{verify_check}</button></p></form>
<p role="status"></p>
<p>{verify_commands}</p>
<pre tabindex="0"><code>{commands}</code></pre>
</details>
]]

local BLOCKS = page.localised(BLOCK, function(w, locale)
  local own = { lang = locale, module = asset.path("verify.mjs") }
  return setmetatable(own, { __index = w })
end)

local function block(call, lang, answers, proofs, commands)
  return page.fill(BLOCKS[lang], {
    answers = table.concat(answers, " "),
    commands = table.concat(commands, "\n"),
    keys = proof.signers(call),
    proofs = table.concat(proofs, " "),
  })
end

local function proof_path(call, name)
  return ("%s%s?publication=%s"):format(proof.PATH, name, proof.digest(call))
end

--- The block of a document's page.
-- @tparam table item with a text
-- @tparam table call
-- @treturn string HTML
function verify.document(item, call)
  local id = uri.encode(item.content_id)
  local command = ("svc get %s --verify TRUST-FILE"):format(item.content_id)
  return block(
    call,
    item.locale,
    { page.operation(call, "getSvcContent").path .. "?ref=" .. id },
    { proof_path(call, id) },
    { command, command .. " --state STATE-FILE" }
  )
end

--- The block of a page that shows verses.
-- @tparam string locale
-- @tparam integer surah
-- @tparam integer first
-- @tparam integer last
-- @tparam boolean tafsir whether it is shown
-- @tparam table call
-- @treturn string HTML
function verify.verses(locale, surah, first, last, tafsir, call)
  local answers, proofs, longest = {}, {}, call.config.quran_max_verses
  local path = page.operation(call, "getSvcQuranReference").path:gsub("{surah}", surah)
  for from = first, last, longest do
    local to = math.min(last, from + longest - 1)
    local query = "?from_verse=%d&to_verse=%d&locale=%s&include_tafsir=%s"
    answers[#answers + 1] = path .. query:format(from, to, locale, tafsir)
    proofs[#proofs + 1] = proof_path(call, proof.of_verses(locale, surah, from, to))
  end
  local shown = first == last and first or first .. "-" .. math.min(last, first + longest - 1)
  local command = ("svc quran %d:%s --locale %s --verify TRUST-FILE"):format(
    surah,
    shown,
    locale
  )
  return block(call, locale, answers, proofs, { command, command .. " --state STATE-FILE" })
end

return verify
