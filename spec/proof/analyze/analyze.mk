# --- static analysis ---------------------------------------------------------------------------

ANALYZED = spec/proof/analyze/known.txt $(B)/analyze $(filter %.c,$(C_FILES))

.PHONY: analyze
analyze: $(B)/.packages-lint $(B)/.packages-fuzz lint ## every analyser: those of lint, of gcc and of clang
	@spec/proof/analyze/analyze gcc $(ANALYZED)
	@spec/proof/analyze/analyze clang $(ANALYZED)
