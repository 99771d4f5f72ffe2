#include "host/wire/connections.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "host/wire/address.h"
#include "host/wire/libc.h"
#include "host/wire/loop.h"

/* Bytes that are discarded after an answer, before its connection is closed all the same. */
enum { LINGER_BYTES = 4 << 20 };

struct connections connections;

static const uint32_t durations[WIRE_TIMERS] = {
    [WIRE_IDLE] = WIRE_IDLE_DEADLINE,    [WIRE_SILENT] = WIRE_IDLE_DEADLINE,
    [WIRE_PROXY] = WIRE_HEAD_DEADLINE,   [WIRE_GRACE] = WIRE_GRACE_DEADLINE,
    [WIRE_REUSE] = WIRE_REUSE_DEADLINE,  [WIRE_HEAD] = WIRE_HEAD_DEADLINE,
    [WIRE_BODY] = WIRE_BODY_DEADLINE,    [WIRE_WRITE] = WIRE_WRITE_DEADLINE,
    [WIRE_LINGER] = WIRE_LINGER_DEADLINE};

static struct {
  connection *first[WIRE_TIMERS], *last[WIRE_TIMERS]; /* every list is in order of deadline */
  uint32_t count[WIRE_TIMERS];
  connection *queued_first, *queued_last;
} lists;

bool connections_open(wire_limits limits) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) { return false; }
  connections.size = files.rlim_cur > (1u << 20) ? 1u << 20 : (size_t)files.rlim_cur;
  connections.list = calloc(connections.size, sizeof(connection *));
  connections.limits = limits;
  connections.now = clock_milliseconds();
  return connections.list != NULL;
}

connection *connection_of(int fd) {
  return fd >= 0 && (size_t)fd < connections.size && connections.list != NULL ? connections.list[fd]
                                                                              : NULL;
}

/* ---- deadlines ---- */

static void connection_clear_timer(connection *c) {
  if (c->timer == WIRE_NO_TIMER) { return; }
  connection **first = &lists.first[c->timer], **last = &lists.last[c->timer];
  *(c->before == NULL ? first : &c->before->after) = c->after;
  *(c->after == NULL ? last : &c->after->before) = c->before;
  lists.count[c->timer]--;
  c->timer = WIRE_NO_TIMER;
}

/* Durations are constant, so the newest deadline is the last of its list. */
void connection_set_timer(connection *c, wire_timer timer) {
  connection_clear_timer(c);
  c->timer = timer;
  c->due = DUE_NOT;
  lists.count[timer]++;
  c->deadline = connections.now + durations[timer];
  c->before = lists.last[timer];
  c->after = NULL;
  *(c->before == NULL ? &lists.first[timer] : &c->before->after) = c;
  lists.last[timer] = c;
}

int connections_timeout(int timeout) {
  if (lists.queued_first != NULL) { return 0; }
  for (wire_timer timer = WIRE_IDLE; timer < WIRE_TIMERS; timer++) {
    const connection *c = lists.first[timer];
    if (c == NULL) { continue; }
    int left = c->deadline > connections.now ? (int)(c->deadline - connections.now) : 0;
    if (timeout < 0 || left < timeout) { timeout = left; }
  }
  return timeout;
}

/* ---- those that must be woken ---- */

/* Puts the connection at the end of them, once. */
static void connection_queue(connection *c) {
  if (c->queued) { return; }
  c->queued = true;
  c->next_queued = NULL;
  *(lists.queued_last == NULL ? &lists.queued_first : &lists.queued_last->next_queued) = c;
  lists.queued_last = c;
}

static void connection_unqueue(connection *c) {
  if (!c->queued) { return; }
  connection *before = NULL, *at = lists.queued_first;
  while (at != c) { before = at, at = at->next_queued; }
  *(before == NULL ? &lists.queued_first : &before->next_queued) = c->next_queued;
  if (lists.queued_last == c) { lists.queued_last = before; }
  c->queued = false;
}

