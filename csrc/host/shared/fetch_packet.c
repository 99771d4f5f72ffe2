#include "host/shared/fetch_packet.h"

#include <errno.h>
#include <sys/socket.h>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/escape.h"
#include "host/wire/uri.h"

enum { TARGET_LIMIT = 8 * 1024 };

const char *const fetch_methods[FETCH_METHODS + 1] = {"GET", "HEAD",  "POST",
                                                      "PUT", "PATCH", "DELETE"};

enum { FIRST_WITH_BODY = 2 };

bool fetch_has_body(unsigned method) { return method >= FIRST_WITH_BODY; }

const char *const fetch_codes[FETCH_CODES] = {"answered",     "timeout", "refused",   "unresolved",
                                              "tls",          "closed",  "malformed", "too_large",
                                              "breaker_open", "busy"};

/* ---- packets ---- */

/* The limits of each kind. */
static const struct {
  uint32_t codes, head, body;
  bool status, timeout;
} kinds[] = {
    [FETCH_ASK] = {FETCH_METHODS, FETCH_HEAD, FETCH_ASK_BODY, false, true},
    [FETCH_GIVE_UP] = {1, 0, 0, false, false},
    [FETCH_ANSWER] = {1, FETCH_HEAD, FETCH_ANSWER_BODY, true, false},
    [FETCH_FAILED] = {FETCH_CODES, FETCH_DETAIL + 1, 0, false, false},
};

static bool is_allowed(const fetch_message *m) {
  if (m->kind < FETCH_ASK || m->kind > FETCH_FAILED) { return false; }
  bool status = kinds[m->kind].status ? m->status >= 100 && m->status <= 599 : m->status == 0;
  bool timeout =
      kinds[m->kind].timeout ? m->timeout > 0 && m->timeout <= FETCH_LONGEST : m->timeout == 0;
  return status && timeout && m->code < kinds[m->kind].codes && m->head <= kinds[m->kind].head &&
         m->body <= kinds[m->kind].body;
}

bool fetch_read(span packet, fetch_message *out, uint32_t *offset, span *bytes) {
  const char *at = packet.data;
  if (packet.len < FETCH_HEADER || packet.len > FETCH_PACKET) { return false; }
  *out = (fetch_message){.kind = (fetch_kind)(unsigned char)at[0],
                         .code = (uint8_t)at[1],
                         .status = load_u16le(at + 2),
                         .number = load_u32le(at + 4),
                         .head = load_u32le(at + 8),
                         .body = load_u32le(at + 12),
                         .timeout = load_u32le(at + 16)};
  *offset = load_u32le(at + 20);
  *bytes = span_skip(packet, FETCH_HEADER);
  if (!is_allowed(out)) { return false; }
  size_t all = (size_t)out->head + out->body;
  return range_inside(*offset, bytes->len, all) && (bytes->len > 0 || all == 0);
}

fetch_progress fetch_join(fetch_message *whole, const fetch_message *part, uint32_t offset,
                          span bytes) {
  size_t all = (size_t)whole->head + whole->body;
  bool same = whole->kind == part->kind && whole->number == part->number &&
              whole->code == part->code && whole->status == part->status &&
              whole->head == part->head && whole->body == part->body &&
              whole->timeout == part->timeout;
  if (!same || offset != whole->content.len) { return FETCH_WRONG; }
  buffer_append(&whole->content, bytes);
  if (whole->content.failed) { return FETCH_WRONG; }
  return whole->content.len == all ? FETCH_WHOLE : FETCH_PART;
}

bool fetch_compose(fetch_message *out, fetch_message facts, span head, span body) {
  *out = facts;
  out->head = (uint32_t)head.len;
  out->body = (uint32_t)body.len;
  out->content = (buffer){0};
  buffer_append(&out->content, head);
  buffer_append(&out->content, body);
  if (!out->content.failed) { return true; }
  buffer_free(&out->content);
  out->head = out->body = 0;
  return false;
}

