#include "host/wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/wire/acceptor.h"
#include "host/wire/address.h"
#include "host/wire/links.h"
#include "host/wire/next_call.h"
#include "host/wire/peers.h"
#include "host/wire/proxy_header.h"

/* The library repeats its wait while it is handed 128 events, with the full timeout: 127 at most
   are handed over, so that it never does. Some places are kept for links that need waking. */
enum { EVENTS_LIMIT = 127, KERNEL_EVENTS = 96, LINGER_BYTES = 4 << 20, WATCHES = 512 };

/* Connections that are refused in one call, which would otherwise cost a turn of the loop each. */
enum { REFUSALS = 64 };

/* The four requests that the library ever sees. */
static const span requests[2][2] = {
    {{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 27},
     {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 46}},
    {{"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", 28},
     {"HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 47}},
};

typedef struct watch {
  int fd;
  void (*ready)(void *context);
  void *context;
} watch;

/* What epoll returns is the library's own pointer, or one of ours marked in its low bits. A pointer
   of the library that looks marked is kept in a list, and its place there is marked instead. */
enum { TAG_WATCH = 1, TAG_LINK = 2, TAG_FOREIGN = 3, TAG_MASK = 3, FOREIGN = 4 };

static struct {
  wire_link **links; /* by descriptor */
  size_t size;
  guard *spare; /* of the link that was last answered */
  watch watches[WATCHES];
  void *acceptor; /* the library's mark of its listening socket; NULL: it does not listen now */
  void *foreign[FOREIGN];
  wire_limits limits;
  wire_counts counts;
  uint64_t now;
  int epoll;
  unsigned seen; /* one bit for each call that the library made through the wire */
  bool draining;
} wire = {.epoll = -1};

static void note(enum next_call call) { wire.seen |= 1u << call; }

static void *tagged(void *pointer, unsigned tag) { return (void *)((uintptr_t)pointer | tag); }
static unsigned tag_of(const void *pointer) { return (unsigned)((uintptr_t)pointer & TAG_MASK); }
static void *untagged(void *pointer) { return (void *)((uintptr_t)pointer & ~(uintptr_t)TAG_MASK); }

uint64_t wire_now(void) { return wire.now; }
const wire_counts *wire_statistics(void) { return &wire.counts; }
uint32_t wire_open_count(void) { return wire.counts.open; }

bool wire_open(wire_limits limits) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return false;
  wire.size = files.rlim_cur > (1u << 20) ? 1u << 20 : (size_t)files.rlim_cur;
  wire.links = calloc(wire.size, sizeof(wire_link *));
  wire.limits = limits;
  wire.now = clock_milliseconds();
  return wire.links != NULL;
}

const char *wire_unseen(void) {
  for (enum next_call call = NEXT_RECV; call < NEXT_CALLS; call++) {
    if ((wire.seen & 1u << call) == 0) return next_name(call);
  }
  return NULL;
}

wire_link *wire_of(int fd) {
  return fd >= 0 && (size_t)fd < wire.size && wire.links != NULL ? wire.links[fd] : NULL;
}

bool wire_watch(int fd, void (*ready)(void *context), void *context) {
  watch *w = wire.watches;
  while (w < wire.watches + WATCHES && w->ready != NULL) w++;
  if (w == wire.watches + WATCHES) return false;
  *w = (watch){fd, ready, context};
  /* Of several processes that wait for the same socket, one is woken. */
  struct epoll_event event = {.events = EPOLLIN | EPOLLEXCLUSIVE, .data.ptr = tagged(w, TAG_WATCH)};
  if (next_epoll_ctl(wire.epoll, EPOLL_CTL_ADD, fd, &event) == 0) return true;
  *w = (watch){0};
  return false;
}

void wire_unwatch(int fd) {
  next_epoll_ctl(wire.epoll, EPOLL_CTL_DEL, fd, NULL);
  for (watch *w = wire.watches; w < wire.watches + WATCHES; w++) {
    if (w->ready != NULL && w->fd == fd) *w = (watch){0};
  }
}

static void set_timer(wire_link *link, wire_timer timer) { links_set_timer(link, timer, wire.now); }

static void forget_guard(wire_link *link) {
  guard *g = link->guard;
  link->guard = NULL;
  if (g == NULL) return;
  if (wire.spare == NULL) {
    guard_clear(g);
    wire.spare = g;
  } else {
    guard_free(g);
    free(g);
  }
}

static guard *take_guard(wire_link *link) {
  if (link->guard == NULL) {
    link->guard = wire.spare != NULL ? wire.spare : calloc(1, sizeof(guard));
    wire.spare = NULL;
  }
  return link->guard;
}

static void end(wire_link *link) {
  links_unset_timer(link);
  links_unqueue(link);
  forget_guard(link);
  if (link->counted) peers_leave(&link->peer);
  wire.links[link->fd] = NULL;
  wire.counts.open--;
  /* Closing would leave epoll to tell of a link that is no more, as long as a worker that was just
     forked holds its copy of the descriptor. */
  next_epoll_ctl(wire.epoll, EPOLL_CTL_DEL, link->fd, NULL);
  next_close(link->fd);
  free(link);
}

/* ---- accept ---- */

static struct in6_addr peer_address(const struct sockaddr *address) {
  struct in6_addr peer = {0};
  if (address->sa_family == AF_INET6) {
    peer = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
  } else if (address->sa_family == AF_INET) {
    peer = address_mapped(&((const struct sockaddr_in *)(const void *)address)->sin_addr);
  }
  return peer;
}

/* Makes room, if one of the connections waits for its client. */
static void shed(void) {
  wire_link *link = links_spare(wire.now);
  if (link == NULL) return;
  wire.counts.shed++;
  if (link->timer == WIRE_LINGER) {
    end(link);
    return;
  }
  links_unset_timer(link);
  link->due = link->shed = true;
  links_queue(link);
}

static bool crowded(void) {
  return wire.limits.connections > 0 && wire.counts.open >= wire.limits.connections / 10 * 9;
}

/* Counts the link for its peer, if that is bounded. */
static bool enter(wire_link *link) {
  bool exempt = wire.limits.exempt != NULL && wire.limits.exempt(&link->peer);
  if (exempt || IN6_IS_ADDR_UNSPECIFIED(&link->peer)) return true;
  link->counted = peers_enter(&link->peer, wire.limits.per_address);
  wire.counts.refused_address += !link->counted;
  return link->counted;
}

static bool admit(int fd, const listener *from, const struct sockaddr *address) {
  if ((size_t)fd >= wire.size) return false;
  wire_link *link = calloc(1, sizeof *link);
  if (link == NULL) return false;
  link->fd = fd;
  link->control = from->control;
  link->unnamed = from->proxy;
  link->peer = peer_address(address);
  if (!link->unnamed && !enter(link)) {
    free(link);
    return false;
  }
  wire.links[fd] = link;
  wire.counts.open++;
  wire.counts.accepted++;
  set_timer(link, link->unnamed ? WIRE_PROXY : WIRE_SILENT);
  return true;
}

/* Connections wait for a descriptor: one is freed in a moment. */
static int no_descriptor(void) {
  int error = errno;
  if (error == EMFILE || error == ENFILE) shed();
  errno = error;
  return -1;
}

int accept4(int fd, __SOCKADDR_ARG address, socklen_t *length, int flags) {
  const listener *from;
  if (!acceptor_knows(fd)) return next_accept4(fd, address.__sockaddr__, length, flags);
  note(NEXT_ACCEPT4);
  for (int refused = 0; refused < REFUSALS; refused++) {
    socklen_t taken = *length;
    int accepted = acceptor_take(address.__sockaddr__, &taken, flags, &from);
    if (accepted < 0) return no_descriptor();
    bool full = crowded();
    if (admit(accepted, from, address.__sockaddr__)) {
      if (full) shed();
      *length = taken;
      return accepted;
    }
    next_close(accepted);
  }
  errno = ECONNABORTED;
  return -1;
}

static void *keep_foreign(void *pointer) {
  if (tag_of(pointer) == 0) return pointer;
  size_t at = 0;
  while (at < FOREIGN - 1 && wire.foreign[at] != NULL && wire.foreign[at] != pointer) at++;
  wire.foreign[at] = pointer;
  return tagged(&wire.foreign[at], TAG_FOREIGN);
}

void wire_forget(void) {
  acceptor_forget();
  links_forget();
  if (wire.spare != NULL) guard_free(wire.spare);
  free(wire.spare);
  free(wire.links);
  memset(&wire, 0, sizeof wire);
  wire.epoll = -1;
}

/* The library waits for its listening socket, or no longer. */
static int listen_on(int epoll, int operation, const struct epoll_event *event) {
  bool on = operation == EPOLL_CTL_ADD;
  note(NEXT_EPOLL_CTL);
  wire.epoll = epoll;
  wire.acceptor = on ? event->data.ptr : NULL;
  return acceptor_listen(on) ? 0 : -1;
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  if (acceptor_knows(fd)) return listen_on(epoll, operation, event);
  if (operation != EPOLL_CTL_ADD || wire.links == NULL) {
    return next_epoll_ctl(epoll, operation, fd, event);
  }
  wire_link *link = wire_of(fd);
  struct epoll_event wanted = *event;
  note(NEXT_EPOLL_CTL);
  if (link == NULL) {
    wanted.data.ptr = keep_foreign(event->data.ptr);
    return next_epoll_ctl(epoll, operation, fd, &wanted);
  }
  link->library = event->data.ptr;
  wanted.events |= EPOLLRDHUP;
  wanted.data.ptr = tagged(link, TAG_LINK);
  return next_epoll_ctl(epoll, operation, fd, &wanted);
}

/* ---- one whole request at a time ---- */

static ssize_t again(void) {
  errno = EAGAIN;
  return -1;
}

static ssize_t hand_over(wire_link *link, void *data, size_t size) {
  guard *g = link->guard;
  g->close |= wire.draining;
  bool head = g->line_read && span_equal(guard_span(g, g->method), SPAN("HEAD"));
  span request = requests[head][g->close];
  if (size < request.len) return again();
  memcpy(data, request.data, request.len);
  link->serving = true;
  link->began = clock_microseconds();
  set_timer(link, WIRE_WRITE);
  return (ssize_t)request.len;
}

/* The deadline of a begun request has passed. */
static ssize_t expire(wire_link *link, void *data, size_t size) {
  wire.counts.timeouts++;
  guard_refuse(link->guard, GUARD_TIMEOUT, "The request did not arrive in time.");
  return hand_over(link, data, size);
}

static void welcome_body(wire_link *link) {
  static const span interim = {"HTTP/1.1 100 Continue\r\n\r\n", 25};
  guard *g = link->guard;
  bool in_body = g->phase > GUARD_FIELDS && g->phase < GUARD_DONE;
  if (in_body && link->timer != WIRE_BODY) set_timer(link, WIRE_BODY);
  if (!in_body && link->timer != WIRE_HEAD) set_timer(link, WIRE_HEAD);
  if (!in_body || !g->awaits_continue) return;
  g->awaits_continue = false;
  if (g->at == g->len && send(link->fd, interim.data, interim.len, MSG_NOSIGNAL) < 0) {
    link->hangup = true;
  }
}

/* Receives once. @return 1 when there are new bytes, 0 at the end of input, -1 when none wait */
static int receive(wire_link *link) {
  uint32_t room;
  guard *g = take_guard(link);
  char *at = g == NULL ? NULL : guard_room(g, &room);
  if (at == NULL) return 0;
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
  if (count == 0) return 0;
  return errno == EAGAIN ? -1 : 0;
}

static ssize_t end_of_input(wire_link *link, void *data, size_t size) {
  if (link->guard == NULL || link->guard->phase == GUARD_START) {
    forget_guard(link);
    return 0;
  }
  guard_refuse(link->guard, GUARD_INVALID, "The request ended before it was complete.");
  return hand_over(link, data, size);
}

static int refuse_header(const wire_link *link, const char *reason) {
  char address[ADDRESS_TEXT];
  address_write(&link->peer, address);
  wire.counts.refused_header++;
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
  if (count == 0 || (count < 0 && errno != EAGAIN)) return 0;
  proxy_verdict verdict = proxy_header_read((span){bytes, count < 0 ? 0 : (size_t)count}, &header);
  if (verdict == PROXY_REFUSED) return refuse_header(link, header.reason);
  if (verdict == PROXY_MORE) {
    if (link->shed) return 0;
    if (link->due) return refuse_header(link, "it did not arrive in time");
    if (link->hangup) return refuse_header(link, "it ended before it was complete");
    link->more = false;
    return -1;
  }
  if (next_recv(link->fd, bytes, header.length, 0) != (ssize_t)header.length) return 0;
  if (header.named) link->peer = header.client;
  link->unnamed = false;
  link->more = true;
  set_timer(link, wire.draining ? WIRE_GRACE : WIRE_SILENT);
  return enter(link);
}

ssize_t recv(int fd, void *data, size_t size, int flags) {
  wire_link *link = wire_of(fd);
  if (link == NULL) return next_recv(fd, data, size, flags);
  note(NEXT_RECV);
  if (link->serving) return again();
  bool going = link->shed;
  if (link->unnamed) {
    int taken = take_header(link);
    if (taken <= 0) return taken == 0 ? 0 : again();
  }
  /* A request may have arrived together with the end of the idle time, or of the worker, or when it
     was to make room. */
  if (link->due && link->guard != NULL && !going) return expire(link, data, size);
  if (link->due && link->guard == NULL && receive(link) <= 0) return 0;
  for (;;) {
    if (link->guard != NULL) {
      if (guard_step(link->guard) != GUARD_MORE) return hand_over(link, data, size);
      if (link->guard->phase != GUARD_START) welcome_body(link);
    }
    if (!link->more) break;
    int received = receive(link);
    if (received == 0) return end_of_input(link, data, size);
    if (received < 0) break;
  }
  if (link->guard != NULL && link->guard->phase == GUARD_START) forget_guard(link);
  return going ? 0 : again();
}

void wire_answered(wire_link *link) {
  link->serving = link->stream = false;
  if (link->guard == NULL || link->guard->close) {
    links_unset_timer(link);
    return;
  }
  guard_next(link->guard);
  set_timer(link, WIRE_IDLE);
  bool held = link->guard->len > 0;
  if (!held) forget_guard(link);
  if (held || link->more || link->hangup) links_queue(link);
}

void wire_stream(wire_link *link, bool last) {
  link->stream = true;
  link->guard->close |= last;
}

/* The library takes a suspended connection out of its set, and puts it back later. */
void wire_pause(wire_link *link) {
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data.ptr = tagged(link, TAG_LINK)};
  link->paused = true;
  links_unset_timer(link);
  if (next_epoll_ctl(wire.epoll, EPOLL_CTL_ADD, link->fd, &event) != 0) link->hangup = true;
}

