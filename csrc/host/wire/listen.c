#include "host/wire/listen.h"

#include <errno.h>
#include <linux/filter.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/share.h"
#include "host/wire/account.h"
#include "host/wire/listen_fds.h"

enum { UNIX_BACKLOG = 4096 };

#define NO_GROUP ((gid_t)-1) /* that of the process */

/* Nothing but a refused connection proves that nobody serves a socket. */
static bool is_stale(const struct sockaddr_un *address) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  bool refused = fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 &&
                 errno == ECONNREFUSED;
  if (fd >= 0) { close(fd); }
  return refused;
}

/* @return true for no file, and for a socket that a former process left */
static bool is_free(const struct sockaddr_un *address, fault *why) {
  struct stat found;
  if (lstat(address->sun_path, &found) != 0) { return true; }
  if (!S_ISSOCK(found.st_mode)) {
    return fault_set(why, "what is there is not a socket; remove it or choose another path");
  }
  return is_stale(address) ||
         fault_set(why, "another process serves it; stop that or choose another path");
}

static bool clear_path(const struct sockaddr_un *address, fault *why) {
  if (!is_free(address, why)) { return false; }
  return unlink(address->sun_path) == 0 || errno == ENOENT || fault_set(why, "%s", strerror(errno));
}

static bool permit(const char *path, uint32_t mode, gid_t group) {
  return (group == NO_GROUP || chown(path, (uid_t)-1, group) == 0) && chmod(path, mode) == 0;
}

/* The file's owner and mode are final before anybody can connect. */
static bool bind_file(int fd, const struct sockaddr_un *address, uint32_t mode, const char *group,
                      fault *why) {
  gid_t number = NO_GROUP;
  if (group != NULL && !account_group(group, &number, why)) { return false; }
  if (!clear_path(address, why)) { return false; }
  mode_t mask = umask(0177);
  int bound = bind(fd, (const struct sockaddr *)address, sizeof *address);
  umask(mask);
  if (bound != 0) { return fault_set(why, "%s", strerror(errno)); }
  if (permit(address->sun_path, mode, number) && listen(fd, UNIX_BACKLOG) == 0) { return true; }
  fault_set(why, "%s", strerror(errno));
  unlink(address->sun_path);
  return false;
}

static bool bind_nameless(int fd, const struct sockaddr_un *address, fault *why) {
  bool bound = bind(fd, (const struct sockaddr *)address, sizeof(sa_family_t)) == 0;
  return (bound && listen(fd, UNIX_BACKLOG) == 0) || fault_set(why, "%s", strerror(errno));
}

static bool set_path(struct sockaddr_un *out, const char *path, fault *why) {
  *out = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof out->sun_path) {
    return fault_set(why, "the path is longer than %zu bytes", sizeof out->sun_path - 1);
  }
  memcpy(out->sun_path, path, strlen(path));
  return true;
}

static bool listen_unix_refuse(const char *path, const fault *reason, fault *why) {
  return fault_set(why, "cannot listen on unix:%.110s: %.240s", path, reason->text);
}

/* True when listen_unix could have the file: there is none, or one that nobody serves. Changes
 * nothing. */
static bool listen_unix_check(const char *path, fault *why) {
  struct sockaddr_un address;
  fault reason;
  bool good = set_path(&address, path, &reason) && is_free(&address, &reason);
  return good || listen_unix_refuse(path, &reason, why);
}

int listen_unix(const char *path, uint32_t mode, const char *group, fault *why) {
  struct sockaddr_un address;
  fault reason;
  int fd = -1;
  if (!set_path(&address, path, &reason)) { goto bad; }
  fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) {
    fault_set(&reason, "%s", strerror(errno));
    goto bad;
  }
  if (path[0] == '\0' ? bind_nameless(fd, &address, &reason)
                      : bind_file(fd, &address, mode, group, &reason)) {
    return fd;
  }
  close(fd);
bad:
  listen_unix_refuse(path, &reason, why);
  return -1;
}

/* Gives the file of a unix socket that is kept its mode and its group. Does nothing when the file
   is gone. */
