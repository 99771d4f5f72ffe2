/** @file
 * Tables: GitHub's, a delimiter row below the row of headers.
 */
#pragma once

#include "markup/parser.h"

/** Opens a table when the present line is the delimiter row of one whose header is the last line of
 * the open paragraph. */
bool tables_open(parser *p);
/** Adds the present line as a row of the open table. */
void tables_add_row(parser *p, node *table);
