/* The seam between the kernel and libmicrohttpd.
 *
 * svcd defines recv, epoll_wait, epoll_ctl, accept4, shutdown and close. A program comes first
 * where the dynamic linker looks for a name, so the shared library reaches the kernel through these
 * definitions, and they reach the C library's through dlsym(RTLD_NEXT) (libc.h). They serve every
 * object of the process, so each passes on unchanged what is about no connection of ours.
 *
 *   accept4     takes from every listening socket in turn, though the library knows one alone;
 *               refuses a peer that has too many connections, and makes room for others
 *   recv        gives the library one of four constant requests for each request that the guard
 *               has read whole or refused; the answer is made from the guard's request
 *   epoll_ctl   a connection enters and leaves the epoll set as the library wants, but for one
 *               that is suspended for a moment, which stays there
 *   epoll_wait  keeps the deadlines, wakes what is due, tells the library of a connection what
 *               concerns its state alone (connections.h), and of at most 127 events
 *   shutdown    an answer that is cut does not end in the orderly way of a whole one
 *   close       an answered connection lingers until its client has ended too
 *
 * Why: what libmicrohttpd does by itself, tried on 0.9.75 (Debian 12) and 1.0.1 (Debian 13); both,
 * where no version is named.
 *  1. It waits again, with the full timeout, when 128 events came at once, before it serves them.
 *  2. It takes as a request: lines that end in a bare line feed; two Host fields; Content-Length
 *     beside Transfer-Encoding; two different Content-Lengths; control bytes in names; TRACE; a
 *     field that continues on the next line. 0.9.75 alone: no Host; a space before the colon.
 *  3. It decodes a path before it hands it over: %2f becomes a slash, %00 ends it.
 *  4. It waits for ever for the end of a body in an unknown transfer coding (0.9.75; 400 in 1.0.1).
 *  5. It answers its own errors in HTML, and a malformed request line not at all.
 *  6. Its timeout counts from the last byte: a client that sends one now and then stays for ever.
 *  7. It does not notice the end of a client's side that stands behind a complete request.
 *  8. It closes the connection after an answer that is given in the first call of the handler.
 *  9. It accepts 11 connections in a turn, and clears the whole pool of a connection after every
 *     answer: pools must be small.
 * 10. Its close resets a connection whose client has sent more than was read, and takes the answer
 *     along. An answer that is cut it ends in the same orderly way as one that is whole.
 * 11. It does not look at a suspended connection, and so not at the end of its client.
 * 12. To a HEAD whose answer would be chunked it sends the last chunk (0.9.75).
 * 13. It sets TCP_NODELAY only where the listening socket it knows is one of TCP (0.9.75).
 * One thing of it we rely on that it does not promise: a response that is sent many times is sent
 * with what was written over its own copy of a header (http_reply.c). The check tries that too.
 * Its form parser, authentication, upgrades and TLS are not used at all.
 *
 * The cost, of the 16 800 instructions of a request for a kept answer: 630 for these calls and the
 * states of connections, 1 900 for the guard; the library takes 7 600.
 *
 * Tried instead, each worse:
 *  - `ld --wrap` on the static library: as fast, but every release of the archive wants other
 *    names of GnuTLS, which 36 stand-ins had to replace, and the shared library got by it.
 *  - A second event loop around the library's (`MHD_run_wait(d, 0)`): 3 system calls a request.
 *  - A socket pair for each connection, the guard on its other side: 12 system calls a request,
 *    1.9 times the processor's time.
 *  - The library's poll loop, without fault 1: 23 times the time beside 5 000 idle connections.
 *  - MSG_PEEK and EPOLL_CTL_MOD: one more recv a request; it was right, and is the way back.
 *  - Level-triggered events (EPOLLET cleared): a slow reader keeps a processor busy.
 *  - The library's default pool of 32 KiB: 45 000 instructions more a request, see 9.
 *
 * One loop a process; nothing here may be called from another thread. seam_check tries at every
 * start, below, that the library in use goes this way. */
#include "host/wire/seam.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/wire/connections.h"
#include "host/wire/http.h"
#include "host/wire/intake.h"
#include "host/wire/libc.h"
#include "host/wire/listen.h"
#include "host/wire/loop.h"

/* EVENTS: see 1; some places are kept for connections that need waking. REFUSALS: connections that
   are refused in one call, as each would cost a turn of the loop. CAREFUL_EVENTS: while many
   answers are not taken, as those that are ended for it are so in the turn that follows. */
enum { EVENTS = 127, KERNEL_EVENTS = 96, CAREFUL_EVENTS = 8, REFUSALS = 64, FOREIGN = 4 };

enum { SEAM_RECV, SEAM_EPOLL_WAIT, SEAM_EPOLL_CTL, SEAM_ACCEPT4, SEAM_SHUTDOWN, SEAM_CLOSE, CALLS };

static struct {
  void *acceptor; /* the library's pointer of its listening socket; NULL: it does not listen */
  /* Pointers of the library that look tagged: their places here are tagged in their stead. */
  void *foreign[FOREIGN];
  bool seen[CALLS]; /* the calls that the library made through the seam */
} seam;

