# --- every call that may fail ------------------------------------------------------------------

FAULTS_POINTS := 500

.PHONY: faults
faults: $(B)/.packages-test publication ## every call fails in turn, under FAULTS_POINTS points each (0: all)
	@FAULTS_POINTS=$(FAULTS_POINTS) SVC_SVCD=$(CURDIR)/$(B)/svcd LUA_CPATH="./$(B)/?.so;;" \
	  LUA_PATH="./?.lua;./lua/?.lua;./lua/?/init.lua;;" $(B)/svcd lua spec/proof/faults/init.lua $(FAULTS)