static bool listen_unix_permit(const char *path, uint32_t mode, const char *group, fault *why) {
  struct stat found;
  gid_t number = NO_GROUP;
  fault reason;
  if (lstat(path, &found) != 0 || !S_ISSOCK(found.st_mode)) { return true; }
  bool known = group == NULL || account_group(group, &number, &reason);
  if (known && permit(path, mode, number)) { return true; }
  if (known) { fault_set(&reason, "%s", strerror(errno)); }
  return listen_unix_refuse(path, &reason, why);
}

/* Clients that do not read may hold this much of an answer in the kernel, each. */
enum { BACKLOG = 4096, SEND_BUFFER = 256 * 1024 };

/* Bytes of where a socket was to listen, and of the name under which it is handed on. */
enum { ASKED = 288, HANDED = ASKED + 24 };

typedef struct endpoint {
  struct sockaddr_storage address;
  socklen_t length;
  bool ipv6only;
} endpoint;

/* ---- names ---- */

static void name_tcp(const endpoint *at, char name[LISTEN_NAME]) {
  char host[NI_MAXHOST], port[NI_MAXSERV];
  getnameinfo((const struct sockaddr *)&at->address, at->length, host, sizeof host, port,
              sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
  bool six = at->address.ss_family == AF_INET6;
  snprintf(name, LISTEN_NAME, "%s%.90s%s:%.8s", six ? "[" : "", host, six ? "]" : "", port);
}

static void name_unix(const endpoint *at, char name[LISTEN_NAME]) {
  const struct sockaddr_un *address = (const void *)&at->address;
  size_t before = offsetof(struct sockaddr_un, sun_path);
  size_t length = at->length > before ? at->length - before : 0;
  bool abstract = length > 0 && address->sun_path[0] == '\0';
  snprintf(name, LISTEN_NAME, "unix:%s%.*s", abstract ? "@" : "", (int)(length - abstract),
           address->sun_path + abstract);
}

/* Learns where the socket `fd` listens. */
static bool name_place(listen_place *out, int fd, fault *why) {
  endpoint at = {.length = sizeof at.address};
  if (getsockname(fd, (struct sockaddr *)&at.address, &at.length) != 0) {
    return fault_set(why, "cannot learn the address of a socket: %s", strerror(errno));
  }
  out->tcp = at.address.ss_family != AF_UNIX;
  if (out->tcp) {
    name_tcp(&at, out->name);
  } else {
    name_unix(&at, out->name);
  }
  return true;
}

/* ---- what is handed on ---- */

/* A socket of the program before is known by where it was to listen, however that was written and
   whatever its connections begin with. */
static void name_asked(const listen_spec *spec, const endpoint *at, char out[ASKED]) {
  char place[LISTEN_NAME];
  if (spec->name != NULL) {
    snprintf(out, ASKED, "fd:%s", spec->name);
  } else if (spec->path != NULL) {
    snprintf(out, ASKED, "unix:%s", spec->path);
  } else {
    bool both = at->address.ss_family == AF_INET6 && !at->ipv6only;
    name_tcp(at, place);
    snprintf(out, ASKED, "%s%s", place, both ? " and IPv4" : "");
  }
}

/* The name under which the socket of a worker, or the n-th of a name, is handed on. */
static void name_handed(const char *asked, uint32_t number, char out[HANDED]) {
  snprintf(out, HANDED, "listen %u %s", number, asked);
}

static int take_handed(const char *asked, uint32_t number) {
  char name[HANDED];
  name_handed(asked, number, name);
  return handover_take(name);
}

static bool hand_on(const char *asked, uint32_t number, int fd, fault *why) {
  char name[HANDED];
  name_handed(asked, number, name);
  return handover_give(name, fd) || fault_set(why, "%.100s: out of memory", asked);
}

/* ---- TCP ---- */

static bool listen_resolve(const listen_spec *spec, endpoint *out, fault *why) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
  int status = getaddrinfo(spec->host[0] == '\0' ? NULL : spec->host, spec->port, &hints, &found);
  if (status != 0) {
    return fault_set(why, "\"%.100s\": %s; give an address or a name of this machine", spec->text,
                     gai_strerror(status));
  }
  memcpy(&out->address, found->ai_addr, found->ai_addrlen);
  out->length = found->ai_addrlen;
  freeaddrinfo(found);
  return true;
}

