std = "lua54"
max_line_length = 100
cache = false
exclude_files = { "build", "**/node_modules", "lua/*.d.lua" }
files["spec/**/*_spec.lua"] = { std = "+busted" }
