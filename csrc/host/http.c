#include "host/http.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/log.h"

/* Bytes of the library's pool of a connection. It holds one of the wire's constant requests and the
   head of one answer (REPLY_HEADER_BYTES and what the library adds); it is cleared for every
   request, so that its size is paid for each time. */
enum { POOL_SIZE = 4 * 1024, LISTEN_TURNS = 1000 };

static struct {
  struct MHD_Daemon *daemon;
  http_handler *handler;
  void *context;
  uint64_t answered;
  bool draining;
} http;

/* ---- from a request to an answer ---- */

static void write_address(const wire_link *link, char out[ADDRESS_LENGTH]) {
  if (link->local) {
    memcpy(out, "local", 6);
  } else if (IN6_IS_ADDR_V4MAPPED(&link->peer)) {
    inet_ntop(AF_INET, &link->peer.s6_addr[12], out, ADDRESS_LENGTH);
  } else {
    inet_ntop(AF_INET6, &link->peer, out, ADDRESS_LENGTH);
  }
}

/* A caller's request id is kept when it is well formed; never that of a refused request. */
static void choose_id(const guard *g, char out[ID_LIMIT + 1]) {
  span given = g->refusal == GUARD_ACCEPTED ? guard_value(g, SPAN("x-request-id")) : SPAN("");
  if (id_acceptable(given)) {
    memcpy(out, given.data, given.len);
    out[given.len] = '\0';
  } else {
    id_new(out);
  }
}

static struct MHD_Response *make_response(const reply *answer) {
  bool bodiless = answer->status == 204 || answer->status == 304;
  void *body = (void *)(uintptr_t)answer->body.data;
  struct MHD_Response *response = MHD_create_response_from_buffer(
      bodiless ? 0 : answer->body.len, body, MHD_RESPMEM_MUST_COPY);
  if (response == NULL) return NULL;
  for (size_t i = 0; i < answer->count; i++) {
    const reply_header *header = &answer->headers[i];
    if (MHD_add_response_header(response, header->name, header->value) != MHD_YES) {
      log_write(LOG_WARN, "the response header %s was dropped: it is the host's own",
                header->name);
    }
  }
  return response;
}

static enum MHD_Result answer_request(struct MHD_Connection *connection, wire_link *link) {
  request asked = {.guard = link->guard};
  reply answer;
  choose_id(link->guard, asked.id);
  write_address(link, asked.address);
  http.handler(http.context, &asked, &answer);
  struct MHD_Response *response = make_response(&answer);
  if (response == NULL) return MHD_NO;
  MHD_add_response_header(response, "X-Request-Id", asked.id);
  enum MHD_Result result =
      MHD_queue_response(connection, (unsigned)answer.status, response);
  MHD_destroy_response(response);
  http.answered++;
  return result;
}

/* An answer in the library's first call would close the connection: it is given in the second. */
static enum MHD_Result serve(void *context, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *upload,
                             size_t *upload_size, void **mark) {
  (void)context, (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  if (*mark == NULL) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    wire_link *link = info == NULL ? NULL : wire_of(info->connect_fd);
    *mark = link;
    return link != NULL && link->serving ? MHD_YES : MHD_NO;
  }
  return answer_request(connection, *mark);
}

static void completed(void *context, struct MHD_Connection *connection, void **mark,
                      enum MHD_RequestTerminationCode cause) {
  (void)context, (void)connection;
  wire_link *link = *mark;
  *mark = NULL;
  if (link != NULL && cause == MHD_REQUEST_TERMINATED_COMPLETED_OK) wire_answered(link);
}

static void complain(void *context, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
static void complain(void *context, const char *format, va_list arguments) {
  char text[512];
  (void)context;
  vsnprintf(text, sizeof text, format, arguments);
  text[strcspn(text, "\n")] = '\0';
  log_write(LOG_DEBUG, "libmicrohttpd: %s", text);
}

/* ---- the loop ---- */

bool http_open(int fd, wire_limits limits, http_handler *handler, void *context, fault *why) {
  http.handler = handler;
  http.context = context;
  if (!wire_open(limits)) return fault_set(why, "memory ran out for the table of connections");
  http.daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_ERROR_LOG, 0, NULL, NULL, serve, NULL,
      MHD_OPTION_EXTERNAL_LOGGER, complain, NULL, MHD_OPTION_LISTEN_SOCKET, fd,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_SIZE, MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections, MHD_OPTION_NOTIFY_COMPLETED, completed,
      NULL, MHD_OPTION_END);
  if (http.daemon == NULL) return fault_set(why, "libmicrohttpd did not start");
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(http.daemon, MHD_DAEMON_INFO_EPOLL_FD);
  if (info == NULL) return fault_set(why, "libmicrohttpd has no epoll set");
  wire_attach(info->epoll_fd);
  return true;
}

void http_turn(int timeout) { MHD_run_wait(http.daemon, timeout); }

void http_drain(void) {
  if (http.draining) return;
  http.draining = true;
  /* Connections that wait in the listener's queue were accepted in their clients' eyes. */
  uint64_t accepted;
  do {
    accepted = wire_statistics()->accepted;
    MHD_run_wait(http.daemon, 0);
  } while (wire_statistics()->accepted != accepted);
  MHD_socket listener = MHD_quiesce_daemon(http.daemon);
  if (listener != MHD_INVALID_SOCKET) close(listener);
  wire_drain();
}

bool http_busy(void) { return wire_open_count() > 0; }

void http_close(void) {
  MHD_stop_daemon(http.daemon);
  http.daemon = NULL;
}

uint64_t http_answered(void) { return http.answered; }
