/** @file
 * A descriptor that lines are written to without ever waiting for whoever reads them: a file, a
 * pipe, a socket or a terminal, which may be shared with other processes.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "base/span.h"

typedef enum sink_kind { SINK_FILE, SINK_PIPE, SINK_SOCKET, SINK_POLLED } sink_kind;

typedef struct sink {
  int fd;
  sink_kind kind;
} sink;

/** Prepares to write to `fd`, which stays the caller's. A pipe or a terminal is opened once more,
 * because the flag not to wait would otherwise be everybody's who shares it. */
sink sink_open(int fd);

/** Bytes of the longest line that is written in one piece, so that lines of other processes that
 * share the descriptor come before or after it, and not between. */
size_t sink_longest(const sink *s);

/** Writes the beginning of `lines`: as many whole lines as fit into one piece, so that lines of
 * other processes do not come between them. Of a line that is longer than a piece, as much as can
 * be.
 * @return bytes written; 0 when nothing can be at the moment, or ever */
size_t sink_write(const sink *s, span lines);
