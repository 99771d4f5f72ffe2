/** @file
 * The service as the master has it: its state, and what it does when a signal comes, a file changes
 * or a reload ends.
 */
#pragma once

#include "host/script/script.h"
#include "host/wire/account.h"

/** One in a process, the master's. */
extern struct service {
  lua_State *invocation; /* the options that the service was started with are its top value */
  configuration *configuration; /* of the last reload that changed it; NULL: none did */
  settings options;
  script_deps deps;
  metrics *metrics;
  account account;          /* of workers and examiners */
  int access_log;           /* its file, or -1 */
  listen_set public, admin; /* where it serves, and where the admin pages are */
  int signals, control;
  int stopping; /* number of stop signals so far */
  bool controlled, draining;
  bool upgrade_asked,
      replaced;       /* by another program: it is asked for, and the workers end for it */
  uint64_t dismissed; /* ends of workers (pool_ends) up to which they end as they were ordered to */
  uint64_t upgrades_refused;
  fault upgrade_reason;      /* of the last refusal */
  uint64_t drain_at, end_at; /* monotonic ms; of a service that stops */
  unsigned asked, changed;   /* parts to reload: by signal, by files that changed */
  uint64_t changed_at;
} service;

/** Takes the signals that have come. @param context not used */
void service_take_signal(void *context);

/** Goes on with a stop that was begun: drains after the drain delay, and ends what is late. */
void service_go_on_stopping(void);

/** Watches publication and routes, where they are watched. */
void service_open_watch(void);

/** Asks for the reloads that signals and changed files ask for. */
void service_act_on_changes(void);

/** Logs, once, that the publication in service has expired. */
void service_watch_expiry(void);

/** Counts what is in service. */
void service_note_generation(void);

/** After a reload: counts what is in service and answers those who wait for it. */
void service_finish_reload(void);

/** Takes options of a reload into service; owned from here on. */
void service_take_configuration(configuration *fresh);

/** True while requests are answered with content. */
bool service_ready(void);

/** Appends the members of the status, as JSON. */
void service_describe(buffer *out);
