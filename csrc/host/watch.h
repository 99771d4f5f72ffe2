/** @file
 * Notices when the publication is replaced and, for development, when routes change (inotify).
 */
#ifndef SVC_HOST_WATCH_H
#define SVC_HOST_WATCH_H

#include <stdbool.h>

/** Begins to watch. @param publication a file, or NULL  @param routes a folder, or NULL
 * @return a descriptor that becomes readable, or -1 when the kernel refuses */
int watch_open(const char *publication, const char *routes);

/** Reads what happened. Sets, and never clears, what has changed. */
void watch_read(bool *publication, bool *routes);

#endif
