#include "host/wire/wire.h"

#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/wire/connections.h"
#include "host/wire/intake.h"
#include "host/wire/loop.h"
#include "host/wire/next_call.h"

/* The library repeats its wait while it is handed 128 events, with the full timeout: 127 at most
   are handed over, so that it never does. Some places are kept for links that need waking. */
enum { EVENTS_LIMIT = 127, KERNEL_EVENTS = 96, LINGER_BYTES = 4 << 20 };

/* REFUSALS: connections that are refused in one call, as each would cost a turn of the loop. */
enum { REFUSALS = 64, FOREIGN = 4 };

static struct {
  void *acceptor; /* the library's mark of its listening socket; NULL: it does not listen now */
  /* Pointers of the library that look marked: their places here are marked in their stead. */
  void *foreign[FOREIGN];
  unsigned seen; /* one bit for each call that the library made through the wire */
} wire;

static void wire_note(enum next_call call) { wire.seen |= 1u << call; }

const char *wire_unseen(void) {
  for (enum next_call call = NEXT_RECV; call < NEXT_CALLS; call++) {
    if ((wire.seen & 1u << call) == 0) {
      return next_name(call);
    }
  }
  return NULL;
}

/* ---- accept ---- */

/* Connections wait for a descriptor: one is freed in a moment. */
static int no_descriptor(void) {
  int error = errno;
  if (error == EMFILE || error == ENFILE) {
    connection_shed();
  }
  errno = error;
  return -1;
}

int accept4(int fd, __SOCKADDR_ARG address, socklen_t *length, int flags) {
  const listener *from;
  if (!acceptor_knows(fd)) {
    return next_accept4(fd, address.__sockaddr__, length, flags);
  }
  wire_note(NEXT_ACCEPT4);
  for (int refused = 0; refused < REFUSALS; refused++) {
    socklen_t taken = *length;
    int accepted = acceptor_take(address.__sockaddr__, &taken, flags, &from);
    if (accepted < 0) {
      return no_descriptor();
    }
    bool full = connections_crowded();
    if (connection_admit(accepted, from, address.__sockaddr__)) {
      if (full) {
        connection_shed();
      }
      *length = taken;
      return accepted;
    }
    next_close(accepted);
  }
  errno = ECONNABORTED;
  return -1;
}

static void *keep_foreign(void *pointer) {
  if (loop_tag(pointer) == 0) {
    return pointer;
  }
  size_t at = 0;
  while (at < FOREIGN - 1 && wire.foreign[at] != NULL && wire.foreign[at] != pointer) {
    at++;
  }
  wire.foreign[at] = pointer;
  return loop_tagged(&wire.foreign[at], LOOP_FOREIGN);
}

void wire_forget(void) {
  acceptor_forget();
  connections_forget();
  loop_forget();
  memset(&wire, 0, sizeof wire);
}

/* The library waits for its listening socket, or no longer. */
static int listen_on(int epoll, int operation, const struct epoll_event *event) {
  bool on = operation == EPOLL_CTL_ADD;
  wire_note(NEXT_EPOLL_CTL);
  loop_epoll = epoll;
  wire.acceptor = on ? event->data.ptr : NULL;
  return acceptor_listen(on) ? 0 : -1;
}

static int add_foreign(int epoll, int fd, const struct epoll_event *event) {
  struct epoll_event wanted = *event;
  wanted.data.ptr = keep_foreign(event->data.ptr);
  return next_epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &wanted);
}

/* What happened while a link was kept is reported again. */
static int arm_link(int epoll, wire_link *link, const struct epoll_event *event) {
  int operation = link->kept ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  bool reported = link->kept && !link->missed;
  struct epoll_event wanted = *event;
  link->armed = true;
  link->kept = link->missed = false;
  link->library = event->data.ptr;
  wanted.events |= EPOLLRDHUP;
  wanted.data.ptr = loop_tagged(link, LOOP_LINK);
  return reported ? 0 : next_epoll_ctl(epoll, operation, link->fd, &wanted);
}

/* The library takes a connection that it suspends out of its set, and puts it back later: a link
   that is paused by then stays there. */
static int disarm_link(int epoll, wire_link *link) {
  link->armed = false;
  link->kept = link->paused;
  return link->kept ? 0 : next_epoll_ctl(epoll, EPOLL_CTL_DEL, link->fd, NULL);
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  if (acceptor_knows(fd)) {
    return listen_on(epoll, operation, event);
  }
  bool adds = operation == EPOLL_CTL_ADD;
  if (connections.links == NULL || (!adds && operation != EPOLL_CTL_DEL)) {
    return next_epoll_ctl(epoll, operation, fd, event);
  }
  wire_link *link = connection_of(fd);
  if (adds) {
    wire_note(NEXT_EPOLL_CTL);
  }
  if (link == NULL) {
    return adds ? add_foreign(epoll, fd, event) : next_epoll_ctl(epoll, operation, fd, event);
  }
  return adds ? arm_link(epoll, link, event) : disarm_link(epoll, link);
}

/* ---- one whole request at a time ---- */

ssize_t recv(int fd, void *data, size_t size, int flags) {
  wire_link *link = connection_of(fd);
  if (link == NULL) {
    return next_recv(fd, data, size, flags);
  }
  wire_note(NEXT_RECV);
  return intake_receive(link, data, size);
}

