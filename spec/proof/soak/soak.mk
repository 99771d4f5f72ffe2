# --- hours of traffic --------------------------------------------------------------------------

MINUTES := 30
KILLS := 0
STOPS := 0

.PHONY: soak
soak: $(B)/.packages-test build ## mixed traffic for MINUTES minutes, a worker killed every KILLS seconds, stopped every STOPS (0: none)
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/soak/init.lua $(MINUTES) $(KILLS) $(STOPS)
