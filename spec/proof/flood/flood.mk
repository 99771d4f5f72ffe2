# --- a flood of connections -------------------------------------------------------------------

FLOOD_SILENT := 20000
FLOOD_HALF := 5000

.PHONY: flood
flood: $(B)/.packages-test publication spec/node_modules ## what others wait for while one client opens connections and asks nothing
	@DEMO=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/flood/init.lua \
	  $(FLOOD_SILENT) $(FLOOD_HALF)