void wire_answered(wire_link *link) {
  link->serving = link->stream = false;
  if (link->guard == NULL || link->guard->close) {
    links_unset_timer(link);
    return;
  }
  guard_next(link->guard);
  connection_set_timer(link, WIRE_IDLE);
  bool held = link->guard->len > 0;
  if (!held) {
    connection_forget_guard(link);
  }
  if (held || link->more || link->hangup) {
    links_queue(link);
  }
}

void wire_stream(wire_link *link, bool last) {
  link->stream = true;
  link->guard->close |= last;
}

void wire_pause(wire_link *link) {
  link->paused = true;
  links_unset_timer(link);
  if (link->armed) {
    return;
  }
  if (!loop_add(link->fd, EPOLLRDHUP | EPOLLET, loop_tagged(link, LOOP_LINK))) {
    link->hangup = true;
  }
}

void wire_resume(wire_link *link) {
  link->paused = false;
  if (!link->kept) {
    loop_remove(link->fd);
  }
  connection_set_timer(link, WIRE_WRITE);
}

/* ---- the end of a connection ---- */

/* Discards what the client still sends after its answer. */
static void linger(wire_link *link) {
  static char discarded[64 * 1024];
  ssize_t count = next_recv(link->fd, discarded, sizeof discarded, MSG_DONTWAIT);
  if (count > 0) {
    link->drained += (uint64_t)count;
  }
  bool over = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  if (over || link->drained > LINGER_BYTES) {
    connection_end(link);
  }
}

/* An orderly end could be taken for the end of an answer that was cut: the reset at its close is
   all that its client hears. */
int shutdown(int fd, int how) {
  const wire_link *link = connection_of(fd);
  if (link == NULL) {
    return next_shutdown(fd, how);
  }
  wire_note(NEXT_SHUTDOWN);
  return link->serving ? 0 : next_shutdown(fd, how);
}

/* Closing while bytes of the client are unread would reset the connection and take the answer
   with it: an answered connection discards until the client has ended too. */
int close(int fd) {
  wire_link *link = connection_of(fd);
  if (link == NULL) {
    return next_close(fd);
  }
  wire_note(NEXT_CLOSE);
  if (link->kept) {
    loop_remove(fd);
  }
  bool answered = link->guard != NULL && link->guard->phase == GUARD_DONE && !link->serving;
  if (!answered || next_shutdown(fd, SHUT_WR) != 0 ||
      !loop_add(fd, EPOLLIN | EPOLLRDHUP, loop_tagged(link, LOOP_LINK))) {
    if (link->serving) {
      struct linger reset = {1, 0};
      setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }
    connection_end(link);
    return 0;
  }
  links_unqueue(link);
  connection_forget_guard(link);
  link->library = NULL;
  connection_set_timer(link, WIRE_LINGER);
  return 0;
}

/* ---- waiting ---- */

/* What the library is to hear of the kernel's event on one of its links; 0: nothing. */
static uint32_t translate(wire_link *link, uint32_t events) {
  if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
    link->hangup = true;
  }
  if (link->paused || link->kept) {
    link->missed = true;
    return 0;
  }
  if (events & (EPOLLIN | EPOLLRDHUP)) {
    link->more = true;
  }
  if (events & (EPOLLERR | EPOLLHUP) || (link->stream && link->hangup)) {
    return EPOLLERR;
  }
  if (link->serving) {
    if (events & EPOLLOUT) {
      connection_set_timer(link, WIRE_WRITE);
    }
    return events & EPOLLOUT;
  }
  return events & (EPOLLIN | EPOLLOUT);
}

/* Takes what is not the library's out of the events. @return how many are left */
static int filter(struct epoll_event *events, int count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    struct epoll_event event = events[i];
    unsigned tag = loop_tag(event.data.ptr);
    wire_link *link = tag == LOOP_LINK ? loop_untagged(event.data.ptr) : NULL;
    if (tag == LOOP_WATCH) {
      loop_ready(event.data.ptr);
    } else if (link == NULL) {
      if (tag == LOOP_FOREIGN) {
        event.data.ptr = *(void **)loop_untagged(event.data.ptr);
      }
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

/* Adds one event for all listening sockets that have connections. */
static int tell_acceptor(struct epoll_event *events, int kept) {
  if (wire.acceptor == NULL || !acceptor_ready()) {
    return kept;
  }
  events[kept].events = EPOLLIN;
  events[kept].data.ptr = wire.acceptor;
  return kept + 1;
}

/* Adds an event for each link that must be woken, as far as there is room. */
static int wake_links(struct epoll_event *events, int kept) {
  for (wire_link *link; kept < EVENTS_LIMIT && (link = links_next()) != NULL;) {
    if (link->library == NULL) {
      continue;
    }
    events[kept].events = link->serving ? EPOLLERR : EPOLLIN;
    events[kept++].data.ptr = link->library;
  }
  return kept;
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
  if (epoll != loop_epoll || count <= EVENTS_LIMIT) {
    return next_epoll_wait(epoll, events, count, timeout);
  }
  wire_note(NEXT_EPOLL_WAIT);
  int received =
      next_epoll_wait(epoll, events, KERNEL_EVENTS, links_timeout(timeout, connections.now));
  connections.now = clock_milliseconds();
  if (received < 0) {
    return received;
  }
  int kept = tell_acceptor(events, filter(events, received));
  connections_expire();
  return wake_links(events, kept);
}
