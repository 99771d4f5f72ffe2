/** @file
 * HTML in Markdown: found by CommonMark's rules, kept where it is on a short list, and reported
 * otherwise.
 */
#pragma once

#include "markup/parser.h"

/** Length of the HTML tag, comment or declaration at the start of `text`; 0 when there is none. */
size_t tags_scan(span text, uint32_t *searched);
/** Kind of the HTML block that a line begins, 1..7, 0 for none. */
unsigned tags_block_start(span line, bool in_paragraph);
/** True when a line ends an HTML block of kind 1..5. */
bool tags_block_end(span line, unsigned kind);
/** Makes elements, images and breaks of HTML tags, and remarks of those that are not of the list or
 * lack their partner. */
void tags_resolve(parser *p);
