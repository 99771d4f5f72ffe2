#include "host/wire/listen_fds.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/log.h"
#include "host/wire/acceptor.h"

enum { FIRST = 3, MOST = 256 };

static struct {
  uint32_t count;
  char *names; /* owned; NULL: none was given */
  bool taken[MOST];
  bool lost;  /* some were passed on, and the variables do not give them to this process */
  fault none; /* why there are none */
} passed;

/* @return 0..limit, or -1 when the text is not such a number */
static long listen_fds_number(const char *text, uint32_t limit) {
  uint32_t value;
  return text != NULL && ascii_number(span_of(text), limit, &value) ? (long)value : -1;
}

static bool read_variables(const char *count, const char *process, fault *why) {
  if (count == NULL) { return fault_set(why, "LISTEN_FDS is not set: nothing was passed on"); }
  if (process == NULL) {
    return fault_set(
        why, "LISTEN_PID is not set: the process that is to have the descriptors is unknown");
  }
  if (listen_fds_number(process, INT32_MAX) != getpid()) {
    return fault_set(why, "LISTEN_PID is %.20s and this process is %d: they are for another",
                     process, (int)getpid());
  }
  long value = listen_fds_number(count, MOST);
  passed.count = value < 0 ? 0 : (uint32_t)value;
  return value > 0 || fault_set(why, "LISTEN_FDS is %.20s, not 1 to %d", count, MOST);
}

void listen_fds_open(void) {
  static const char *const variables[] = {"LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
                                          "LISTEN_PIDFDID"};
  const char *names = getenv("LISTEN_FDNAMES"), *count = getenv("LISTEN_FDS");
  if (read_variables(count, getenv("LISTEN_PID"), &passed.none)) {
    passed.names = names == NULL ? NULL : strdup(names);
  } else {
    passed.lost = count != NULL;
  }
  for (uint32_t i = 0; i < passed.count; i++) { fcntl((int)i + FIRST, F_SETFD, FD_CLOEXEC); }
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) { unsetenv(variables[i]); }
}

/* The name of a descriptor; empty when it has none. */
static span listen_fds_name(uint32_t index) {
  span rest = span_of(passed.names == NULL ? "" : passed.names);
  for (uint32_t i = 0; i < index; i++) { rest = span_skip(rest, span_find(rest, ':') + 1); }
  return span_take(rest, span_find(rest, ':'));
}

static bool listen_fds_take_one(uint32_t index, const char *name, fault *why) {
  int fd = (int)index + FIRST;
  if (passed.taken[index]) {
    return fault_set(why, "fd:%.100s: descriptor %d is taken already; name it once", name, fd);
  }
  if (!acceptor_takes(fd)) {
    return fault_set(why,
                     "fd:%.100s: descriptor %d is no listening stream socket; pass one of TCP or a "
                     "unix socket, as ListenStream= of systemd makes it",
                     name, fd);
  }
  passed.taken[index] = true;
  return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 ||
         fault_set(why, "fd:%.100s: %s", name, strerror(errno));
}

/* True when a name, or a number, is that of the descriptor. */
static bool listen_fds_is(uint32_t index, const char *name) {
  long number = listen_fds_number(name, INT32_MAX);
  return number < 0 ? span_equal(listen_fds_name(index), span_of(name))
                    : number == (long)index + FIRST;
}

void listen_fds_expect(const char *name) {
  for (uint32_t i = 0; i < passed.count; i++) {
    passed.taken[i] = passed.taken[i] || listen_fds_is(i, name);
  }
}

uint32_t listen_fds_take(const char *name, uint32_t most, int *out, fault *why) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < passed.count; i++) {
    if (!listen_fds_is(i, name)) { continue; }
    if (!listen_fds_take_one(i, name, why)) { return 0; }
    if (found == most) {
      fault_set(why, "fd:%.100s: more than %u sockets have this name", name, most);
      return 0;
    }
    out[found++] = (int)i + FIRST;
  }
  if (found > 0) { return found; }
  if (passed.count == 0) {
    fault_set(why, "fd:%.100s: %.240s", name, passed.none.text);
  } else {
    fault_set(why, "fd:%.100s: not among the %u descriptors from %d on, named \"%.150s\"", name,
              passed.count, FIRST, passed.names == NULL ? "" : passed.names);
  }
  return 0;
}

void listen_fds_report(void) {
  if (passed.lost) {
    log_write(LOG_WARN, "sockets that were passed on are left alone: %s", passed.none.text);
  }
  for (uint32_t i = 0; i < passed.count; i++) {
    span name = listen_fds_name(i);
    if (passed.taken[i]) { continue; }
    log_write(LOG_WARN, "descriptor %u was passed on as \"%.*s\", and no --listen names it",
              i + FIRST, (int)name.len, name.data);
  }
}
