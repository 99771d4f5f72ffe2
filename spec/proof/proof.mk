# The proofs: what runs longer than the suite. spec/proof/README.md says when each is wanted.

# --- static analysis ---------------------------------------------------------------------------

ANALYZED = spec/proof/analyze/known.txt $(B)/analyze $(filter %.c,$(C_FILES))

.PHONY: analyze
analyze: $(B)/.packages-lint $(B)/.packages-fuzz lint ## every analyser: those of lint, of gcc and of clang
	@spec/proof/analyze/analyze gcc $(ANALYZED)
	@spec/proof/analyze/analyze clang $(ANALYZED)

# --- arm64 ------------------------------------------------------------------------------------

ARM64 := $(B)/arm64
ARM64_RELEASE := trixie
# The engine, the guard over the wire, and what spec/proof/arm64/served.lua asks.
ARM64_SPECS := spec/proof/arm64/served.lua $(patsubst %,spec/%_spec.lua,lua/base/text \
  $(addprefix csrc/,host/wire/guard json/json store/store quran/reference quran/section \
  search/build search/demo search/excerpts search/identifiers search/quran search/words \
  publication/demo publication/integrity publication/threats publication/write))

# The foreign libraries that the packages of build and test name, unpacked and never configured.
$(ARM64)/sysroot/.unpacked: .ci/packages.txt | $(B)/.packages-build-test-roots-arm64
	@spec/proof/arm64/unpack $(ARM64_RELEASE) $(@D)
	@touch $@

$(ARM64)/build/build.ninja: spec/proof/arm64/aarch64.ini $(ARM64)/sysroot/.unpacked
	@rm -rf $(@D) && printf "[constants]\nsysroot = '%s'\n" $(abspath $(ARM64)/sysroot) >$(ARM64)/sysroot.ini
	@meson setup $(@D) --cross-file $(ARM64)/sysroot.ini --cross-file $< >$(ARM64)/.setup.log \
	  || { cat $(ARM64)/.setup.log; exit 1; }

.PHONY: arm64
arm64: publication $(ARM64)/build/build.ninja ## builds for arm64; the engine, the guard and a served request under qemu
	@ninja -C $(ARM64)/build --quiet | { grep -v '^ninja: no work to do' || true; }
	@spec/proof/arm64/stage $(ARM64) $(B)
	@PATH=$(abspath $(ARM64)/stage):$$PATH BUILD=$(ARM64)/stage NATIVE=$(abspath $(B)/svcd) SVC_HOME=$(CURDIR) \
	  SVC_SOURCES=$(SOURCES) PATIENCE=240 spec/support/run $(ARM64_SPECS)

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

.PHONY: relevance
relevance: $(BENCH_PACKAGES) build ## nDCG@10 of the collections in JUDGED, and the change against the last commit
	@BUILD=$(B) $(BENCH_LUA) spec/proof/bench/relevance.lua $(JUDGED)

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

# --- replicas behind a balancer -----------------------------------------------------------------

CLUSTER_SECONDS := 240

CLUSTER_FIGURES := $(B)/cluster

# The suite plays five scenes of three seconds (spec/proof/cluster_spec.lua); CLUSTER_SECONDS=60 plays all.
.PHONY: cluster
cluster: $(B)/.packages-test build ## three replicas that follow a release server, a balancer and a quota store, while each of them fails
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/cluster/init.lua $(CLUSTER_SECONDS) $(CLUSTER_FIGURES)

.PHONY: cluster-quota
cluster-quota: $(B)/.packages-test build ## the oracle of the quota through the balancer, with the store, without it, and with it again
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/cluster/quota.lua

# --- the contract ------------------------------------------------------------------------------

.PHONY: contract contract-update
contract: $(B)/.packages-test build $(NODE_MODULES) spec/proof/contract/node_modules ## lint the contract, compare it with the last released one, run clients of eight generators, draw it in three viewers
	@BUILD=$(B) spec/support/run spec/contract/document_spec.lua spec/contract/live_spec.lua \
	  spec/proof/contract/clients.lua spec/proof/contract/viewers.lua

