#include "host/wire/intake.h"

#include <errno.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/log.h"
#include "host/wire/address.h"
#include "host/wire/guard.h"
#include "host/wire/libc.h"

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

/* The four requests that the library ever sees. */
static const span requests[2][2] = {
    {{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 27},
     {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 46}},
    {{"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", 28},
     {"HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 47}},
};

/* How a look at the input ended. */
typedef enum intake {
  INTAKE_TAKEN,   /* there are new bytes, or the header was taken */
  INTAKE_NOTHING, /* none wait */
  INTAKE_ENDED    /* the connection must end */
} intake;

static ssize_t again(void) {
  errno = EAGAIN;
  return -1;
}

static ssize_t hand_over(connection *c, void *data, size_t size) {
  guard *g = c->guard;
  g->close |= connections.draining;
  bool head = g->line_read && span_equal(guard_span(g, g->method), SPAN("HEAD"));
  span request = requests[head][g->close];
  if (size < request.len) { return again(); }
  memcpy(data, request.data, request.len);
  c->state = CONNECTION_SERVING;
  c->began = clock_microseconds();
  connection_set_timer(c, WIRE_WRITE);
  return (ssize_t)request.len;
}

/* Sets the deadline of the part of the request that is on its way, and asks for its body. */
static void await_rest(connection *c) {
  static const span interim = {"HTTP/1.1 100 Continue\r\n\r\n", 25};
  guard *g = c->guard;
  wire_timer timer = g->phase > GUARD_FIELDS ? WIRE_BODY : WIRE_HEAD;
  if (c->timer != timer) { connection_set_timer(c, timer); }
  if (timer == WIRE_HEAD || !g->awaits_continue) { return; }
  g->awaits_continue = false;
  if (g->at == g->len && send(c->fd, interim.data, interim.len, MSG_NOSIGNAL) < 0) {
    c->hangup = true;
  }
}

/* Receives once. */
static intake receive(connection *c) {
  uint32_t room;
  guard *g = connection_guard(c);
  char *at = g == NULL ? NULL : guard_room(g, &room);
  if (at == NULL) { return INTAKE_ENDED; }
  ssize_t count;
  do {
    count = libc_recv(c->fd, at, room, 0);
  } while (count < 0 && errno == EINTR); /* epoll would not tell of the same bytes again */
  if (count > 0) {
    guard_received(g, (uint32_t)count);
    /* Only a short read proves that the kernel holds nothing more; and not even that, once the
       peer's end may stand behind the bytes. */
    c->more = (uint32_t)count == room || c->hangup;
    return INTAKE_TAKEN;
  }
  c->more = false;
  return count < 0 && errno == EAGAIN ? INTAKE_NOTHING : INTAKE_ENDED;
}

static intake refuse_header(const connection *c, const char *reason) {
  char address[ADDRESS_TEXT];
  address_write(&c->peer, address);
  connections.counts.refused_header++;
  log_write(LOG_DEBUG, "a connection from %s is closed, its PROXY header is refused: %s", address,
            reason);
  return INTAKE_ENDED;
}

/* Takes the PROXY header, and nothing behind it; until it is whole, the kernel keeps it. */
static intake take_header(connection *c) {
  char bytes[PROXY_HEADER_LIMIT];
  proxy_header header;
  ssize_t count;
  do {
    count = libc_recv(c->fd, bytes, sizeof bytes, MSG_PEEK);
  } while (count < 0 && errno == EINTR);
  if (count == 0 || (count < 0 && errno != EAGAIN)) { return INTAKE_ENDED; }
  proxy_verdict verdict = proxy_header_read((span){bytes, count < 0 ? 0 : (size_t)count}, &header);
  if (verdict == PROXY_REFUSED) { return refuse_header(c, header.reason); }
  if (verdict == PROXY_MORE) {
    if (c->due == DUE_SHED) { return INTAKE_ENDED; }
    if (c->due == DUE_LATE) { return refuse_header(c, "it did not arrive in time"); }
    if (c->hangup) { return refuse_header(c, "it ended before it was complete"); }
    c->more = false;
    return INTAKE_NOTHING;
  }
  if (libc_recv(c->fd, bytes, header.length, 0) != (ssize_t)header.length) { return INTAKE_ENDED; }
  if (header.named) { c->peer = header.client; }
  c->state = CONNECTION_RECEIVING;
  c->more = true;
  connection_set_timer(c, connections.draining ? WIRE_GRACE : WIRE_SILENT);
  return connection_count(c) ? INTAKE_TAKEN : INTAKE_ENDED;
}

ssize_t intake_receive(connection *c, void *data, size_t size) {
  bool shed = c->due == DUE_SHED;
  if (c->state == CONNECTION_PROXY) {
    intake header = take_header(c);
    if (header != INTAKE_TAKEN) { return header == INTAKE_ENDED ? 0 : again(); }
  }
  if (c->state != CONNECTION_RECEIVING) { return again(); }
  if (c->due != DUE_NOT && c->guard != NULL && !shed) {
    connections.counts.timeouts++;
    guard_refuse(c->guard, GUARD_TIMEOUT, "The request did not arrive in time.");
    return hand_over(c, data, size);
  }
  /* A request may have arrived together with the end of the idle time, or of the worker, or when it
     was to make room. */
  if (c->due != DUE_NOT && c->guard == NULL && receive(c) != INTAKE_TAKEN) { return 0; }
  for (;;) {
    if (c->guard != NULL) {
      if (guard_step(c->guard) != GUARD_MORE) { return hand_over(c, data, size); }
      if (c->guard->phase != GUARD_START) { await_rest(c); }
    }
    intake received = c->more ? receive(c) : INTAKE_NOTHING;
    if (received == INTAKE_NOTHING) { break; }
    if (received == INTAKE_ENDED && (c->guard == NULL || c->guard->phase == GUARD_START)) {
      connection_forget_guard(c);
      return 0;
    }
    if (received == INTAKE_ENDED) {
      guard_refuse(c->guard, GUARD_INVALID, "The request ended before it was complete.");
      return hand_over(c, data, size);
    }
  }
  if (c->guard != NULL && c->guard->phase == GUARD_START) { connection_forget_guard(c); }
  return shed ? 0 : again();
}