void seam_forget(void) { memset(&seam, 0, sizeof seam); }

/* ---- the six definitions ---- */

/* A connection that waits in a listening socket is not counted yet; one that is refused here was
   accepted for its client, and is closed. When descriptors run out, one is freed for the next
   turn. */
int accept4(int fd, __SOCKADDR_ARG address, socklen_t *length, int flags) {
  const listener *from;
  if (!acceptor_knows(fd)) { return libc_accept4(fd, address.__sockaddr__, length, flags); }
  seam.seen[SEAM_ACCEPT4] = true;
  for (int refused = 0; refused < REFUSALS; refused++) {
    socklen_t taken = *length;
    int accepted = acceptor_take(address.__sockaddr__, &taken, flags, &from);
    if (accepted < 0) {
      int error = errno;
      if (error == EMFILE || error == ENFILE) { connections_shed(); }
      errno = error;
      return -1;
    }
    if (connection_admit(accepted, from, address.__sockaddr__)) {
      *length = taken;
      return accepted;
    }
    libc_close(accepted);
  }
  errno = ECONNABORTED;
  return -1;
}

ssize_t recv(int fd, void *data, size_t size, int flags) {
  connection *c = connection_of(fd);
  if (c == NULL) { return libc_recv(fd, data, size, flags); }
  seam.seen[SEAM_RECV] = true;
  return intake_receive(c, data, size);
}

/* The library adds to its set, in this order: descriptors of its own, its listening socket, and
   each connection. All of ours go into the same set. */
int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  bool adds = operation == EPOLL_CTL_ADD;
  if (acceptor_knows(fd)) {
    seam.seen[SEAM_EPOLL_CTL] = true;
    loop_epoll = epoll;
    seam.acceptor = adds ? event->data.ptr : NULL;
    return acceptor_listen(adds) ? 0 : -1;
  }
  connection *c = connection_of(fd);
  if (c != NULL && adds) { return connection_watched(c, event); }
  if (c != NULL && operation == EPOLL_CTL_DEL) { return connection_unwatched(c); }
  if (c != NULL || connections.list == NULL || !adds || loop_tag(event->data.ptr) == 0) {
    return libc_epoll_ctl(epoll, operation, fd, event);
  }
  size_t at = 0;
  while (at < FOREIGN - 1 && seam.foreign[at] != NULL && seam.foreign[at] != event->data.ptr) {
    at++;
  }
  seam.foreign[at] = event->data.ptr;
  struct epoll_event wanted = *event;
  wanted.data.ptr = loop_tagged(&seam.foreign[at], LOOP_FOREIGN);
  return libc_epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &wanted);
}

/* In this order: what the kernel tells, one event for all listening sockets that have connections,
   then the connections that are woken, as far as there is room. */
int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
  if (epoll != loop_epoll || count <= EVENTS) {
    return libc_epoll_wait(epoll, events, count, timeout);
  }
  seam.seen[SEAM_EPOLL_WAIT] = true;
  int most = connections.unsent > WIRE_UNSENT_LIMIT / 2 ? CAREFUL_EVENTS : KERNEL_EVENTS;
  int received = libc_epoll_wait(epoll, events, most, connections_timeout(timeout));
  connections.now = clock_milliseconds();
  if (received < 0) { return received; }
  int kept = 0;
  for (int i = 0; i < received; i++) {
    struct epoll_event event = events[i];
    unsigned tag = loop_tag(event.data.ptr);
    if (tag == LOOP_WATCH) {
      loop_ready(event.data.ptr);
      continue;
    }
    if (tag == LOOP_CONNECTION) {
      connection *c = loop_untagged(event.data.ptr);
      event.events = connection_event(c, event.events);
      if (event.events == 0) { continue; }
      event.data.ptr = c->library;
    } else if (tag == LOOP_FOREIGN) {
      event.data.ptr = *(void **)loop_untagged(event.data.ptr);
    }
    events[kept++] = event;
  }
  if (seam.acceptor != NULL && acceptor_ready()) {
    events[kept++] = (struct epoll_event){EPOLLIN, {.ptr = seam.acceptor}};
  }
  connections_expire();
  for (connection *c; kept < EVENTS && (c = connections_next_queued()) != NULL;) {
    if (c->library != NULL) {
      uint32_t what = connection_is_served(c) ? EPOLLERR : EPOLLIN;
      events[kept++] = (struct epoll_event){what, {.ptr = c->library}};
    }
  }
  return kept;
}

/* An orderly end could be taken for the end of an answer that was cut: the reset at its close is
   all that its client hears. */
int shutdown(int fd, int how) {
  const connection *c = connection_of(fd);
  if (c == NULL) { return libc_shutdown(fd, how); }
  seam.seen[SEAM_SHUTDOWN] = true;
  return connection_is_served(c) ? 0 : libc_shutdown(fd, how);
}

/* Closing while bytes of the client are unread would reset the connection and take the answer
   with it: see connection_close. */
