/** @file
 * What the metrics tell of the publication.
 */
#ifndef SVC_HOST_FACTS_H
#define SVC_HOST_FACTS_H

#include <lua.h>

#include "host/metrics.h"

/** Takes id, digest, sequence and time of creation out of the facts of a publication, as `svc.seal`
 * gives them. @param about JSON; empty: there is none, and nothing is told of it
 * @param L a state that finds the module `svc`; it is as before afterwards */
void facts_note(lua_State *L, const char *about, metrics *out);

#endif
