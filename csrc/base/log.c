#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/sink.h"
#include "base/utf8.h"

enum { LINE_LIMIT = 8 * 1024 };

static const char *const names[LOG_LEVELS] = {"error", "warn", "info", "debug"};
static log_level least_level = LOG_INFO;
static const char *process_name = "svcd";
static sink out = {STDERR_FILENO, SINK_POLLED};
static uint64_t dropped;

void log_open(log_level least, const char *name) {
  least_level = least;
  process_name = name;
  out = sink_open(STDERR_FILENO);
}

void log_set_level(log_level least) { least_level = least; }

uint64_t log_dropped(void) { return dropped; }

log_level log_level_of(const char *text) {
  log_level level = LOG_ERROR;
  while (level < LOG_LEVELS && strcmp(names[level], text) != 0) level++;
  return level;
}

void log_number(buffer *b, uint64_t value, int digits) {
  char text[20], *at = text + sizeof text;
  for (; value > 0 || digits > 0; value /= 10, digits--) *--at = (char)('0' + value % 10);
  buffer_append(b, (span){at, (size_t)(text + sizeof text - at)});
}

/* Every line of the access log has a time: the text of a second is kept while it lasts. */
void log_time(buffer *b) {
  static char text[24];
  static time_t kept;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_sec != kept) {
    struct tm day;
    gmtime_r(&now.tv_sec, &day);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S.", &day);
    kept = now.tv_sec;
  }
  buffer_text(b, text);
  log_number(b, (uint64_t)now.tv_nsec / 1000000, 3);
  buffer_byte(b, 'Z');
}

static void escape(buffer *b, unsigned char byte) {
  char text[8];
  snprintf(text, sizeof text, "\\u%04x", byte);
  buffer_text(b, text);
}

void log_json(buffer *b, span text) {
  buffer_byte(b, '"');
  while (text.len > 0) {
    size_t plain = 0, length;
    while (plain < text.len && (unsigned char)text.data[plain] - 0x20u < 0x5f &&
           text.data[plain] != '"' && text.data[plain] != '\\') {
      plain++;
    }
    buffer_append(b, span_take(text, plain));
    text = span_skip(text, plain);
    if (text.len == 0) break;
    unsigned char byte = (unsigned char)text.data[0];
    utf8_decode(text, &length);
    if (byte == '"' || byte == '\\') {
      buffer_byte(b, '\\');
      buffer_byte(b, (char)byte);
    } else if (byte < 0x20 || byte == 0x7f) {
      escape(b, byte);
    } else if (length == 0) {
      buffer_text(b, "\\ufffd");
    } else {
      buffer_append(b, span_take(text, length));
    }
    text = span_skip(text, length == 0 ? 1 : length);
  }
  buffer_byte(b, '"');
}

static void format_json(buffer *b, log_level level, span text) {
  buffer_text(b, "{\"time\":\"");
  log_time(b);
  buffer_text(b, "\",\"level\":\"");
  buffer_text(b, names[level]);
  buffer_text(b, "\",\"process\":");
  log_json(b, span_of(process_name));
  buffer_text(b, ",\"message\":");
  log_json(b, text);
  buffer_text(b, "}\n");
}

static void format_human(buffer *b, log_level level, span text) {
  log_time(b);
  buffer_byte(b, ' ');
  buffer_text(b, names[level]);
  buffer_text(b, level == LOG_ERROR || level == LOG_DEBUG ? " " : "  ");
  buffer_text(b, process_name);
  buffer_text(b, ": ");
  buffer_append(b, text);
  buffer_byte(b, '\n');
}

void log_write(log_level level, const char *format, ...) {
  static char text[LINE_LIMIT];
  static buffer line;
  va_list arguments;
  if (level > least_level) return;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  for (size_t longest = LINE_LIMIT; longest >= LINE_LIMIT / 16; longest /= 2) {
    span whole = span_take(span_of(text), longest);
    buffer_clear(&line);
    if (isatty(STDERR_FILENO))
      format_human(&line, level, whole);
    else
      format_json(&line, level, whole);
    if (line.len <= sink_longest(&out)) break;
  }
  span rest = buffer_span(&line);
  for (size_t count; rest.len > 0 && (count = sink_write(&out, rest)) > 0;) {
    rest = span_skip(rest, count);
  }
  dropped += rest.len > 0;
}
