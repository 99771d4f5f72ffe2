# --- benchmarks --------------------------------------------------------------------------------

BENCH := $(B)/bench
BENCH_PACKAGES := $(B)/.packages-bench $(B)/.packages-test
BENCH_LUA := LUA_CPATH="./$(B)/?.so;;" LUA_PATH="./?.lua;./lua/?.lua;./lua/?/init.lua;;" lua5.4
BENCH_SVCD := DEMO=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua
# What a part writes its figures to, when all of them run.
part = $(if $(PARTS),--json $(CURDIR)/$(PARTS)/$(1).json)

.PHONY: bench bench-host bench-store bench-search bench-kiwix bench-publish bench-mcp bench-cli bench-service

bench: $(BENCH_PACKAGES) publication $(NODE_MODULES) ## every benchmark, beside its peers; BENCH_QUICK=1 for a short run
	@$(BENCH_LUA) spec/proof/bench/report.lua begin $(BENCH)
	@: >$(BENCH)/failed
	@for part in host store search kiwix publish mcp cli service; do \
	  $(MAKE) --no-print-directory bench-$$part PARTS=$(BENCH)/parts || echo $$part >>$(BENCH)/failed; \
	done
	@$(BENCH_LUA) spec/proof/bench/report.lua end $(BENCH)
	@test -n "$${BENCH_QUICK:-}" || $(BENCH_LUA) spec/proof/bench/report.lua publish $(BENCH)
	@test ! -s $(BENCH)/failed || { echo "missed a goal or failed:" $$(cat $(BENCH)/failed); exit 1; }

bench-host: $(BENCH_PACKAGES) publication spec/node_modules ## the host, beside nginx and Node
	@$(BENCH_SVCD) spec/proof/bench/load.lua $(call part,load)
	@$(BENCH_SVCD) spec/proof/bench/host.lua $(call part,host)
	@$(BENCH_SVCD) spec/proof/bench/script.lua $(call part,script)
	@$(MAKE) --no-print-directory bench-instructions PARTS=$(PARTS)

bench-store: $(BENCH_PACKAGES) publication ## answers counted in a quota store, beside those counted alone
	@$(BENCH_SVCD) spec/proof/bench/store.lua $(call part,store)

$(B)/bare: spec/proof/bench/bare.c | $(B)/.packages-build
	@gcc -O2 -g -Wall -Wextra $< -o $@ -lmicrohttpd

.PHONY: bench-instructions
bench-instructions: $(BENCH_PACKAGES) publication $(B)/bare ## instructions per request, over bare libmicrohttpd
	@$(BENCH_SVCD) spec/proof/bench/instructions.lua $(B)/bare $(call part,instructions)

REAL := $(B)/real

# Without Debian's archive the rows of real text say that they were not measured.
$(REAL)/queries.jsonl: $(addprefix spec/proof/bench/real,.lua .json) spec/proof/bench/sections.lua | $(BENCH_PACKAGES) build
	@$(BENCH_LUA) spec/proof/bench/real.lua $(REAL) || echo "no real text"

bench-search: $(BENCH_PACKAGES) publication spec/node_modules $(REAL)/queries.jsonl ## search, beside FTS5, Xapian and Tantivy; JUDGED=folder for nDCG and what typos cost
	@REAL=$$(test -f $(REAL)/queries.jsonl && echo $(REAL)) $(BENCH_LUA) spec/proof/bench/search.lua $(call part,search)
	@$(BENCH_LUA) spec/proof/bench/mistyped.lua
	@$(BENCH_LUA) spec/proof/bench/growth.lua $(call part,growth)

bench-kiwix: $(BENCH_PACKAGES) publication $(REAL)/queries.jsonl ## the whole service beside kiwix-serve, on real text
	@test ! -f $(REAL)/queries.jsonl || REAL=$(REAL) $(BENCH_SVCD) spec/proof/bench/kiwix.lua $(call part,kiwix)

.PHONY: tune
tune: $(BENCH_PACKAGES) publication ## constants of the ranking on judged sets, halves cross-validated; TUNE="--judged FOLDER --seed 2"
	@BUILD=$(B) $(BENCH_LUA) spec/proof/bench/tune.lua $(TUNE)

bench-publish: $(BENCH_PACKAGES) publication ## time and memory of publishing 100 times the demo
	@$(BENCH_SVCD) spec/proof/bench/publish.lua $(call part,publish)

bench-cli: publication cli/node_modules ## start-up of the client, beside a bare script
	@cd cli && SVC_SVCD=$(CURDIR)/$(B)/svcd npm run --silent bench -- $(call part,cli)

bench-mcp: $(BENCH_PACKAGES) publication spec/node_modules ## MCP requests a second, beside the official server
	@$(BENCH_SVCD) spec/proof/bench/mcp.lua $(call part,mcp)

bench-service: $(BENCH_PACKAGES) publication spec/node_modules ## verification and cold start
	@$(BENCH_SVCD) spec/proof/bench/service.lua $(call part,service)

.PHONY: bench-pages
bench-pages: $(B)/.packages-test publication spec/node_modules ## what a first visit of a page costs in a browser
	@DEMO=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/bench/pages.lua