connection *connections_next_queued(void) {
  connection *c = lists.queued_first;
  if (c != NULL) { connection_unqueue(c); }
  return c;
}

/* ---- begin and end ---- */

guard *connection_guard(connection *c) {
  if (c->guard == NULL) {
    c->guard = connections.spare != NULL ? connections.spare : calloc(1, sizeof(guard));
    connections.spare = NULL;
  }
  return c->guard;
}

void connection_forget_guard(connection *c) {
  guard *g = c->guard;
  c->guard = NULL;
  if (g == NULL) { return; }
  if (connections.spare == NULL) {
    guard_clear(g);
    connections.spare = g;
  } else {
    guard_free(g);
    free(g);
  }
}

/* Nothing is held for its answer any more. */
static void connection_settle(connection *c) {
  if (c->unsent > 0 && c->counted) { peers_hold(&c->peer, -(int64_t)c->unsent); }
  connections.unsent -= c->unsent;
  c->unsent = 0;
}

static void connection_end(connection *c) {
  connection_settle(c);
  connection_clear_timer(c);
  connection_unqueue(c);
  connection_forget_guard(c);
  if (c->counted) { peers_leave(&c->peer); }
  connections.list[c->fd] = NULL;
  connections.counts.open--;
  /* After closing alone, epoll would still report the connection as long as a worker that was just
     forked holds its copy of the descriptor. */
  loop_remove(c->fd);
  libc_close(c->fd);
  free(c);
}

bool connection_count(connection *c) {
  bool exempt = connections.limits.exempt != NULL && connections.limits.exempt(&c->peer);
  if (exempt || IN6_IS_ADDR_UNSPECIFIED(&c->peer)) { return true; }
  c->counted = peers_enter(&c->peer, connections.limits.per_address);
  connections.counts.refused_address += !c->counted;
  return c->counted;
}

bool connection_admit(int fd, const listener *from, const struct sockaddr *address) {
  bool crowded = connections.limits.connections > 0 &&
                 connections.counts.open >= connections.limits.connections / 10 * 9;
  connection *c = (size_t)fd < connections.size ? calloc(1, sizeof *c) : NULL;
  if (c == NULL) { return false; }
  c->fd = fd;
  c->control = from->control;
  c->state = from->proxy ? CONNECTION_PROXY : CONNECTION_RECEIVING;
  if (address->sa_family == AF_INET6) {
    c->peer = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
  } else if (address->sa_family == AF_INET) {
    c->peer = address_mapped(&((const struct sockaddr_in *)(const void *)address)->sin_addr);
  }
  if (!from->proxy && !connection_count(c)) {
    free(c);
    return false;
  }
  connections.list[fd] = c;
  connections.counts.open++;
  connections.counts.accepted++;
  connection_set_timer(c, from->proxy ? WIRE_PROXY : WIRE_SILENT);
  if (crowded) { connections_shed(); }
  return true;
}

/* The oldest half-sent request that has taken more than WIRE_SLOW makes room; else the oldest of
   the most numerous kind, half-sent requests before idle connections where they are as many: in a
   flood the most numerous kind is the flood's. */
void connections_shed(void) {
  /* Kinds of waiting for a client, those for the rest of a request first. */
  static const wire_timer waiting[] = {WIRE_HEAD,   WIRE_BODY, WIRE_PROXY,
                                       WIRE_SILENT, WIRE_IDLE, WIRE_LINGER};
  enum { KINDS = sizeof waiting / sizeof *waiting, REQUESTS = 3 };
  wire_timer chosen = waiting[0];
  for (size_t i = 0; i < KINDS; i++) {
    const connection *oldest = lists.first[waiting[i]];
    if (i < REQUESTS && oldest != NULL &&
        connections.now + durations[waiting[i]] - oldest->deadline > WIRE_SLOW) {
      chosen = waiting[i];
      break;
    }
    if (lists.count[waiting[i]] > lists.count[chosen]) { chosen = waiting[i]; }
  }
  connection *c = lists.first[chosen];
  if (c == NULL) { return; }
  connections.counts.shed++;
  if (c->state == CONNECTION_LINGERING) {
    connection_end(c);
    return;
  }
  connection_clear_timer(c);
  c->due = DUE_SHED;
  connection_queue(c);
}

