# --- memory of a whole run ---------------------------------------------------------------------

.PHONY: valgrind
valgrind: $(B)/.packages-test publication ## svcd under valgrind for 10 000 requests
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/valgrind/init.lua
