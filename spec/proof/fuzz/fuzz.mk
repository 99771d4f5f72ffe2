# --- fuzzing -----------------------------------------------------------------------------------

FUZZ_SECONDS := 60
FUZZ_CHECKS := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_FLAGS := -g -std=gnu17 -D_GNU_SOURCE -DSVC_VERSION='"fuzz"' -Icsrc -Ispec/proof/fuzz \
  $(shell pkg-config --cflags lua5.4 2>/dev/null)
FUZZ_LIBRARIES := -lcrypto -lutf8proc -lexpat -lstemmer -lz -lbrotlienc -lzstd -lm -llua5.4
# The engine, its Lua module, and of the host what is pure: bytes in, verdict out.
FUZZ_SOURCES := $(filter-out csrc/binding/lua_transfer.c,$(wildcard $(addprefix csrc/,base/*.c json/*.c publication/*.c store/*.c text/*.c markup/*.c \
  quran/*.c search/*.c binding/*.c host/wire/guard*.c host/wire/uri.c host/wire/address.c host/wire/coding.c \
  host/wire/proxy_header.c)))
FUZZ_OBJECTS := $(FUZZ_SOURCES:csrc/%.c=$(B)/fuzz/%.o)
.SECONDARY: $(FUZZ_OBJECTS)
FUZZ_TARGETS := $(sort $(basename $(notdir $(wildcard spec/proof/fuzz/*.c spec/proof/fuzz/*.lua))))

$(B)/fuzz/%.o: csrc/%.c $(wildcard csrc/*/*.h csrc/*/*/*.h)
	@mkdir -p $(@D) && clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer-no-link -c $< -o $@

$(B)/fuzz/target-%: spec/proof/fuzz/%.c $(FUZZ_OBJECTS) $(wildcard spec/proof/fuzz/*.h)
	@clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer $< $(FUZZ_OBJECTS) -o $@ $(FUZZ_LIBRARIES)

$(B)/fuzz/target-%: spec/proof/fuzz/%.lua spec/proof/fuzz/support/lua.c $(FUZZ_OBJECTS)
	@clang $(FUZZ_FLAGS) $(FUZZ_CHECKS) -fsanitize=fuzzer -DFUZZ_PROGRAM='"$<"' \
	  spec/proof/fuzz/support/lua.c $(FUZZ_OBJECTS) -o $@ $(FUZZ_LIBRARIES)

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
FUZZED_C := $(addprefix csrc/,base/percent.c host/wire/guard.c host/wire/guard_body.c host/wire/guard_step.c host/wire/uri.c host/wire/address.c \
  host/wire/coding.c host/wire/proxy_header.c json/scan.c binding/lua_json_read.c publication/lines.c \
  publication/open.c publication/pointer.c publication/state.c publication/trust.c store/assets.c store/document.c store/image.c store/labels.c store/paths.c store/svg.c store/resolve.c \
  store/store.c quran/open.c quran/quran.c quran/lookup.c quran/naming.c quran/reading.c quran/reference.c quran/spelling.c search/index.c \
  search/bits.c search/lists.c search/pins.c search/postings.c search/query.c search/lexicon.c \
  markup/alphabet.c markup/anchors.c markup/command.c markup/construct.c markup/entities.c markup/environment.c markup/figure.c \
  markup/formula.c markup/html.c markup/mathml.c markup/plain.c markup/tex.c markup/tex_parser.c markup/words.c text/token.c)
FUZZED_LUA := $(addprefix lua/,web/negotiate.lua web/uri.lua web/arguments.lua web/params.lua mcp/message.lua \
  mcp/revision.lua mcp/argument.lua mcp/base64.lua) $(addprefix data/import/,frontmatter.lua \
  yaml.lua catalogue.lua links.lua csv.lua xml.lua quranenc.lua tanzil.lua notes.lua)
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
	@$(call C_REPORT,$(FUZZ_COUNTED)/fuzz/target-json $(FUZZED_C),$(FUZZ_COUNTED)/merged,$(FUZZ_COVERAGE))
	@$(call LUA_REPORT,$(FUZZ_COUNTED)/counted,$(FUZZ_COVERAGE),$(FUZZED_LUA))
