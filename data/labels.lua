--- The labels that people read for names: which of a content tree are published.

local labels = {}

local KINDS = { categories = "category", countries = "country", exams = "exam" }

--- The names of categories, countries and exams.
local function add_vocabularies(builder, tree)
  local used = {}
  for _, document in ipairs(tree.documents) do
    for part in document.path:gmatch("[^/]+") do
      used[document.section .. part] = true
    end
  end
  local sections = { categories = "articles", countries = "tryout", exams = "tryout" }
  for plural, kind in pairs(KINDS) do
    for id, names in pairs(tree.labels[plural]) do
      if used[sections[plural] .. id] then
        for locale, name in pairs(names) do
          builder:label { kind = kind, locale = locale, id = id, label = name.label }
        end
      end
    end
  end
end

--- The folders that documents lie in, each as its path in routes, and what people call it.
local function add_folders(builder, documents)
  local known = {}
  for _, document in ipairs(documents) do
    local id = document.route:match("^[^/]+")
    local segments = document.route:sub(#id + 2):gmatch("[^/]+")
    for _, name in ipairs(document.folders) do
      id = id .. "/" .. segments()
      local key = document.locale .. "/" .. id
      if not known[key] then
        builder:label { kind = "folder", locale = document.locale, id = id, label = name }
      end
      known[key] = true
    end
  end
end

--- Authors of the texts, and their licence; those that a text states of its own by its route.
local function add_credits(builder, credits, documents)
  local function add(locale, id, name)
    if name then builder:label { kind = "credit", locale = locale, id = id, label = name } end
  end
  for locale, names in pairs(credits or {}) do
    for id, name in pairs(names) do
      add(locale, id, name)
    end
  end
  for _, document in ipairs(documents) do
    local own = document.credit or {}
    local authors = own.authors and table.concat(own.authors, ", ")
    add(document.locale, "authors/" .. document.route, authors)
    add(document.locale, "licence/" .. document.route, own.licence)
    add(document.locale, "licence-url/" .. document.route, own.url)
  end
end

--- Former addresses, each with the route that it leads to now.
local function add_aliases(builder, documents)
  for _, document in ipairs(documents) do
    for _, alias in ipairs(document.aliases or {}) do
      builder:label {
        kind = "alias",
        locale = document.locale,
        id = alias,
        label = document.route,
      }
    end
  end
end

--- Adds the labels of what documents use; a name without documents is not part of the taxonomy.
-- @tparam userdata builder of `svc.builder`
-- @tparam table tree `documents` and `labels`, see `data.import.markdown`
function labels.add(builder, tree)
  add_vocabularies(builder, tree)
  add_folders(builder, tree.documents)
  add_credits(builder, tree.labels.credits, tree.documents)
  add_aliases(builder, tree.documents)
end

return labels
