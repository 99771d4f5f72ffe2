/** @file
 * Units that a query leaves out: those with a word that is to be absent, and those without the
 * phrases that are asked for in quotation marks.
 */
#pragma once

#include "search/query.h"

typedef struct filter filter;

/** Opens the filter of a query. @param out receives it, in the arena; NULL when all units pass.
 * @return false when memory is out. */
bool filter_open(const query *q, filter **out);

/** Forgets the phrases, so that all units pass that have no word that is to be absent; calls of
 * filter_passes begin anew. @return false when there are none. */
bool filter_relax(filter *f);

/** True when the unit passes; `f` may be NULL. Units ascend from call to call. */
bool filter_passes(filter *f, uint32_t unit);
