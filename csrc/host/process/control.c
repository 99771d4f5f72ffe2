#include "host/process/control.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buffer.h"
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

enum { BLOCK = 4096 };

static int connect_to(const char *path, long seconds) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct timeval patience = {.tv_sec = seconds};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(address.sun_path, path, strlen(path));
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) { return -1; }
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0) { return fd; }
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

static bool exchange(int fd, span asked, buffer *answer) {
  if (send(fd, asked.data, asked.len, MSG_NOSIGNAL) != (ssize_t)asked.len) { return false; }
  for (;;) {
    char *at = buffer_reserve(answer, BLOCK);
    ssize_t count = at == NULL ? -1 : read(fd, at, BLOCK);
    if (count <= 0) { return count == 0; }
    answer->len += (size_t)count;
  }
}

static int control_refuse(lua_State *L, const char *reason, bool reached) {
  lua_pushnil(L);
  lua_pushstring(L, reason);
  lua_pushboolean(L, reached);
  return 3;
}

static int push_answer(lua_State *L, span answer) {
  const char *end = memmem(answer.data, answer.len, "\r\n\r\n", 4);
  if (answer.len == 0) { return control_refuse(L, "gave no answer", true); }
  if (end == NULL || !span_starts(answer, SPAN("HTTP/1.1 "))) {
    return control_refuse(L, "what answers there is no svcd", false);
  }
  span body = span_skip(answer, (size_t)(end - answer.data) + 4);
  lua_pushlstring(L, body.data, body.len);
  return 1;
}

static int control_ask(lua_State *L) {
  buffer answer = {0};
  int fd = connect_to(luaL_checkstring(L, 1), (long)luaL_checkinteger(L, 4));
  if (fd < 0) { return control_refuse(L, strerror(errno), false); }
  const char *asked =
      lua_pushfstring(L, "%s %s HTTP/1.1\r\nHost: control\r\nConnection: close\r\n\r\n",
                      luaL_checkstring(L, 2), luaL_checkstring(L, 3));
  bool done = exchange(fd, span_of(asked), &answer);
  bool late = errno == EAGAIN;
  int results = done
                    ? push_answer(L, buffer_span(&answer))
                    : control_refuse(L, late ? "has not answered in time" : "gave no answer", true);
  close(fd);
  buffer_free(&answer);
  return results;
}

int luaopen_control(lua_State *L) {
  static const luaL_Reg functions[] = {{"ask", control_ask}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