/* @return 1: sent, 0: there is no room now, -1: nobody is there */
static int send_packet(int fd, const fetch_message *m, span bytes) {
  unsigned char header[FETCH_HEADER] = {(unsigned char)m->kind, m->code};
  struct iovec parts[] = {{header, sizeof header}, {(void *)(uintptr_t)bytes.data, bytes.len}};
  struct msghdr packet = {.msg_iov = parts, .msg_iovlen = bytes.len > 0 ? 2 : 1};
  store_u16le(header + 2, m->status);
  store_u32le(header + 4, m->number);
  store_u32le(header + 8, m->head);
  store_u32le(header + 12, m->body);
  store_u32le(header + 16, m->timeout);
  store_u32le(header + 20, (uint32_t)m->sent);
  if (sendmsg(fd, &packet, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) { return 1; }
  bool later = errno == EAGAIN || errno == EINTR || errno == ENOMEM || errno == ENOBUFS;
  return later ? 0 : -1;
}

bool fetch_send(int fd, fetch_message *message, fetch_progress *how) {
  int sent;
  *how = FETCH_PART;
  do {
    span rest = span_skip(buffer_span(&message->content), message->sent);
    span bytes = span_take(rest, FETCH_PACKET - FETCH_HEADER);
    sent = send_packet(fd, message, bytes);
    if (sent <= 0) { return sent == 0; }
    message->sent += bytes.len;
  } while (message->sent < message->content.len);
  *how = FETCH_WHOLE;
  return true;
}

bool fetch_next(span *head, span *text) {
  size_t length = span_find(*head, '\0');
  if (length == head->len) { return false; }
  *text = span_take(*head, length);
  *head = span_skip(*head, length + 1);
  return true;
}

/* ---- what a fetch may ask for ---- */

/* A segment of a path that every server reads as a name, however often it decodes. */
static bool is_name(span segment) {
  char decoded[TARGET_LIMIT];
  size_t length;
  if (percent_decode(segment, false, decoded, &length) != NULL) { return false; }
  span plain = {decoded, length}, first = span_take(plain, span_find(plain, ';'));
  for (size_t i = 0; i < length; i++) {
    if (ascii_control(decoded[i]) || strchr("/\\%", decoded[i]) != NULL) { return false; }
  }
  return !span_equal(first, SPAN(".")) && !span_equal(first, SPAN(".."));
}

/* Bytes that stand in a path or a query as they are (RFC 3986), a slash and a percent among them.
 */
static bool is_plain(char byte) {
  return ascii_alnum(byte) || (byte != '\0' && strchr("-._~!$&'()*+,;=:@/%", byte) != NULL);
}

static bool check_path(span path, fault *why) {
  if (path.len == 0 || path.data[0] != '/') {
    return fault_set(why, "the path does not begin with a slash");
  }
  for (span rest = span_skip(path, 1); rest.len > 0;) {
    span segment = span_take(rest, span_find(rest, '/'));
    if (segment.len == 0) { return fault_set(why, "a segment of the path is empty"); }
    if (!is_name(segment)) {
      return fault_set(why,
                       "\"%.*s\" is no segment of a path: dots, slashes, percent signs and control "
                       "bytes may not stand there, encoded or not",
                       segment.len > 80 ? 80 : (int)segment.len, segment.data);
    }
    rest = span_skip(rest, segment.len + 1);
  }
  return true;
}

static bool check_target(span target, fault *why) {
  size_t question = span_find(target, '?');
  if (target.len > TARGET_LIMIT) {
    return fault_set(why, "path and query are longer than %d bytes", TARGET_LIMIT);
  }
  for (size_t i = 0; i < target.len; i++) {
    bool in_query = i > question && target.data[i] == '?';
    if (i != question && !in_query && !is_plain(target.data[i])) {
      return fault_set(why, "byte 0x%02x may not stand in a target; encode it",
                       (unsigned char)target.data[i]);
    }
  }
  return check_path(span_take(target, question), why);
}

/* Header fields that belong to a connection, or that settle where a message ends. */
static const char *const own[] = {
    "host",   "connection",      "transfer-encoding", "content-length",     "keep-alive",
    "te",     "trailer",         "upgrade",           "proxy-authenticate", "proxy-authorization",
    "expect", "proxy-connection"};

static bool check_field(span field, fault *why) {
  size_t colon = span_find(field, ':');
  span name = span_take(field, colon), value = ascii_trim(span_skip(field, colon + 1));
  int shown = name.len > 60 ? 60 : (int)name.len;
  if (colon == field.len || !uri_token(name)) {
    return fault_set(why, "\"%.*s\" is no name of a header field", shown, name.data);
  }
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (ascii_same(name, span_of(own[i]))) {
      return fault_set(why, "the header field %.*s is set by the service alone", shown, name.data);
    }
  }
  if (value.len == 0) { return fault_set(why, "the header field %.*s is empty", shown, name.data); }
  return !ascii_any_control(field) ||
         fault_set(why, "the header field %.*s holds a control byte", shown, name.data);
}

static bool has_name(span fields, span name) {
  for (span field; fetch_next(&fields, &field);) {
    if (ascii_same(span_take(field, span_find(field, ':')), name)) { return true; }
  }
  return false;
}

static bool check_fields(span fields, fault *why) {
  unsigned count = 0;
  span rest = fields, field;
  while (fetch_next(&rest, &field)) {
    if (!check_field(field, why)) { return false; }
    span name = span_take(field, span_find(field, ':'));
    if (has_name(rest, name)) {
      return fault_set(why, "the header field %.*s stands there twice",
                       name.len > 60 ? 60 : (int)name.len, name.data);
    }
    if (++count > FETCH_FIELDS) {
      return fault_set(why, "more than %d header fields", FETCH_FIELDS);
    }
  }
  return rest.len == 0 || fault_set(why, "a header field holds a NUL");
}

bool fetch_order_read(unsigned method, span head, fetch_order *out, fault *why) {
  *out = (fetch_order){.fields = head};
  if (method >= FETCH_METHODS || head.len > FETCH_HEAD) {
    return fault_set(why, "path, query and header fields are longer than %d bytes", FETCH_HEAD);
  }
  if (!fetch_next(&out->fields, &out->upstream) || !fetch_next(&out->fields, &out->target)) {
    return fault_set(why, "upstream or target holds a NUL");
  }
  return check_target(out->target, why) && check_fields(out->fields, why);
}
