# svc: a public, read-only content service. `make run` serves it, `make test` proves it.
#
#   make run      install what is missing, build, publish the demo content, serve it
#   make test     everything that must pass, ending with "N passed, N failed"
#   make build    build/svcd and build/svc.so
#   make help     all of them

B := build
DEMO := $(B)/demo.svp
SANITIZE := none
WERROR := false
EXTRA :=
# Sanitized programs, and those whose lines are counted, are slow: the specs wait longer.
SLOW := PATIENCE=30

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.PHONY: help run test test-asan build figures publication format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { \
	  line = sprintf("make %-20s", $$1); count = split($$2, words, " "); \
	  for (i = 1; i <= count; i++) { \
	    if (length(line) + length(words[i]) > 78) { print line; line = sprintf("%25s", "") } \
	    line = line " " words[i] } \
	  print line }' $(MAKEFILE_LIST)

# --- what a fresh machine lacks ---------------------------------------------------------------

$(B)/.packages-%: .ci/packages.txt .ci/install
	@.ci/install $(subst -, ,$*)
	@mkdir -p $(@D) && touch $@

$(B)/build.ninja: | $(B)/.packages-build
	@meson setup $(B) -Db_sanitize=$(SANITIZE) -Dwerror=$(WERROR) >$(B)/.setup.log || { cat $(B)/.setup.log; exit 1; }

# --- the programs -----------------------------------------------------------------------------

# The figures are drawn into the content tree, which is published as it lies there; one stands for all.
FIGURE := data/content/shared/material/mathematics/sum.svg

$(FIGURE): $(wildcard data/content/figures/*.lua)
	@$(B)/svcd lua data/content/figures/write.lua >/dev/null
	@touch $@

build: $(B)/build.ninja ## build/svcd and build/svc.so
	@[ -e $(B)/svcd ] || echo "Compiling, which takes some minutes the first time"
	@ninja -C $(B) --quiet | { grep -v '^ninja: no work to do' || true; }
	@$(MAKE) -s --no-print-directory $(FIGURE)

# --- the demo publication ---------------------------------------------------------------------

SOURCES := $(B)/sources
DATA := $(shell find data -type f 2>/dev/null)

$(SOURCES)/.fetched: data/quran/sources.json data/fetch/init.lua | build
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

figures: build ## draw the figures of the lessons anew (data/content/figures)
	@$(B)/svcd lua data/content/figures/write.lua

publication: build $(DEMO) ## build/demo.svp, signed by a development key

run: publication ## serve the demo publication on http://127.0.0.1:8080
	@echo "Try: curl 'http://$${SVC_LISTEN:-127.0.0.1:8080}/v1/search?query=throne+verse&limit=1'"
	@exec $(B)/svcd serve

# --- tests ------------------------------------------------------------------------------------

NODE_MODULES := cli/node_modules spec/node_modules

%/node_modules: %/package-lock.json | $(B)/.packages-build
	@cd $* && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@cd $@/.bin && for node in ../node-linux-*/bin/node; do \
	  [ ! -e $$node ] || ln -sf $$node node; done # which npm 9 leaves out
	@touch $@

test: $(B)/.packages-test publication $(NODE_MODULES) ## everything that must pass
	@BUILD=$(B) EXTRA="$(EXTRA)" spec/support/run

test-asan: $(B)/.packages-test publication $(NODE_MODULES) ## the specs under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory B=$(B)-asan SANITIZE=address,undefined build
	@for file in svp trust key; do ln -f $(B)/demo.$$file $(B)-asan/demo.$$file; done
	@BUILD=$(B)-asan PLAIN=$(B) SVC_SOURCES=$(SOURCES) UBSAN_OPTIONS=halt_on_error=1 $(SLOW) \
	  spec/support/run

# --- some of the specs ---------------------------------------------------------------------------

LOOP := lua5.4 spec/support/house/loop.lua
SPECS := $(wildcard $(addsuffix _spec.lua,spec/*/* spec/*/*/* spec/*/*/*/* spec/*/*/*/*/*) cli/test/*.test.mjs)
BASE ?= main

# Installs and builds what the specs $(1) need (spec/support/house/needs.lua), and runs them.
RUN_SPECS = specs="$(1)"; [ -n "$$specs" ] || { echo "nothing that has a spec was changed"; exit 0; }; \
  .ci/install $$($(LOOP) packages $$specs) && \
  $(MAKE) -s --no-print-directory B=$(B) $$($(LOOP) targets $$specs) && \
  BUILD=$(B) FILTER="$$($(LOOP) pattern "$(T)")" spec/support/run $$specs

.PHONY: spec changed test-quick $(SPECS)
$(SPECS): | $(B)/build.ninja
	@$(call RUN_SPECS,$@)

spec: | $(B)/build.ninja ## the specs that have the words T in their titles: make spec T="a long text"
	@[ -n "$(T)" ] || { echo 'make spec T="words of a title", or make spec/…_spec.lua' >&2; exit 1; }
	@$(call RUN_SPECS,$$($(LOOP) titled "$(T)"))

changed: | $(B)/build.ninja ## the specs of what differs from BASE (default main), by path, requires and includes
	@$(call RUN_SPECS,$$($(LOOP) changed "$(BASE)"))

test-quick: | $(B)/build.ninja ## the specs that need no browser, no further package and no network
	@$(call RUN_SPECS,$$($(LOOP) quick))

# --- contributors -----------------------------------------------------------------------------

C_FILES = $(shell git ls-files 'csrc/*.c' 'csrc/*.h')
LUA_FILES = $(shell git ls-files '*.lua')
STYLUA := spec/node_modules/.bin/stylua

format: $(B)/.packages-lint spec/node_modules ## rewrite the sources in the project's format
	@clang-format -i $(C_FILES)
	@$(STYLUA) $(LUA_FILES)

# The proofs, longer than the suite.
include spec/proof/proof.mk

clean: ## remove everything that was built
	@rm -rf $(B) $(B)-asan $(B)-coverage $(B)-fuzz
