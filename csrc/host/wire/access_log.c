#include "host/wire/access_log.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/log.h"
#include "host/wire/address.h"

enum { FLUSH_AT = 48 * 1024, GATHER_LIMIT = 256 * 1024 };

static struct {
  const char *path;
  sink sink;
  bool human;
  size_t cut; /* bytes of a client's text that are kept in the line being written */
  bool stuck; /* the reader is too slow: it is tried again at the next flush, not at each line */
  buffer lines;
  const access_field *fields;
  uint32_t count;
  const char *(*route_name)(uint32_t route);
  uint64_t dropped, reported; /* lines, and how many of them the log has reported */
} out = {.sink = {.fd = -1}};

bool access_log_is_file(const char *path) { return path != NULL && strcmp(path, "-") != 0; }

int access_log_file(const char *path, fault *why) {
  int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
  if (fd < 0) { fault_set(why, "%.200s: %s", path, strerror(errno)); }
  return fd;
}

void access_log_open(const char *path, int file) {
  if (path == NULL) { return; }
  int fd = file < 0 ? STDOUT_FILENO : file;
  out.path = path;
  out.human = isatty(fd);
  out.sink = sink_open(fd);
}

void access_log_turn(int file) {
  access_log_flush();
  close(out.sink.fd);
  out.sink = sink_open(file);
}

uint64_t access_log_dropped(void) { return out.dropped; }

static void text_member(buffer *b, const char *name, span value) {
  buffer_text(b, name);
  log_json(b, span_take(value, out.cut));
}

static void header_member(buffer *b, const char *name, const guard *g, span header) {
  span value = guard_value(g, header);
  if (value.data != NULL) { text_member(b, name, value); }
}

static void number_member(buffer *b, const char *name, uint64_t value) {
  buffer_text(b, name);
  log_number(b, value, 1);
}

void access_log_fields(const access_field *fields, uint32_t count,
                       const char *(*route_name)(uint32_t route)) {
  out.fields = fields;
  out.count = count;
  out.route_name = route_name;
}

/* Cuts the part before the separator off. @return false when no part is left */
static bool next_part(span *rest, char separator, span *part) {
  if (rest->data == NULL) { return false; }
  size_t end = span_find(*rest, separator);
  *part = span_take(*rest, end);
  *rest = end < rest->len ? span_skip(*rest, end + 1) : (span){NULL, 0};
  return true;
}

static span param_of(const guard *g, span name) {
  span query = g->has_query ? guard_span(g, g->query) : (span){NULL, 0}, pair;
  while (next_part(&query, '&', &pair)) {
    size_t equals = span_find(pair, '=');
    if (span_equal(span_take(pair, equals), name)) {
      return equals < pair.len ? span_skip(pair, equals + 1) : SPAN("");
    }
  }
  return (span){NULL, 0};
}

static span segment_of(const guard *g, uint32_t number) {
  span path = span_skip(guard_path(g), 1), segment = {NULL, 0};
  while (number > 0 && next_part(&path, '/', &segment)) { number--; }
  return number == 0 ? segment : (span){NULL, 0};
}

/* The absent span where the request has no such value. */
static span field_value(const access_field *f, const access_entry *e) {
  const guard *g = e->asked->guard;
  if (f->source == ACCESS_HEADER) { return guard_value(g, f->argument); }
  if (f->source == ACCESS_ROUTE) { return span_of(out.route_name(e->route)); }
  if (!g->line_read) { return (span){NULL, 0}; }
  return f->source == ACCESS_PARAM ? param_of(g, f->argument) : segment_of(g, f->number);
}

static void add_fields(buffer *b, const access_entry *e) {
  for (const access_field *f = out.fields; f < out.fields + out.count; f++) {
    span value = field_value(f, e);
    if (value.data == NULL) { continue; }
    buffer_text(b, ",\"");
    buffer_append(b, f->name);
    buffer_text(b, "\":");
    log_json(b, span_take(value, out.cut));
  }
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
  if (out.count > 0) { add_fields(b, e); }
  if (e->lost) { buffer_text(b, ",\"worker_ended\":true"); }
  buffer_text(b, out.cut == SIZE_MAX ? "}\n" : ",\"cut\":true}\n");
}

