--- What all workers share: GET /visits counts its visits and shows the figures of the log phase.

-- luacheck: read globals host
return {
  method = "GET",
  path = "/visits",

  handle = function()
    return {
      visits = host.shared.add("visits", 1),
      answered = math.tointeger(tonumber(host.shared.get("answers:200") or "0")),
    }
  end,
}
