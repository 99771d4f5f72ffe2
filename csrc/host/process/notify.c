#include "host/process/notify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"

void notify_send(const char *state) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  const char *path = getenv("NOTIFY_SOCKET");
  size_t length = path == NULL ? 0 : strlen(path);
  if (length == 0 || length >= sizeof to.sun_path) { return; }
  memcpy(to.sun_path, path, length);
  if (path[0] == '@') { to.sun_path[0] = '\0'; }
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) { return; }
  socklen_t size = (socklen_t)(sizeof(sa_family_t) + length);
  sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to, size);
  close(fd);
}

void notify_reloading(void) {
  char state[80];
  snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%llu",
           (unsigned long long)clock_microseconds());
  notify_send(state);
}

/* Twice in the time in which systemd expects one (sd_watchdog_enabled(3)). */
void notify_watchdog(void) {
  static uint64_t next;
  const char *pid = getenv("WATCHDOG_PID"), *period = getenv("WATCHDOG_USEC");
  uint64_t now = clock_microseconds();
  if (period == NULL || now < next || (pid != NULL && strtol(pid, NULL, 10) != getpid())) {
    return;
  }
  next = now + strtoull(period, NULL, 10) / 2;
  notify_send("WATCHDOG=1");
}
