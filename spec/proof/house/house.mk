# --- what the sources are like ------------------------------------------------------------------

.PHONY: house
house: | $(B)/.packages-build ## figures of the sources: lengths, functions named at one place, specs beside sources; a report
	@lua5.4 spec/proof/house/report.lua
