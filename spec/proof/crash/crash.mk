# --- crash points of release and follow ----------------------------------------------------------

POINTS := 200

.PHONY: crash
crash: $(B)/.packages-test build ## svcd release and svcd follow killed, or failed, at POINTS system calls of each kind
	@BUILD=$(B) CRASH_POINTS=$(POINTS) spec/support/run spec/data/command/channel_crash_spec.lua
