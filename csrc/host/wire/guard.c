#include "host/wire/guard.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/fault.h"
#include "base/span.h"
#include "host/wire/uri.h"

/* Refuses the request now as malformed. */
static inline guard_result guard_invalid(guard *g, const char *reason) {
  return guard_refuse(g, GUARD_INVALID, reason);
}

static guard_result guard_line(guard *g, uint32_t limit, guard_refusal beyond, guard_slice *line);
static bool guard_split_field(guard *g, guard_slice line, guard_field *field, fault *why);
static guard_result guard_blame(guard *g, guard_refusal refusal, const char *reason);
static guard_slice guard_slice_of(const guard *g, span part);
static const guard_field *guard_find(const guard *g, span name, uint32_t *occurrences);

/* Framing, as the header section has it. */
typedef struct framing {
  uint32_t lengths, codings; /* how often each field or coding occurs */
  bool chunked_last, unknown_coding, bad_coding, bad_length, bad_expectation;
  uint32_t length; /* at most GUARD_BODY_LIMIT + 1, which stands for "too large" */
} framing;

static void read_length(framing *f, span value) {
  f->lengths++;
  f->bad_length |= value.len == 0;
  for (size_t i = 0; i < value.len; i++) {
    if (!ascii_digit(value.data[i])) { f->bad_length = true; }
    if (f->bad_length) { return; }
    f->length = f->length * 10 + (uint32_t)(value.data[i] - '0');
    if (f->length > GUARD_BODY_LIMIT) { f->length = GUARD_BODY_LIMIT + 1; }
  }
}

static void read_codings(framing *f, span value) {
  span coding;
  while (ascii_next_element(&value, &coding)) {
    span name = span_take(coding, span_find(coding, ';'));
    f->codings++;
    f->bad_coding |= f->chunked_last || !uri_token(name);
    f->chunked_last = ascii_same(coding, SPAN("chunked"));
    f->unknown_coding |= !f->chunked_last;
  }
}

static framing read_framing(guard *g) {
  framing f = {0};
  for (uint32_t i = 0; i < g->count; i++) {
    span name = guard_span(g, g->fields[i].name);
    span value = guard_span(g, g->fields[i].value);
    if (span_equal(name, SPAN("expect")) && g->minor > 0) {
      g->awaits_continue = ascii_same(value, SPAN("100-continue"));
      f.bad_expectation |= !g->awaits_continue;
    } else if (span_equal(name, SPAN("connection"))) {
      for (span option; ascii_next_element(&value, &option);) {
        g->close |= ascii_same(option, SPAN("close"));
      }
    } else if (span_equal(name, SPAN("content-length"))) {
      read_length(&f, value);
    } else if (span_equal(name, SPAN("transfer-encoding"))) {
      read_codings(&f, value);
    }
  }
  return f;
}

/* Decides from the complete header section whether a body follows and enters its phase. */
static guard_result guard_body_begin(guard *g) {
  framing f = read_framing(g);
  bool chunked = f.codings > 0;
  g->body = (guard_slice){g->at, 0};
  if (chunked && f.lengths > 0) {
    return guard_invalid(g, "Content-Length and Transfer-Encoding exclude each other.");
  }
  if (chunked && g->minor == 0) { return guard_invalid(g, "HTTP/1.0 has no Transfer-Encoding."); }
  if (chunked && f.bad_coding) {
    return guard_invalid(g, "Transfer-Encoding must end in one \"chunked\".");
  }
  if (chunked && f.unknown_coding) {
    return guard_refuse(g, GUARD_CODING, "The only transfer coding is \"chunked\".");
  }
  if (f.lengths > 1) { return guard_invalid(g, "Content-Length is repeated."); }
  if (f.bad_length) { return guard_invalid(g, "Content-Length is not a decimal number."); }
  if (f.length > GUARD_BODY_LIMIT) {
    return guard_refuse(g, GUARD_BODY_TOO_LARGE, "The request body is too large.");
  }
  g->has_body = chunked || f.lengths == 1;
  g->left = f.length;
  g->phase = chunked ? GUARD_SIZE : GUARD_BODY;
  return f.bad_expectation
             ? guard_refuse(g, GUARD_EXPECTATION, "The only expectation is \"100-continue\".")
             : GUARD_NEXT;
}