void wire_resume(wire_link *link) {
  link->paused = false;
  next_epoll_ctl(wire.epoll, EPOLL_CTL_DEL, link->fd, NULL);
  set_timer(link, WIRE_WRITE);
}

/* ---- the end of a connection ---- */

static void linger(wire_link *link) {
  static char discarded[64 * 1024];
  ssize_t count = next_recv(link->fd, discarded, sizeof discarded, MSG_DONTWAIT);
  if (count > 0) link->drained += (uint64_t)count;
  bool over = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  if (over || link->drained > LINGER_BYTES) end(link);
}

/* An orderly end could be taken for the end of an answer that was cut: the reset at its close is
   all that its client hears. */
int shutdown(int fd, int how) {
  const wire_link *link = wire_of(fd);
  if (link == NULL) return next_shutdown(fd, how);
  note(NEXT_SHUTDOWN);
  return link->serving ? 0 : next_shutdown(fd, how);
}

/* Closing while bytes of the client are unread would reset the connection and take the answer
   with it: an answered connection discards until the client has ended too. */
int close(int fd) {
  wire_link *link = wire_of(fd);
  if (link == NULL) return next_close(fd);
  note(NEXT_CLOSE);
  bool answered = link->guard != NULL && link->guard->phase == GUARD_DONE && !link->serving;
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.ptr = tagged(link, TAG_LINK)};
  if (!answered || next_shutdown(fd, SHUT_WR) != 0 ||
      next_epoll_ctl(wire.epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
    if (link->serving) {
      struct linger reset = {1, 0};
      setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }
    end(link);
    return 0;
  }
  links_unqueue(link);
  forget_guard(link);
  link->library = NULL;
  set_timer(link, WIRE_LINGER);
  return 0;
}

