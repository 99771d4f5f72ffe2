/** @file
 * The workers, as the master sees them: started, started again when they fall, given orders.
 */
#ifndef SVC_HOST_CREW_H
#define SVC_HOST_CREW_H

#include "host/channel.h"

enum { CREW_LIMIT = 256 };

/** What a new worker process does. @param index from 0 @return its exit status */
typedef int crew_work(uint32_t index, int channel);

/** Prepares `count` workers, and starts nobody yet. */
void crew_open(uint32_t count, crew_work *work);

/** Starts the workers that do not run and whose time has come: a worker that fell soon after its
 * start waits twice as long as the last time, up to 10 s. @return how many were started again */
uint32_t crew_start_missing(void);

/** Takes note of the workers that ended. @param expected true: it is no fault */
void crew_reap(bool expected);

/** Waits until every worker serves, has ended, or `timeout` ms have passed. */
void crew_await_start(int timeout);

/** Sends an order to every worker. */
void crew_tell(channel_kind kind, int fd);

/** Waits until every worker has answered the last order, or `timeout` ms have passed.
 * @param[out] why the first refusal, when it is false */
bool crew_await(int timeout, char why[384]);

/** Ends every worker at once. */
void crew_kill(void);

/** Workers that run. */
uint32_t crew_running(void);

#endif
