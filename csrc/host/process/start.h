/** @file
 * The start of the service: its parts in order, as data. `svcd serve` opens them; `svcd check`
 * tries all of them without the effects.
 */
#pragma once

#include <stdbool.h>

/** Opens every part; the options of `service` are read. @return false after the first that fails,
 * with the reason on standard error */
bool start_open(void);

/** Tries every part and reports on each: good ones on standard output, faults on standard error; or
 * all in one JSON object, `{"parts": {NAME: {"ok": …, "reason": …}}, "ok": …}`.
 * @return true when all are good */
bool start_check(bool json);
