/** @file
 * The workers, as the master sees them: started, started again when they fall, ended when they
 * hang, given orders. Nothing here waits.
 */
#pragma once

#include "host/process/channel.h"
#include "host/shared/metrics.h"

enum { POOL_LIMIT = 256 }; /* workers */

/** The work of a new worker process. @param index from 0; behind those of the workers, that of the
 * process of the jobs @return its exit status */
typedef int pool_work(uint32_t index, int channel);

/** Prepares `count` workers, and starts nobody yet.
 * @param shared where they say that they live; borrowed */
void pool_open(uint32_t count, pool_work *work, metrics *shared);

/** Says whether there is to be a process for the jobs. One that is not wanted any more ends by
 * itself, when it goes over to the generation without jobs. */
void pool_want_jobs(bool wanted);

/** Starts the workers that do not run and whose time has come: a worker that fell soon after its
 * start waits twice as long as the last time, up to 10 s. @return how many were started again */
uint32_t pool_start_missing(void);

/** Notes the workers that ended. @param expected true: their end is not a fault */
void pool_reap(bool expected);

/** Reads what the workers say. */
void pool_hear(void);

/** Ends the workers that have shown no sign of life for `timeout` ms. To be called often: where the
 * master itself did not run for a while, nobody is ended for it. */
void pool_end_hanging(uint64_t timeout);

/** Sends an order to every worker. One that cannot take it is ended: its successor begins with the
 * generation that is then in service. PREPARE and COMMIT are answered, also where ABORT follows; of
 * several answers that a worker owes, the last counts alone. */
void pool_order(const channel_message *order);

/** True when a worker, or behind the last of them the process of the jobs, hears orders. */
bool pool_is_ready(uint32_t index);

/** Sends an order that is not answered to one worker. @param index from 0
 * @return false when it does not serve, or cannot take it */
bool pool_tell(uint32_t index, const channel_message *order);

/** Workers that run and have not answered the last order. */
uint32_t pool_owing(void);

/** Ends the workers that have not answered the last order. */
void pool_end_owing(const char *order);

/** True when every worker that runs serves. */
bool pool_serves(void);

/** Workers that serve. */
uint32_t pool_serving(void);

/** True when a worker has ended `tries` times in a row before it served. */
bool pool_fails(uint32_t tries);

/** The first refusal since the last order or start, or NULL. Borrowed. */
const char *pool_refusal(void);

/** Workers that have ended so far, whatever the reason. */
uint64_t pool_ends(void);

/** Ends every worker at once. */
void pool_kill(void);

/** Workers that run, and the process of the jobs. */
uint32_t pool_running(void);

/** Workers that run. */
uint32_t pool_workers_running(void);