/* A refused target may hold bytes that a terminal would obey. */
static void printable(buffer *b, span text) {
  for (size_t i = 0; i < text.len; i++) {
    bool shown = text.data[i] > ' ' && text.data[i] < 0x7f;
    buffer_byte(b, shown ? text.data[i] : '?');
  }
}

static void add_human(buffer *b, const access_entry *e, const char *address) {
  char text[160];
  const guard *g = e->asked->guard;
  snprintf(text, sizeof text, "%d %7.2f ms %7llu B  %-15s ", e->status,
           (double)e->microseconds / 1e3, (unsigned long long)e->bytes, address);
  buffer_text(b, text);
  buffer_append(b, g->line_read ? guard_span(g, g->method) : SPAN("(unreadable)"));
  buffer_byte(b, ' ');
  if (g->line_read) { printable(b, span_take(guard_span(g, g->target), out.cut)); }
  buffer_byte(b, '\n');
}

/* A client's texts are cut where the line could not be written in one piece otherwise. */
void access_log_add(const access_entry *entry) {
  static const size_t cuts[] = {SIZE_MAX, 400, 64};
  char address[ADDRESS_TEXT];
  size_t before = out.lines.len;
  if (out.sink.fd < 0) { return; }
  if (before > GATHER_LIMIT) {
    out.dropped++;
    if (!out.stuck) { access_log_flush(); }
    return;
  }
  address_write(&entry->asked->client, address);
  for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
    out.lines.len = before;
    out.cut = cuts[i];
    if (out.human) {
      add_human(&out.lines, entry, address);
    } else {
      add_json(&out.lines, entry, address);
    }
    if (out.lines.len - before <= sink_longest(&out.sink)) { break; }
  }
  if (out.lines.len > FLUSH_AT && !out.stuck) { access_log_flush(); }
}

static void report_dropped(void) {
  uint64_t lost = out.dropped - out.reported;
  if (out.human) {
    buffer_text(&out.lines, "(lines lost, their reader is too slow: ");
    log_number(&out.lines, lost, 1);
    buffer_text(&out.lines, ")\n");
  } else {
    buffer_text(&out.lines, "{\"time_iso8601\":\"");
    log_time(&out.lines);
    number_member(&out.lines, "\",\"lines_dropped\":", lost);
    buffer_text(&out.lines, "}\n");
  }
  out.reported = out.dropped;
}

/* Moves what is left to the front: a line that was begun must be ended. */
static void access_keep(size_t written) {
  span rest = span_skip(buffer_span(&out.lines), written);
  memmove(out.lines.data, rest.data, rest.len);
  out.lines.len = rest.len;
}

static bool access_write_all(void) {
  size_t written = 0;
  while (written < out.lines.len) {
    size_t count = sink_write(&out.sink, span_skip(buffer_span(&out.lines), written));
    if (count == 0) { break; }
    written += count;
  }
  if (written > 0) { access_keep(written); }
  return out.lines.len == 0;
}

/* A slow reader is waited for; a full disk needs the operator. */
static void access_complain(int error) {
  if (error == 0 || error == EAGAIN) { return; }
  log_write(LOG_ERROR, "access_log: %s: %s; its lines are kept for a while, and then lost",
            out.path, strerror(error));
}

bool access_log_flush(void) {
  if (out.sink.fd < 0) { return true; }
  bool was_stuck = out.stuck;
  errno = 0;
  out.stuck = !access_write_all();
  if (out.stuck && !was_stuck) { access_complain(errno); }
  if (!out.stuck && out.reported != out.dropped) {
    report_dropped();
    out.stuck = !access_write_all();
  }
  return !out.stuck;
}

bool access_log_owes(void) { return out.stuck; }
