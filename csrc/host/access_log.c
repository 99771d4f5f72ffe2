#include "host/access_log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/address.h"
#include "host/log.h"

/* A pipe takes at most PIPE_PIECE bytes in one piece without mixing writers or waiting. */
enum { FLUSH_AT = 48 * 1024, GATHER_LIMIT = 64 * 1024, PIPE_PIECE = 4096 };

static struct {
  const char *path;
  int fd;
  bool human, piecewise;
  buffer lines;
  uint64_t dropped;
} sink = {.fd = -1};

static int open_file(const char *path) {
  return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}

bool access_log_open(const char *path, fault *why) {
  struct stat kind;
  if (path == NULL || path[0] == '\0') return true;
  sink.path = path;
  sink.fd = strcmp(path, "-") == 0 ? STDOUT_FILENO : open_file(path);
  if (sink.fd < 0 || fstat(sink.fd, &kind) != 0) {
    return fault_set(why, "access_log: %.200s: %s", path, strerror(errno));
  }
  sink.human = isatty(sink.fd);
  sink.piecewise = !S_ISREG(kind.st_mode);
  return true;
}

void access_log_reopen(void) {
  if (sink.fd < 0 || sink.fd == STDOUT_FILENO) return;
  access_log_flush();
  int fresh = open_file(sink.path);
  if (fresh < 0) {
    log_write(LOG_ERROR, "access_log: %s: %s", sink.path, strerror(errno));
    return;
  }
  close(sink.fd);
  sink.fd = fresh;
}

uint64_t access_log_dropped(void) { return sink.dropped; }

static void text_member(buffer *b, const char *name, span value) {
  buffer_text(b, name);
  log_json(b, value);
}

static void header_member(buffer *b, const char *name, const guard *g, span header) {
  span value = guard_value(g, header);
  if (value.data != NULL) text_member(b, name, value);
}

static void number_member(buffer *b, const char *name, uint64_t value) {
  buffer_text(b, name);
  log_number(b, value, 1);
}

static void add_json(buffer *b, const access_entry *e, const char *address) {
  const guard *g = e->asked->guard;
  buffer_text(b, "{\"time_iso8601\":\"");
  log_time(b);
  text_member(b, "\",\"remote_addr\":", span_of(address));
  if (g->line_read) {
    text_member(b, ",\"request_method\":", guard_span(g, g->method));
    text_member(b, ",\"request_uri\":", guard_span(g, g->target));
    text_member(b, ",\"host\":", guard_span(g, g->authority));
  }
  number_member(b, ",\"server_protocol\":\"HTTP/1.", g->minor);
  number_member(b, "\",\"status\":", (uint64_t)e->status);
  number_member(b, ",\"body_bytes_sent\":", e->bytes);
  number_member(b, ",\"request_time\":", e->microseconds / 1000000);
  buffer_byte(b, '.');
  log_number(b, e->microseconds % 1000000, 6);
  text_member(b, ",\"upstream_cache_status\":", e->cached ? SPAN("HIT") : SPAN("MISS"));
  header_member(b, ",\"http_user_agent\":", g, SPAN("user-agent"));
  header_member(b, ",\"http_referer\":", g, SPAN("referer"));
  text_member(b, ",\"request_id\":", span_of(e->asked->id));
  buffer_text(b, "}\n");
}

static void add_human(buffer *b, const access_entry *e, const char *address) {
  char text[160];
  const guard *g = e->asked->guard;
  snprintf(text, sizeof text, "%d %7.2f ms %7llu B  %-15s ", e->status,
           (double)e->microseconds / 1e3, (unsigned long long)e->bytes, address);
  buffer_text(b, text);
  buffer_append(b, g->line_read ? guard_span(g, g->method) : SPAN("(unreadable)"));
  buffer_byte(b, ' ');
  if (g->line_read) buffer_append(b, guard_span(g, g->target));
  buffer_byte(b, '\n');
}

void access_log_add(const access_entry *entry) {
  char address[ADDRESS_TEXT];
  if (sink.fd < 0) return;
  if (sink.lines.len > GATHER_LIMIT) {
    sink.dropped++;
    return;
  }
  address_write(&entry->asked->client, address);
  if (sink.human)
    add_human(&sink.lines, entry, address);
  else
    add_json(&sink.lines, entry, address);
  if (sink.lines.len > FLUSH_AT) access_log_flush();
}

static bool writable(void) {
  struct pollfd wanted = {.fd = sink.fd, .events = POLLOUT};
  return poll(&wanted, 1, 0) == 1 && (wanted.revents & POLLOUT) != 0;
}

/* The longest beginning of whole lines that may be written in one piece; at least one line. */
static size_t next_piece(span rest) {
  if (!sink.piecewise || rest.len <= PIPE_PIECE) return rest.len;
  size_t end = PIPE_PIECE;
  while (end > 0 && rest.data[end - 1] != '\n') end--;
  return end > 0 ? end : span_find(rest, '\n') + 1;
}

static void drop(span rest) {
  for (size_t i = 0; i < rest.len; i++) sink.dropped += rest.data[i] == '\n';
}

void access_log_flush(void) {
  span rest = buffer_span(&sink.lines);
  while (rest.len > 0) {
    size_t piece = next_piece(rest);
    if (!writable() || write(sink.fd, rest.data, piece) != (ssize_t)piece) break;
    rest = span_skip(rest, piece);
  }
  drop(rest);
  buffer_clear(&sink.lines);
}
