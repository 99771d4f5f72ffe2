--- The kinds of books and sites by the file that tells them, the first one that fits:
-- `read(source, bytes of that file, its name)` gives the pages and whether others are looked for,
-- and sets `title`, `language`, `authors`, `docs` and `repository`, and `collections` where folders
-- whose names begin with `_` hold pages only if they are named there. What is not read is noted.
-- Addresses of pages are those of folders where a kind `is_pretty`, and lack the numbers at the
-- front of names where it `is_numbered`; with `has_top` a link may begin at the top of the texts.
local lfs = require("lfs")
local links = require("data.import.links")
local loose = require("data.transfer.settings")
local tables = require("base.tables")

--- The list of the pages of a book.
local LIST = "SUMMARY" .. ".md"

--- A value where it is a text.
local function text_of(value) return type(value) == "string" and value or nil end

--- The settings of a file of a source; those that cannot be read are noted.
local function settings(source, name, text)
  local value, reason = loose.settings(name, text)
  if reason then source:note("%s: settings not taken over: %s", name, reason) end
  return value
end

--- The folder of Hugo's settings by parts, and the endings of a part.
local PARTS, ENDINGS = "config/_default/", { ".toml", ".yaml", ".yml" }

--- A part of Hugo's settings: a member of the site's, or a file of its own.
local function part_of(source, site, part)
  for _, ending in ipairs(ENDINGS) do
    local name = PARTS .. part .. ending
    local text = source:read(name)
    if text then return settings(source, name, text) end
  end
  return loose.member(site, part)
end

--- The folder of a Hugo site's texts in its first language: one that is mounted as content, that of
-- the language, or that of the site. Others are noted.
local function content_of(source, site, language)
  local folders = {}
  local mounts = loose.member(part_of(source, site, "module"), "mounts")
  for _, mount in ipairs(type(mounts) == "table" and mounts or {}) do
    local target, lang = loose.member(mount, "target"), loose.member(mount, "lang")
    if (target == "content" or target == "/content") and (not lang or lang == language) then
      folders[#folders + 1] = loose.member(mount, "source")
    end
  end
  local languages = part_of(source, site, "languages")
  folders[#folders + 1] = loose.member(loose.member(languages, language), "contentdir")
  folders[#folders + 1] = loose.member(site, "contentdir")
  folders[#folders + 1] = "content"
  local found
  for _, folder in ipairs(folders) do
    folder = text_of(folder) and links.resolve("_", folder)
    local is_there = folder and lfs.attributes(source.folder .. "/" .. folder, "mode")
    if is_there == "directory" and not found then found = folder end
  end
  for _, key in ipairs(type(languages) == "table" and languages or {}) do
    local other = loose.member(languages[key], "contentdir")
    if type(other) == "string" and other ~= found then
      source:note("%s: texts of another language, left out: %s", other, key)
    end
  end
  return found or "content"
end

return {
  {
    name = "mdBook",
    file = "book.toml",
    read = function(source, text, name)
      local book = settings(source, name, text)
      local own = loose.member(book, "book")
      local html = loose.member(loose.member(book, "output"), "html")
      own = type(own) == "table" and own or {}
      source.title, source.language, source.authors = own.title, own.language, own.authors
      source.docs = text_of(own.src) or "src"
      source.repository = loose.member(html, "git-repository-url")
      local summary = source.docs .. "/" .. LIST
      return source:listed(source:read(summary) or "", summary)
    end,
  },
  {
    name = "MkDocs",
    is_pretty = true,
    file = "mkdocs.yml",
    read = function(source, text, name)
      local site = settings(source, name, text)
      source.title, source.docs = site.site_name, text_of(site.docs_dir) or "docs"
      source.language = type(site.theme) == "table" and site.theme.language or nil
      source.repository = site.repo_url
      source.has_definitions = text:find("def_list", 1, true) ~= nil
      local pages = source:navigated(type(site.nav) == "table" and site.nav or {})
      local list = source.docs .. "/" .. (text:match("nav_file:%s*(%S+)") or LIST)
      if #pages == 0 and source:read(list) then
        pages = source:listed(source:read(list), list)
      end
      return pages, true
    end,
  },
  {
    name = "Docusaurus",
    is_numbered = true,
    has_top = true,
    file = {
      "docusaurus.config.js",
      "docusaurus.config.ts",
      "docusaurus.config.mjs",
      "website/docusaurus.config.js",
      "website/docusaurus.config.ts",
    },
    read = function(source, text)
      source.title = text:match("title: *['\"`]([^'\"`\n]*)")
      source.language = text:match("defaultLocale: *['\"`](%a+)")
      source.docs = "docs"
      if lfs.attributes(source.folder .. "/docs", "mode") ~= "directory" then
        source.docs = (text:match("path: *['\"`]([%w./_-]*docs)['\"`]") or "../docs")
      end
      return {}, true
    end,
  },
  {
    name = "Hugo",
    is_pretty = true,
    has_top = true,
    file = {
      "hugo.toml",
      "hugo.yaml",
      "hugo.yml",
      "hugo.json",
      "config.toml",
      "config.yaml",
      "config.yml",
      PARTS .. "hugo.toml",
      PARTS .. "hugo.yaml",
      PARTS .. "config.toml",
      PARTS .. "config.yaml",
    },
    read = function(source, text, name)
      local site = settings(source, name, text)
      local first = loose.member(site, "defaultcontentlanguage")
      local stated = first or loose.member(site, "locale") or loose.member(site, "languagecode")
      source.title = loose.member(site, "title")
      source.language = (text_of(stated) or ""):match("^%a+")
      source.docs = content_of(source, site, (text_of(first) or "en"):lower())
      source.has_definitions = true
      return {}, true
    end,
  },
  {
    name = "Jekyll",
    file = { "_config.yml", "_config.yaml" },
    read = function(source, text, name)
      local site = settings(source, name, text)
      source.title = site.title
      source.docs = links.resolve("_", text_of(site.source) or "") or ""
      local stated = text_of(site.lang) or text_of(site.locale) or text_of(site.language)
      source.language = (stated or ""):match("^%a+")
      source.repository = type(site.repository) == "string"
          and "https://github.com/" .. site.repository
        or nil
      source.has_definitions = true
      local known = type(site.collections) == "table" and site.collections or {}
      source.collections = tables.set(tables.append({ "posts" }, known))
      return {}, true
    end,
  },
  {
    name = "GitBook",
    file = {
      ".gitbook.yaml",
      "book.json",
      "content/book.json",
      "docs/book.json",
      LIST,
      "content/" .. LIST,
      "docs/" .. LIST,
    },
    read = function(source, text, name)
      local book = name:find(LIST, 1, true) and {} or settings(source, name, text)
      local structure = type(book.structure) == "table" and book.structure or {}
      source.title, source.language, source.authors = book.title, book.language, book.author
      source.docs = links.resolve(name, text_of(book.root) or ".") or ""
      local list = links.resolve(source.docs .. "/_", text_of(structure.summary) or LIST)
      return source:listed(source:read(list) or "", list)
    end,
  },
}
