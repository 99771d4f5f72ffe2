/** @file
 * The operator's log on standard error: lines for people on a terminal, JSON objects otherwise.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/span.h"

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