void connections_expire(void) {
  for (wire_timer timer = WIRE_IDLE; timer < WIRE_TIMERS; timer++) {
    for (connection *c; (c = lists.first[timer]) != NULL && c->deadline <= connections.now;) {
      if (c->state == CONNECTION_LINGERING) {
        connection_end(c);
        continue;
      }
      connection_clear_timer(c);
      c->due = DUE_LATE;
      connection_queue(c);
    }
  }
}

/* A connection that was answered a moment ago may have its next request on the way: it would meet a
   closed connection, and its client could not know whether it was heard. */
void connections_drain(void) {
  connections.draining = true;
  for (wire_timer timer = WIRE_IDLE; timer <= WIRE_PROXY; timer++) {
    for (connection *c; (c = lists.first[timer]) != NULL;) {
      bool reused = connections.now + WIRE_IDLE_DEADLINE - c->deadline < WIRE_REUSE_DEADLINE;
      connection_clear_timer(c);
      if (c->guard != NULL) { continue; }
      if (c->began == 0) {
        connection_set_timer(c, WIRE_GRACE);
      } else if (reused) {
        connection_set_timer(c, WIRE_REUSE);
      } else {
        c->due = DUE_LATE;
        connection_queue(c);
      }
    }
  }
  for (connection *c = lists.first[WIRE_WRITE]; c != NULL; c = c->after) {
    if (c->state == CONNECTION_STREAMING) { connection_queue(c); }
  }
}

void connections_forget(void) {
  memset(&lists, 0, sizeof lists);
  if (connections.spare != NULL) { guard_free(connections.spare); }
  free(connections.spare);
  free(connections.list);
  memset(&connections, 0, sizeof connections);
}

/* ---- an answer ---- */

/* The list of WIRE_WRITE begins with those that have taken nothing for the longest time. Memory of
   a connection that is ended here is freed in the next turn of the loop. */
void connection_hold(connection *c, size_t bytes) {
  struct in6_addr client = address_client_key(&c->peer);
  connection_settle(c);
  c->unsent = bytes;
  connections.unsent += bytes;
  uint64_t own = c->counted && bytes > 0 ? peers_hold(&c->peer, (int64_t)bytes) : 0;
  for (connection *other = lists.first[WIRE_WRITE], *after; other != NULL; other = after) {
    bool crowded = connections.unsent > WIRE_UNSENT_LIMIT, greedy = own > WIRE_CLIENT_UNSENT_LIMIT;
    after = other->after;
    if (!crowded && !greedy) { break; }
    struct in6_addr its = address_client_key(&other->peer);
    bool same = other->counted && memcmp(&its, &client, sizeof its) == 0;
    if (other == c || other->unsent == 0 || (!crowded && !same)) { continue; }
    own -= same ? other->unsent : 0;
    connection_settle(other);
    connection_clear_timer(other);
    connection_queue(other);
    connections.counts.shed++;
  }
}

void connection_answered(connection *c) {
  connection_settle(c);
  if (c->guard->close) {
    c->state = CONNECTION_ANSWERED;
    connection_clear_timer(c);
    return;
  }
  c->state = CONNECTION_RECEIVING;
  guard_next(c->guard);
  connection_set_timer(c, WIRE_IDLE);
  bool held = c->guard->len > 0;
  if (!held) { connection_forget_guard(c); }
  if (held || c->more || c->hangup) { connection_queue(c); }
}

