# --- packages ---------------------------------------------------------------------------------

DEB := bookworm trixie

# The client as npm packs it: its archives have no time in them.
CLIENT := $(B)/packages/svc-cli.tgz
$(CLIENT): $(wildcard cli/package*.json cli/README.md cli/man/svc.1 $(patsubst %,cli/%/*,bin completion src)) \
  | $(B)/.packages-test cli/node_modules
	@mkdir -p $(@D)
	@cd cli && npm pack --silent --pack-destination $(abspath $(@D)) >/dev/null
	@mv $(@D)/svc-cli-*.tgz $@

.PHONY: deb packages
deb: publication $(CLIENT) ## Debian packages and a container image of the releases DEB, into build/deb; needs root
	@[ "$$(id -u)" = 0 ] || { echo "make deb: it mounts and makes device nodes; run it as root: sudo make deb" >&2; exit 1; }
	@.ci/install build test roots
	@for release in $(DEB); do \
	  spec/proof/packages/deb $(B) $$release && spec/proof/packages/image $(B) $$release || exit; \
	done

packages: deb ## installs, asks, upgrades under load and purges what make deb makes, in bare roots; needs root
	@.ci/install packages
	@for release in $(DEB); do \
	  spec/proof/packages/deb $(B) $$release next || exit; \
	  for proof in installed booted rock contained; do \
	    spec/proof/packages/$$proof $(B) $$release || echo "not ok $$proof on $$release, status $$?"; \
	  done; \
	done | tee $(B)/packages/packages.tap
	@awk '/^ok / { good++ } /^not ok / { bad++ } END { printf "%d passed, %d failed\n", good, bad; exit bad > 0 || good == 0 }' \
	  $(B)/packages/packages.tap
