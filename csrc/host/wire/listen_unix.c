#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "host/wire/account.h"
#include "host/wire/listen.h"

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

bool listen_unix_check(const char *path, fault *why) {
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

bool listen_unix_permit(const char *path, uint32_t mode, const char *group, fault *why) {
  struct stat found;
  gid_t number = NO_GROUP;
  fault reason;
  if (lstat(path, &found) != 0 || !S_ISSOCK(found.st_mode)) { return true; }
  bool known = group == NULL || account_group(group, &number, &reason);
  if (known && permit(path, mode, number)) { return true; }
  if (known) { fault_set(&reason, "%s", strerror(errno)); }
  return listen_unix_refuse(path, &reason, why);
}
