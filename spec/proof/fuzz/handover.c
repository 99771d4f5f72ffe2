/** Fuzz target: what processes of the service say to one another, and to the program that takes it
 * over. The first byte says which: what SVC_HANDOVER names, the variables of systemd's sockets,
 * messages of a worker, the report of a new program that is tried. No descriptor is lost, none is
 * given that was not handed on, a message that is not whole is none, and a reason is a text. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/un.h>

#include "base/bytes.h"
#include "host/process/upgrade.c"
#include "host/process/worker_pool.c"
#include "host/wire/listen_fds.c"
#include "support/quiet.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { HANDED_FIRST = 20, HANDED = 4, LISTENER = 6, NAMES = 64, MESSAGE_FDS = 8, LINES = 4 };

/* Stubs of the master; an upgrade is not carried out. */
struct service service;
void front_close(void) {}
void reload_stop(void) {}
const generation *reload_generation(void) { abort(); }

static void expect(bool condition) {
  if (!condition) { abort(); }
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  static char *arguments[] = {"svcd", "serve", NULL};
  (void)argc, (void)argv;
  quiet_log();
  upgrade_remember(arguments);
  return 0;
}

/* The descriptors that inputs name. Made for each: one may have closed any. */
static void open_descriptors(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int waits = socket(AF_UNIX, SOCK_STREAM, 0);
  expect(bind(waits, (struct sockaddr *)&address, sizeof address.sun_family) == 0);
  expect(listen(waits, 1) == 0 && dup2(waits, LISTENER) == LISTENER);
  if (waits != LISTENER) { close(waits); }
  for (int i = 0; i < HANDED; i++) { expect(dup2(STDERR_FILENO, HANDED_FIRST + i) >= 0); }
}

/* The lines of a text, each with a NUL behind it. @return how many */
static size_t lines_of(char *text, char *out[], size_t most) {
  size_t count = 0;
  for (char *rest = text; rest != NULL && count < most;) { out[count++] = strsep(&rest, "\n"); }
  return count;
}

/* ---- descriptors that are handed on ---- */

static void check_handed(char *text) {
  char *line[NAMES];
  buffer again = {0};
  int taken[NAMES], count = 0;
  if (setenv("SVC_HANDOVER", text, 1) != 0) { return; }
  handover_open();
  expect(getenv("SVC_HANDOVER") == NULL);
  size_t lines = lines_of(text, line, NAMES);
  for (size_t i = 0; i < lines; i++) {
    const char *name = strchr(line[i], ' ');
    int fd = name == NULL ? -1 : handover_take(name + 1);
    if (fd < 0) { continue; }
    expect((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    taken[count++] = fd;
  }
  expect(handover_prepare(NULL, &again) && strncmp(again.data, "SVC_HANDOVER=", 13) == 0);
  for (int i = 0; i < count; i++) { expect(fcntl(taken[i], F_GETFD) == 0); }
  handover_revoke();
  handover_drop(NULL, NULL);
  for (int i = 0; i < count; i++) { handover_forget(taken[i]); }
  buffer_free(&again);
}

/* Lines: LISTEN_FDS, LISTEN_FDNAMES, LISTEN_PID unless it is empty, and the name that is asked for.
 */
static void check_passed(char *text) {
  char *line[LINES] = {"", "", "", ""}, process[16];
  int found[2];
  fault why = {0};
  lines_of(text, line, LINES);
  snprintf(process, sizeof process, "%d", (int)getpid());
  free(passed.names);
  memset(&passed, 0, sizeof passed);
  setenv("LISTEN_FDS", line[0], 1);
  setenv("LISTEN_FDNAMES", line[1], 1);
  setenv("LISTEN_PID", line[2][0] == '\0' ? process : line[2], 1);
  listen_fds_open();
  expect(getenv("LISTEN_FDS") == NULL && passed.count <= MOST);
  uint32_t count = listen_fds_take(line[3], 2, found, &why);
  expect(count > 0 ? found[0] == LISTENER && count == 1 : why.text[0] != '\0');
  listen_fds_expect(line[3]);
  listen_fds_report();
}

/* ---- messages ---- */

static void send_message(int end, span bytes, bool whole, unsigned fds) {
  static channel_message message;
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int) * MESSAGE_FDS)];
  } extra = {0};
  bytes = span_take(bytes, sizeof message);
  memset(&message, 0xff, sizeof message);
  memcpy(&message, bytes.data, bytes.len);
  struct iovec part = {&message, whole ? sizeof message : bytes.len};
  struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
  if (fds > 0) {
    packet.msg_control = &extra;
    packet.msg_controllen = CMSG_SPACE(sizeof(int) * fds);
    extra.head = (struct cmsghdr){CMSG_LEN(sizeof(int) * fds), SOL_SOCKET, SCM_RIGHTS};
    int *list = (int *)(void *)CMSG_DATA(&extra.head);
    for (unsigned i = 0; i < fds; i++) { list[i] = LISTENER; }
  }
  sendmsg(end, &packet, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void check_message(int end, child *c) {
  channel_message came;
  if (c != NULL) {
    pool_hear_child(c);
    expect(memchr(pool.refusal, 0, sizeof pool.refusal) != NULL);
    return;
  }
  while (channel_receive(end, &came) > 0) {
    expect(memchr(came.text, 0, sizeof came.text) != NULL);
    for (size_t i = 0; i < CHANNEL_FDS; i++) {
      if (came.fd[i] < 0) { continue; }
      expect((fcntl(came.fd[i], F_GETFD) & FD_CLOEXEC) != 0 && close(came.fd[i]) == 0);
    }
  }
}

/* Each message: a byte for how it is sent and read, its length in 16 bits, its bytes. */
static void check_messages(span rest) {
  int ends[2], before = dup(LISTENER);
  close(before);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) { return; }
  pool_open(1, NULL, NULL);
  pool.children[0] = (child){.pid = 1, .channel = ends[0], .owes = 1};
  pool.refusal[0] = '\0';
  while (rest.len >= 3) {
    unsigned how = (unsigned char)rest.data[0];
    span bytes = span_take(span_skip(rest, 3), load_u16le(rest.data + 1));
    rest = span_skip(rest, 3 + bytes.len);
    send_message(ends[1], bytes, (how & 1) != 0, how / 4 % (MESSAGE_FDS + 1));
    check_message(ends[0], (how & 2) != 0 ? pool.children : NULL);
  }
  close(ends[0]);
  close(ends[1]);
  int after = dup(LISTENER);
  expect(after == before && close(after) == 0);
}

static void check_report(span report) {
  buffer_clear(&upgrade.said);
  buffer_append(&upgrade.said, report);
  service.upgrade_reason.text[0] = '\0';
  explain_report();
  expect(memchr(service.upgrade_reason.text, 0, FAULT_TEXT) != NULL);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  if (size == 0) { return 0; }
  span rest = {(const char *)data + 1, size - 1};
  char *text = strndup(rest.data, rest.len);
  expect(text != NULL);
  open_descriptors();
  switch (data[0] % 4) {
    case 0: check_handed(text); break;
    case 1: check_passed(text); break;
    case 2: check_messages(rest); break;
    default: check_report(rest); break;
  }
  free(text);
  return 0;
}
