#include "base/log.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/utf8.h"

/* Pipes take this many bytes in one piece, or none (PIPE_BUF). */
enum { PIECE = 4096 };

static int open_again(int fd) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

sink sink_open(int fd) {
  struct stat file;
  if (fstat(fd, &file) != 0) { return (sink){fd, SINK_POLLED}; }
  if (S_ISREG(file.st_mode)) { return (sink){fd, SINK_FILE}; }
  if (S_ISSOCK(file.st_mode)) { return (sink){fd, SINK_SOCKET}; }
  int own = open_again(fd);
  return own < 0 ? (sink){fd, SINK_POLLED} : (sink){own, SINK_PIPE};
}

size_t sink_longest(const sink *s) { return s->kind == SINK_FILE ? SIZE_MAX : PIECE; }

/* The longest beginning of whole lines that fits a piece; a longer line is a piece of its own. */
static size_t next_piece(span lines) {
  if (lines.len <= PIECE) { return lines.len; }
  size_t end = PIECE;
  while (end > 0 && lines.data[end - 1] != '\n') { end--; }
  return end > 0 ? end : span_find(lines, '\n') + 1;
}

static bool writable(int fd) {
  struct pollfd wanted = {.fd = fd, .events = POLLOUT};
  return poll(&wanted, 1, 0) == 1 && (wanted.revents & POLLOUT) != 0;
}

size_t sink_write(const sink *s, span lines) {
  size_t piece = s->kind == SINK_FILE ? lines.len : next_piece(lines);
  ssize_t written = -1;
  if (s->kind == SINK_SOCKET) {
    written = send(s->fd, lines.data, piece, MSG_DONTWAIT | MSG_NOSIGNAL);
  } else if (s->kind != SINK_POLLED || writable(s->fd)) {
    written = write(s->fd, lines.data, piece);
  }
  return written < 0 ? 0 : (size_t)written;
}

enum { LINE_LIMIT = 8 * 1024, DEL = 0x7f };

static const char *const names[LOG_LEVELS] = {
    [LOG_ERROR] = "error", [LOG_WARN] = "warn", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"};
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
  while (level < LOG_LEVELS && strcmp(names[level], text) != 0) { level++; }
  return level;
}

void log_number(buffer *b, uint64_t value, int digits) {
  char text[20], *at = text + sizeof text;
  for (; value > 0 || digits > 0; value /= 10, digits--) { *--at = (char)('0' + value % 10); }
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

void log_json(buffer *b, span text) {
  size_t plain = quote_plain(text);
  buffer_byte(b, '"');
  buffer_append(b, span_take(text, plain));
  text = span_skip(text, plain);
  while (text.len > 0) {
    size_t good = utf8_valid_prefix(span_take(text, span_find(text, DEL)));
    quote_text(b, span_take(text, good));
    if (good < text.len) { buffer_text(b, text.data[good] == DEL ? "\\u007f" : "\\ufffd"); }
    text = span_skip(text, good + 1);
  }
  buffer_byte(b, '"');
}

static void format_json(buffer *b, log_level level, span text) {
  buffer_text(b, "{\"time\":\"");
  log_time(b);
  buffer_print(b, "\",\"level\":\"%s\",\"process\":", names[level]);
  log_json(b, span_of(process_name));
  buffer_text(b, ",\"message\":");
  log_json(b, text);
  buffer_text(b, "}\n");
}

static void format_human(buffer *b, log_level level, span text) {
  log_time(b);
  buffer_print(b, " %-5s %s: ", names[level], process_name);
  buffer_append(b, text);
  buffer_byte(b, '\n');
}

void log_write(log_level level, const char *format, ...) {
  static char text[LINE_LIMIT];
  static buffer line;
  va_list arguments;
  if (level > least_level) { return; }
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0) { return; }
  for (size_t longest = LINE_LIMIT; longest >= LINE_LIMIT / 16; longest /= 2) {
    span whole = span_take(span_of(text), longest);
    buffer_clear(&line);
    if (isatty(STDERR_FILENO)) {
      format_human(&line, level, whole);
    } else {
      format_json(&line, level, whole);
    }
    if (line.len <= sink_longest(&out)) { break; }
  }
  span rest = buffer_span(&line);
  for (size_t count; rest.len > 0 && (count = sink_write(&out, rest)) > 0;) {
    rest = span_skip(rest, count);
  }
  dropped += rest.len > 0;
}
