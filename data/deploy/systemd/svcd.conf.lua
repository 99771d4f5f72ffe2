--- Options of the service. svcd.conf.lua(5) tells of all of them, and
-- /usr/share/doc/svcd/examples/svcd.conf.lua is a sample; `systemctl reload svcd` takes a change
-- into service.

-- The address is that of svcd.socket: `systemctl edit svcd.socket` changes it.
listen = "fd:http"

publication = "/var/lib/svc/current.svp"
trust = "/var/lib/svc/publisher.trust"
state_dir = "/var/lib/svc/state"
control = "/run/svc/control"

-- Until there is a publication, content is answered with 503.
allow_unavailable = true

-- Public addresses, for links and for the contract.
-- base_url = "https://api.example.org"
-- site_url = "https://example.org"

-- Routes of your own.
-- routes = { "default", "/etc/svc/routes" }

-- Metrics, readiness and status.
-- admin_listen = "127.0.0.1:9090"
