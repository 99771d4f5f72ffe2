#include "host/wire/guard_body.h"

#include "base/ascii.h"
#include "base/hex.h"
#include "host/wire/uri.h"

/* What the header section says of framing and of the connection. */
typedef struct framing {
  uint32_t lengths, codings; /* how often each field or coding occurs */
  bool chunked_last, unknown_coding, bad_coding, bad_length, bad_expectation;
  uint32_t length; /* at most GUARD_BODY_LIMIT + 1, which stands for "too large" */
} framing;

static void read_length(framing *f, span value) {
  f->lengths++;
  f->bad_length |= value.len == 0;
  for (size_t i = 0; i < value.len; i++) {
    if (!ascii_digit(value.data[i])) {
      f->bad_length = true;
    }
    if (f->bad_length) {
      return;
    }
    f->length = f->length * 10 + (uint32_t)(value.data[i] - '0');
    if (f->length > GUARD_BODY_LIMIT) {
      f->length = GUARD_BODY_LIMIT + 1;
    }
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

static void read_connection(guard *g, span value) {
  span option;
  while (ascii_next_element(&value, &option)) {
    g->close |= ascii_same(option, SPAN("close"));
  }
}

static void read_expectation(guard *g, framing *f, span value) {
  if (g->minor == 0) {
    return;
  }
  g->awaits_continue = ascii_same(value, SPAN("100-continue"));
  f->bad_expectation |= !g->awaits_continue;
}

static framing read_framing(guard *g) {
  framing f = {0};
  for (uint32_t i = 0; i < g->count; i++) {
    span name = guard_span(g, g->fields[i].name);
    span value = guard_span(g, g->fields[i].value);
    if (span_equal(name, SPAN("expect"))) {
      read_expectation(g, &f, value);
    }
    if (span_equal(name, SPAN("connection"))) {
      read_connection(g, value);
    }
    if (span_equal(name, SPAN("content-length"))) {
      read_length(&f, value);
    }
    if (span_equal(name, SPAN("transfer-encoding"))) {
      read_codings(&f, value);
    }
  }
  return f;
}

static guard_verdict guard_body_finish(guard *g) {
  g->phase = GUARD_DONE;
  g->awaits_continue = false;
  return GUARD_READY;
}

static guard_verdict begin_chunked(guard *g, const framing *f) {
  if (f->lengths > 0) {
    return guard_invalid(g, "Content-Length and Transfer-Encoding exclude each other.");
  }
  if (g->minor == 0) {
    return guard_invalid(g, "HTTP/1.0 has no Transfer-Encoding.");
  }
  if (f->bad_coding) {
    return guard_invalid(g, "Transfer-Encoding must end in one \"chunked\".");
  }
  if (f->unknown_coding) {
    return guard_refuse(g, GUARD_CODING, "The only transfer coding is \"chunked\".");
  }
  g->has_body = true;
  g->phase = GUARD_SIZE;
  return GUARD_READY;
}

static guard_verdict begin_sized(guard *g, const framing *f) {
  if (f->lengths > 1) {
    return guard_invalid(g, "Content-Length is repeated.");
  }
  if (f->bad_length) {
    return guard_invalid(g, "Content-Length is not a decimal number.");
  }
  if (f->length > GUARD_BODY_LIMIT) {
    return guard_refuse(g, GUARD_BODY_TOO_LARGE, "The request body is too large.");
  }
  g->has_body = f->lengths == 1;
  g->left = f->length;
  g->phase = GUARD_BODY;
  return GUARD_READY;
}

guard_verdict guard_body_begin(guard *g) {
  framing f = read_framing(g);
  g->body = (guard_slice){g->at, 0};
  guard_verdict verdict = f.codings > 0 ? begin_chunked(g, &f) : begin_sized(g, &f);
  if (verdict == GUARD_READY && f.bad_expectation) {
    return guard_refuse(g, GUARD_EXPECTATION, "The only expectation is \"100-continue\".");
  }
  return verdict;
}

static uint32_t available(const guard *g) {
  uint32_t held = g->len - g->at;
  return held < g->left ? held : g->left;
}

static guard_verdict step_sized(guard *g) {
  uint32_t count = available(g);
  g->at += count;
  g->left -= count;
  g->body.len += count;
  return g->left == 0 ? guard_body_finish(g) : GUARD_MORE;
}

/* Body bytes are gathered behind the head; what was framing in between is squeezed out, so that
   memory is bounded by the body and not by how it was chunked. */
static void squeeze(guard *g) {
  uint32_t end = g->body.at + g->body.len, gap = g->at - end;
  if (gap == 0) {
    return;
  }
  memmove(g->data + end, g->data + g->at, g->len - g->at);
  g->at = end;
  g->len -= gap;
  g->scanned = end;
}

/* The closing quote of the quoted string that `text` begins with, or NULL. */
static const char *quoted_end(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++) {
    if (*at == '\\' && ++at == end) {
      return NULL;
    }
    if (ascii_control(*at) && *at != '\t') {
      return NULL;
    }
  }
  return at < end ? at : NULL;
}

/* *( ";" token [ "=" ( token / quoted-string ) ] ), without blanks (RFC 9112 section 7.1.1). */
static bool valid_extensions(span text) {
  const char *at = text.data, *end = text.data + text.len;
  while (at < end) {
    if (*at++ != ';') {
      return false;
    }
    const char *word = at;
    while (at < end && *at != ';' && *at != '=') {
      at++;
    }
    if (!uri_token((span){word, (size_t)(at - word)})) {
      return false;
    }
    if (at == end || *at == ';') {
      continue;
    }
    word = ++at;
    if (at < end && *at == '"') {
      at = quoted_end(at, end);
      if (at == NULL) {
        return false;
      }
      at++;
    } else {
      while (at < end && *at != ';') {
        at++;
      }
      if (!uri_token((span){word, (size_t)(at - word)})) {
        return false;
      }
    }
  }
  return true;
}

static guard_verdict step_size(guard *g) {
  guard_slice line;
  guard_verdict verdict = guard_line(g, GUARD_CHUNK_LINE_LIMIT, GUARD_INVALID, &line);
  if (verdict != GUARD_READY) {
    return verdict;
  }
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
  return GUARD_READY;
}

/* Moves the chunk's bytes to the body's end, then asks for the CRLF that closes the chunk. */
static guard_verdict step_chunk(guard *g) {
  if (g->left > 0) {
    uint32_t count = available(g);
    if (count == 0) {
      return GUARD_MORE;
    }
    uint32_t end = g->body.at + g->body.len;
    if (end != g->at) {
      memmove(g->data + end, g->data + g->at, count);
    }
    g->at += count;
    g->left -= count;
    g->body.len += count;
    return GUARD_READY;
  }
  static const char closing[] = "\r\n";
  uint32_t held = g->len - g->at;
  for (uint32_t i = 0; i < 2 && i < held; i++) {
    if (g->data[g->at + i] != closing[i]) {
      return guard_invalid(g, "A chunk does not end in CRLF.");
    }
  }
  if (held < 2) {
    return GUARD_MORE;
  }
  g->at += 2;
  g->phase = GUARD_SIZE;
  return GUARD_READY;
}

/* Trailer fields are checked and dropped: nothing here reads them. */
static guard_verdict step_trailer(guard *g) {
  static const span forbidden[] = {
      {"content-length", 14}, {"connection", 10},  {"transfer-encoding", 17}, {"host", 4},
      {"trailer", 7},         {"content-type", 12}};
  guard_slice line;
  guard_field field;
  guard_verdict verdict =
      guard_line(g, GUARD_TRAILER_LIMIT - g->trailer, GUARD_HEADERS_TOO_LARGE, &line);
  if (verdict != GUARD_READY) {
    return verdict;
  }
  g->trailer += line.len + 2;
  if (line.len == 0) {
    return guard_body_finish(g);
  }
  fault why;
  if (!guard_split_field(g, line, &field, &why)) {
    return guard_invalid(g, why.text);
  }
  for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
    if (span_equal(guard_span(g, field.name), forbidden[i])) {
      return guard_invalid(g, "A trailer field may not frame or route the message.");
    }
  }
  return GUARD_READY;
}

static guard_verdict step_chunked(guard *g) {
  switch (g->phase) {
    case GUARD_SIZE: return step_size(g);
    case GUARD_CHUNK: return step_chunk(g);
    default: return step_trailer(g);
  }
}

guard_verdict guard_body_step(guard *g) {
  if (g->phase == GUARD_BODY) {
    return step_sized(g);
  }
  guard_verdict verdict = step_chunked(g);
  if (verdict == GUARD_MORE) {
    squeeze(g);
  }
  return verdict;
}