void wire_drain(void) {
  wire.draining = true;
  for (wire_timer timer = WIRE_IDLE; timer <= WIRE_PROXY; timer++) {
    for (wire_link *link; (link = links_first(timer)) != NULL;) {
      links_unset_timer(link);
      if (link->guard != NULL) continue;
      if (link->began == 0) {
        set_timer(link, WIRE_GRACE);
        continue;
      }
      link->due = true;
      links_queue(link);
    }
  }
  for (wire_link *link = links_first(WIRE_WRITE); link != NULL; link = link->after) {
    if (link->stream) links_queue(link);
  }
}

/* ---- waiting ---- */

/* What the library is to hear of the kernel's event on one of its links; 0: nothing. */
static uint32_t translate(wire_link *link, uint32_t events) {
  if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) link->hangup = true;
  if (link->paused) return 0;
  if (events & (EPOLLIN | EPOLLRDHUP)) link->more = true;
  if (events & (EPOLLERR | EPOLLHUP) || (link->stream && link->hangup)) return EPOLLERR;
  if (link->serving) {
    if (events & EPOLLOUT) set_timer(link, WIRE_WRITE);
    return events & EPOLLOUT;
  }
  return events & (EPOLLIN | EPOLLOUT);
}

/* Takes what is not the library's out of the events. @return how many are left */
static int filter(struct epoll_event *events, int count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    struct epoll_event event = events[i];
    wire_link *link = tag_of(event.data.ptr) == TAG_LINK ? untagged(event.data.ptr) : NULL;
    if (tag_of(event.data.ptr) == TAG_WATCH) {
      const watch *w = untagged(event.data.ptr);
      if (w->ready != NULL) w->ready(w->context);
    } else if (link == NULL) {
      if (tag_of(event.data.ptr) == TAG_FOREIGN)
        event.data.ptr = *(void **)untagged(event.data.ptr);
      events[kept++] = event;
    } else if (link->library == NULL) {
      linger(link);
    } else if ((event.events = translate(link, event.events)) != 0) {
      event.data.ptr = link->library;
      events[kept++] = event;
    }
  }
  return kept;
}

