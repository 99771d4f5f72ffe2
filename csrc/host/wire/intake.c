#include "host/wire/intake.h"

#include <errno.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/wire/address.h"
#include "host/wire/guard.h"
#include "host/wire/libc.h"
#include "host/wire/proxy_header.h"

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
  uint32_t capacity;
  guard *g = connection_guard(c);
  char *at = g == NULL ? NULL : guard_space(g, &capacity);
  if (at == NULL) { return INTAKE_ENDED; }
  ssize_t count;
  do {
    count = libc_recv(c->fd, at, capacity, 0);
  } while (count < 0 && errno == EINTR); /* epoll would not tell of the same bytes again */
  if (count > 0) {
    guard_received(g, (uint32_t)count);
    /* Only a short read proves that the kernel holds nothing more; and not even that, once the
       peer's end may stand behind the bytes. */
    c->more = (uint32_t)count == capacity || c->hangup;
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
