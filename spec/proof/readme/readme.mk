# --- the README --------------------------------------------------------------------------------

readme: build ## write the option table into the README
	@$(B)/svcd lua spec/proof/readme/options.lua
