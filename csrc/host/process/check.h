/** @file
 * The parts of a start, as data: `svcd serve` opens them in order and ends at the first that fails;
 * `svcd check` tries all of them without the effects, and tells what is wrong with each.
 */
#ifndef SVC_HOST_PROCESS_CHECK_H
#define SVC_HOST_PROCESS_CHECK_H

#include <stddef.h>

#include "base/fault.h"

typedef struct part {
  const char *name;          /**< the option where there is one: the place of its faults */
  bool (*open)(fault *why);  /**< for a start */
  bool (*check)(fault *why); /**< for `svcd check`; NULL: there is nothing to check */
  bool needed;               /**< the parts after it cannot be checked without it */
} part;

/** Opens the parts in order. @return false after the first that fails, told on standard error */
bool parts_open(const part *parts, size_t count);

/** Checks the parts, and tells of each: one that is good on standard output, a fault on standard
 * error; or all in one JSON object, `{"parts": {NAME: {"ok": …, "reason": …}}, "ok": …}`.
 * @return true when all are good */
bool parts_check(const part *parts, size_t count, bool json);

#endif
