/** @file
 * Addresses that link themselves, as GitHub's dialect has them.
 */
#pragma once

#include "markup/tree.h"

/** False for a text that holds no address. */
bool autolinks_possible(span text);
/** Length of an address of the web at `at`, which links itself; 0 when there is none.
 * @param prefix receives what its destination has before it */
size_t autolinks_web(span text, size_t at, const char **prefix);
/** Length of a mail address around the `@` at `at`; 0 when there is none. @param least where it
 * begins at the earliest @param back receives how many of its bytes stand before `at` */
size_t autolinks_mail(span text, size_t at, size_t least, size_t *back, const char **prefix);
