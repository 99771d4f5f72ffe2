return {
  listen = { "unix:svcd.sock?mode=0666" },
  base_url = "https://content.example.org",
  trusted_proxies = { "unix" },
  control = "control.sock",
}
