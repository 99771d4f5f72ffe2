# --- replicas behind a balancer -----------------------------------------------------------------

CLUSTER_SECONDS := 240

CLUSTER_FIGURES := $(B)/cluster

# The suite plays five scenes of three seconds (spec/proof/cluster_spec.lua); CLUSTER_SECONDS=60 plays all.
.PHONY: cluster
cluster: $(B)/.packages-test build ## three replicas that follow a release server, a balancer and a quota store, while each of them fails
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/cluster/init.lua $(CLUSTER_SECONDS) $(CLUSTER_FIGURES)

.PHONY: cluster-quota
cluster-quota: $(B)/.packages-test build ## the oracle of the quota through the balancer, with the store, without it, and with it again
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/cluster/quota.lua
