#include "host/wire/guard_step.h"

#include "base/ascii.h"
#include "host/wire/guard_body.h"
#include "host/wire/uri.h"

/* Empty lines before a request line are ignored (RFC 9112 section 2.2), but not for ever. */
enum { EMPTY_LINES = 8 /* bytes */ };

/* method SP request-target SP HTTP-version: exactly two single spaces. A further one counts to the
   target, which has none. HTTP-version is case-sensitive, one digit on each side; a higher minor
   version is read as 1.1 (RFC 9110 section 2.5). */
static guard_result step_line(guard *g) {
  guard_slice line;
  guard_result result = guard_line(g, GUARD_LINE_LIMIT, GUARD_TARGET_TOO_LONG, &line);
  if (result != GUARD_NEXT) { return result; }
  if (line.len == 0) {
    return g->at > EMPTY_LINES ? guard_invalid(g, "Too many empty lines precede the request.")
                               : GUARD_NEXT;
  }
  g->phase = GUARD_FIELDS;
  span text = guard_span(g, line);
  size_t first = span_find(text, ' '), last = text.len;
  while (last > first && text.data[last - 1] != ' ') { last--; }
  span method = span_take(text, first), version = span_skip(text, last);
  if (last <= first + 1 || !uri_token(method)) {
    return guard_invalid(g, "The request line is not \"METHOD target HTTP/1.1\".");
  }
  if (version.len != 8 || !span_starts(version, SPAN("HTTP/")) || version.data[6] != '.' ||
      !ascii_digit(version.data[5]) || !ascii_digit(version.data[7])) {
    return guard_invalid(g, "The request line must end in \"HTTP/1.1\".");
  }
  if (version.data[5] != '1') {
    return guard_refuse(g, GUARD_VERSION, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
  }
  g->minor = version.data[7] == '0' ? 0 : 1;
  g->close = g->minor == 0;
  uri_target parts;
  fault why;
  span target = span_take(span_skip(text, first + 1), last - first - 2);
  bool good = uri_split(method, target, &parts, &why);
  g->method = guard_slice_of(g, method);
  g->target = guard_slice_of(g, target);
  g->authority = guard_slice_of(g, parts.authority);
  g->absolute = parts.authority.len > 0;
  g->has_query = parts.query.data != NULL;
  g->query = guard_slice_of(g, parts.query);
  g->path = guard_slice_of(g, parts.path);
  g->line_read = true;
  if (!good) { guard_blame(g, GUARD_INVALID, why.text); }
  return span_equal(method, SPAN("CONNECT"))
             ? guard_blame(g, GUARD_METHOD, "This server is no proxy.")
             : GUARD_NEXT;
}

static guard_result end_head(guard *g) {
  uint32_t occurrences;
  const guard_field *host = guard_find(g, SPAN("host"), &occurrences);
  if (occurrences == 0 && g->minor > 0) {
    guard_blame(g, GUARD_INVALID, "The Host header is missing.");
  } else if (occurrences > 1) {
    guard_blame(g, GUARD_INVALID, "The Host header is repeated.");
  } else if (occurrences == 1 && !uri_authority(guard_span(g, host->value))) {
    guard_blame(g, GUARD_INVALID, "The Host header names no valid host.");
  } else if (occurrences == 1 && !g->absolute) {
    g->authority = host->value;
  }
  if (g->refusal == GUARD_ACCEPTED) { return guard_body_begin(g); }
  g->phase = GUARD_DONE;
  return GUARD_REFUSED;
}

static guard_result step_field(guard *g) {
  guard_slice line;
  guard_result result = guard_line(g, GUARD_HEAD_LIMIT - g->at, GUARD_HEADERS_TOO_LARGE, &line);
  if (result != GUARD_NEXT) { return result; }
  if (line.len == 0) { return end_head(g); }
  if (g->count == GUARD_FIELD_LIMIT) {
    return guard_refuse(g, GUARD_HEADERS_TOO_LARGE, "The request has too many header fields.");
  }
  fault why;
  if (!guard_split_field(g, line, &g->fields[g->count], &why)) {
    return guard_blame(g, GUARD_INVALID, why.text);
  }
  g->count++;
  return GUARD_NEXT;
}

guard_result guard_step(guard *g) {
  if (g->phase == GUARD_DONE) {
    return g->refusal == GUARD_ACCEPTED ? GUARD_COMPLETE : GUARD_REFUSED;
  }
  if (g->phase == GUARD_START) {
    if (g->len == g->at) { return GUARD_MORE; }
    g->phase = GUARD_LINE;
  }
  guard_result result;
  do {
    result = g->phase == GUARD_LINE     ? step_line(g)
             : g->phase == GUARD_FIELDS ? step_field(g)
                                        : guard_body_step(g);
  } while (result == GUARD_NEXT);
  return result;
}
