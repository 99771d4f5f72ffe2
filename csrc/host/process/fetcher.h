/** @file
 * The fetch process, which sends the requests of routes to the upstreams of the config, as workers
 * may not connect. It is in a cage of its own, speaks with each worker over a pair of sockets
 * (host/shared/fetch_packet.h), and alone has the secrets of the upstreams.
 *
 *     worker ── ASK ──▶ fetcher ── HTTP ──▶ upstream
 *            ◀─ ANSWER ─         ◀────────
 *
 * When the upstreams change, another process takes its place; the old one finishes its fetches
 * first.
 */
#pragma once

#include "host/process/fetch_curl.h"
#include "host/script/settings.h"
#include "host/wire/account.h"

typedef struct fetcher_deps {
  const settings *options;
  const account *account;
  metrics *metrics;
} fetcher_deps;

/** Finds what upstreams need; starts nothing. */
bool fetcher_check(const settings *options, fault *why);

/** Starts the process where there are upstreams. `deps` is borrowed as long as the service runs. */
bool fetcher_open(const fetcher_deps *deps, fault *why);

/** In the master, or in a worker that begins: makes a pair and hands one end to the process.
 * @return the other end, owned; -1: there is no process */
int fetcher_connect(void);

/** Gives a pair to each worker that has none, and starts the process again where it has ended or
 * hangs. To be called after each turn of the loop. */
void fetcher_turn(void);

/** After a reload changed the options: the process goes on with the upstreams as they are now. */
void fetcher_reload(void);

/** Ends it. */
void fetcher_close(void);

/** The work of the process, for fetcher.c: serves until the master has ended, or after
 * CHANNEL_DRAIN all workers have left. @param secrets header fields by upstream, NULL: none;
 * borrowed */
void fetcher_serve(const fetcher_deps *deps, const fetch_module *module, int channel,
                   const char *const *secrets);