contract-update: $(B)/.packages-test build ## accept the rendered contract and record its fixtures anew
	@$(B)/svcd lua spec/proof/contract/document.lua >$(B)/openapi.json
	@mv $(B)/openapi.json contract/openapi.json
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/contract/fixtures.lua

# --- coverage ----------------------------------------------------------------------------------

# What must run of the lines, in per cent. Counters are mapped files, those of each spec in a folder
# of its own: killed workers count as well.
C_COVERAGE := 90
LUA_COVERAGE := 95
COUNT_LINES := -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation
COVERAGE := $(B)-coverage
C_REPORT = llvm-cov report $(1) -instr-profile=$(2) | spec/proof/coverage/c_coverage $(3)
COVERED_LUA = $(filter-out %.d.lua,$(shell git ls-files 'lua/*.lua' 'routes/*.lua' 'data/*.lua'))
LUA_REPORT = LUA_PATH='./?.lua;;' lua5.4 spec/proof/coverage/coverage.lua $(1) $(2) $(CURDIR)/ $(3)

%/coverage.so: spec/proof/coverage/coverage.c | $(B)/.packages-build
	@mkdir -p $(@D) && cc -shared -fPIC -O2 -Wall -Wextra -D_GNU_SOURCE \
	  $(shell pkg-config --cflags lua5.4 2>/dev/null) $< -o $@

.PHONY: coverage coverage-run
coverage-run: $(B)/.packages-test $(B)/.packages-fuzz publication $(NODE_MODULES) \
  $(COVERAGE)/coverage.so
	@test -f $(COVERAGE)/build.ninja || LLVM_PROFILE_FILE=/dev/null CC=clang \
	  meson setup $(COVERAGE) -Doptimization=1 \
	  -Dc_args='$(COUNT_LINES)' -Dc_link_args=-fprofile-instr-generate >$(COVERAGE)/.setup.log
	@ninja -C $(COVERAGE) --quiet | { grep -v '^ninja: no work to do' || true; }
	@for file in svp trust key; do ln -f $(B)/demo.$$file $(COVERAGE)/demo.$$file; done
	@rm -rf $(COVERAGE)/specs
	@COUNTED=$(abspath $(COVERAGE))/specs COUNTER=$(abspath $(COVERAGE))/coverage.so BUILD=$(COVERAGE) \
	  PLAIN=$(B) SVC_SOURCES=$(SOURCES) $(SLOW) spec/support/run || echo "the figures are those of a failed run"

