# --- proofs of answers --------------------------------------------------------------------------

PROOF_EDITS := 100000
PROOF_SEED := 1

.PHONY: proofs
proofs: publication spec/node_modules ## three verifiers accept every document and verse of the demo, and refuse each edit
	@$(B)/svcd lua spec/proof/proofs/init.lua $(B)/demo.svp $(B)/demo.trust $(PROOF_EDITS) $(PROOF_SEED)
