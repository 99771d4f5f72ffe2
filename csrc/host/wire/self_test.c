#include "host/wire/self_test.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/wire/http.h"
#include "host/wire/listen.h"
#include "host/wire/wire.h"

enum { TURNS = 250, TURN = 20, CONNECTIONS = 16, REFUSED = 400 };

static void answer_verdict(request *asked, reply *answer) {
  answer->status = asked->guard->refusal == GUARD_ACCEPTED ? 200 : REFUSED;
  answer->body = SPAN("");
}

/* A connection to the listening unix socket `fd`, on which a request waits that the library would
   take: bare line feeds end its lines. @return -1 on failure */
static int send_request(int fd) {
  static const char hostile[] = "GET / HTTP/1.1\nHost: a\n\n";
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  int client = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (client >= 0 && getsockname(fd, (struct sockaddr *)&address, &length) == 0 &&
      connect(client, (struct sockaddr *)&address, length) == 0 &&
      send(client, hostile, sizeof hostile - 1, MSG_NOSIGNAL) == sizeof hostile - 1) {
    return client;
  }
  if (client >= 0) {
    close(client);
  }
  return -1;
}

/* Serves what `client` sent. @return the status of the answer, or 0 where none came */
static int await_status(int client) {
  char answer[512] = "";
  ssize_t length = -1;
  for (int i = 0; i < TURNS && length < 0; i++) {
    http_turn(TURN);
    length = recv(client, answer, sizeof answer - 1, 0);
  }
  return strncmp(answer, "HTTP/1.1 ", 9) == 0 ? atoi(answer + 9) : 0;
}

bool self_test(fault *why) {
  static const http_service service = {answer_verdict, NULL};
  int fd = listen_unix("", 0, NULL, why);
  if (fd < 0) {
    return false;
  }
  int client = send_request(fd);
  if (client < 0) {
    fault_set(why, "no unix socket to test libmicrohttpd with: %s", strerror(errno));
    close(fd);
    return false;
  }
  if (!http_open(&(listener){.fd = fd}, 1, (wire_limits){.connections = CONNECTIONS}, &service,
                 why)) {
    return false;
  }
  int status = await_status(client);
  close(client);
  for (int i = 0; i < TURNS && http_busy(); i++) {
    http_turn(TURN);
  }
  http_close();
  const char *unseen = wire_unseen();
  http_forget();
  if (unseen == NULL && status == REFUSED) {
    return true;
  }
  if (unseen == NULL && status == 0) {
    return fault_set(why,
                     "libmicrohttpd %s left a test request unanswered; memory may have run out",
                     http_version());
  }
  return fault_set(why,
                   "libmicrohttpd %s passes by the guard (%s): requests would be served unchecked; "
                   "install the shared library of Debian 12 or 13, or more memory where it ran out",
                   http_version(), unseen == NULL ? "it took a bare line feed" : unseen);
}