void connection_stream(connection *c, bool last) {
  c->state = CONNECTION_STREAMING;
  c->guard->close |= last;
}

void connection_pause(connection *c) {
  c->state = c->state == CONNECTION_STREAMING ? CONNECTION_STALLED : CONNECTION_WAITING;
  connection_clear_timer(c);
  if (c->watch != WATCH_NOBODY) { return; }
  if (loop_add(c->fd, EPOLLRDHUP | EPOLLET, loop_tagged(c, LOOP_CONNECTION))) {
    c->watch = WATCH_WIRE;
  } else {
    c->hangup = true;
  }
}

void connection_resume(connection *c) {
  c->state = c->state == CONNECTION_STALLED ? CONNECTION_STREAMING : CONNECTION_SERVING;
  if (c->watch == WATCH_WIRE) {
    loop_remove(c->fd);
    c->watch = WATCH_NOBODY;
  }
  connection_set_timer(c, WIRE_WRITE);
}

/* ---- for the seam ---- */

/* An event that came while a connection was kept is reported again. */
int connection_watched(connection *c, const struct epoll_event *event) {
  struct epoll_event wanted = {.events = event->events | EPOLLRDHUP,
                               .data.ptr = loop_tagged(c, LOOP_CONNECTION)};
  int operation = c->watch == WATCH_MISSED ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  bool kept = c->watch == WATCH_KEPT;
  c->watch = WATCH_LIBRARY;
  c->library = event->data.ptr;
  return kept ? 0 : libc_epoll_ctl(loop_epoll, operation, c->fd, &wanted);
}

int connection_unwatched(connection *c) {
  if (c->state == CONNECTION_WAITING || c->state == CONNECTION_STALLED) {
    c->watch = WATCH_KEPT;
    return 0;
  }
  c->watch = WATCH_NOBODY;
  return libc_epoll_ctl(loop_epoll, EPOLL_CTL_DEL, c->fd, NULL);
}

/* Discards what the client still sends after its answer. */
static void connection_linger(connection *c) {
  static char discarded[64 * 1024];
  ssize_t count = libc_recv(c->fd, discarded, sizeof discarded, MSG_DONTWAIT);
  if (count > 0) { c->drained += (uint64_t)count; }
  bool over = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  if (over || c->drained > LINGER_BYTES) { connection_end(c); }
}

uint32_t connection_event(connection *c, uint32_t events) {
  if (c->state == CONNECTION_LINGERING) {
    connection_linger(c);
    return 0;
  }
  c->hangup |= (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
  if (c->watch != WATCH_LIBRARY) {
    c->watch = c->watch == WATCH_KEPT ? WATCH_MISSED : c->watch;
    return 0;
  }
  c->more |= (events & (EPOLLIN | EPOLLRDHUP)) != 0;
  if ((events & (EPOLLERR | EPOLLHUP)) != 0 || (c->state == CONNECTION_STREAMING && c->hangup)) {
    return EPOLLERR;
  }
  if (!connection_is_served(c)) { return events & (EPOLLIN | EPOLLOUT); }
  if (events & EPOLLOUT) { connection_set_timer(c, WIRE_WRITE); }
  return events & EPOLLOUT;
}

void connection_close(connection *c) {
  if (c->watch != WATCH_NOBODY) {
    loop_remove(c->fd);
    c->watch = WATCH_NOBODY;
  }
  if (c->state == CONNECTION_ANSWERED && libc_shutdown(c->fd, SHUT_WR) == 0 &&
      loop_add(c->fd, EPOLLIN | EPOLLRDHUP, loop_tagged(c, LOOP_CONNECTION))) {
    c->state = CONNECTION_LINGERING;
    c->library = NULL;
    connection_unqueue(c);
    connection_forget_guard(c);
    connection_set_timer(c, WIRE_LINGER);
    return;
  }
  if (connection_is_served(c)) {
    struct linger reset = {1, 0};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  }
  connection_end(c);
}
