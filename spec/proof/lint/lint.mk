# --- formatting and static analysis ------------------------------------------------------------

.PHONY: lint
lint: $(B)/.packages-lint build spec/node_modules ## formatting and static analysis, a line of TAP each
	@spec/proof/lint/lint $(B)
