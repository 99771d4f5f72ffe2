#include "host/wire/guard_step.h"

#include "base/ascii.h"
#include "host/wire/guard_body.h"
#include "host/wire/uri.h"

/* HTTP-version: case-sensitive, one digit on each side. A higher minor version is read as 1.1
   (RFC 9110 section 2.5). */
static guard_verdict read_version(guard *g, span text) {
  bool formed = text.len == 8 && span_starts(text, SPAN("HTTP/")) && text.data[6] == '.' &&
                ascii_digit(text.data[5]) && ascii_digit(text.data[7]);
  if (!formed) {
    return guard_invalid(g, "The request line must end in \"HTTP/1.1\".");
  }
  if (text.data[5] != '1') {
    return guard_refuse(g, GUARD_VERSION, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
  }
  g->minor = text.data[7] == '0' ? 0 : 1;
  g->close = g->minor == 0;
  return GUARD_READY;
}

static guard_verdict read_target(guard *g, span method, span target) {
  uri_target parts;
  fault why;
  bool good = uri_split(method, target, &parts, &why);
  g->method = guard_slice_of(g, method);
  g->target = guard_slice_of(g, target);
  g->authority = guard_slice_of(g, parts.authority);
  g->absolute = parts.authority.len > 0;
  g->has_query = parts.query.data != NULL;
  g->query = guard_slice_of(g, parts.query);
  g->path = guard_slice_of(g, parts.path);
  g->line_read = true;
  return good ? GUARD_READY : guard_blame(g, GUARD_INVALID, why.text);
}

/* method SP request-target SP HTTP-version: exactly two single spaces. A further one counts to the
   target, which has none. */
static guard_verdict read_request_line(guard *g, guard_slice line) {
  span text = guard_span(g, line);
  size_t first = span_find(text, ' '), last = text.len;
  while (last > first && text.data[last - 1] != ' ') {
    last--;
  }
  span method = span_take(text, first);
  if (last <= first + 1 || !uri_token(method)) {
    return guard_invalid(g, "The request line is not \"METHOD target HTTP/1.1\".");
  }
  guard_verdict verdict = read_version(g, span_skip(text, last));
  if (verdict != GUARD_READY) {
    return verdict;
  }
  verdict = read_target(g, method, span_take(span_skip(text, first + 1), last - first - 2));
  if (span_equal(method, SPAN("CONNECT"))) {
    return guard_blame(g, GUARD_METHOD, "This server is no proxy.");
  }
  return verdict;
}

static guard_verdict step_line(guard *g) {
  guard_slice line;
  guard_verdict verdict = guard_line(g, GUARD_LINE_LIMIT, GUARD_TARGET_TOO_LONG, &line);
  if (verdict != GUARD_READY) {
    return verdict;
  }
  /* Empty lines before a request line are ignored (RFC 9112 section 2.2), but not for ever. */
  if (line.len == 0) {
    if (g->at > 8) {
      return guard_invalid(g, "Too many empty lines precede the request.");
    }
    return GUARD_READY;
  }
  g->phase = GUARD_FIELDS;
  return read_request_line(g, line);
}

static const char *check_host(guard *g) {
  uint32_t occurrences;
  const guard_field *host = guard_find(g, SPAN("host"), &occurrences);
  if (occurrences == 0) {
    return g->minor == 0 ? NULL : "The Host header is missing.";
  }
  if (occurrences > 1) {
    return "The Host header is repeated.";
  }
  if (!uri_authority(guard_span(g, host->value))) {
    return "The Host header names no valid host.";
  }
  if (!g->absolute) {
    g->authority = host->value;
  }
  return NULL;
}

static guard_verdict end_head(guard *g) {
  const char *reason = check_host(g);
  if (reason != NULL) {
    guard_blame(g, GUARD_INVALID, reason);
  }
  if (g->refusal == GUARD_ACCEPTED) {
    return guard_body_begin(g);
  }
  g->phase = GUARD_DONE;
  return GUARD_REFUSED;
}

static guard_verdict step_field(guard *g) {
  guard_slice line;
  guard_verdict verdict = guard_line(g, GUARD_HEAD_LIMIT - g->at, GUARD_HEADERS_TOO_LARGE, &line);
  if (verdict != GUARD_READY) {
    return verdict;
  }
  if (line.len == 0) {
    return end_head(g);
  }
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
  if (g->phase == GUARD_START && g->len > g->at) {
    g->phase = GUARD_LINE;
  }
  guard_verdict verdict = GUARD_READY;
  while (g->phase != GUARD_DONE && verdict == GUARD_READY) {
    switch (g->phase) {
      case GUARD_START: return GUARD_MORE;
      case GUARD_LINE: verdict = step_line(g); break;
      case GUARD_FIELDS: verdict = step_field(g); break;
      default: verdict = guard_body_step(g); break;
    }
  }
  if (g->phase != GUARD_DONE) {
    return verdict;
  }
  return g->refusal == GUARD_ACCEPTED ? GUARD_READY : GUARD_REFUSED;
}
