# --- the specs, tried on defects -----------------------------------------------------------------

MUTANTS := 200
MUTATION_SEED := 1

.PHONY: mutation
mutation: $(B)/.packages-test $(B)/.packages-lint publication $(NODE_MODULES) $(COVERAGE)/covered ## single lines of the sources deleted or inverted: the specs must notice; goes on where it was ended
	@SVC_SOURCES=$(abspath $(SOURCES)) $(B)/svcd lua spec/proof/mutation/init.lua $(MUTANTS) $(MUTATION_SEED) \
	  $(B)/mutation-$(MUTATION_SEED) $(COVERAGE)/covered
