# --- the search beside itself without pruning --------------------------------------------------

PRUNED_CORPORA := 10000
PRUNED_SEED := 1

.PHONY: pruned
pruned: build ## the best hits equal those of a search that leaves out nothing, over random corpora
	@LUA_CPATH="./$(B)/?.so;;" lua5.4 spec/proof/pruned/pruned.lua $(PRUNED_CORPORA) $(PRUNED_SEED)
