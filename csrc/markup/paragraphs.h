/** @file
 * The ends of paragraphs and headings.
 */
#pragma once

#include "markup/prose.h"

/** Takes the definitions off the open paragraph. @return its prose, NULL when nothing remains */
prose *paragraph_definitions(parser *p);
/** Takes `{#id}` off the end of a heading. */
void heading_take_id(node *heading, prose *text);
/** Ends a paragraph whose lines are those of the open leaf. */
void paragraph_close(parser *p, node *n);