static uint32_t available(const guard *g) {
  uint32_t held = g->len - g->at;
  return held < g->left ? held : g->left;
}

static guard_result step_sized(guard *g) {
  uint32_t count = available(g);
  g->at += count;
  g->left -= count;
  g->body.len += count;
  return g->left == 0 ? GUARD_COMPLETE : GUARD_MORE;
}

/* Body bytes are gathered behind the head; what was framing in between is squeezed out, so that
   memory is bounded by the body and not by how it was chunked. */
static void squeeze(guard *g) {
  uint32_t end = g->body.at + g->body.len, gap = g->at - end;
  if (gap == 0) { return; }
  memmove(g->data + end, g->data + g->at, g->len - g->at);
  g->at = end;
  g->len -= gap;
  g->scanned = end;
}

/* The closing quote of the quoted string that `text` begins with, or NULL. */
static const char *quoted_end(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++) {
    if (*at == '\\' && ++at == end) { return NULL; }
    if (ascii_control(*at) && *at != '\t') { return NULL; }
  }
  return at < end ? at : NULL;
}

/* *( ";" token [ "=" ( token / quoted-string ) ] ), without blanks (RFC 9112 section 7.1.1). */
static bool valid_extensions(span text) {
  const char *at = text.data, *end = text.data + text.len;
  while (at < end) {
    if (*at++ != ';') { return false; }
    const char *word = at;
    while (at < end && *at != ';' && *at != '=') { at++; }
    if (!uri_token((span){word, (size_t)(at - word)})) { return false; }
    if (at == end || *at == ';') { continue; }
    word = ++at;
    if (at < end && *at == '"') {
      at = quoted_end(at, end);
      if (at == NULL) { return false; }
      at++;
    } else {
      while (at < end && *at != ';') { at++; }
      if (!uri_token((span){word, (size_t)(at - word)})) { return false; }
    }
  }
  return true;
}

static guard_result step_size(guard *g) {
  guard_slice line;
  guard_result result = guard_line(g, GUARD_CHUNK_LINE_LIMIT, GUARD_INVALID, &line);
  if (result != GUARD_NEXT) { return result; }
  span text = guard_span(g, line);
  uint32_t size = 0;
  size_t digits = 0;
  for (int digit; digits < text.len && (digit = hex_value(text.data[digits])) >= 0; digits++) {
    size = size > GUARD_BODY_LIMIT ? size : size * 16 + (uint32_t)digit;
  }
  if (digits == 0 || digits > 16 || !valid_extensions(span_skip(text, digits))) {
    return guard_invalid(g, "A chunk does not begin with its size in hexadecimal digits.");
  }
  if (size > GUARD_BODY_LIMIT - g->body.len) {
    return guard_refuse(g, GUARD_BODY_TOO_LARGE, "The request body is too large.");
  }
  g->left = size;
  g->phase = size == 0 ? GUARD_TRAILER : GUARD_CHUNK;
  return GUARD_NEXT;
}

/* Moves the chunk's bytes to the body's end, then asks for the CRLF that closes the chunk. */
static guard_result step_chunk(guard *g) {
  if (g->left > 0) {
    uint32_t count = available(g);
    if (count == 0) { return GUARD_MORE; }
    uint32_t end = g->body.at + g->body.len;
    if (end != g->at) { memmove(g->data + end, g->data + g->at, count); }
    g->at += count;
    g->left -= count;
    g->body.len += count;
    return GUARD_NEXT;
  }
  static const char closing[] = "\r\n";
  uint32_t held = g->len - g->at;
  for (uint32_t i = 0; i < 2 && i < held; i++) {
    if (g->data[g->at + i] != closing[i]) {
      return guard_invalid(g, "A chunk does not end in CRLF.");
    }
  }
  if (held < 2) { return GUARD_MORE; }
  g->at += 2;
  g->phase = GUARD_SIZE;
  return GUARD_NEXT;
}

