/** @file
 * The Lua side of a process: one state, with an instruction budget and a memory ceiling, in which
 * lua/host/boot.lua joins the framework and the routes to the host.
 */
#ifndef SVC_HOST_SCRIPT_SCRIPT_H
#define SVC_HOST_SCRIPT_SCRIPT_H

#include <lua.h>

#include "base/fault.h"
#include "host/script/configuration.h"
#include "host/shared/dict.h"
#include "host/shared/metrics.h"
#include "host/shared/quota.h"
#include "host/wire/exchange.h"

typedef struct script script;

enum { SCRIPT_LOADING = 100 };

/** What a script is made of, and what it may use of the process. Borrowed. */
typedef struct script_means {
  const settings *options;
  quota *quota;            /**< NULL: none */
  quota *work;             /**< of answers outside the quota that are made for a client; or NULL */
  dict *dict;              /**< shared between the workers */
  metrics_worker *metrics; /**< NULL: nothing is counted */
  metrics_routes *routes;  /**< numbers of the routes; NULL: none is given */
  bool trial; /**< lua/host/boot.lua tests the routes whole, before any worker loads them */
} script_means;

/** A state with the standard libraries and the search paths of this installation, for commands:
 * no budget and no ceiling. @return NULL when memory is out. Close with lua_close. */
lua_State *script_plain(const home *place);

/** lua_pcall outside of any other call, where an error would end the process. Before it, only what
 * takes no memory is pushed: a light C function, light userdata, integers, copies.
 * @param[out] why the error as a text; the stack is then as before the function was pushed */
bool script_protect(lua_State *L, int given, int results, fault *why);

/** Starts, once in a process, the watch that finds scripts which run for long: it looks in after
 * every 4 ms of processor time of the calling thread (as exactly as the kernel's tick allows), and
 * from there on counts the instructions of the request it meets. A request may thus take the 4 ms
 * and then its budget. Without the watch every request is counted from its start, which is slower.
 * Takes SIGVTALRM. @return false when this kernel has no such timer */
bool script_watch(void);

/** Loads framework and routes into a new state, within a budget of its own: SCRIPT_LOADING times
 * that of a request.
 * @param from where their files and the options come from; owned by the script, also where there
 * is none
 * @param[out] why the first fault with file and line
 * @return owned, or NULL */
script *script_open(const script_means *means, chunks *from, fault *why);

/** Ends the state. Accepts NULL. */
void script_close(script *s);

/** Makes the publication behind `fd` (a sealed memory file, borrowed) the one that requests see.
 * A negative `fd` takes it away. @param held a copy of it is kept as long as the memory is mapped
 * @return false when it is refused: the former one stays */
bool script_attach(script *s, int fd, int held, fault *why);

/** Unmaps a piece of the publications that scripts of this process had attached, and which no one
 * has any more. Takes less than 2 ms. @return true while more is to be unmapped */
bool script_release(script *s);

/** Answers a request. A script that fails or exceeds its bounds is answered with a 500 problem and
 * its traceback is logged.
 * @param crowded the process has nearly as many connections as it may
 * @param[out] answer borrowed until the next call on `s` */
void script_handle(script *s, const request *asked, bool crowded, reply *answer);

/** The problem `code` as the answer to a request that was refused before any route.
 * @param reason one sentence, or NULL */
void script_refuse(script *s, const char *code, const char *reason, const request *asked,
                   reply *answer);

/** What the log phase hears of an answer that was sent. */
typedef struct script_event {
  const request *asked;
  int status;
  uint64_t bytes, microseconds;
  bool cached;
} script_event;

/** Runs the log phase of the routes, when they have one. */
void script_log(script *s, const script_event *event);

/** True when the state ran out of memory: it must be replaced before the next request. */
bool script_exhausted(const script *s);

/** Bytes its state takes. */
uint64_t script_bytes(const script *s);

#endif
