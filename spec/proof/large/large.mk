# --- the reload of a large publication --------------------------------------------------------

GIB := 2
LARGE := $(B)/large-$(GIB)
# A synthetic document of 2 000 words takes at least so many bytes of the file.
LARGE_DOCUMENT := 14100

.INTERMEDIATE: $(LARGE)/corpus.jsonl
.PRECIOUS: $(LARGE)/%.svp

$(LARGE)/corpus.jsonl: data/synthetic.lua
	@echo "making two publications of $(GIB) GiB, which takes some minutes; they stay in $(@D)"
	@mkdir -p $(@D)
	@lua5.4 $< --words 2000 --documents \
	  $$(awk 'BEGIN { printf "%d", $(GIB) * 2^30 / $(LARGE_DOCUMENT) + 1 }') >$@

# Its sequence is its name. The progress is for a terminal; elsewhere a fault alone is shown.
$(LARGE)/%.svp: $(LARGE)/corpus.jsonl $(B)/demo.key
	@exec 3>&2; test -t 2 || exec 3>$(@D)/publish.log; \
	$(B)/svcd publish --no-content --no-quran --jsonl $< --key $(B)/demo.key --sequence $* --out $@ \
	  >/dev/null 2>&3 || { cat $(@D)/publish.log; exit 1; }

.PHONY: large
large: $(B)/.packages-test build $(B)/demo.trust $(LARGE)/1.svp $(LARGE)/2.svp ## answers while a publication of GIB GiB is replaced by another
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/large/init.lua $(LARGE) $(B)/demo.trust