coverage: coverage-run ## lines of C and Lua that the specs run, file by file
	@llvm-profdata merge -o $(COVERAGE)/merged $(COVERAGE)/specs/*/*.profraw
	@$(call C_REPORT,$(COVERAGE)/svcd -object $(COVERAGE)/svc.so,$(COVERAGE)/merged,$(C_COVERAGE))
	@$(call LUA_REPORT,$(COVERAGE)/specs,$(LUA_COVERAGE),$(COVERED_LUA))

# Which lines of each file run in each spec: `SPEC SECONDS PATH LINE,LINE…`.
# A spec is a target that runs it, so those that are newer are looked for.
.PHONY: newer-spec
newer-spec:
$(COVERAGE)/covered: $(shell git ls-files csrc lua routes) \
  $(if $(shell find spec -name '*_spec.lua' -newer $(COVERAGE)/covered 2>/dev/null),newer-spec)
	@$(MAKE) --no-print-directory coverage-run
	@$(B)/svcd lua spec/proof/coverage/covered.lua $(COVERAGE) >$@.part && mv $@.part $@

# --- crash points of release and follow ----------------------------------------------------------

POINTS := 200

.PHONY: crash
crash: $(B)/.packages-test build ## svcd release and svcd follow killed, or failed, at POINTS system calls of each kind
	@BUILD=$(B) CRASH_POINTS=$(POINTS) spec/support/run spec/data/command/channel_crash_spec.lua \
	  spec/csrc/publication/crash_spec.lua

# --- the guard beside llhttp -------------------------------------------------------------------

DIFFERENTIAL_REQUESTS := 1000000
DIFFERENTIAL_SEED := 1
DIFFERENTIAL_SOURCES := spec/proof/differential/guard.c $(wildcard csrc/host/wire/guard*.c csrc/base/*.c) \
  csrc/host/wire/uri.c csrc/host/wire/address.c

$(B)/differential: $(DIFFERENTIAL_SOURCES) $(wildcard csrc/host/wire/*.h csrc/base/*.h) | $(B)/.packages-build
	@mkdir -p $(@D) && cc -O2 -std=gnu17 -D_GNU_SOURCE -Icsrc $(DIFFERENTIAL_SOURCES) -o $@

.PHONY: differential
differential: $(B)/differential spec/node_modules ## the guard refuses whatever llhttp refuses, over mutated requests
	@PATH=$(CURDIR)/spec/node_modules/.bin:$$PATH node spec/proof/differential/compare.mjs $< \
	  $(DIFFERENTIAL_REQUESTS) $(DIFFERENTIAL_SEED)

# --- Markdown beside cmark-gfm -------------------------------------------------------------------

DIFFERENTIAL_TEXTS := 100000

.PHONY: differential-markdown
differential-markdown: $(B)/.packages-test build ## random trees of Markdown have the structure that cmark-gfm finds; links written anew change nothing else
	@$(B)/svcd lua spec/proof/differential/markdown.lua $(DIFFERENTIAL_TEXTS) $(DIFFERENTIAL_SEED)

# --- Lua's libraries beside those that the bounds count ------------------------------------------

.PHONY: differential-counted
differential-counted: build ## matcher and table functions that are counted give what Lua's own give
	@$(B)/svcd lua spec/proof/differential/counted.lua $(DIFFERENTIAL_REQUESTS) $(DIFFERENTIAL_SEED)

# --- every call that may fail ------------------------------------------------------------------

FAULTS_POINTS := 500

.PHONY: faults
faults: $(B)/.packages-test publication ## every call fails in turn, under FAULTS_POINTS points each (0: all)
	@$(if $(FAULTS),,BUILD=$(B) FAULTS_POINTS=$(FAULTS_POINTS) spec/support/run spec/proof/faults_spec.lua)
	@FAULTS_POINTS=$(FAULTS_POINTS) SVC_SVCD=$(CURDIR)/$(B)/svcd LUA_CPATH="./$(B)/?.so;;" \
	  LUA_PATH="./?.lua;./lua/?.lua;./lua/?/init.lua;;" $(B)/svcd lua spec/proof/faults/init.lua $(FAULTS)

# --- a flood of connections -------------------------------------------------------------------

FLOOD_SILENT := 20000
FLOOD_HALF := 5000

.PHONY: flood
flood: $(B)/.packages-test publication spec/node_modules ## what others wait for while one client opens connections and asks nothing
	@DEMO=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/flood/init.lua \
	  $(FLOOD_SILENT) $(FLOOD_HALF)

# --- fuzzing -----------------------------------------------------------------------------------

FUZZ_SECONDS := 60
FUZZ_CHECKS := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_FLAGS := -g -std=gnu17 -D_GNU_SOURCE -DSVC_VERSION='"fuzz"' -DSVC_SHARE='"share"' \
  -DSVC_MODULES='"lib"' -Icsrc -Ispec/proof/fuzz $(shell pkg-config --cflags lua5.4 2>/dev/null)
FUZZ_LIBRARIES := -lcrypto -lutf8proc -lexpat -lstemmer -lz -lbrotlienc -lzstd -lm -llua5.4 -lhiredis -lcurl
# The engine, its Lua module, and of the host what is pure: bytes in, verdict out.
FUZZ_SOURCES := $(filter-out csrc/binding/lua_transfer.c,$(wildcard $(addprefix csrc/,base/*.c json/*.c publication/*.c store/*.c text/*.c markup/*.c \
  quran/*.c search/*.c binding/*.c host/wire/guard*.c host/wire/uri.c host/wire/address.c host/wire/coding.c \
  host/wire/proxy_header.c host/shared/fetch_packet.c host/shared/dict.c host/shared/metrics.c host/shared/quota.c \
  host/shared/watch.c \
  transfer/pack.c)))
FUZZ_OBJECTS := $(FUZZ_SOURCES:csrc/%.c=$(B)/fuzz/%.o)
# The rest of the host, of which a target takes what it names; without what reaches the kernel for
# libmicrohttpd.
FUZZ_HOST := $(B)/fuzz/host.a
FUZZ_HOST_OBJECTS := $(patsubst csrc/%.c,$(B)/fuzz/%.o,$(filter-out %/main.c %/seam.c %_none.c $(FUZZ_SOURCES), \
  $(wildcard csrc/host/*/*.c)))
