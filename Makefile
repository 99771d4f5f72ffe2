# svc: a public, read-only content service. `make run` serves it, `make test` proves it.
#
#   make run      install what is missing, build, publish the demo content, serve it
#   make test     everything that must pass, ending with "N passed, N failed"
#   make build    build/svcd and build/svc.so
#   make help     all of them

B := build
DEMO := $(B)/demo.svp
SANITIZE := none

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.PHONY: help run serve test check build publication lint format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- what a fresh machine lacks ---------------------------------------------------------------

$(B)/.packages-%: .ci/packages.txt .ci/install
	@.ci/install $(subst -, ,$*)
	@mkdir -p $(@D) && touch $@

$(B)/build.ninja: | $(B)/.packages-build
	@meson setup $(B) -Db_sanitize=$(SANITIZE) >$(B)/.setup.log || { cat $(B)/.setup.log; exit 1; }

# --- the programs -----------------------------------------------------------------------------

build: $(B)/build.ninja ## build/svcd and build/svc.so
	@ninja -C $(B) --quiet | { grep -v '^ninja: no work to do' || true; }

# --- the demo publication ---------------------------------------------------------------------

SOURCES := $(B)/sources
DATA := $(shell find data -type f 2>/dev/null)

$(SOURCES)/.fetched: data/quran/sources.json data/fetch.lua | build
	@$(B)/svcd fetch --sources data/quran/sources.json --cache $(SOURCES)
	@touch $@

$(B)/demo.key: | build
	@$(B)/svcd keygen --out $@ --development

$(B)/demo.trust: $(B)/demo.key
	@$(B)/svcd trust init --root-key $< --publication-key $< --out $@ >/dev/null

$(DEMO): $(DATA) $(SOURCES)/.fetched $(B)/demo.key $(B)/demo.trust $(B)/svc.so
	@$(B)/svcd publish --content data/content --quran-sources data/quran/sources.json \
	  --sources-cache $(SOURCES) --key $(B)/demo.key --sequence "$$(date +%s)" --out $@

$(B)/svc.so: build ;

publication: build $(DEMO) ## build/demo.svp, signed by a development key

run: publication ## serve the demo publication on http://127.0.0.1:8080
	@echo "Try: curl 'http://127.0.0.1:8080/v1/search?query=throne+verse&limit=1'"
	@exec $(B)/svcd serve

# --- tests ------------------------------------------------------------------------------------

NODE_MODULES := cli/node_modules spec/node_modules

%/node_modules: %/package-lock.json | $(B)/.packages-build
	@cd $* && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@cd $@/.bin && ln -sf ../node-linux-*/bin/node node # which npm 9 leaves out
	@touch $@

test: $(B)/.packages-test publication $(NODE_MODULES) ## everything that must pass
	@cd cli && SVC_SVCD=$(CURDIR)/$(B)/svcd npm run --silent tap >../$(B)/cli.tap || true
	@BUILD=$(B) EXTRA=$(B)/cli.tap spec/support/run

test-asan: $(B)/.packages-test publication $(NODE_MODULES) ## the specs under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory B=$(B)-asan SANITIZE=address,undefined build
	@for file in svp trust key; do ln -f $(B)/demo.$$file $(B)-asan/demo.$$file; done
	@BUILD=$(B)-asan PLAIN=$(B) SVC_SOURCES=$(SOURCES) UBSAN_OPTIONS=halt_on_error=1 spec/support/run

.PHONY: valgrind
valgrind: $(B)/.packages-test publication ## svcd under valgrind for 10 000 requests
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/support/valgrind.lua

BENCH := $(B)/bench
BENCH_LUA := LUA_CPATH="./$(B)/?.so;;" LUA_PATH="./?.lua;./lua/?.lua;;" lua5.4
BENCH_SVCD := DEMO=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua
# What a part writes its figures to, when all of them run.
part = $(if $(PARTS),--json $(CURDIR)/$(PARTS)/$(1).json)

.PHONY: bench bench-host bench-search bench-publish bench-mcp bench-cli bench-service

bench: $(B)/.packages-bench publication $(NODE_MODULES) ## every benchmark, beside its peers; BENCH_QUICK=1 for a short run
	@$(BENCH_LUA) spec/bench/report.lua begin $(BENCH)
	@: >$(BENCH)/failed
	@for part in host search publish mcp cli service; do \
	  $(MAKE) --no-print-directory bench-$$part PARTS=$(BENCH)/parts || echo $$part >>$(BENCH)/failed; \
	done
	@$(BENCH_LUA) spec/bench/report.lua end $(BENCH)
	@test -n "$${BENCH_QUICK:-}" || $(BENCH_LUA) spec/bench/report.lua publish $(BENCH)
	@test ! -s $(BENCH)/failed || { echo "missed a goal or failed:" $$(cat $(BENCH)/failed); exit 1; }

