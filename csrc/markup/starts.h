/** @file
 * The beginnings of blocks.
 */
#pragma once

#include "markup/parser.h"

/* Tables: GitHub's, a delimiter row below the row of headers. */

/** Adds the present line as a row of the open table. */
void tables_add_row(parser *p, node *table);

/** A line opens nothing, a block that holds the rest of the line, or a block that is the whole
 * line. */
typedef enum { OPENS_NOTHING, OPENED, OPENED_WHOLE } block_opening;

/** Opens one block in the one at `*at`, or further out. @param at receives where the innermost is
 * @param lazy the line may go on with an open paragraph */
block_opening block_start(parser *p, unsigned *at, bool lazy);