static void expire_timers(void) {
  for (wire_timer timer = WIRE_IDLE; timer < WIRE_TIMERS; timer++) {
    for (wire_link *link; (link = links_first(timer)) != NULL && link->deadline <= wire.now;) {
      links_unset_timer(link);
      link->due = true;
      if (timer == WIRE_LINGER)
        end(link);
      else
        links_queue(link);
    }
  }
}

/* Adds one event for all listening sockets that have connections. */
static int tell_acceptor(struct epoll_event *events, int kept) {
  if (wire.acceptor == NULL || !acceptor_ready()) return kept;
  events[kept].events = EPOLLIN;
  events[kept].data.ptr = wire.acceptor;
  return kept + 1;
}

/* Adds an event for each link that must be woken, as far as there is room. */
static int wake_links(struct epoll_event *events, int kept) {
  for (wire_link *link; kept < EVENTS_LIMIT && (link = links_next()) != NULL;) {
    if (link->library == NULL) continue;
    events[kept].events = link->serving ? EPOLLERR : EPOLLIN;
    events[kept++].data.ptr = link->library;
  }
  return kept;
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
  if (epoll != wire.epoll || count <= EVENTS_LIMIT) {
    return next_epoll_wait(epoll, events, count, timeout);
  }
  note(NEXT_EPOLL_WAIT);
  int received = next_epoll_wait(epoll, events, KERNEL_EVENTS, links_timeout(timeout, wire.now));
  wire.now = clock_milliseconds();
  if (received < 0) return received;
  int kept = tell_acceptor(events, filter(events, received));
  expire_timers();
  return wake_links(events, kept);
}
