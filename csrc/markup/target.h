/** @file
 * The parts of a link: destination, title, label.
 */
#pragma once

#include "base/buffer.h"
#include "markup/parser.h"

typedef enum { ADDRESS_REFUSED, ADDRESS_WITHIN, ADDRESS_OUTSIDE, ADDRESS_MAIL } address_kind;

/* Addresses that links may lead to. */

/** The kinds of addresses. Browsers strip white space and controls from addresses, and read a
 * backslash as a slash: an address with either is refused, so that browsers follow the very address
 * that was judged. */
address_kind address_judge(span target);

/** Appends an address within the site, escaped: the page in place of its Markdown form. */
void target_write(buffer *out, span target);

/** Reads a link's destination at `at`. @param target receives where it stands in `text` @return
 * the offset behind it, 0 when there is none */
size_t target_destination(parser *p, span text, size_t at, span *out, extent *target);

/** Reads a title at `at`. @return as above */
size_t target_title(parser *p, span text, size_t at, span *out);

/** Length of a label between brackets at `at`, both included; 0 when there is none. */
size_t target_label(span text, size_t at);

/** A text with its escapes and character references resolved. */
span target_unescape(parser *p, span text);
