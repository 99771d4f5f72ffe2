--- The rules that the authors of a content tree allow: by file in front matter, and in `check.yaml`
-- by file, folder, or for the whole tree.
local frontmatter = require("data.import.frontmatter")
local rules = require("data.rules")
local tables = require("base.tables")
local yaml = require("data.import.yaml")

local shape = yaml.shape

local allowance = {}

--- The file at the top of the tree.
allowance.FILE = "check.yaml"

local function is_place(word) return word == "." or not word:find("^/") end

local SHAPE = shape.record {
  allow = shape.map(
    function(name) return name:find("^[a-z-]+$") ~= nil end,
    "the id of a rule",
    shape.one_or_more(
      shape.text(
        240,
        is_place,
        "a file or folder of the tree such as de/material, or . for all"
      )
    )
  ),
}

--- Enters the rules that a text allows; reports unknown rules, and those that stop a publication.
-- @tparam {string,...}|nil ids
-- @tparam string file
-- @tparam table findings of data/findings.lua
function allowance.of_file(ids, file, findings)
  for _, id in ipairs(ids or {}) do
    local refusal = rules.refusal(id)
    if refusal then
      findings:add("check-file", file, 1, "allow: %s", refusal)
    else
      findings:allow(file, { id })
    end
  end
end

--- Reads `check.yaml`, and enters what it allows.
-- @tparam string text
-- @tparam table findings
-- @tparam function report `report(line, message, …)`, lines count from 1
function allowance.read(text, findings, report)
  if not frontmatter.check_bytes(text, report) then return end
  local read = yaml.read(text, SHAPE, function(line, ...) report(line + 1, ...) end)
  for _, id in ipairs(read and tables.keys(read.allow) or {}) do
    local refusal = rules.refusal(id)
    if refusal then report(1, "%s", refusal) end
    for _, place in ipairs(refusal and {} or read.allow[id]) do
      findings:allow(place == "." and "" or (place:gsub("/$", "")), { id })
    end
  end
end

return allowance
