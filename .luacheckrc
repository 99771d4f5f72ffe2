std = "lua54"
max_line_length = 100
max_string_line_length = false
cache = false
exclude_files = { "build", "**/node_modules", "lua/*.d.lua" }
files["spec/**/*_spec.lua"] = { std = "+busted" }
