# --- reloads while workers fail ---------------------------------------------------------------

RELOADS := 1000

.PHONY: storm
storm: $(B)/.packages-test build ## RELOADS reloads under load, workers killed, stopped and starved at random
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/storm/init.lua $(RELOADS)