int close(int fd) {
  connection *c = connection_of(fd);
  if (c == NULL) { return libc_close(fd); }
  seam.seen[SEAM_CLOSE] = true;
  connection_close(c);
  return 0;
}

/* ---- the check at every start ---- */

enum { TURNS = 250, TURN = 20, CONNECTIONS = 16, REFUSED = 400, ANSWERS = 4096 };

static prepared *kept;

static void answer_check(request *asked, reply *answer) {
  answer->status = asked->guard->refusal == GUARD_ACCEPTED ? 200 : REFUSED;
  answer->body = SPAN("");
  answer->ready = asked->guard->refusal == GUARD_ACCEPTED ? kept : NULL;
}

/* Sends to the listening unix socket `fd`, and serves until the connection ends.
   @param[out] answer NUL-terminated */
static bool ask(int fd, span text, char answer[ANSWERS], fault *why) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  size_t count = 0;
  answer[0] = '\0';
  int client = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  bool sent = client >= 0 && getsockname(fd, (struct sockaddr *)&address, &length) == 0 &&
              connect(client, (struct sockaddr *)&address, length) == 0 &&
              send(client, text.data, text.len, MSG_NOSIGNAL) == (ssize_t)text.len;
  if (!sent) { fault_set(why, "no unix socket to test libmicrohttpd with: %s", strerror(errno)); }
  ssize_t received = -1;
  for (int i = 0; sent && i < TURNS && received != 0; i++) {
    http_turn(TURN);
    received = recv(client, answer + count, ANSWERS - 1 - count, 0);
    count += received > 0 ? (size_t)received : 0;
    answer[count] = '\0';
  }
  if (client >= 0) { close(client); }
  return sent;
}

/* Bare line feeds, which the library would take for the ends of lines, are refused.
   @param[out] silent true where no answer came */
static bool is_guarded(int fd, bool *silent, fault *why) {
  char answer[ANSWERS];
  bool asked = ask(fd, SPAN("GET / HTTP/1.1\nHost: a\n\n"), answer, why);
  *silent = asked && answer[0] == '\0';
  return asked && strncmp(answer, "HTTP/1.1 400 ", 13) == 0;
}

/* Two requests for one kept answer have each their own id (see http_reply.c). */
static bool has_own_texts(int fd, fault *why) {
  static const char line[] = "GET / HTTP/1.1\r\nHost: a\r\n%sX-Request-Id: %s\r\n\r\n";
  char text[512], answer[ANSWERS], first[ID_LENGTH + 1] = "", second[ID_LENGTH + 1] = "";
  memset(first, 'a', ID_LENGTH);
  memset(second, 'b', ID_LENGTH);
  int length = snprintf(text, sizeof text, line, "", first);
  length +=
      snprintf(text + length, sizeof text - (size_t)length, line, "Connection: close\r\n", second);
  return ask(fd, (span){text, (size_t)length}, answer, why) && strstr(answer, first) != NULL &&
         strstr(answer, second) != NULL;
}

bool seam_check(fault *why) {
  static const http_service service = {.answer = answer_check};
  static const char *const names[CALLS] = {
      [SEAM_RECV] = "recv",       [SEAM_EPOLL_WAIT] = "epoll_wait", [SEAM_EPOLL_CTL] = "epoll_ctl",
      [SEAM_ACCEPT4] = "accept4", [SEAM_SHUTDOWN] = "shutdown",     [SEAM_CLOSE] = "close"};
  int fd = listen_unix("", 0, NULL, why);
  if (fd < 0) { return false; }
  if (!http_open(&(listener){.fd = fd}, 1, (wire_limits){.connections = CONNECTIONS}, &service,
                 why)) {
    return false;
  }
  fault reason = {""};
  bool silent = false;
  kept = http_prepare(&(reply){.status = 200, .body = SPAN("kept")});
  bool guarded = is_guarded(fd, &silent, &reason);
  bool own = guarded && kept != NULL && has_own_texts(fd, &reason);
  for (int i = 0; i < TURNS && http_busy(); i++) { http_turn(TURN); }
  http_prepared_free(kept);
  kept = NULL;
  http_close();
  const char *unseen = NULL;
  for (size_t i = CALLS; i-- > 0;) { unseen = seam.seen[i] ? unseen : names[i]; }
  http_forget();
  seam_forget();
  if (reason.text[0] != '\0') { return fault_set(why, "%s", reason.text); }
  if (unseen != NULL || (!guarded && !silent)) {
    return fault_set(
        why,
        "libmicrohttpd %s passes by the guard (%s): requests would be served unchecked; install "
        "the shared library of Debian 12 or 13, or more memory where it ran out",
        http_version(), unseen == NULL ? "it took a bare line feed" : unseen);
  }
  return own ||
         fault_set(why,
                   silent ? "libmicrohttpd %s left a test request unanswered; memory may have run "
                            "out"
                          : "libmicrohttpd %s sends the texts of one answer with another; install "
                            "the shared library of Debian 12 or 13, or more memory where it ran "
                            "out",
                   http_version());
}
