#include "host/wire/guard.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "host/wire/uri.h"

enum { FIRST_SIZE = 2048, SHRUNK_SIZE = 4096 };

char *guard_room(guard *g, uint32_t *room) {
  if (g->size - g->len < FIRST_SIZE / 2) {
    uint32_t size = g->size == 0 ? FIRST_SIZE : g->size * 2;
    char *data = realloc(g->data, size);
    if (data == NULL) { return NULL; }
    g->data = data;
    g->size = size;
  }
  *room = g->size - g->len;
  return g->data + g->len;
}

void guard_free(guard *g) {
  free(g->data);
  g->data = NULL;
  g->len = g->size = 0;
}

guard_result guard_refuse(guard *g, guard_refusal refusal, const char *reason) {
  guard_blame(g, refusal, reason);
  g->phase = GUARD_DONE;
  return GUARD_REFUSED;
}

guard_result guard_blame(guard *g, guard_refusal refusal, const char *reason) {
  if (g->refusal == GUARD_ACCEPTED) {
    g->refusal = refusal;
    fault_set(&g->why, "%s", reason);
  }
  g->close = true;
  return GUARD_NEXT;
}

guard_result guard_line(guard *g, uint32_t limit, guard_refusal beyond, guard_slice *line) {
  uint32_t available = g->len - g->at;
  uint32_t within = available < limit ? available : limit;
  uint32_t searched = g->scanned > g->at ? g->scanned - g->at : 0;
  span unseen = {g->data + g->at + searched, within - searched};
  size_t found = span_find(unseen, '\n');
  if (found == unseen.len) {
    g->scanned = g->at + within;
    if (within == limit) { return guard_refuse(g, beyond, "A line of the request is too long."); }
    return GUARD_MORE;
  }
  uint32_t end = searched + (uint32_t)found;
  if (end == 0 || g->data[g->at + end - 1] != '\r') {
    /* The bytes of a body were moved, so the reason names no place among them. */
    char reason[80] = "A line of the chunked body ends in LF without CR.";
    if (g->phase <= GUARD_FIELDS) {
      snprintf(reason, sizeof reason, "Byte %u of the request is LF (0x0A) without CR before it.",
               g->at + end + 1);
    }
    return guard_invalid(g, reason);
  }
  *line = (guard_slice){g->at, end - 1};
  g->at += end + 1;
  return GUARD_NEXT;
}

guard_slice guard_slice_of(const guard *g, span part) {
  if (part.len == 0) { return (guard_slice){0, 0}; }
  return (guard_slice){(uint32_t)(part.data - g->data), (uint32_t)part.len};
}

/* Names the line of the head or of the trailer that is at fault. */
static bool bad_line(const guard *g, fault *why, const char *what) {
  if (g->phase == GUARD_TRAILER) { return fault_set(why, "A trailer line %s.", what); }
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
  if (colon == text.len) { return bad_line(g, why, "has no colon"); }
  if (colon == 0) { return bad_line(g, why, "has no name"); }
  if (token < colon) { return bad_byte(g, why, text, token, "name"); }
  span value = ascii_trim(span_skip(text, colon + 1));
  size_t valid = 0; /* bytes that are VCHAR, SP, HTAB and obs-text (RFC 9110 section 5.5) */
  while (valid < value.len && (!ascii_control(value.data[valid]) || value.data[valid] == '\t')) {
    valid++;
  }
  if (valid < value.len) {
    return bad_byte(g, why, text, (size_t)(value.data - text.data) + valid, "value");
  }
  for (uint32_t i = line.at; i < line.at + colon; i++) { g->data[i] = ascii_lower(g->data[i]); }
  *field = (guard_field){{line.at, (uint32_t)name.len}, guard_slice_of(g, value)};
  return true;
}

const guard_field *guard_find(const guard *g, span name, uint32_t *occurrences) {
  const guard_field *found = NULL;
  *occurrences = 0;
  for (uint32_t i = 0; i < g->count; i++) {
    if (!span_equal(guard_span(g, g->fields[i].name), name)) { continue; }
    if (found == NULL) { found = &g->fields[i]; }
    ++*occurrences;
  }
  return found;
}

span guard_value(const guard *g, span name) {
  uint32_t occurrences;
  const guard_field *field = guard_find(g, name, &occurrences);
  return occurrences == 1 ? guard_span(g, field->value) : (span){NULL, 0};
}

/* The list fits into `out`: beside its value, each line of the head has more bytes than the comma
 * that join it to the next. */
span guard_list(const guard *g, span name, char out[GUARD_HEAD_LIMIT]) {
  uint32_t occurrences;
  const guard_field *first = guard_find(g, name, &occurrences);
  if (occurrences <= 1) { return first == NULL ? (span){NULL, 0} : guard_span(g, first->value); }
  size_t length = 0;
  for (const guard_field *at = first; at < g->fields + g->count; at++) {
    span value = guard_span(g, at->value);
    if (!span_equal(guard_span(g, at->name), name)) { continue; }
    if (at != first) { out[length++] = ','; }
    memcpy(out + length, value.data, value.len);
    length += value.len;
  }
  return (span){out, length};
}

span guard_path(const guard *g) { return g->path.len > 0 ? guard_span(g, g->path) : SPAN("/"); }

void guard_next(guard *g) {
  char *data = g->data;
  uint32_t size = g->size, rest = g->len - g->at;
  if (rest > 0) { memmove(data, data + g->at, rest); }
  /* The field table is left as it is: `count` says how many of its entries are in use. */
  memset(g, 0, offsetof(guard, fields));
  g->data = data;
  g->size = size;
  g->len = rest;
  if (rest == 0 && size > SHRUNK_SIZE) { guard_free(g); }
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
