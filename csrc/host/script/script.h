/** @file
 * The Lua side of a process: one state, with an instruction budget and a memory ceiling, in which
 * lua/host/boot.lua joins the framework and the routes to the host.
 */
#pragma once

#include "host/script/script_bounds.h"
#include "host/script/settings.h"
#include "host/wire/exchange.h"

enum { SCRIPT_LOADING = 100 };

/** Loads framework and routes into a new state, within a budget of its own: SCRIPT_LOADING times
 * that of a request.
 * @param from where their files and the options come from; owned by the script, also where there
 * is none
 * @param[out] why the first fault with file and line
 * @return owned, or NULL */
script *script_open(const script_deps *deps, bundle *from, fault *why);

/** Gives a new script the publication behind `fd` (a sealed memory file, borrowed), which its
 * requests then see. A negative `fd`: there is none.
 * @param held a copy of it is kept as long as the memory is mapped @return false: it is refused */
bool script_attach(script *s, int fd, int held, fault *why);

/** Unmaps a piece of the publications that scripts of this process had attached, and which no one
 * has any more, after it took the claim of a script that was given up, if there is one.
 * Takes less than 2 ms. @return true while more is to be unmapped */
bool script_reclaim(script *s);

/** Answers a request. A script that fails or exceeds its bounds is answered with a 500 problem and
 * its traceback is logged. When the request waits for the quota or an upstream, the answer comes
 * later: call this again once the wait is over, and `script_forget` when the answer has left.
 * @param crowded the process has nearly as many connections as it may
 * @param[out] answer borrowed until the next call on `s` */
void script_handle(script *s, request *asked, bool crowded, reply *answer);

/** Lets a request go whose answer was sent, or was given up. */
void script_forget(request *asked);

/** The problem `code` as the answer to a request that was refused before any route.
 * @param reason one sentence, or NULL */
void script_refuse(script *s, const char *code, const char *reason, const request *asked,
                   reply *answer);

/** The answer to a request that a rule of access turns away: a redirect to `to`, or the problem of
 * the edge guard where that is NULL. */
void script_turn_away(script *s, const char *to, const request *asked, reply *answer);

/** An answer that was sent, for the log phase. */
typedef struct script_event {
  const request *asked;
  int status;
  uint64_t bytes, microseconds;
  bool cached;
} script_event;

/** Runs the log phase of the routes, when they have one. */
void script_log(script *s, const script_event *event);

/** How many jobs the routes have. */
uint32_t script_jobs(const script *s);

/** Runs the job that is due, if there is one, within the bounds of a request, or goes on with the
 * one that waits for an upstream. An error of it is logged, and it runs again later.
 * @return milliseconds until the next is due */
uint64_t script_run_job(script *s);

/** Has the jobs of a state go on with the schedule of the state that it takes the place of.
 * @param former may be NULL, or be exhausted; to be closed next
 * @param reloaded false: it is replaced since it is exhausted */
void script_succeed(script *s, script *former, bool reloaded);

/** True while a job waits: it is to be run in every turn of the loop. */
bool script_job_waits(const script *s);

/** Gives a job that waits up. Accepts NULL. */
void script_end_job(script *s);

/** Chooses how garbage is collected. What a request leaves behind is young: a small state looks at
 * nothing else, until what stays has doubled, and so takes least time and memory. That collects in
 * one piece, too long a pause where a state is large: it is collected step by step from then on. To
 * be called every now and then. */
void script_pace(script *s);

/** True when the state ran out of memory or was given up: it must be replaced before the next
 * request. */
bool script_exhausted(const script *s);

/** Which route runs, or ran last, and where it is written; from a signal, while the state may be
 * anywhere. @return borrowed; NULL: none */
const char *script_place(const script *s);

/** Bytes its state takes. */
uint64_t script_bytes(const script *s);
