#include "host/wire/guard.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "host/wire/guard_body.h"
#include "host/wire/uri.h"

enum { FIRST_SIZE = 2048, SHRUNK_SIZE = 4096 };

char *guard_room(guard *g, uint32_t *room) {
  if (g->size - g->len < FIRST_SIZE / 2) {
    uint32_t size = g->size == 0 ? FIRST_SIZE : g->size * 2;
    char *data = realloc(g->data, size);
    if (data == NULL) return NULL;
    g->data = data;
    g->size = size;
  }
  *room = g->size - g->len;
  return g->data + g->len;
}

void guard_received(guard *g, uint32_t count) { g->len += count; }

void guard_free(guard *g) {
  free(g->data);
  g->data = NULL;
  g->len = g->size = 0;
}

guard_verdict guard_refuse(guard *g, guard_refusal refusal, const char *reason) {
  guard_blame(g, refusal, reason);
  g->phase = GUARD_DONE;
  return GUARD_REFUSED;
}

guard_verdict guard_blame(guard *g, guard_refusal refusal, const char *reason) {
  if (g->refusal == GUARD_ACCEPTED) {
    g->refusal = refusal;
    fault_set(&g->why, "%s", reason);
  }
  g->close = true;
  return GUARD_READY;
}

static guard_verdict invalid(guard *g, const char *reason) {
  return guard_refuse(g, GUARD_INVALID, reason);
}

/* Bytes of a body were moved: they have no place any more. */
static guard_verdict bare_line_feed(guard *g, uint32_t at) {
  char reason[80] = "A line of the chunked body ends in LF without CR.";
  if (g->phase <= GUARD_FIELDS) {
    snprintf(reason, sizeof reason, "Byte %u of the request is LF (0x0A) without CR before it.",
             at + 1);
  }
  return invalid(g, reason);
}

guard_verdict guard_line(guard *g, uint32_t limit, guard_refusal beyond, guard_slice *line) {
  uint32_t available = g->len - g->at;
  uint32_t within = available < limit ? available : limit;
  uint32_t searched = g->scanned > g->at ? g->scanned - g->at : 0;
  span unseen = {g->data + g->at + searched, within - searched};
  size_t found = span_find(unseen, '\n');
  if (found == unseen.len) {
    g->scanned = g->at + within;
    if (within == limit) return guard_refuse(g, beyond, "A line of the request is too long.");
    return GUARD_MORE;
  }
  uint32_t end = searched + (uint32_t)found;
  if (end == 0 || g->data[g->at + end - 1] != '\r') return bare_line_feed(g, g->at + end);
  *line = (guard_slice){g->at, end - 1};
  g->at += end + 1;
  return GUARD_READY;
}

/* HTTP-version: case-sensitive, one digit on each side. A higher minor version is read as 1.1
   (RFC 9110 section 2.5). */