/* Sets the options that the connections of a listening socket take over. The library sets
   TCP_NODELAY itself only where the socket it knows is one of TCP. */
static void listen_prepare(int fd) {
  int on = 1, held = SEND_BUFFER;
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &held, sizeof held);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static int bind_socket(const endpoint *at, int reuse) {
  int on = 1, ipv6only = at->ipv6only;
  int fd = socket(at->address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) { return -1; }
  setsockopt(fd, SOL_SOCKET, reuse, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  listen_prepare(fd);
  if (at->address.ss_family == AF_INET6) {
    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &ipv6only, sizeof ipv6only);
  }
  if (bind(fd, (const struct sockaddr *)&at->address, at->length) == 0) { return fd; }
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

/* The cure of a failed bind; the caller names the option. */
static const char *bind_cure(int error) {
  switch (error) {
    case EADDRINUSE: return "; stop what listens there or choose another address";
    case EADDRNOTAVAIL: return "; choose an address of this machine";
    case EACCES:
      return "; choose a port above 1023 or give svcd the capability CAP_NET_BIND_SERVICE";
    default: return "";
  }
}

static bool refuse_bind(const char *text, fault *why) {
  return fault_set(why, "cannot listen on %.100s: %s%s", text, strerror(errno), bind_cure(errno));
}

/* Binds without sharing first: an address in use is found, and port 0 becomes a port. */
static bool probe(const char *text, endpoint *at, fault *why) {
  int fd = bind_socket(at, SO_REUSEADDR);
  if (fd < 0 || listen(fd, 1) != 0) {
    refuse_bind(text, why);
    if (fd >= 0) { close(fd); }
    return false;
  }
  bool named = getsockname(fd, (struct sockaddr *)&at->address, &at->length) == 0;
  if (!named) { fault_set(why, "cannot learn the port of %.100s: %s", text, strerror(errno)); }
  close(fd);
  return named;
}

/* The sockets that the program before had, one for each worker. Fewer are of no use: they were of
   the admin pages, and are closed. */
static bool take_tcp(listen_place *out, const char *asked, uint32_t workers) {
  uint32_t taken = 0;
  while (taken < workers && (out->sockets[taken] = take_handed(asked, taken)) >= 0) { taken++; }
  if (taken == workers) { return true; }
  while (taken-- > 0) {
    handover_forget(out->sockets[taken]);
    close(out->sockets[taken]);
    out->sockets[taken] = -1;
  }
  return false;
}

/* In network order; 0: none. */
static in_port_t port_of(const endpoint *at) {
  const void *address = &at->address;
  switch (at->address.ss_family) {
    case AF_INET: return ((const struct sockaddr_in *)address)->sin_port;
    case AF_INET6: return ((const struct sockaddr_in6 *)address)->sin6_port;
    default: return 0;
  }
}

static bool has_port_of(int fd, const void *context) {
  endpoint at = {.length = sizeof at.address};
  return getsockname(fd, (struct sockaddr *)&at.address, &at.length) == 0 &&
         port_of(&at) == port_of(context) && port_of(&at) != 0;
}

/* The program before may have listened at the same port of other addresses: such a socket is closed
   where it is in the way. */
static bool clear_port(const listen_spec *spec, endpoint *at, fault *why) {
  if (probe(spec->text, at, why)) { return true; }
  return handover_drop(has_port_of, at) > 0 && probe(spec->text, at, why);
}

static bool open_tcp(listen_place *out, const listen_spec *spec, uint32_t workers, fault *why) {
  endpoint at = {.ipv6only = spec->ipv6only};
  char asked[ASKED];
  if (!listen_resolve(spec, &at, why)) { return false; }
  name_asked(spec, &at, asked);
  if (take_tcp(out, asked, workers)) { return name_place(out, out->sockets[0], why); }
  if (!clear_port(spec, &at, why)) { return false; }
  for (uint32_t i = 0; i < workers; i++) {
    out->sockets[i] = bind_socket(&at, SO_REUSEPORT);
    if (out->sockets[i] >= 0 && listen(out->sockets[i], BACKLOG) == 0) {
      if (hand_on(asked, i, out->sockets[i], why)) { continue; }
      return false;
    }
    return fault_set(why, "cannot listen on %.100s: %s", spec->text, strerror(errno));
  }
  return name_place(out, out->sockets[0], why);
}

/* ---- sockets that all workers share ---- */

static bool listen_share(listen_place *out, int fd, uint32_t workers, fault *why) {
  out->shared = true;
  for (uint32_t i = 0; i < workers; i++) { out->sockets[i] = fd; }
  listen_prepare(fd);
  return name_place(out, fd, why);
}

static bool listen_check_path(const listen_spec *spec, fault *why) {
  fault reason;
  gid_t group;
  bool good = writable_file(spec->path, &reason) &&
              (spec->group == NULL || account_group(spec->group, &group, &reason));
  return good || fault_set(why, "cannot listen on %.100s: %.250s", spec->text, reason.text);
}

static bool open_unix(listen_place *out, const listen_spec *spec, uint32_t workers, fault *why) {
  struct stat file;
  char asked[ASKED];
  if (!listen_check_path(spec, why)) { return false; }
  name_asked(spec, NULL, asked);
  int fd = take_handed(asked, 0);
  if (fd < 0) {
    fd = listen_unix(spec->path, spec->mode, spec->group, why);
    if (fd < 0 || !hand_on(asked, 0, fd, why)) { return false; }
  } else if (!listen_unix_permit(spec->path, spec->mode, spec->group, why)) {
    return false;
  }
  if (lstat(spec->path, &file) == 0) {
    out->path = spec->path;
    out->device = file.st_dev;
    out->inode = file.st_ino;
  }
  return listen_share(out, fd, workers, why);
}

/* ---- the set ---- */

static listen_place *add_place(listen_set *all, const listen_spec *spec, fault *why) {
  int *sockets = all->count < LISTEN_LIMIT ? calloc(all->workers, sizeof *sockets) : NULL;
  if (sockets == NULL) {
    fault_set(why, "%.100s: no room for another socket, %d at most", spec->text, LISTEN_LIMIT);
    return NULL;
  }
  for (uint32_t i = 0; i < all->workers; i++) { sockets[i] = -1; }
  listen_place *place = &all->list[all->count++];
  *place = (listen_place){.proxy = spec->proxy, .sockets = sockets};
  return place;
}

/* Sockets of that name: of the program before, or passed on by whoever started this one. */
static uint32_t take_named(const listen_spec *spec, int found[LISTEN_LIMIT], fault *why) {
  uint32_t count = 0;
  char asked[ASKED];
  name_asked(spec, NULL, asked);
  while (count < LISTEN_LIMIT && (found[count] = take_handed(asked, count)) >= 0) { count++; }
  if (count > 0) { return count; }
  count = listen_fds_take(spec->name, LISTEN_LIMIT, found, why);
  for (uint32_t i = 0; i < count; i++) {
    if (!hand_on(asked, i, found[i], why)) { return 0; }
  }
  return count;
}

static bool open_inherited(listen_set *all, const listen_spec *spec, fault *why) {
  int found[LISTEN_LIMIT];
  uint32_t count = take_named(spec, found, why);
  for (uint32_t i = 0; i < count; i++) {
    listen_place *place = add_place(all, spec, why);
    if (place == NULL || !listen_share(place, found[i], all->workers, why)) { return false; }
  }
  return count > 0;
}

static bool open_spec(listen_set *all, const listen_spec *spec, fault *why) {
  if (spec->name != NULL) { return open_inherited(all, spec, why); }
  listen_place *place = add_place(all, spec, why);
  if (place == NULL) { return false; }
  return spec->path != NULL ? open_unix(place, spec, all->workers, why)
                            : open_tcp(place, spec, all->workers, why);
}

bool listen_open(listen_set *out, const listen_spec *list, uint32_t count, uint32_t workers,
                 fault *why) {
  *out = (listen_set){.workers = workers};
  for (uint32_t i = 0; i < count; i++) {
    if (!open_spec(out, &list[i], why)) { return false; }
  }
  return true;
}

/* ---- the check ---- */

static bool is_socket(int fd, const void *none) {
  (void)none;
  return acceptor_takes(fd);
}

/* True where this process checks the successor of a running service, whose sockets it was handed.
 */
static bool replaces_service(void) { return handover_has(is_socket, NULL); }

/* Binds, and does not listen, so that two checks at once do not find each other. When the service
   that this process will replace listens at the port, the port is shared with it. */
static bool check_bind(const listen_spec *spec, const endpoint *at, int reuse, fault *why) {
  int fd = bind_socket(at, reuse);
  if (fd >= 0) { close(fd); }
  return fd >= 0 || refuse_bind(spec->text, why);
}

static bool check_tcp(const listen_spec *spec, bool served, fault *why) {
  endpoint at = {.ipv6only = spec->ipv6only};
  if (!listen_resolve(spec, &at, why)) { return false; }
  if (served && !replaces_service()) { return true; }
  return check_bind(spec, &at, handover_has(has_port_of, &at) ? SO_REUSEPORT : SO_REUSEADDR, why);
}

static bool check_handed(const listen_spec *spec) {
  char asked[ASKED];
  name_asked(spec, NULL, asked);
  return !replaces_service() || take_handed(asked, 0) >= 0;
}

static bool check_spec(const listen_spec *spec, bool served, fault *why) {
  if (spec->name != NULL) {
    listen_fds_expect(spec->name);
    return check_handed(spec) || fault_set(why,
                                           "fd:%.100s: no such socket was passed on to the service "
                                           "when it was started; start it anew with one",
                                           spec->name);
  }
  if (spec->path == NULL) { return check_tcp(spec, served, why); }
  bool ours = (served || replaces_service()) && check_handed(spec);
  return listen_check_path(spec, why) && (ours || listen_unix_check(spec->path, why));
}

bool listen_check(const listen_spec *list, uint32_t count, bool served, fault *why) {
  for (uint32_t i = 0; i < count; i++) {
    if (!check_spec(&list[i], served, why)) { return false; }
  }
  return true;
}

uint32_t listen_of(const listen_set *all, uint32_t worker, listener out[LISTEN_LIMIT]) {
  for (uint32_t i = 0; i < all->count; i++) {
    out[i] = (listener){.fd = all->list[i].sockets[worker], .proxy = all->list[i].proxy};
  }
  return all->count;
}

/* Another process may have put its own socket in the place of ours. */
static void remove_file(const listen_place *place) {
  struct stat file;
  if (place->path == NULL || lstat(place->path, &file) != 0) { return; }
  if (file.st_dev == place->device && file.st_ino == place->inode) { unlink(place->path); }
}

/* Drops packets that ask for a new connection, so that none arrives between a worker's last accept
   and its close; handshakes that have begun are completed. A client asks again within a second or
   so, and finds the socket closed, or that of a successor. */
static void shut_door(int fd) {
  static struct sock_filter drop_syn[] = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, offsetof(struct tcphdr, th_flags)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, TH_SYN, 0, 1), BPF_STMT(BPF_RET | BPF_K, 0),
      BPF_STMT(BPF_RET | BPF_K, UINT32_MAX)};
  struct sock_fprog program = {sizeof drop_syn / sizeof *drop_syn, drop_syn};
  setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

void listen_close(listen_set *all) {
  for (uint32_t i = 0; i < all->count; i++) {
    listen_place *place = &all->list[i];
    remove_file(place);
    for (uint32_t j = 0; j < (place->shared ? 1 : all->workers); j++) {
      if (place->sockets[j] < 0) { continue; }
      if (!place->shared) { shut_door(place->sockets[j]); }
      close(place->sockets[j]);
    }
    free(place->sockets);
  }
  all->count = 0;
}
