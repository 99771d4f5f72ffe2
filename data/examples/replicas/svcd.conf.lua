return {
  quota_limit = 3,
  quota_store = { "127.0.0.1:6380" },
  quota_store_key_file = "quota_store_key",
}