static guard_verdict read_version(guard *g, span text) {
  bool formed = text.len == 8 && span_starts(text, SPAN("HTTP/")) && text.data[6] == '.' &&
                ascii_digit(text.data[5]) && ascii_digit(text.data[7]);
  if (!formed) return invalid(g, "The request line must end in \"HTTP/1.1\".");
  if (text.data[5] != '1') {
    return guard_refuse(g, GUARD_VERSION, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
  }
  g->minor = text.data[7] == '0' ? 0 : 1;
  g->close = g->minor == 0;
  return GUARD_READY;
}

static guard_slice slice_of(const guard *g, span part) {
  if (part.len == 0) return (guard_slice){0, 0};
  return (guard_slice){(uint32_t)(part.data - g->data), (uint32_t)part.len};
}

static guard_verdict read_target(guard *g, span method, span target) {
  uri_target parts;
  fault why;
  bool good = uri_split(method, target, &parts, &why);
  g->method = slice_of(g, method);
  g->target = slice_of(g, target);
  g->authority = slice_of(g, parts.authority);
  g->absolute = parts.authority.len > 0;
  g->has_query = parts.query.data != NULL;
  g->query = slice_of(g, parts.query);
  g->path = slice_of(g, parts.path);
  g->line_read = true;
  return good ? GUARD_READY : guard_blame(g, GUARD_INVALID, why.text);
}

/* method SP request-target SP HTTP-version: exactly two single spaces. A further one counts to the
   target, which has none. */
static guard_verdict read_request_line(guard *g, guard_slice line) {
  span text = guard_span(g, line);
  size_t first = span_find(text, ' '), last = text.len;
  while (last > first && text.data[last - 1] != ' ') last--;
  span method = span_take(text, first);
  if (last <= first + 1 || !uri_token(method)) {
    return invalid(g, "The request line is not \"METHOD target HTTP/1.1\".");
  }
  guard_verdict verdict = read_version(g, span_skip(text, last));
  if (verdict != GUARD_READY) return verdict;
  verdict = read_target(g, method, span_take(span_skip(text, first + 1), last - first - 2));
  if (span_equal(method, SPAN("CONNECT"))) {
    return guard_blame(g, GUARD_METHOD, "This server is no proxy.");
  }
  return verdict;
}

static guard_verdict step_line(guard *g) {
  guard_slice line;
  guard_verdict verdict = guard_line(g, GUARD_LINE_LIMIT, GUARD_TARGET_TOO_LONG, &line);
  if (verdict != GUARD_READY) return verdict;
  /* Empty lines before a request line are ignored (RFC 9112 section 2.2), but not for ever. */
  if (line.len == 0) {
    if (g->at > 8) return invalid(g, "Too many empty lines precede the request.");
    return GUARD_READY;
  }
  g->phase = GUARD_FIELDS;
  return read_request_line(g, line);
}

/* How many bytes are VCHAR, SP, HTAB and obs-text (RFC 9110 section 5.5). */
static size_t valid_value(span text) {
  size_t i = 0;
  while (i < text.len && (!ascii_control(text.data[i]) || text.data[i] == '\t')) i++;
  return i;
}

/* Which line of the head or of the trailer is at fault. */
static bool bad_line(const guard *g, fault *why, const char *what) {
  if (g->phase == GUARD_TRAILER) return fault_set(why, "A trailer line %s.", what);
  return fault_set(why, "Header line %u %s.", g->count + 1, what);
}

static bool bad_byte(const guard *g, fault *why, span line, size_t at, const char *where) {
  char what[80];
  snprintf(what, sizeof what, "has the byte 0x%02X at place %zu, in its %s",
           (unsigned)(unsigned char)line.data[at], at + 1, where);
  return bad_line(g, why, what);
}

bool guard_split_field(guard *g, guard_slice line, guard_field *field, fault *why) {
  span text = guard_span(g, line);
  if (ascii_blank(text.data[0])) {
    return bad_line(g, why, "begins with a blank: line folding is obsolete");
  }
  size_t colon = span_find(text, ':'), token = uri_token_length(text);
  span name = span_take(text, colon);
  if (colon == text.len) return bad_line(g, why, "has no colon");
  if (colon == 0) return bad_line(g, why, "has no name");
  if (token < colon) return bad_byte(g, why, text, token, "name");
  span value = ascii_trim(span_skip(text, colon + 1));
  size_t valid = valid_value(value);
  if (valid < value.len) {
    return bad_byte(g, why, text, (size_t)(value.data - text.data) + valid, "value");
  }
  for (uint32_t i = line.at; i < line.at + colon; i++) {
    g->data[i] = ascii_lower(g->data[i]);
  }
  *field = (guard_field){{line.at, (uint32_t)name.len}, slice_of(g, value)};
  return true;
}

static const guard_field *find_field(const guard *g, span name, uint32_t *occurrences) {
  const guard_field *found = NULL;
  *occurrences = 0;
  for (uint32_t i = 0; i < g->count; i++) {
    if (!span_equal(guard_span(g, g->fields[i].name), name)) continue;
    if (found == NULL) found = &g->fields[i];
    ++*occurrences;
  }
  return found;
}

span guard_value(const guard *g, span name) {
  uint32_t occurrences;
  const guard_field *field = find_field(g, name, &occurrences);
  return occurrences == 1 ? guard_span(g, field->value) : (span){NULL, 0};
}

/* A line of the head holds more beside its value than what joins it to the next. */
span guard_list(const guard *g, span name, char out[GUARD_HEAD_LIMIT]) {
  uint32_t occurrences;
  const guard_field *first = find_field(g, name, &occurrences);
  if (occurrences <= 1) return first == NULL ? (span){NULL, 0} : guard_span(g, first->value);
  size_t length = 0;
  for (const guard_field *at = first; at < g->fields + g->count; at++) {
    span value = guard_span(g, at->value);
    if (!span_equal(guard_span(g, at->name), name)) continue;
    if (at != first) out[length++] = ',';
    memcpy(out + length, value.data, value.len);
    length += value.len;
  }
  return (span){out, length};
}

span guard_path(const guard *g) { return g->path.len > 0 ? guard_span(g, g->path) : SPAN("/"); }

static const char *check_host(guard *g) {
  uint32_t occurrences;
  const guard_field *host = find_field(g, SPAN("host"), &occurrences);
  if (occurrences == 0) return g->minor == 0 ? NULL : "The Host header is missing.";
  if (occurrences > 1) return "The Host header is repeated.";
  if (!uri_authority(guard_span(g, host->value))) return "The Host header names no valid host.";
  if (!g->absolute) g->authority = host->value;
  return NULL;
}

static guard_verdict end_head(guard *g) {
  const char *reason = check_host(g);
  if (reason != NULL) guard_blame(g, GUARD_INVALID, reason);
  if (g->refusal == GUARD_ACCEPTED) return guard_body_begin(g);
  g->phase = GUARD_DONE;
  return GUARD_REFUSED;
}

static guard_verdict step_field(guard *g) {
  guard_slice line;
  guard_verdict verdict = guard_line(g, GUARD_HEAD_LIMIT - g->at, GUARD_HEADERS_TOO_LARGE, &line);
  if (verdict != GUARD_READY) return verdict;
  if (line.len == 0) return end_head(g);
  if (g->count == GUARD_FIELD_LIMIT) {
    return guard_refuse(g, GUARD_HEADERS_TOO_LARGE, "The request has too many header fields.");
  }
  fault why;
  if (!guard_split_field(g, line, &g->fields[g->count], &why)) {
    return guard_blame(g, GUARD_INVALID, why.text);
  }
  g->count++;
  return GUARD_READY;
}

guard_verdict guard_step(guard *g) {
  if (g->phase == GUARD_START && g->len > g->at) g->phase = GUARD_LINE;
  guard_verdict verdict = GUARD_READY;
  while (g->phase != GUARD_DONE && verdict == GUARD_READY) {
    switch (g->phase) {
      case GUARD_START: return GUARD_MORE;
      case GUARD_LINE: verdict = step_line(g); break;
      case GUARD_FIELDS: verdict = step_field(g); break;
      default: verdict = guard_body_step(g); break;
    }
  }
  if (g->phase != GUARD_DONE) return verdict;
  return g->refusal == GUARD_ACCEPTED ? GUARD_READY : GUARD_REFUSED;
}

void guard_next(guard *g) {
  char *data = g->data;
  uint32_t size = g->size, rest = g->len - g->at;
  if (rest > 0) memmove(data, data + g->at, rest);
  /* The field table is left as it is: `count` says how much of it is meant. */
  memset(g, 0, offsetof(guard, fields));
  g->data = data;
  g->size = size;
  g->len = rest;
  if (rest == 0 && size > SHRUNK_SIZE) guard_free(g);
}

void guard_clear(guard *g) {
  g->at = g->len;
  guard_next(g);
}

const char *guard_refusal_code(guard_refusal refusal) {
  static const char *const codes[] = {
      [GUARD_ACCEPTED] = "INTERNAL_ERROR",          [GUARD_INVALID] = "INVALID_REQUEST",
      [GUARD_METHOD] = "METHOD_NOT_ALLOWED",        [GUARD_TIMEOUT] = "REQUEST_TIMEOUT",
      [GUARD_BODY_TOO_LARGE] = "CONTENT_TOO_LARGE", [GUARD_TARGET_TOO_LONG] = "URI_TOO_LONG",
      [GUARD_EXPECTATION] = "EXPECTATION_FAILED",   [GUARD_HEADERS_TOO_LARGE] = "HEADERS_TOO_LARGE",
      [GUARD_CODING] = "NOT_IMPLEMENTED",           [GUARD_VERSION] = "HTTP_VERSION_NOT_SUPPORTED",
  };
  return codes[refusal];
}
