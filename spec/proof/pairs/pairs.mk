# --- answers that do not depend on who asked before --------------------------------------------

PAIRS := 1000000
SEED := 1

.PHONY: pairs
pairs: $(B)/.packages-test build ## PAIRS pairs of random requests of SEED: no answer depends on the one before
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/pairs/init.lua $(PAIRS) $(SEED)
