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
$(COVERAGE)/covered: $(shell git ls-files csrc lua routes 'spec/*_spec.lua')
	@$(MAKE) --no-print-directory coverage-run
	@$(B)/svcd lua spec/proof/coverage/covered.lua $(COVERAGE) >$@.part && mv $@.part $@