bench-host: $(B)/.packages-bench publication spec/node_modules ## the host, beside nginx and Node
	@$(BENCH_SVCD) spec/bench/load.lua $(call part,load)
	@$(BENCH_SVCD) spec/bench/host.lua $(call part,host)
	@$(MAKE) --no-print-directory bench-instructions PARTS=$(PARTS)

$(B)/bare: spec/bench/bare.c | $(B)/.packages-bench
	@gcc -O2 -g -Wall -Wextra $< -o $@ -lmicrohttpd

.PHONY: bench-instructions
bench-instructions: $(B)/bare $(B)/.packages-test publication ## instructions per request, over bare libmicrohttpd
	@$(BENCH_SVCD) spec/bench/instructions.lua $(B)/bare $(call part,instructions)

bench-search: $(B)/.packages-bench publication spec/node_modules ## search, beside FTS5, Xapian and Tantivy; JUDGED=folder for nDCG
	@$(BENCH_LUA) spec/bench/search.lua $(call part,search)
	@$(BENCH_LUA) spec/bench/growth.lua $(call part,growth)

bench-publish: publication ## time and memory of publishing 100 times the demo
	@$(BENCH_SVCD) spec/bench/publish.lua $(call part,publish)

bench-cli: publication cli/node_modules ## start-up of the client, beside a bare script
	@cd cli && SVC_SVCD=$(CURDIR)/$(B)/svcd npm run --silent bench -- $(call part,cli)

bench-mcp: $(B)/.packages-bench publication spec/node_modules ## MCP requests a second, beside the official server
	@$(BENCH_SVCD) spec/bench/mcp.lua $(call part,mcp)

bench-service: $(B)/.packages-bench publication spec/node_modules ## verification and cold start
	@$(BENCH_SVCD) spec/bench/service.lua $(call part,service)

.PHONY: bench-pages
bench-pages: $(B)/.packages-test publication spec/node_modules ## what a first visit of a page costs in a browser
	@DEMO=$(B) SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/bench/pages.lua

# --- contributors -----------------------------------------------------------------------------

C_FILES = $(shell git ls-files 'csrc/*.c' 'csrc/*.h')

lint: $(B)/.packages-lint build ## formatting and static analysis
	@clang-format --dry-run --Werror $(C_FILES)
	@clang-tidy -p $(B) --quiet $(filter %.c,$(C_FILES)) 2>/dev/null
	@cppcheck -q --error-exitcode=1 --enable=warning,portability,performance --std=c11 -Icsrc \
	  --suppress=ctuuninitvar --suppress=uninitvar --suppress=legacyUninitvar \
	  --suppress=memleak:csrc/base/arena.c --suppress=cppcheckError csrc
	@luacheck -q --no-color lua routes data spec/*.lua spec/support spec/bench spec/examples spec/fuzz \
	  spec/faults spec/growth spec/soak
	@$(B)/svcd check --content data/content >/dev/null

ANALYZED = spec/support/analyze_known.txt $(B)/analyze $(filter %.c,$(C_FILES))

.PHONY: analyze
analyze: $(B)/.packages-lint $(B)/.packages-fuzz lint ## every analyser: those of lint, of gcc and of clang
	@spec/support/analyze gcc $(ANALYZED)
	@spec/support/analyze clang $(ANALYZED)

format: ## rewrite the C sources in the project's format
	@clang-format -i $(C_FILES)

contract: build $(NODE_MODULES) ## lint the contract and compare it with the last released one
	@BUILD=$(B) spec/support/run spec/contract_document_spec.lua

contract-update: build ## accept the rendered contract and record its fixtures anew
	@$(B)/svcd lua spec/support/contract.lua >$(B)/openapi.json
	@mv $(B)/openapi.json contract/openapi.json
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/support/fixtures.lua

readme: build ## write the option table into the README
	@$(B)/svcd lua spec/support/options.lua

# --- fuzzing ----------------------------------------------------------------------------------

FUZZ_SECONDS := 60
FUZZ_CHECKS := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_FLAGS := -g -std=gnu17 -D_GNU_SOURCE -DSVC_VERSION='"fuzz"' -Icsrc -Ispec/fuzz \
  $(shell pkg-config --cflags lua5.4 2>/dev/null)
FUZZ_LIBRARIES := -lcrypto -lutf8proc -lmd4c -lstemmer -lz -lbrotlienc -lzstd -lm -llua5.4
# The engine, its Lua module, and of the host what is pure: bytes in, verdict out.
FUZZ_SOURCES := $(wildcard $(addprefix csrc/,base/*.c json/*.c publication/*.c store/*.c text/*.c \
  quran/*.c search/*.c binding/*.c host/guard*.c host/uri.c host/address.c host/coding.c \
  host/proxy_header.c))
FUZZ_OBJECTS := $(FUZZ_SOURCES:csrc/%.c=$(B)/fuzz/%.o)
.SECONDARY: $(FUZZ_OBJECTS)
FUZZ_TARGETS := $(sort $(basename $(notdir $(wildcard spec/fuzz/*.c spec/fuzz/*.lua))))

$(B)/fuzz/%.o: csrc/%.c $(wildcard csrc/*/*.h)
	@mkdir -p $(@D) && clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer-no-link -c $< -o $@

