# --- the README --------------------------------------------------------------------------------

readme: build ## write the option table into the README, and the sample config file
	@$(B)/svcd lua spec/proof/readme/options.lua
