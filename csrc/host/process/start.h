/** @file
 * The start of the service: its parts in order, as data. `svcd serve` opens them; `svcd check`
 * tries all of them without the effects.
 */
#ifndef SVC_HOST_PROCESS_START_H
#define SVC_HOST_PROCESS_START_H

#include <stdbool.h>

/** Opens every part; the options of `service` are read. @return false after the first that fails,
 * told on standard error */
bool start_open(void);

/** Tries every part and tells of each. @return true when all are good */
bool start_check(bool json);

#endif
