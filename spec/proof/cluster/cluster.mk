# --- replicas behind a balancer -----------------------------------------------------------------

CLUSTER_SECONDS := 240

.PHONY: cluster
cluster: $(B)/.packages-test build ## three replicas, a balancer and a quota store for CLUSTER_SECONDS, while each of them fails
	@SVC_SVCD=$(CURDIR)/$(B)/svcd $(B)/svcd lua spec/proof/cluster/init.lua $(CLUSTER_SECONDS)