/* Trailer fields are checked and dropped: nothing here reads them. */
static guard_result step_trailer(guard *g) {
  static const span forbidden[] = {
      {"content-length", 14}, {"connection", 10},  {"transfer-encoding", 17}, {"host", 4},
      {"trailer", 7},         {"content-type", 12}};
  guard_slice line;
  guard_field field;
  guard_result result =
      guard_line(g, GUARD_TRAILER_LIMIT - g->trailer, GUARD_HEADERS_TOO_LARGE, &line);
  if (result != GUARD_NEXT) { return result; }
  g->trailer += line.len + 2;
  if (line.len == 0) { return GUARD_COMPLETE; }
  fault why;
  if (!guard_split_field(g, line, &field, &why)) { return guard_invalid(g, why.text); }
  for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
    if (span_equal(guard_span(g, field.name), forbidden[i])) {
      return guard_invalid(g, "A trailer field may not frame or route the message.");
    }
  }
  return GUARD_NEXT;
}

/* Reads on in one of the body's phases. */
static guard_result guard_body_step(guard *g) {
  guard_result result;
  switch (g->phase) {
    case GUARD_BODY: result = step_sized(g); break;
    case GUARD_SIZE: result = step_size(g); break;
    case GUARD_CHUNK: result = step_chunk(g); break;
    default: result = step_trailer(g); break;
  }
  if (result == GUARD_MORE && g->phase != GUARD_BODY) { squeeze(g); }
  if (result == GUARD_COMPLETE) {
    g->phase = GUARD_DONE;
    g->awaits_continue = false;
  }
  return result;
}

/* Empty lines before a request line are ignored (RFC 9112 section 2.2), up to a limit. */
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

enum { FIRST_SIZE = 2048, SHRUNK_SIZE = 4096 };

char *guard_space(guard *g, uint32_t *capacity) {
  if (g->size - g->len < FIRST_SIZE / 2) {
    uint32_t size = g->size == 0 ? FIRST_SIZE : g->size * 2;
    char *data = realloc(g->data, size);
    if (data == NULL) { return NULL; }
    g->data = data;
    g->size = size;
  }
  *capacity = g->size - g->len;
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

/* Refuses the request at the end of its head, which is read on until then: it may hold the id
 * under which the client looks for the answer. Of several refusals the first stands.
 * @return NEXT */
static guard_result guard_blame(guard *g, guard_refusal refusal, const char *reason) {
  if (g->refusal == GUARD_ACCEPTED) {
    g->refusal = refusal;
    fault_set(&g->why, "%s", reason);
  }
  g->close = true;
  return GUARD_NEXT;
}

/* Takes the next line, CRLF excluded and consumed.
 * @param limit bytes it may have, CRLF included
 * @return MORE when it is not complete, NEXT when `*line` is set, REFUSED when it is too long
 * (`beyond`) or does not end in CRLF */
static guard_result guard_line(guard *g, uint32_t limit, guard_refusal beyond, guard_slice *line) {
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

/* The place of bytes that are the guard's. */
static guard_slice guard_slice_of(const guard *g, span part) {
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

/* Splits a field line into a name and a value without surrounding blanks.
 * @param[out] why one sentence with the line, the byte and its place */
static bool guard_split_field(guard *g, guard_slice line, guard_field *field, fault *why) {
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

/* The first field `name`, or NULL. @param[out] occurrences how many there are */
static const guard_field *guard_find(const guard *g, span name, uint32_t *occurrences) {
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
