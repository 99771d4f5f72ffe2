/** @file
 * The operator's log on standard error: lines for people on a terminal, JSON objects otherwise.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buffer.h"
#include "base/span.h"

typedef enum sink_kind { SINK_FILE, SINK_PIPE, SINK_SOCKET, SINK_POLLED } sink_kind;

/* A descriptor that lines are written to without ever waiting for whoever reads them: a file, a
 * pipe, a socket or a terminal, which may be shared with other processes. */

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

typedef enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG, LOG_LEVELS } log_level;

/** Sets the least important level that is written, and the name of the process in each line, such
 * as "worker 2". `name` is borrowed. A forked process calls it again. */
void log_open(log_level least, const char *name);

/** Sets the level alone, for a process that may open no file. */
void log_set_level(log_level least);

/** Lines that were dropped so far, because nobody read what was written before. */
uint64_t log_dropped(void);

/** Writes one line; `format` as in printf. A text longer than 8 KiB is cut, and so is one that does
 * not fit into a pipe in one piece. Never waits. */
void log_write(log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The level named `text` ("error", "warn", "info", "debug"), or LOG_LEVELS when there is none. */
log_level log_level_of(const char *text);

/** Appends `text` as a JSON string, quotes included; bytes that are not UTF-8 become U+FFFD. */
void log_json(buffer *b, span text);

/** Appends a number in decimal, with zeros in front up to `digits` (1..20). */
void log_number(buffer *b, uint64_t value, int digits);

/** Appends the wall-clock time as `YYYY-MM-DDThh:mm:ss.mmmZ`. */
void log_time(buffer *b);
