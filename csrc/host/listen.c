#include "host/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Clients that do not read may hold this much of an answer in the kernel, each. */
enum { BACKLOG = 4096, SEND_BUFFER = 256 * 1024 };

typedef struct endpoint {
  struct sockaddr_storage address;
  socklen_t length;
  int family;
} endpoint;

static bool resolve(const char *text, endpoint *out, fault *why) {
  char host[LISTEN_NAME];
  const char *colon = strrchr(text, ':');
  if (colon == NULL || strlen(text) >= sizeof host) {
    return fault_set(why, "listen address \"%.100s\" is not host:port, such as 127.0.0.1:8080",
                     text);
  }
  size_t length = (size_t)(colon - text);
  bool bracketed = length >= 2 && text[0] == '[' && text[length - 1] == ']';
  memcpy(host, text + bracketed, length - 2 * bracketed);
  host[length - 2 * bracketed] = '\0';
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
  int status = getaddrinfo(host[0] == '\0' ? NULL : host, colon + 1, &hints, &found);
  if (status != 0) {
    return fault_set(why, "\"%.100s\": %s; give an address or a name of this machine", text,
                     gai_strerror(status));
  }
  memcpy(&out->address, found->ai_addr, found->ai_addrlen);
  out->length = found->ai_addrlen;
  out->family = found->ai_family;
  freeaddrinfo(found);
  return true;
}

static int bind_socket(const endpoint *at, int reuse) {
  int on = 1, buffer = SEND_BUFFER;
  int fd = socket(at->family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  setsockopt(fd, SOL_SOCKET, reuse, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
  if (at->family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (bind(fd, (const struct sockaddr *)&at->address, at->length) == 0) return fd;
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

static void write_name(const endpoint *at, char name[LISTEN_NAME]) {
  char host[NI_MAXHOST], port[NI_MAXSERV];
  getnameinfo((const struct sockaddr *)&at->address, at->length, host, sizeof host, port,
              sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
  bool six = at->family == AF_INET6;
  snprintf(name, LISTEN_NAME, "%s%.90s%s:%.8s", six ? "[" : "", host, six ? "]" : "", port);
}

bool listen_check(const char *address, fault *why) {
  endpoint at;
  return resolve(address, &at, why);
}

/* What the operator can do about a failed bind; the name of the option is the caller's. */
static const char *bind_cure(int error) {
  switch (error) {
    case EADDRINUSE: return "; stop what listens there or choose another address";
    case EADDRNOTAVAIL: return "; choose an address of this machine";
    case EACCES:
      return "; choose a port above 1023 or give svcd the capability CAP_NET_BIND_SERVICE";
    default: return "";
  }
}

/* Binds without sharing first: an address in use is found, and port 0 becomes a port. */
static bool probe(const char *text, endpoint *at, fault *why) {
  int fd = bind_socket(at, SO_REUSEADDR);
  if (fd < 0 || listen(fd, 1) != 0) {
    fault_set(why, "cannot listen on %.100s: %s%s", text, strerror(errno), bind_cure(errno));
    if (fd >= 0) close(fd);
    return false;
  }
  bool named = getsockname(fd, (struct sockaddr *)&at->address, &at->length) == 0;
  if (!named) fault_set(why, "cannot learn the port of %.100s: %s", text, strerror(errno));
  close(fd);
  return named;
}

bool listen_open(const char *address, uint32_t count, int *sockets, char name[LISTEN_NAME],
                 fault *why) {
  endpoint at = {0};
  if (!resolve(address, &at, why) || !probe(address, &at, why)) return false;
  for (uint32_t i = 0; i < count; i++) {
    sockets[i] = bind_socket(&at, SO_REUSEPORT);
    if (sockets[i] >= 0 && listen(sockets[i], BACKLOG) == 0) continue;
    fault_set(why, "cannot listen on %.100s: %s", address, strerror(errno));
    for (uint32_t j = 0; j <= i; j++) {
      if (sockets[j] >= 0) close(sockets[j]);
    }
    return false;
  }
  write_name(&at, name);
  return true;
}

/* Removes the socket that a former process left. False when it is in use, or is no socket. */
static bool clear_path(const char *path, const struct sockaddr_un *address) {
  struct stat found;
  if (path[0] == '\0' || lstat(path, &found) != 0) return true;
  errno = EEXIST;
  if (!S_ISSOCK(found.st_mode)) return false;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool used = fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) == 0;
  if (fd >= 0) close(fd);
  errno = EADDRINUSE;
  return !used && unlink(path) == 0;
}

int listen_local(const char *path, fault *why) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    fault_set(why, "%.200s is too long for the path of a socket", path);
    return -1;
  }
  memcpy(address.sun_path, path, strlen(path));
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) goto bad;
  socklen_t length = path[0] == '\0' ? sizeof(sa_family_t) : sizeof address;
  if (!clear_path(path, &address)) goto bad;
  mode_t mask = umask(0177);
  int bound = bind(fd, (const struct sockaddr *)&address, length);
  umask(mask);
  if (bound == 0 && listen(fd, 16) == 0) return fd;
bad:
  fault_set(why, "cannot listen on %.200s: %s", path, strerror(errno));
  if (fd >= 0) close(fd);
  return -1;
}
