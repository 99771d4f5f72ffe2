#include "host/wire/guard_body.h"

#include "base/ascii.h"
#include "base/hex.h"
#include "host/wire/uri.h"

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

guard_result guard_body_begin(guard *g) {
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

guard_result guard_body_step(guard *g) {
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