$(B)/fuzz/target-%: spec/fuzz/%.c $(FUZZ_OBJECTS) $(wildcard spec/fuzz/*.h)
	@clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer $< $(FUZZ_OBJECTS) -o $@ $(FUZZ_LIBRARIES)

$(B)/fuzz/target-%: spec/fuzz/%.lua spec/fuzz/support/lua.c $(FUZZ_OBJECTS)
	@clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer -DFUZZ_PROGRAM='"$<"' \
	  spec/fuzz/support/lua.c $(FUZZ_OBJECTS) -o $@ $(FUZZ_LIBRARIES)

.PHONY: fuzz $(FUZZ_TARGETS:%=fuzz-%)
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: $(B)/.packages-fuzz $(B)/fuzz/target-%
	@mkdir -p $(B)/fuzz/corpus/$* spec/fuzz/seeds/$*
	@echo "fuzzing $* for $(FUZZ_SECONDS) s"
	@$(B)/fuzz/target-$* -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(B)/fuzz/$*- \
	  -print_final_stats=1 $(B)/fuzz/corpus/$* spec/fuzz/seeds/$* >$(B)/fuzz/$*.log 2>&1 \
	  || { tail -40 $(B)/fuzz/$*.log; exit 1; }
	@grep -E 'number_of_executed_units|DONE' $(B)/fuzz/$*.log

fuzz: $(FUZZ_TARGETS:%=fuzz-%) ## each fuzz target for FUZZ_SECONDS seconds (default 60)

# What parses outside bytes, and how much of it the kept inputs must reach, in per cent.
FUZZ_COVERAGE := 95
FUZZED_C := $(addprefix csrc/,host/guard.c host/guard_body.c host/uri.c host/address.c \
  host/coding.c host/proxy_header.c json/scan.c binding/lua_json_read.c publication/lines.c \
  publication/open.c publication/state.c publication/trust.c store/document.c store/labels.c store/resolve.c \
  store/store.c quran/quran.c quran/reference.c quran/spelling.c search/index.c search/lists.c search/postings.c search/pins.c search/query.c \
  search/lexicon.c text/anchors.c text/html.c text/markdown.c text/mathml.c text/token.c)
FUZZED_LUA := $(addprefix lua/,negotiate.lua uri.lua arguments.lua params.lua mcp/message.lua \
  mcp/revision.lua mcp/argument.lua mcp/base64.lua) $(addprefix data/import/,frontmatter.lua \
  yaml.lua catalogue.lua links.lua csv.lua xml.lua quranenc.lua tanzil.lua notes.lua)
FUZZ_COUNTED := $(B)-fuzz

.PHONY: fuzz-coverage
fuzz-coverage: $(B)/.packages-fuzz $(FUZZ_COUNTED)/coverage.so ## lines of the parsers that the kept inputs reach
	@$(MAKE) --no-print-directory B=$(FUZZ_COUNTED) FUZZ_CHECKS='-O1 $(COUNT_LINES)' \
	  $(FUZZ_TARGETS:%=$(FUZZ_COUNTED)/fuzz/target-%)
	@rm -f $(FUZZ_COUNTED)/lines $(FUZZ_COUNTED)/*.profraw
	@for target in $(FUZZ_TARGETS); do \
	  LLVM_PROFILE_FILE=$(FUZZ_COUNTED)/$$target%c.profraw LD_PRELOAD=$(abspath $(FUZZ_COUNTED))/coverage.so \
	    SVC_LUA_COVERAGE=$(FUZZ_COUNTED)/lines $(FUZZ_COUNTED)/fuzz/target-$$target -runs=0 \
	    spec/fuzz/seeds/$$target >$(FUZZ_COUNTED)/$$target.log 2>&1 \
	    || { tail -20 $(FUZZ_COUNTED)/$$target.log; exit 1; }; done
	@llvm-profdata merge -o $(FUZZ_COUNTED)/merged $(FUZZ_COUNTED)/*.profraw
	@$(call C_REPORT,$(FUZZ_COUNTED)/fuzz/target-json $(FUZZED_C),$(FUZZ_COUNTED)/merged,$(FUZZ_COVERAGE))
	@$(call LUA_REPORT,$(FUZZ_COUNTED)/lines,$(FUZZ_COVERAGE),$(FUZZED_LUA))

# --- coverage ---------------------------------------------------------------------------------

# What must run of the lines, in per cent. Counters are mapped files: killed workers count as well.
C_COVERAGE := 90
LUA_COVERAGE := 95
COUNT_LINES := -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation
COVERAGE := $(B)-coverage
C_REPORT = llvm-cov report $(1) -instr-profile=$(2) | spec/support/c_coverage $(3)
LUA_FILES = $(filter-out %.d.lua,$(shell git ls-files 'lua/*.lua' 'routes/*.lua' 'data/*.lua'))
LUA_REPORT = lua5.4 spec/support/coverage.lua $(1) $(2) $(CURDIR)/ $(3)

%/coverage.so: spec/support/coverage.c | $(B)/.packages-build
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
	@rm -f $(COVERAGE)/lines $(COVERAGE)/*.profraw
	@LLVM_PROFILE_FILE='$(abspath $(COVERAGE))/%m%c.profraw' LD_PRELOAD=$(abspath $(COVERAGE))/coverage.so \
	  SVC_LUA_COVERAGE=$(abspath $(COVERAGE))/lines BUILD=$(COVERAGE) PLAIN=$(B) \
	  SVC_SOURCES=$(SOURCES) spec/support/run || echo "the figures are those of a failed run"

coverage: coverage-run ## lines of C and Lua that the specs run, file by file
	@llvm-profdata merge -o $(COVERAGE)/merged $(COVERAGE)/*.profraw
	@$(call C_REPORT,$(COVERAGE)/svcd -object $(COVERAGE)/svc.so,$(COVERAGE)/merged,$(C_COVERAGE))
	@$(call LUA_REPORT,$(COVERAGE)/lines,$(LUA_COVERAGE),$(LUA_FILES))

# --- the guard beside llhttp ------------------------------------------------------------------

DIFFERENTIAL_REQUESTS := 1000000
DIFFERENTIAL_SEED := 1
DIFFERENTIAL_SOURCES := spec/differential/guard.c $(wildcard csrc/host/guard*.c csrc/base/*.c) \
  csrc/host/uri.c

$(B)/differential: $(DIFFERENTIAL_SOURCES) $(wildcard csrc/host/*.h csrc/base/*.h)
	@mkdir -p $(@D) && cc -O2 -std=gnu17 -D_GNU_SOURCE -Icsrc $(DIFFERENTIAL_SOURCES) -o $@

.PHONY: differential
differential: $(B)/differential ## the guard refuses whatever llhttp refuses, over mutated requests
	@PATH=$(CURDIR)/spec/node_modules/.bin:$$PATH node spec/differential/compare.mjs $< \
	  $(DIFFERENTIAL_REQUESTS) $(DIFFERENTIAL_SEED)

# --- faults and soak --------------------------------------------------------------------------

FAULTS_POINTS := 500
MINUTES := 30
KILLS := 0
STOPS := 0

.PHONY: faults soak
faults: $(B)/.packages-test publication ## every call fails in turn, under FAULTS_POINTS points each (0: all)
	@FAULTS_POINTS=$(FAULTS_POINTS) SVC_SVCD=$(CURDIR)/$(B)/svcd LUA_CPATH="./$(B)/?.so;;" \
	  LUA_PATH="./?.lua;./lua/?.lua;;" $(B)/svcd lua spec/faults/init.lua $(FAULTS)

soak: $(B)/.packages-test build ## mixed traffic for MINUTES minutes, a worker killed every KILLS seconds, stopped every STOPS (0: none)
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/soak/init.lua $(MINUTES) $(KILLS) $(STOPS)

# Each proof that has rules of its own.
include $(wildcard spec/proof/*/*.mk)

clean: ## remove everything that was built
	@rm -rf $(B) $(B)-asan $(B)-coverage $(B)-fuzz
