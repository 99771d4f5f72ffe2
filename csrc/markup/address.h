/** @file
 * Addresses that links may lead to.
 */
#pragma once

#include "base/buffer.h"

typedef enum { ADDRESS_REFUSED, ADDRESS_WITHIN, ADDRESS_OUTSIDE, ADDRESS_MAIL } address_kind;

/** What an address is. Browsers strip white space and controls from addresses, and read a backslash
 * as a slash: an address with either is refused, so that what is judged is what is followed.  */
address_kind address_judge(span target);

/** Appends an address within the site, escaped: the page in place of its Markdown form. */
void address_write(buffer *out, span target);
