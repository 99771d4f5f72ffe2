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
