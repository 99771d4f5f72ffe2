#include "host/notify.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify_send(const char *state) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  const char *path = getenv("NOTIFY_SOCKET");
  size_t length = path == NULL ? 0 : strlen(path);
  if (length == 0 || length >= sizeof to.sun_path) return;
  memcpy(to.sun_path, path, length);
  if (path[0] == '@') to.sun_path[0] = '\0';
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  socklen_t size = (socklen_t)(sizeof(sa_family_t) + length);
  sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to, size);
  close(fd);
}
