std = "lua54"
max_line_length = 100
max_string_line_length = false
cache = false
exclude_files = { "build", "**/node_modules", "lua/*.d.lua" }
files["data/deploy/**/svcd.conf.lua"] = { ignore = { "111" } }
files["spec/proof/packages/load.lua"] = { globals = { "request", "done" }, read_globals = { "wrk" } }
files["spec/**/*_spec.lua"] = { std = "+busted" }
