# --- the contract ------------------------------------------------------------------------------

.PHONY: contract contract-update
contract: $(B)/.packages-test build $(NODE_MODULES) ## lint the contract, compare it with the last released one, run clients of eight generators, draw it in three viewers
	@BUILD=$(B) spec/support/run spec/contract/document_spec.lua spec/contract/live_spec.lua \
	  spec/contract/viewers_spec.lua

contract-update: $(B)/.packages-test build ## accept the rendered contract and record its fixtures anew
	@$(B)/svcd lua spec/proof/contract/document.lua >$(B)/openapi.json
	@mv $(B)/openapi.json contract/openapi.json
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/contract/fixtures.lua
