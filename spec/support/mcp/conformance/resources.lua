--- Resources: a text, a picture, one that may be watched, and a template.
local svc = require("svc")
local media = require("routes.media")

return {
  resources = {
    {
      uri = "test://static-text",
      name = "static-text",
      description = "A text that never changes.",
      mimeType = "text/plain",
      read = function() return { text = "This is the content of the static text resource." } end,
    },
    {
      uri = "test://static-binary",
      name = "static-binary",
      description = "A picture that never changes.",
      mimeType = "image/png",
      read = function() return { blob = media.png } end,
    },
    {
      uri = "test://watched-resource",
      name = "watched-resource",
      description = "A text that a client may watch, although it never changes.",
      mimeType = "text/plain",
      read = function() return { text = "Watched resource content" } end,
    },
  },
  templates = {
    {
      uriTemplate = "test://template/{id}/data",
      name = "template",
      description = "Data for any ID.",
      mimeType = "application/json",
      complete = { id = { "1", "12", "123" } },
      read = function(x)
        local id = x.variables.id
        return {
          text = svc.json({ id = id, templateTest = true, data = "Data for ID: " .. id }),
        }
      end,
    },
  },
}
