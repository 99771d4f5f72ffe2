# --- the README --------------------------------------------------------------------------------

readme: build ## write the option table and the goals into the README, and the sample config file
	@$(B)/svcd lua spec/proof/readme/options.lua
	@$(BENCH_LUA) spec/proof/bench/report.lua render
