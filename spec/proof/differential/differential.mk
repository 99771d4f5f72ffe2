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

# --- Lua's libraries beside those that the bounds count ------------------------------------------

.PHONY: differential-counted
differential-counted: build ## matcher and table functions that are counted give what Lua's own give
	@$(B)/svcd lua spec/proof/differential/counted.lua $(DIFFERENTIAL_REQUESTS) $(DIFFERENTIAL_SEED)
