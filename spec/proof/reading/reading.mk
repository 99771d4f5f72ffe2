# --- pages as readers have them ----------------------------------------------------------------

.PHONY: reading
reading: $(B)/.packages-test publication spec/node_modules ## pages by axe at three widths in light and dark, and without the machine's fonts
	@BUILD=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/reading/init.lua
