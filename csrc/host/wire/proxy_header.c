#include "host/wire/proxy_header.h"

#include "base/ascii.h"
#include "host/wire/address.h"

enum { HEAD = 16, LOCAL = 0x20, PROXY = 0x21, IPV4 = 0x11, IPV6 = 0x21 };

static const span line_start = {"PROXY ", 6};
static const span signature = {"\r\n\r\n\0\r\nQUIT\n", 12};

static proxy_verdict proxy_header_refuse(proxy_header *out, const char *reason) {
  out->reason = reason;
  return PROXY_REFUSED;
}

/* True when the bytes are those of `wanted` as far as both go. */
static bool agrees(span bytes, span wanted) {
  return span_starts(bytes, wanted) || span_starts(wanted, bytes);
}

/* ---- version 1 ---- */

/* Cuts the first word off, and the one space behind it. */
static span cut_word(span *line) {
  span word = span_take(*line, span_find(*line, ' '));
  *line = span_skip(*line, word.len + 1);
  return word;
}

static bool is_port(span text) {
  uint32_t value;
  return ascii_number(text, UINT16_MAX, &value) && (text.len == 1 || text.data[0] != '0');
}

/* Source, destination and two ports. */
static proxy_verdict read_client(span line, int family, proxy_header *out) {
  struct in6_addr destination;
  char source[sizeof destination];
  if (!address_parse(cut_word(&line), family, source)) {
    return proxy_header_refuse(out, "its source address");
  }
  if (!address_parse(cut_word(&line), family, &destination)) {
    return proxy_header_refuse(out, "its destination address");
  }
  if (!is_port(cut_word(&line))) { return proxy_header_refuse(out, "its source port"); }
  if (!is_port(line)) { return proxy_header_refuse(out, "its destination port"); }
  out->named = true;
  if (family == AF_INET) {
    out->client = address_mapped(source);
  } else {
    memcpy(&out->client, source, sizeof out->client);
  }
  return PROXY_READY;
}

static proxy_verdict read_line(span bytes, proxy_header *out) {
  span line = span_take(bytes, PROXY_LINE_LIMIT);
  size_t length = 0; /* without its end */
  while (length < line.len && line.data[length] != '\r' && line.data[length] != '\n') { length++; }
  span end = span_skip(line, length);
  if (end.len > 0 && !agrees(end, SPAN("\r\n"))) {
    return proxy_header_refuse(out, "a line that does not end in CRLF");
  }
  if (end.len < 2) {
    if (line.len < PROXY_LINE_LIMIT) { return PROXY_MORE; }
    return proxy_header_refuse(out, "a line of more than 107 bytes");
  }
  out->length = (uint32_t)length + 2;
  line = span_skip(span_take(line, length), line_start.len);
  span family = cut_word(&line);
  if (span_equal(family, SPAN("TCP4"))) { return read_client(line, AF_INET, out); }
  if (span_equal(family, SPAN("TCP6"))) { return read_client(line, AF_INET6, out); }
  if (span_equal(family, SPAN("UNKNOWN"))) { return PROXY_READY; }
  return proxy_header_refuse(out, "its family is none of TCP4, TCP6, UNKNOWN");
}

/* ---- version 2 ---- */

/* The families of a stream, and the bytes of their addresses and ports. */
static const struct {
  uint8_t code;
  uint32_t size;
} families[] = {{0x00, 0}, {IPV4, 12}, {IPV6, 36}, {0x31, 216}};

/* @return what is wrong with family and length, or NULL */
static const char *family_fault(uint8_t code, uint32_t length) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    if (families[i].code != code) { continue; }
    return length < families[i].size ? "too short for its family" : NULL;
  }
  return "its family or transport is not that of a stream";
}

static proxy_verdict read_binary(span bytes, proxy_header *out) {
  const uint8_t *byte = (const uint8_t *)bytes.data;
  if (bytes.len < HEAD) { return PROXY_MORE; }
  uint8_t command = byte[12], family = byte[13];
  uint32_t length = (uint32_t)byte[14] << 8 | byte[15];
  if (command != LOCAL && command != PROXY) {
    return proxy_header_refuse(out, "its version or command");
  }
  if (length > PROXY_HEADER_LIMIT - HEAD) {
    return proxy_header_refuse(out, "more than 536 bytes");
  }
  const char *wrong = command == PROXY ? family_fault(family, length) : NULL;
  if (wrong != NULL) { return proxy_header_refuse(out, wrong); }
  if (bytes.len < HEAD + length) { return PROXY_MORE; }
  out->length = HEAD + length;
  out->named = command == PROXY && (family == IPV4 || family == IPV6);
  if (out->named && family == IPV4) { out->client = address_mapped(byte + HEAD); }
  if (out->named && family == IPV6) { memcpy(&out->client, byte + HEAD, sizeof out->client); }
  return PROXY_READY;
}

proxy_verdict proxy_header_read(span bytes, proxy_header *out) {
  *out = (proxy_header){0};
  if (agrees(bytes, signature)) { return read_binary(bytes, out); }
  if (!agrees(bytes, line_start)) {
    return proxy_header_refuse(out, "neither version 1 nor version 2");
  }
  return bytes.len < line_start.len ? PROXY_MORE : read_line(bytes, out);
}
