#include "host/wire/http.h"

#include <microhttpd.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/wire/http_reply.h"
#include "host/wire/http_stream.h"
#include "host/wire/loop.h"

/* Bytes of the library's pool of a connection, which it clears after every answer. It holds one of
   the wire's constant requests and the head of one answer (REPLY_HEADER_BYTES and what the library
   adds). */
enum { POOL_SIZE = 3 * 1024, CLIENT_WENT = 499, FAILED = 500 };

/* Turns that empty a full queue of connections: the library accepts 11 in each. */
enum { DRAIN_TURNS = 400 };

typedef struct exchange exchange;
struct exchange {
  exchange *next;    /* in the list of free ones, or of those whose answer comes later */
  exchange **before; /* what points to it in the latter; NULL: it is not there */
  struct MHD_Connection *mhd;
  connection *client;
  request asked;
  int status;
  uint32_t route;
  uint64_t bytes;
  bool cached, answered;
  bool cut; /* the service ended the answer before its end */
};

static struct {
  struct MHD_Daemon *daemon;
  struct MHD_Daemon *of_parent; /* what was forgotten is no leak to a leak detector */
  const http_service *service;
  exchange *free, *later;
  uint32_t in_flight;
  bool draining;
} http;

/* ---- answers that come later ---- */

/* The library asks again for an answer when the connection is resumed. */
static enum MHD_Result put_off(struct MHD_Connection *mhd, exchange *e) {
  e->mhd = mhd;
  e->next = http.later;
  e->before = &http.later;
  if (e->next != NULL) { e->next->before = &e->next; }
  http.later = e;
  connection_pause(e->client);
  MHD_suspend_connection(mhd);
  return MHD_YES;
}

static void wake_exchange(exchange *e) {
  *e->before = e->next;
  if (e->next != NULL) { e->next->before = e->before; }
  e->before = NULL;
  connection_resume(e->client);
  MHD_resume_connection(e->mhd);
}

void http_wake(void) {
  while (http.later != NULL) { wake_exchange(http.later); }
}

static exchange *exchange_of(const request *asked) {
  char *member = (char *)(uintptr_t)asked;
  return (exchange *)(void *)(member - offsetof(exchange, asked));
}

void http_wake_one(const request *asked) {
  exchange *e = exchange_of(asked);
  if (e->before != NULL) { wake_exchange(e); }
}

/* ---- the library's calls ---- */

static enum MHD_Result http_answer(struct MHD_Connection *mhd, exchange *e) {
  static reply answer;
  answer.count = 0;
  answer.ready = NULL;
  answer.source = NULL;
  answer.limit[0] = '\0';
  answer.route = 0;
  answer.key = SPAN("");
  answer.counted = answer.recalled = answer.unmodified = answer.later = false;
  http.service->answer(&e->asked, &answer);
  if (answer.later) { return put_off(mhd, e); }
  const reply *sent = answer.ready == NULL ? &answer : http_prepared(answer.ready);
  e->cached = answer.ready != NULL;
  e->status = answer.unmodified ? HTTP_UNMODIFIED : sent->status;
  e->route = answer.route;
  e->bytes = sent->body.len;
  e->answered = true;
  bool queued;
  if (answer.unmodified) {
    queued = http_send_unmodified(mhd, e->asked.id, &answer);
  } else if (e->cached) {
    queued = http_send_ready(mhd, e->asked.id, &answer);
  } else if (answer.source == NULL) {
    connection_hold(e->client, answer.body.len);
    queued = http_send(mhd, e->asked.id, &answer, http_body(&answer));
  } else {
    e->bytes = 0;
    queued = http_send(mhd, e->asked.id, &answer,
                       http_stream(mhd, e->client, answer.source, &e->bytes, &e->cut));
  }
  return queued ? MHD_YES : MHD_NO;
}

/* An answer in the library's first call would close the connection: the first call begins an
   exchange, and the second answers it. A caller's request id is kept when it is well formed, also
   where the request is refused. */
