# --- proofs of answers --------------------------------------------------------------------------

PROOF_EDITS := 100000
PROOF_SEED := 1
PAGE_CHANGES := 5

.PHONY: proofs
proofs: $(B)/.packages-test publication spec/node_modules ## three verifiers accept every document and verse of the demo, and refuse each edit; browsers find each letter that is changed
	@$(B)/svcd lua spec/proof/proofs/init.lua $(B)/demo.svp $(B)/demo.trust $(PROOF_EDITS) $(PROOF_SEED)
	@$(B)/svcd lua spec/proof/proofs/pages.lua $(PAGE_CHANGES) $(PROOF_SEED)