.SECONDARY: $(FUZZ_OBJECTS) $(FUZZ_HOST_OBJECTS)
FUZZ_TARGETS := $(sort $(basename $(notdir $(wildcard spec/proof/fuzz/*.c spec/proof/fuzz/*.lua))))

$(B)/fuzz/%.o: csrc/%.c $(wildcard csrc/*/*.h csrc/*/*/*.h)
	@mkdir -p $(@D) && clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer-no-link -c $< -o $@

$(FUZZ_HOST): $(FUZZ_HOST_OBJECTS)
	@rm -f $@ && ar rcs $@ $^

# Libraries that read what comes from outside, with the sanitizers too.
FUZZ_LIBRARY := $(B)/fuzz/libraries.a
$(FUZZ_LIBRARY): spec/proof/fuzz/support/libraries
	@mkdir -p $(@D) && $< $@ $(FUZZ_CHECKS) -fsanitize=fuzzer-no-link

FUZZ_LINKED := $(FUZZ_OBJECTS) $(FUZZ_HOST) $(FUZZ_LIBRARY)
FUZZ_LINK = clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer $< $(FUZZ_LINKED) -o $@ $(FUZZ_LIBRARIES)

$(B)/fuzz/target-%: spec/proof/fuzz/%.c $(FUZZ_LINKED) $(wildcard spec/proof/fuzz/*.h spec/proof/fuzz/support/*.h)
	@$(FUZZ_LINK)

$(B)/fuzz/target-%: spec/proof/fuzz/support/lua.c spec/proof/fuzz/%.lua $(FUZZ_LINKED)
	@$(FUZZ_LINK) -DFUZZ_PROGRAM='"spec/proof/fuzz/$*.lua"'

# The kept inputs of a target: a script names and makes them, which keeps them readable.
FUZZ_SEEDS := build/fuzz/seeds

$(FUZZ_SEEDS)/%: spec/proof/fuzz/seeds/%.lua spec/proof/fuzz/support/seeds.lua | build
	@LUA_PATH='./lua/?.lua;./lua/?/init.lua;./?.lua;./?/init.lua;;' LUA_CPATH='./build/?.so;;' \
	  lua5.4 spec/proof/fuzz/support/seeds.lua $* $@

.PHONY: fuzz $(FUZZ_TARGETS:%=fuzz-%)
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: $(B)/.packages-fuzz $(B)/fuzz/target-% $(FUZZ_SEEDS)/%
	@mkdir -p $(B)/fuzz/corpus/$*
	@echo "fuzzing $* for $(FUZZ_SECONDS) s"
	@$(B)/fuzz/target-$* -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(B)/fuzz/$*- \
	  -print_final_stats=1 $(B)/fuzz/corpus/$* $(FUZZ_SEEDS)/$* >$(B)/fuzz/$*.log 2>&1 \
	  || { tail -40 $(B)/fuzz/$*.log; exit 1; }
	@grep -E 'number_of_executed_units|DONE' $(B)/fuzz/$*.log

fuzz: $(FUZZ_TARGETS:%=fuzz-%) ## each fuzz target for FUZZ_SECONDS seconds (default 60)

# What parses outside bytes, and how much of it the kept inputs must reach, in per cent. The rest is
# mostly what follows a call of the system that fails: spec/proof/faults reaches it.
FUZZ_COVERAGE := 91
FUZZED_C := $(addprefix csrc/,base/escape.c host/wire/guard.c host/wire/uri.c host/wire/address.c \
  host/wire/coding.c host/wire/listen_fds.c host/wire/proxy_header.c host/shared/dict.c \
  host/shared/fetch_packet.c host/script/settings.c host/process/exposition.c json/scan.c \
  binding/lua_document.c binding/lua_json.c publication/file.c publication/open.c \
  publication/pointer.c publication/state.c publication/trust.c quran/quran.c \
  $(addprefix quran/,interpret.c link.c lookup.c naming.c numeral.c reading.c reference.c spelling.c) text/token.c \
  transfer/download.c transfer/pack.c \
  $(addprefix search/,advice.c candidates.c excerpt.c index.c lists.c meaning.c parts.c phrasing.c pins.c \
  placing.c postings.c query_read.c search.c terms.c weigh.c)) $(wildcard csrc/markup/*.c csrc/store/*.c)
FUZZED_LUA := $(addprefix lua/,base/uri.lua base/base64.lua web/negotiate.lua web/arguments.lua \
  web/params.lua mcp/message.lua mcp/revision.lua mcp/argument.lua) \
  $(addprefix data/import/,frontmatter.lua yaml.lua toml.lua catalogue.lua links.lua csv.lua \
  xml.lua quranenc.lua tanzil.lua notes.lua)
$(foreach file,$(FUZZED_C) $(FUZZED_LUA),$(if $(wildcard $(file)),,$(error fuzz-coverage counts $(file), which does not exist)))
FUZZ_COUNTED := $(B)-fuzz

.PHONY: fuzz-coverage
fuzz-coverage: $(B)/.packages-fuzz $(FUZZ_COUNTED)/coverage.so $(FUZZ_TARGETS:%=$(FUZZ_SEEDS)/%) ## lines of the parsers that the kept inputs reach
	@$(MAKE) --no-print-directory B=$(FUZZ_COUNTED) FUZZ_CHECKS='-O1 $(COUNT_LINES)' \
	  $(FUZZ_TARGETS:%=$(FUZZ_COUNTED)/fuzz/target-%)
	@rm -rf $(FUZZ_COUNTED)/counted $(FUZZ_COUNTED)/*.profraw
	@mkdir -p $(FUZZ_COUNTED)/counted/all
	@for target in $(FUZZ_TARGETS); do \
	  LLVM_PROFILE_FILE=$(FUZZ_COUNTED)/$$target%c.profraw LD_PRELOAD=$(abspath $(FUZZ_COUNTED))/coverage.so \
	    SVC_LUA_COVERAGE=$(FUZZ_COUNTED)/counted/all/lines $(FUZZ_COUNTED)/fuzz/target-$$target -runs=0 \
	    $(FUZZ_SEEDS)/$$target >$(FUZZ_COUNTED)/$$target.log 2>&1 \
	    || { tail -20 $(FUZZ_COUNTED)/$$target.log; exit 1; }; done
	@llvm-profdata merge -o $(FUZZ_COUNTED)/merged $(FUZZ_COUNTED)/*.profraw
	@$(call C_REPORT,$(FUZZ_COUNTED)/fuzz/target-json $(patsubst %,-object $(FUZZ_COUNTED)/fuzz/target-%,$(FUZZ_TARGETS)) $(FUZZED_C),$(FUZZ_COUNTED)/merged,$(FUZZ_COVERAGE))
	@$(call LUA_REPORT,$(FUZZ_COUNTED)/counted,$(FUZZ_COVERAGE),$(FUZZED_LUA))

# --- work by the length of what is read -----------------------------------------------------------

# Fuzz targets of what Lua does not reach, without sanitizers, over what was built.
GROWN := $(addprefix $(B)/growth/,download fetch_packet handover quota_store)
$(GROWN): $(B)/growth/%: spec/proof/fuzz/%.c spec/proof/growth/target.c publication
	@mkdir -p $(@D) && rm -f $@.a
	@ar rcs $@.a $(filter-out %main.c.o %seam.c.o %none.c.o,$(wildcard $(B)/svcd.p/*.o)) $(B)/svc_transfer.so.p/*pack.c.o
	@cc -O2 $(FUZZ_FLAGS) $< spec/proof/growth/target.c $@.a $(B)/libengine.a $(FUZZ_LIBRARIES) -o $@

.PHONY: growth
growth: $(B)/.packages-test publication $(GROWN) ## instructions a byte of every parser on the worst that it may read, at three lengths: none may grow
	@DEMO=$(B) BUILD=$(B) SVC_PLAIN=$(CURDIR)/$(B)/svcd SVC_SVCD=$(CURDIR)/$(B)/svcd LUA_CPATH="./$(B)/?.so;;" \
	  LUA_PATH="./lua/?.lua;./lua/?/init.lua;./?.lua;./?/init.lua;;" lua5.4 spec/support/house/growth.lua --table

# --- what the sources are like ------------------------------------------------------------------

.PHONY: house
house: | $(B)/.packages-build ## figures of the sources: lengths, functions named at one place, specs beside sources; a report
	@lua5.4 spec/proof/house/report.lua

# --- the reload of a large publication --------------------------------------------------------

GIB := 2
LARGE := $(B)/large-$(GIB)
# A synthetic document of 2 000 words takes at least so many bytes of the file.
LARGE_DOCUMENT := 14100

.INTERMEDIATE: $(LARGE)/corpus.jsonl
.PRECIOUS: $(LARGE)/%.svp

$(LARGE)/corpus.jsonl: data/synthetic.lua
	@echo "making two publications of $(GIB) GiB, which takes some minutes; they stay in $(@D)"
	@mkdir -p $(@D)
	@lua5.4 $< --words 2000 --documents \
	  $$(awk 'BEGIN { printf "%d", $(GIB) * 2^30 / $(LARGE_DOCUMENT) + 1 }') >$@

# Its sequence is its name. The progress is for a terminal; elsewhere a fault alone is shown.
$(LARGE)/%.svp: $(LARGE)/corpus.jsonl $(B)/demo.key
	@exec 3>&2; test -t 2 || exec 3>$(@D)/publish.log; \
	$(B)/svcd publish --no-content --no-quran --jsonl $< --key $(B)/demo.key --sequence $* --out $@ \
	  >/dev/null 2>&3 || { cat $(@D)/publish.log; exit 1; }

.PHONY: large
large: $(B)/.packages-test build $(B)/demo.trust $(LARGE)/1.svp $(LARGE)/2.svp ## answers while a publication of GIB GiB is replaced by another
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/large/init.lua $(LARGE) $(B)/demo.trust

# --- formatting and static analysis ------------------------------------------------------------

.PHONY: lint
lint: $(B)/.packages-lint build spec/node_modules ## formatting and static analysis, a line of TAP each
	@spec/proof/lint/lint $(B)

# --- bare roots of Debian ---------------------------------------------------------------------

MATRIX := bookworm trixie
MATRIX_AT_ONCE :=
MATRIX_IN_MEMORY :=

.PHONY: matrix
matrix: ## make run and .ci/run in bare roots of Debian's releases, those of MATRIX; needs root
	@AT_ONCE=$(MATRIX_AT_ONCE) IN_MEMORY=$(MATRIX_IN_MEMORY) spec/proof/matrix/run $(B)/matrix $(MATRIX)

# --- the specs, tried on defects -----------------------------------------------------------------

MUTANTS := 200
MUTATION_SEED := 1

.PHONY: mutation
mutation: $(B)/.packages-test $(B)/.packages-lint publication $(NODE_MODULES) $(COVERAGE)/covered ## single lines of the sources deleted or inverted: the specs must notice; goes on where it was ended
	@SVC_SOURCES=$(abspath $(SOURCES)) $(B)/svcd lua spec/proof/mutation/init.lua $(MUTANTS) $(MUTATION_SEED) \
	  $(B)/mutation-$(MUTATION_SEED) $(COVERAGE)/covered

# --- packages ---------------------------------------------------------------------------------

DEB := bookworm trixie

# The client as npm packs it: its archives have no time in them.
CLIENT := $(B)/packages/svc-cli.tgz
$(CLIENT): $(wildcard cli/package*.json cli/README.md cli/man/svc.1 $(patsubst %,cli/%/*,bin completion src)) \
  | $(B)/.packages-test cli/node_modules
	@mkdir -p $(@D)
	@cd cli && npm pack --silent --pack-destination $(abspath $(@D)) >/dev/null
	@mv $(@D)/svc-cli-*.tgz $@

.PHONY: deb packages
deb: publication $(CLIENT) ## Debian packages and a container image of the releases DEB, into build/deb; needs root
	@[ "$$(id -u)" = 0 ] || { echo "make deb: it mounts and makes device nodes; run it as root: sudo make deb" >&2; exit 1; }
	@.ci/install build test roots
	@for release in $(DEB); do \
	  spec/proof/packages/deb $(B) $$release && spec/proof/packages/image $(B) $$release || exit; \
	done

packages: deb ## installs, asks, upgrades under load and purges what make deb makes, in bare roots; needs root
	@.ci/install packages
	@for release in $(DEB); do \
	  spec/proof/packages/deb $(B) $$release next || exit; \
	  for proof in installed booted rock contained; do \
	    spec/proof/packages/$$proof $(B) $$release || echo "not ok $$proof on $$release, status $$?"; \
	  done; \
	done | tee $(B)/packages/packages.tap
	@awk '/^ok / { good++ } /^not ok / { bad++ } END { printf "%d passed, %d failed\n", good, bad; exit bad > 0 || good == 0 }' \
	  $(B)/packages/packages.tap

# --- answers that do not depend on who asked before --------------------------------------------

PAIRS := 1000000
SEED := 1

.PHONY: pairs
pairs: $(B)/.packages-test build ## PAIRS pairs of random requests of SEED: no answer depends on the one before
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/pairs/init.lua $(PAIRS) $(SEED)

# --- proofs of answers --------------------------------------------------------------------------

PROOF_EDITS := 100000
PROOF_SEED := 1
PAGE_CHANGES := 5

.PHONY: proofs
proofs: $(B)/.packages-test publication spec/node_modules ## three verifiers accept every document and verse of the demo, and refuse each edit; browsers find each letter that is changed
	@$(B)/svcd lua spec/proof/proofs/init.lua $(B)/demo.svp $(B)/demo.trust $(PROOF_EDITS) $(PROOF_SEED)
	@$(B)/svcd lua spec/proof/proofs/pages.lua $(PAGE_CHANGES) $(PROOF_SEED)

# --- the search beside itself without pruning --------------------------------------------------

PRUNED_CORPORA := 10000
PRUNED_SEED := 1

.PHONY: pruned
pruned: build ## the best hits equal those of a search that leaves out nothing, over random corpora
	@LUA_CPATH="./$(B)/?.so;;" lua5.4 spec/proof/pruned/pruned.lua $(PRUNED_CORPORA) $(PRUNED_SEED)

# --- pages as readers have them ----------------------------------------------------------------

.PHONY: reading
reading: $(B)/.packages-test publication spec/node_modules ## pages by axe at three widths in light and dark, and without the machine's fonts
	@BUILD=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/reading/init.lua

# --- what the sources say in the documents --------------------------------------------------------------------------------

.PHONY: readme
readme: $(B)/.packages-test build ## write what the sources say into guides, README, manual pages, sample config file and completion
	@$(B)/svcd lua spec/proof/readme/options.lua
	@$(BENCH_LUA) spec/proof/bench/report.lua render

# --- hours of traffic --------------------------------------------------------------------------

MINUTES := 30
KILLS := 0
STOPS := 0

.PHONY: soak
soak: $(B)/.packages-test build ## mixed traffic for MINUTES minutes, a worker killed every KILLS seconds, stopped every STOPS (0: none)
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/soak/init.lua $(MINUTES) $(KILLS) $(STOPS)

# --- reloads while workers fail ---------------------------------------------------------------

RELOADS := 1000

.PHONY: storm
storm: $(B)/.packages-test build ## RELOADS reloads under load, workers killed, stopped and starved at random
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/storm/init.lua $(RELOADS)

# --- memory of a whole run ---------------------------------------------------------------------

.PHONY: valgrind
valgrind: $(B)/.packages-test publication ## svcd under valgrind for 10 000 requests
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/valgrind/init.lua

# --- words of the Quran -------------------------------------------------------------------------

.PHONY: words
words: build publication ## words of the translations that neither a dictionary (hunspell) nor data/quran/words.json has
	@command -v hunspell >/dev/null || \
	  { echo "install hunspell, hunspell-de-de, hunspell-en-us and hunspell-id"; exit 1; }
	@LUA_CPATH="./$(B)/?.so;;" LUA_PATH="./?.lua;./lua/?.lua;./lua/?/init.lua;;" \
	  lua5.4 spec/proof/words/words.lua $(B)/demo.svp