static enum MHD_Result http_serve(void *context, struct MHD_Connection *mhd, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **slot) {
  (void)context, (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  if (*slot != NULL) { return http_answer(mhd, *slot); }
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
  connection *client = info == NULL ? NULL : connection_of(info->connect_fd);
  if (client == NULL || client->state != CONNECTION_SERVING) { return MHD_NO; }
  exchange *e = http.free;
  if (e != NULL) {
    http.free = e->next;
  } else if ((e = malloc(sizeof *e)) == NULL) {
    return MHD_NO;
  }
  http.in_flight++;
  *e = (exchange){.client = client,
                  .asked = {.guard = client->guard,
                            .client = client->peer,
                            .control = client->control,
                            .coding = CODING_IDENTITY}};
  span id = guard_value(client->guard, SPAN("x-request-id"));
  if (id_acceptable(id)) {
    memcpy(e->asked.id, id.data, id.len);
  } else {
    id_new(e->asked.id);
  }
  client->asked = &e->asked;
  *slot = e;
  return MHD_YES;
}

static void http_completed(void *context, struct MHD_Connection *mhd, void **slot,
                           enum MHD_RequestTerminationCode cause) {
  (void)context, (void)mhd;
  exchange *e = *slot;
  *slot = NULL;
  if (e == NULL) { return; }
  bool sent = cause == MHD_REQUEST_TERMINATED_COMPLETED_OK && e->answered;
  bool taken = sent || e->cut;
  access_entry entry = {.asked = &e->asked,
                        .status = taken ? e->status : CLIENT_WENT,
                        .route = e->route,
                        .bytes = taken ? e->bytes : 0,
                        .microseconds = clock_microseconds() - e->client->began,
                        .cached = e->cached};
  http.in_flight--;
  e->client->asked = NULL;
  if (http.service->finished != NULL) { http.service->finished(&entry); }
  if (sent) { connection_answered(e->client); }
  e->next = http.free;
  http.free = e;
}

void http_lose(void (*lost)(const access_entry *entry)) {
  for (size_t fd = 0; fd < connections.size; fd++) {
    const connection *c = connections.list[fd];
    if (c == NULL || c->asked == NULL) { continue; }
    exchange *e = exchange_of(c->asked);
    access_entry entry = {.asked = &e->asked,
                          .status = e->answered ? e->status : FAILED,
                          .route = e->route,
                          .microseconds = clock_microseconds() - c->began,
                          .cached = e->cached,
                          .lost = true};
    lost(&entry);
  }
}

static void http_complain(void *context, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
static void http_complain(void *context, const char *format, va_list arguments) {
  char text[512];
  (void)context;
  vsnprintf(text, sizeof text, format, arguments);
  text[strcspn(text, "\n")] = '\0';
  log_write(LOG_DEBUG, "libmicrohttpd: %s", text);
}

/* ---- the loop ---- */

bool http_open(const listener *list, uint32_t count, wire_limits limits,
               const http_service *service, fault *why) {
  http.service = service;
  acceptor_open(list, count);
  if (!connections_open(limits)) {
    return fault_set(why, "memory ran out for the table of connections");
  }
  http.daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, http_serve, NULL,
      MHD_OPTION_EXTERNAL_LOGGER, http_complain, NULL, MHD_OPTION_LISTEN_SOCKET, list[0].fd,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_SIZE, MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections, MHD_OPTION_NOTIFY_COMPLETED, http_completed,
      NULL, MHD_OPTION_END);
  if (http.daemon == NULL) { return fault_set(why, "libmicrohttpd did not start"); }
  return true;
}

void http_turn(int timeout) { MHD_run_wait(http.daemon, http_streams_wake(timeout)); }

static void stop_listening(void) {
  if (MHD_quiesce_daemon(http.daemon) != MHD_INVALID_SOCKET) { acceptor_close(); }
}

void http_drain(void) {
  if (http.draining) { return; }
  http.draining = true;
  http_streams_end(true);
  /* Connections that wait in a listener's queue were accepted in their clients' eyes. */
  int turns = 0;
  do { MHD_run_wait(http.daemon, 0); } while (acceptor_ready() && ++turns < DRAIN_TURNS);
  stop_listening();
  connections_drain();
}

bool http_busy(void) { return connections.counts.open > 0; }
uint32_t http_in_flight(void) { return http.in_flight; }

void http_close(void) {
  http_streams_end(true);
  http_wake();
  while (http_streams_wait()) { http_turn(0); }
  stop_listening();
  MHD_stop_daemon(http.daemon);
  http.daemon = NULL;
  http_streams_end(false);
  http.draining = false;
}

static void free_exchanges(exchange **list) {
  for (exchange *e; (e = *list) != NULL;) {
    *list = e->next;
    free(e);
  }
}

void http_forget(void) {
  if (http.daemon != NULL) { http.of_parent = http.daemon; }
  http.daemon = NULL;
  free_exchanges(&http.free);
  free_exchanges(&http.later);
  http.in_flight = 0;
  acceptor_forget();
  connections_forget();
  loop_forget();
}

const char *http_version(void) { return MHD_get_version(); }
