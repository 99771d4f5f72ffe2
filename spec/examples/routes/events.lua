--- Server-sent events: GET /events sends three, a moment apart. `send(text)` sends, `wait(seconds)`
-- lets the worker serve others meanwhile.

local respond = require("web.respond")

return {
  method = "GET",
  path = "/events",
  produces = { "text/event-stream" },

  handle = function(call)
    local response = respond.new(200, {
      { "Content-Type", call.type },
      { "Cache-Control", "no-store" },
    })
    response.stream = function(send, wait)
      for number = 1, 3 do
        send(("id: %d\ndata: tick %d\n\n"):format(number, number))
        wait(0.02)
      end
    end
    return response
  end,
}
