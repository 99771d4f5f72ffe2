#include "host/process/dial.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/process/worker_pool.h"

enum { AGAIN = 250 /* ms between two connections of a worker to a store */ };

typedef struct place {
  struct sockaddr_storage address;
  socklen_t length; /* 0: it is not known */
} place;

static struct {
  metrics *shown;
  uint32_t count;
  place places[METRICS_STORES];
  uint64_t given[POOL_LIMIT][METRICS_STORES]; /* monotonic ms: when a worker was given one */
} dial;

static bool dial_resolve(const quota_store_spec *spec, place *out, fault *why) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
  *out = (place){.length = 0};
  if (spec->path != NULL) {
    struct sockaddr_un *unix_address = (struct sockaddr_un *)&out->address;
    unix_address->sun_family = AF_UNIX;
    snprintf(unix_address->sun_path, sizeof unix_address->sun_path, "%s", spec->path);
    out->length = sizeof *unix_address;
    return true;
  }
  int status = getaddrinfo(spec->host, spec->port, &hints, &found);
  if (status != 0) {
    return fault_set(why, "\"%.100s\": %s; give the address or the name of a server", spec->name,
                     gai_strerror(status));
  }
  memcpy(&out->address, found->ai_addr, found->ai_addrlen);
  out->length = found->ai_addrlen;
  freeaddrinfo(found);
  return true;
}

bool dial_open(const quota_stores *stores, metrics *shown, fault *why) {
  bool good = true;
  if (!quota_store_built && !dial_prove(stores, why)) { return false; }
  dial.shown = shown;
  dial.count = stores->count;
  for (uint32_t i = 0; i < stores->count; i++) {
    good = dial_resolve(&stores->list[i], &dial.places[i], why) && good;
    snprintf(shown->store[i], sizeof shown->store[i], "%s", stores->list[i].name);
  }
  shown->stores = stores->count;
  return good;
}

int dial_connect(uint32_t store) {
  int on = 1;
  if (store >= dial.count || dial.places[store].length == 0) { return -1; }
  const place *to = &dial.places[store];
  int fd = socket(to->address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) { return -1; }
  if (to->address.ss_family != AF_UNIX) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  }
  if (connect(fd, (const struct sockaddr *)&to->address, to->length) == 0) { return fd; }
  if (errno == EINPROGRESS) { return fd; }
  close(fd);
  return -1;
}

static void give(uint32_t worker, uint32_t store) {
  channel_message order = channel_note(CHANNEL_STORE);
  order.parts = store;
  order.fd[CHANNEL_SOCKET] = dial_connect(store);
  if (order.fd[CHANNEL_SOCKET] < 0) { return; }
  pool_tell(worker, &order);
  close(order.fd[CHANNEL_SOCKET]);
}

void dial_turn(uint32_t workers) {
  if (dial.count == 0) { return; }
  uint64_t now = clock_milliseconds();
  for (uint32_t i = 0; i < workers; i++) {
    for (uint32_t store = 0; store < dial.count; store++) {
      uint64_t *given = &dial.given[i][store];
      bool lost = dial.shown->worker[i].store_state[store] == METRICS_STORE_LOST;
      if (!lost || now < *given + AGAIN) { continue; }
      *given = now;
      give(i, store);
    }
  }
}
