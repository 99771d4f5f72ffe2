#include "host/wire/intake.h"

#include <errno.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/wire/address.h"
#include "host/wire/connections.h"
#include "host/wire/guard_step.h"
#include "host/wire/next_call.h"
#include "host/wire/proxy_header.h"

/* The four requests that the library ever sees. */
static const span requests[2][2] = {
    {{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 27},
     {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 46}},
    {{"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", 28},
     {"HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 47}},
};

static ssize_t again(void) {
  errno = EAGAIN;
  return -1;
}

static ssize_t hand_over(wire_link *link, void *data, size_t size) {
  guard *g = link->guard;
  g->close |= connections.draining;
  bool head = g->line_read && span_equal(guard_span(g, g->method), SPAN("HEAD"));
  span request = requests[head][g->close];
  if (size < request.len) {
    return again();
  }
  memcpy(data, request.data, request.len);
  link->serving = true;
  link->began = clock_microseconds();
  connection_set_timer(link, WIRE_WRITE);
  return (ssize_t)request.len;
}

/* The deadline of a begun request has passed. */
static ssize_t expire(wire_link *link, void *data, size_t size) {
  connections.counts.timeouts++;
  guard_refuse(link->guard, GUARD_TIMEOUT, "The request did not arrive in time.");
  return hand_over(link, data, size);
}

static void welcome_body(wire_link *link) {
  static const span interim = {"HTTP/1.1 100 Continue\r\n\r\n", 25};
  guard *g = link->guard;
  bool in_body = g->phase > GUARD_FIELDS && g->phase < GUARD_DONE;
  if (in_body && link->timer != WIRE_BODY) {
    connection_set_timer(link, WIRE_BODY);
  }
  if (!in_body && link->timer != WIRE_HEAD) {
    connection_set_timer(link, WIRE_HEAD);
  }
  if (!in_body || !g->awaits_continue) {
    return;
  }
  g->awaits_continue = false;
  if (g->at == g->len && send(link->fd, interim.data, interim.len, MSG_NOSIGNAL) < 0) {
    link->hangup = true;
  }
}

/* Receives once. @return 1 when there are new bytes, 0 at the end of input, -1 when none wait */
static int receive(wire_link *link) {
  uint32_t room;
  guard *g = connection_guard(link);
  char *at = g == NULL ? NULL : guard_room(g, &room);
  if (at == NULL) {
    return 0;
  }
  ssize_t count;
  do {
    count = next_recv(link->fd, at, room, 0);
  } while (count < 0 && errno == EINTR); /* epoll would not tell of the same bytes again */
  if (count > 0) {
    guard_received(g, (uint32_t)count);
    /* Only a short read proves that the kernel holds nothing more; and not even that, once the
       peer's end may stand behind the bytes. */
    link->more = (uint32_t)count == room || link->hangup;
    return 1;
  }
  link->more = false;
  if (count == 0) {
    return 0;
  }
  return errno == EAGAIN ? -1 : 0;
}

static ssize_t end_of_input(wire_link *link, void *data, size_t size) {
  if (link->guard == NULL || link->guard->phase == GUARD_START) {
    connection_forget_guard(link);
    return 0;
  }
  guard_refuse(link->guard, GUARD_INVALID, "The request ended before it was complete.");
  return hand_over(link, data, size);
}

static int refuse_header(const wire_link *link, const char *reason) {
  char address[ADDRESS_TEXT];
  address_write(&link->peer, address);
  connections.counts.refused_header++;
  log_write(LOG_DEBUG, "a connection from %s is closed, its PROXY header is refused: %s", address,
            reason);
  return 0;
}

/* Takes the PROXY header, and nothing behind it; until it is whole, the kernel keeps it.
   @return 1 when it was taken, 0 when the connection must end, -1 when more of it must come */
static int take_header(wire_link *link) {
  char bytes[PROXY_HEADER_LIMIT];
  proxy_header header;
  ssize_t count;
  do {
    count = next_recv(link->fd, bytes, sizeof bytes, MSG_PEEK);
  } while (count < 0 && errno == EINTR);
  if (count == 0 || (count < 0 && errno != EAGAIN)) {
    return 0;
  }
  proxy_verdict verdict = proxy_header_read((span){bytes, count < 0 ? 0 : (size_t)count}, &header);
  if (verdict == PROXY_REFUSED) {
    return refuse_header(link, header.reason);
  }
  if (verdict == PROXY_MORE) {
    if (link->shed) {
      return 0;
    }
    if (link->due) {
      return refuse_header(link, "it did not arrive in time");
    }
    if (link->hangup) {
      return refuse_header(link, "it ended before it was complete");
    }
    link->more = false;
    return -1;
  }
  if (next_recv(link->fd, bytes, header.length, 0) != (ssize_t)header.length) {
    return 0;
  }
  if (header.named) {
    link->peer = header.client;
  }
  link->unnamed = false;
  link->more = true;
  connection_set_timer(link, connections.draining ? WIRE_GRACE : WIRE_SILENT);
  return connection_count(link);
}

ssize_t intake_receive(wire_link *link, void *data, size_t size) {
  if (link->serving) {
    return again();
  }
  bool going = link->shed;
  if (link->unnamed) {
    int taken = take_header(link);
    if (taken <= 0) {
      return taken == 0 ? 0 : again();
    }
  }
  /* A request may have arrived together with the end of the idle time, or of the worker, or when it
     was to make room. */
  if (link->due && link->guard != NULL && !going) {
    return expire(link, data, size);
  }
  if (link->due && link->guard == NULL && receive(link) <= 0) {
    return 0;
  }
  for (;;) {
    if (link->guard != NULL) {
      if (guard_step(link->guard) != GUARD_MORE) {
        return hand_over(link, data, size);
      }
      if (link->guard->phase != GUARD_START) {
        welcome_body(link);
      }
    }
    if (!link->more) {
      break;
    }
    int received = receive(link);
    if (received == 0) {
      return end_of_input(link, data, size);
    }
    if (received < 0) {
      break;
    }
  }
  if (link->guard != NULL && link->guard->phase == GUARD_START) {
    connection_forget_guard(link);
  }
  return going ? 0 : again();
}
