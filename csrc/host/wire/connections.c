#include "host/wire/connections.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "host/wire/address.h"
#include "host/wire/loop.h"
#include "host/wire/next_call.h"
#include "host/wire/peers.h"

struct connections connections;

bool connections_open(wire_limits limits) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
    return false;
  }
  connections.size = files.rlim_cur > (1u << 20) ? 1u << 20 : (size_t)files.rlim_cur;
  connections.links = calloc(connections.size, sizeof(wire_link *));
  connections.limits = limits;
  connections.now = clock_milliseconds();
  return connections.links != NULL;
}

wire_link *connection_of(int fd) {
  return fd >= 0 && (size_t)fd < connections.size && connections.links != NULL
             ? connections.links[fd]
             : NULL;
}

void connection_set_timer(wire_link *link, wire_timer timer) {
  links_set_timer(link, timer, connections.now);
}

void connection_forget_guard(wire_link *link) {
  guard *g = link->guard;
  link->guard = NULL;
  if (g == NULL) {
    return;
  }
  if (connections.spare == NULL) {
    guard_clear(g);
    connections.spare = g;
  } else {
    guard_free(g);
    free(g);
  }
}

guard *connection_guard(wire_link *link) {
  if (link->guard == NULL) {
    link->guard = connections.spare != NULL ? connections.spare : calloc(1, sizeof(guard));
    connections.spare = NULL;
  }
  return link->guard;
}

void connection_end(wire_link *link) {
  links_unset_timer(link);
  links_unqueue(link);
  connection_forget_guard(link);
  if (link->counted) {
    peers_leave(&link->peer);
  }
  connections.links[link->fd] = NULL;
  connections.counts.open--;
  /* Closing would leave epoll to tell of a link that is no more, as long as a worker that was just
     forked holds its copy of the descriptor. */
  loop_remove(link->fd);
  next_close(link->fd);
  free(link);
}

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
void connection_shed(void) {
  wire_link *link = links_spare(connections.now);
  if (link == NULL) {
    return;
  }
  connections.counts.shed++;
  if (link->timer == WIRE_LINGER) {
    connection_end(link);
    return;
  }
  links_unset_timer(link);
  link->due = link->shed = true;
  links_queue(link);
}

bool connections_crowded(void) {
  return connections.limits.connections > 0 &&
         connections.counts.open >= connections.limits.connections / 10 * 9;
}

/* Counts the link for its peer, if that is bounded. */
bool connection_count(wire_link *link) {
  bool exempt = connections.limits.exempt != NULL && connections.limits.exempt(&link->peer);
  if (exempt || IN6_IS_ADDR_UNSPECIFIED(&link->peer)) {
    return true;
  }
  link->counted = peers_enter(&link->peer, connections.limits.per_address);
  connections.counts.refused_address += !link->counted;
  return link->counted;
}

bool connection_admit(int fd, const listener *from, const struct sockaddr *address) {
  if ((size_t)fd >= connections.size) {
    return false;
  }
  wire_link *link = calloc(1, sizeof *link);
  if (link == NULL) {
    return false;
  }
  link->fd = fd;
  link->control = from->control;
  link->unnamed = from->proxy;
  link->peer = peer_address(address);
  if (!link->unnamed && !connection_count(link)) {
    free(link);
    return false;
  }
  connections.links[fd] = link;
  connections.counts.open++;
  connections.counts.accepted++;
  connection_set_timer(link, link->unnamed ? WIRE_PROXY : WIRE_SILENT);
  return true;
}

void connections_expire(void) {
  for (wire_timer timer = WIRE_IDLE; timer < WIRE_TIMERS; timer++) {
    for (wire_link *link;
         (link = links_first(timer)) != NULL && link->deadline <= connections.now;) {
      links_unset_timer(link);
      link->due = true;
      if (timer == WIRE_LINGER) {
        connection_end(link);
      } else {
        links_queue(link);
      }
    }
  }
}

/* @return whether the idle link was answered so shortly ago that its next request may be on its
   way: it would meet a closed connection, and its client could not know whether it was heard */
static bool lately_used(const wire_link *link) {
  return connections.now + WIRE_IDLE_DEADLINE - link->deadline < WIRE_REUSE_DEADLINE;
}

void connections_drain(void) {
  connections.draining = true;
  for (wire_timer timer = WIRE_IDLE; timer <= WIRE_PROXY; timer++) {
    for (wire_link *link; (link = links_first(timer)) != NULL;) {
      links_unset_timer(link);
      if (link->guard != NULL) {
        continue;
      }
      if (link->began == 0 || lately_used(link)) {
        connection_set_timer(link, link->began == 0 ? WIRE_GRACE : WIRE_REUSE);
        continue;
      }
      link->due = true;
      links_queue(link);
    }
  }
  for (wire_link *link = links_first(WIRE_WRITE); link != NULL; link = link->after) {
    if (link->stream) {
      links_queue(link);
    }
  }
}

void connections_forget(void) {
  links_forget();
  if (connections.spare != NULL) {
    guard_free(connections.spare);
  }
  free(connections.spare);
  free(connections.links);
  memset(&connections, 0, sizeof connections);
}
