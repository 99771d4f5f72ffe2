# --- bare roots of Debian ---------------------------------------------------------------------

MATRIX := bookworm trixie
MATRIX_AT_ONCE :=
MATRIX_IN_MEMORY :=

.PHONY: matrix
matrix: ## make run and .ci/run in bare roots of Debian's releases, those of MATRIX; needs root
	@AT_ONCE=$(MATRIX_AT_ONCE) IN_MEMORY=$(MATRIX_IN_MEMORY) spec/proof/matrix/run $(B)/matrix $(MATRIX)
