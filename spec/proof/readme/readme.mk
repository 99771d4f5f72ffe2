# --- what the sources say in the documents --------------------------------------------------------------------------------

.PHONY: readme
readme: $(B)/.packages-test build ## write what the sources say into guides, README, manual pages, sample config file and completion
	@$(B)/svcd lua spec/proof/readme/options.lua
	@$(BENCH_LUA) spec/proof/bench/report.lua render
