--- The kinds of books and sites by the file that tells them, the first one that fits:
-- `read(source, bytes of that file, its name)` gives the pages and whether others are looked for,
-- and sets `title`, `language`, `authors`, `docs` and `repository`, and `collections` where folders
-- whose names begin with `_` hold pages only if they are named there.
local lfs = require("lfs")
local links = require("data.import.links")
local loose = require("data.transfer.settings")
local tables = require("base.tables")

--- The list of the pages of a book.
local LIST = "SUMMARY" .. ".md"

return {
  {
    name = "mdBook",
    file = "book.toml",
    read = function(source, text)
      local book = loose.toml(text) or {}
      local own, html = book.book or {}, (book.output or {}).html or {}
      source.title, source.language, source.authors = own.title, own.language, own.authors
      source.docs = own.src or "src"
      source.repository = html["git-repository-url"]
      local summary = source.docs .. "/" .. LIST
      return source:listed(source:read(summary) or "", summary)
    end,
  },
  {
    name = "MkDocs",
    file = "mkdocs.yml",
    read = function(source, text)
      local site = loose.yaml(text) or {}
      source.title, source.docs = site.site_name, site.docs_dir or "docs"
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
    file = {
      "hugo.toml",
      "hugo.yaml",
      "config.toml",
      "config.yaml",
      "config/_default/hugo.toml",
    },
    read = function(source, text)
      local site = loose.toml(text) or loose.yaml(text) or {}
      source.title = site.title
      source.language = (site.defaultContentLanguage or site.languageCode or ""):match("^%a+")
      source.docs = site.contentDir or "content"
      source.has_definitions = true
      return {}, true
    end,
  },
  {
    name = "Jekyll",
    file = { "_config.yml", "_config.yaml" },
    read = function(source, text)
      local site = loose.yaml(text) or {}
      source.title, source.docs = site.title, links.resolve("_", site.source or "") or ""
      source.language = (site.lang or site.locale or site.language or ""):match("^%a+")
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
      local book = name:find(LIST, 1, true) == nil and loose.yaml(text) or {}
      local structure = type(book.structure) == "table" and book.structure or {}
      source.title, source.language, source.authors = book.title, book.language, book.author
      source.docs = links.resolve(name, book.root or ".") or ""
      local list = links.resolve(source.docs .. "/_", structure.summary or LIST)
      return source:listed(source:read(list) or "", list)
    end,
  },
}
