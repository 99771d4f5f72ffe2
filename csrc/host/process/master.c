#include "host/process/master.h"

#include <unistd.h>

#include "base/log.h"
#include "host/process/control.h"
#include "host/process/dial.h"
#include "host/process/fetcher.h"
#include "host/process/front.h"
#include "host/process/reload.h"
#include "host/process/service.h"
#include "host/process/start.h"
#include "host/process/upgrade.h"
#include "host/process/worker_pool.h"
#include "host/script/lua_aux.h"
#include "host/wire/http.h"

enum { TURN = 100 /* ms */, TRIES = 10 };

static void announce(const char *what, const listen_set *set) {
  for (uint32_t i = 0; i < set->count; i++) {
    const listen_place *place = &set->list[i];
    printf("%s %s%s%s\n", what, place->tcp && !place->proxy ? "http://" : "", place->name,
           place->proxy ? ", behind PROXY headers" : "");
  }
}

/* After each turn of the loop. @return true when no worker can live: the service ends */
static bool master_turn(void) {
  pool_hear();
  front_serve();
  pool_end_hanging(service.options.heartbeat_timeout * 1000ull);
  fetcher_turn(); /* while a service stops, too: its last answers may need it */
  service_go_on_stopping();
  if (service.draining) { return false; }
  service_act_on_changes();
  if (!service.replaced) { reload_turn(); /* an upgrade ends the workers: reloads wait */ }
  upgrade_turn();
  if (reload_lets_start() && !service.replaced) {
    service.metrics->restarts += pool_start_missing();
  }
  dial_turn(service.options.workers);
  service_watch_expiry();
  notify_watchdog();
  if (pool_serving() > 0 || !pool_fails(TRIES)) { return false; }
  log_write(LOG_ERROR, "no worker can live, the service ends; see above why they ended");
  return true;
}

/* settings_read for the table of options and where they are of. */
static int read_settings(lua_State *L) {
  const home *place = lua_touserdata(L, 2);
  lua_settop(L, 1);
  settings_read(&service.options, place, L);
  return 0;
}

static bool master_take_options(const home *place, lua_State *invocation) {
  fault why;
  lua_pushcfunction(invocation, read_settings);
  lua_pushvalue(invocation, -2);
  lua_pushlightuserdata(invocation, (void *)(uintptr_t)place);
  if (!aux_pcall(invocation, 2, 0, &why)) { return false; }
  service.invocation = invocation;
  service.deps.options = &service.options;
  log_open(log_level_of(service.options.log), "master");
  return true;
}

/* Leaves no process and no file of a socket behind, whatever was opened. */
static void close_service(void) {
  pool_kill();
  fetcher_close();
  front_close();
  listen_close(&service.public);
  listen_close(&service.admin);
  if (service.controlled) { unlink(service.options.control); }
}

int master_run(const home *place, lua_State *invocation) {
  if (!master_take_options(place, invocation)) {
    fputs("svcd: memory ran out for the options\n", stderr);
    return 1;
  }
  if (service.options.check != NULL) {
    return start_check(strcmp(service.options.check, "json") == 0) ? 0 : 1;
  }
  if (!start_open()) {
    close_service();
    return 1;
  }
  announce("Listening on", &service.public);
  announce("Admin on", &service.admin);
  fflush(stdout);
  notify_send("READY=1");
  bool hopeless = false;
  while (!hopeless && (!service.draining || pool_running() > 0)) {
    http_turn(TURN);
    hopeless = master_turn();
  }
  close_service();
  log_write(LOG_INFO, "stopped");
  return hopeless ? 1 : 0;
}
