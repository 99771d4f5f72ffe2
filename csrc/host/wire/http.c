#include "host/wire/http.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"

/* Bytes of the library's pool of a connection, which it clears after every answer. It holds one of
   the wire's constant requests and the head of one answer (REPLY_HEADER_BYTES and what the library
   adds). */
enum { POOL_SIZE = 3 * 1024, STREAM_BLOCK = 4 * 1024 };
enum { UNMODIFIED = 304, CLIENT_WENT = 499 };
enum { DRAIN_TURNS = 400 };

/* Turns that empty a full queue of connections: the library accepts 11 in each. */

typedef struct exchange exchange;
struct exchange {
  exchange *next; /* in the list of free ones, or of those whose answer comes later */
  struct MHD_Connection *connection;
  wire_link *link;
  request asked;
  int status;
  uint32_t route;
  uint64_t bytes;
  bool cached, answered;
  bool cut; /* the service ended the answer before its end */
};

/* An answer whose body comes piece by piece. */
typedef struct flow flow;
struct flow {
  flow *next; /* in the list of those that wait */
  stream *source;
  struct MHD_Connection *connection;
  exchange *exchange;
};

/* A body and headers kept for many answers. For each length of RateLimit there is one response of
   the library, in whose header texts id and limit are overwritten in place. */
struct prepared {
  uint32_t references; /* the owner's, and one of each response of the library */
  reply answer;        /* its texts lie in `texts` */
  char *texts;
  struct MHD_Response *variants[LIMIT_TEXT]; /* by the length of RateLimit; NULL: not needed yet */
};

static struct {
  struct MHD_Daemon *daemon;
  struct MHD_Daemon *of_parent; /* what was forgotten is no leak to a leak detector */
  const http_service *service;
  exchange *free, *later;
  flow *waiting;
  uint32_t in_flight;
  bool draining;
} http;

/* ---- exchanges ---- */

static exchange *take_exchange(void) {
  exchange *e = http.free;
  if (e == NULL) return calloc(1, sizeof *e);
  http.free = e->next;
  return e;
}

static void give_exchange(exchange *e) {
  e->next = http.free;
  http.free = e;
}

/* A caller's request id is kept when it is well formed, also where the request is refused. */
static void choose_id(const guard *g, char out[ID_LIMIT + 1]) {
  span given = guard_value(g, SPAN("x-request-id"));
  if (id_acceptable(given)) {
    memcpy(out, given.data, given.len);
    out[given.len] = '\0';
  } else {
    id_new(out);
  }
}

/* ---- streams ---- */

/* A stream ends with its client and with the process, whatever it has still to say. */
static bool flow_over(const flow *f) { return http.draining || f->exchange->link->hangup; }

static void flow_wait(flow *f) {
  f->next = http.waiting;
  http.waiting = f;
  MHD_suspend_connection(f->connection);
  wire_pause(f->exchange->link);
}

static ssize_t flow_read(void *mark, uint64_t position, char *out, size_t size) {
  flow *f = mark;
  (void)position;
  long count = flow_over(f) ? STREAM_FAILED : f->source->read(f->source, out, size);
  if (count == STREAM_ENDED) return MHD_CONTENT_READER_END_OF_STREAM;
  if (count < 0) {
    f->exchange->cut = !f->exchange->link->hangup;
    return MHD_CONTENT_READER_END_WITH_ERROR;
  }
  f->exchange->bytes += (uint64_t)count;
  if (count == 0) flow_wait(f);
  return count;
}

static void flow_close(void *mark) {
  flow *f = mark;
  f->source->close(f->source);
  free(f);
}

/* Goes on with the flows whose time has come. @return ms until the next, at most `timeout` */
static int wake_flows(int timeout) {
  uint64_t now = clock_milliseconds();
  for (flow **at = &http.waiting, *f; (f = *at) != NULL;) {
    if (!flow_over(f) && f->source->wake > now) {
      uint64_t left = f->source->wake - now;
      if (left < (uint64_t)timeout) timeout = (int)left;
      at = &f->next;
      continue;
    }
    *at = f->next;
    wire_resume(f->exchange->link);
    MHD_resume_connection(f->connection);
  }
  return timeout;
}

/* Without chunks, the end of the connection is the end of the answer. A client of HTTP/1.0 knows
   no chunks; after the head of a HEAD the library (0.9.75) would send the last one. */
static struct MHD_Response *choose_framing(exchange *e, struct MHD_Response *response) {
  const guard *g = e->asked.guard;
  bool bare = g->minor == 0 || span_equal(guard_span(g, g->method), SPAN("HEAD"));
  if (bare) MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
  wire_stream(e->link, bare);
  return response;
}

/* The library does not read the body of a HEAD: its source is closed without having been asked. */
static struct MHD_Response *make_flow(struct MHD_Connection *connection, exchange *e,
                                      stream *source) {
  flow *f = calloc(1, sizeof *f);
  struct MHD_Response *response = NULL;
  if (f != NULL) {
    *f = (flow){.source = source, .connection = connection, .exchange = e};
    response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, flow_read, f, flow_close);
  }
  if (response != NULL) return choose_framing(e, response);
  free(f);
  source->close(source);
  return NULL;
}

/* ---- whole bodies ---- */

static struct MHD_Response *make_body(const reply *answer) {
  /* Of a 304 only the length of its body is sent: that of the 200 (RFC 9110, 8.6). */
  if (answer->status == 204 || answer->body.len == 0) {
    return MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
  }
  void *body = (void *)(uintptr_t)answer->body.data;
  return MHD_create_response_from_buffer(answer->body.len, body, MHD_RESPMEM_MUST_COPY);
}

/* Drops a header that the library writes itself. @return false when memory is out: an answer that
   lacks one of its headers is not sent */
static bool add_header(struct MHD_Response *response, const char *name, const char *value) {
  errno = 0;
  if (MHD_add_response_header(response, name, value) == MHD_YES) return true;
  if (errno == ENOMEM) return false;
  log_write(LOG_WARN, "the response header %s was dropped: it is the host's own", name);
  return true;
}

static bool add_headers(struct MHD_Response *response, const reply *answer, const char *id,
                        const char *limit) {
  for (size_t i = 0; i < answer->count; i++) {
    if (!add_header(response, answer->headers[i].name, answer->headers[i].value)) return false;
  }
  return add_header(response, "X-Request-Id", id) &&
         (limit[0] == '\0' || add_header(response, "RateLimit", limit));
}

static enum MHD_Result send_once(struct MHD_Connection *connection, const exchange *e,
                                 const reply *answer, struct MHD_Response *response) {
  if (response == NULL) return MHD_NO;
  enum MHD_Result result = MHD_NO;
  if (add_headers(response, answer, e->asked.id, answer->limit)) {
    result = MHD_queue_response(connection, (unsigned)answer->status, response);
  }
  MHD_destroy_response(response);
  return result;
}

/* ---- prepared answers ---- */

static void unreference(void *mark) {
  prepared *p = mark;
  if (--p->references > 0) return;
  free(p->texts);
  free(p);
}

/* RateLimit is each request's own. */
static bool is_limit(const reply_header *header) {
  return strcasecmp(header->name, "RateLimit") == 0;
}

static size_t texts_size(const reply *answer) {
  size_t size = answer->body.len;
  for (size_t i = 0; i < answer->count; i++) {
    size += strlen(answer->headers[i].name) + strlen(answer->headers[i].value) + 2;
  }
  return size;
}

static const char *keep_text(char **at, const char *text) {
  size_t size = strlen(text) + 1;
  char *kept = memcpy(*at, text, size);
  *at += size;
  return kept;
}

prepared *http_prepare(const reply *answer) {
  prepared *p = calloc(1, sizeof *p);
  char *at = malloc(texts_size(answer) + 1);
  if (p == NULL || at == NULL) {
    free(p);
    free(at);
    return NULL;
  }
  p->references = 1;
  p->texts = at;
  p->answer.status = answer->status;
  for (size_t i = 0; i < answer->count; i++) {
    if (is_limit(&answer->headers[i])) continue;
    reply_header *kept = &p->answer.headers[p->answer.count++];
    kept->name = keep_text(&at, answer->headers[i].name);
    kept->value = keep_text(&at, answer->headers[i].value);
  }
  if (answer->body.len > 0) memcpy(at, answer->body.data, answer->body.len);
  p->answer.body = (span){at, answer->body.len};
  return p;
}

const char *http_header(const prepared *p, const char *name) {
  return reply_header_of(&p->answer, name);
}

void http_release(prepared *p) {
  if (p == NULL) return;
  for (size_t i = 0; i < LIMIT_TEXT; i++) {
    if (p->variants[i] != NULL) MHD_destroy_response(p->variants[i]);
  }
  unreference(p);
}

/* The kept body as a response of the library, without a copy. */
static struct MHD_Response *share_body(prepared *p) {
  void *body = (void *)(uintptr_t)p->answer.body.data;
  struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
      p->answer.body.len, body, unreference, p);
  if (response != NULL) p->references++;
  return response;
}

static struct MHD_Response *variant_of(prepared *p, size_t limit) {
  char blank[LIMIT_TEXT] = {0};
  struct MHD_Response *response = p->variants[limit];
  if (response != NULL) return response;
  response = share_body(p);
  if (response == NULL) return NULL;
  memset(blank, 'x', limit);
  if (add_headers(response, &p->answer, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", blank)) {
    return p->variants[limit] = response;
  }
  MHD_destroy_response(response);
  return NULL;
}

static void overwrite(struct MHD_Response *response, const char *name, const char *value,
                      size_t length) {
  memcpy((char *)(uintptr_t)MHD_get_response_header(response, name), value, length);
}

/* The head is built before the library turns to another connection, so that a shared response can
   carry each request's own texts. An id of another length than ours needs a response of its own. */
static enum MHD_Result send_ready(struct MHD_Connection *connection, const exchange *e,
                                  const reply *answer) {
  prepared *p = answer->ready;
  size_t limit = strlen(answer->limit);
  if (strlen(e->asked.id) != ID_LENGTH) {
    reply own = p->answer;
    memcpy(own.limit, answer->limit, limit + 1);
    return send_once(connection, e, &own, share_body(p));
  }
  struct MHD_Response *response = variant_of(p, limit);
  if (response == NULL) return MHD_NO;
  overwrite(response, "X-Request-Id", e->asked.id, ID_LENGTH);
  if (limit > 0) overwrite(response, "RateLimit", answer->limit, limit);
  return MHD_queue_response(connection, (unsigned)p->answer.status, response);
}

/* A 304 has the header fields of the answer but for its type (RFC 9110, 15.4.5). */
static enum MHD_Result send_unmodified(struct MHD_Connection *connection, const exchange *e,
                                       const reply *answer) {
  prepared *p = answer->ready;
  reply told = p == NULL ? *answer : p->answer;
  size_t count = 0;
  for (size_t i = 0; i < told.count; i++) {
    if (strcasecmp(told.headers[i].name, "Content-Type") == 0) continue;
    told.headers[count++] = told.headers[i];
  }
  told.count = count;
  told.status = e->status;
  memcpy(told.limit, answer->limit, sizeof told.limit);
  return send_once(connection, e, &told, p == NULL ? make_body(&told) : share_body(p));
}

/* The library asks again for an answer when the connection is resumed. */
static enum MHD_Result put_off(struct MHD_Connection *connection, exchange *e) {
  e->connection = connection;
  e->next = http.later;
  http.later = e;
  MHD_suspend_connection(connection);
  wire_pause(e->link);
  return MHD_YES;
}

void http_wake(void) {
  exchange *e = http.later;
  http.later = NULL;
  for (exchange *next; e != NULL; e = next) {
    next = e->next;
    wire_resume(e->link);
    MHD_resume_connection(e->connection);
  }
}

static enum MHD_Result answer_request(struct MHD_Connection *connection, exchange *e) {
  static reply answer;
  answer.count = 0;
  answer.ready = NULL;
  answer.source = NULL;
  answer.limit[0] = '\0';
  answer.route = 0;
  answer.key = SPAN("");
  answer.counted = answer.recalled = answer.unmodified = answer.later = false;
  http.service->answer(&e->asked, &answer);
  if (answer.later) return put_off(connection, e);
  const reply *sent = answer.ready == NULL ? &answer : &answer.ready->answer;
  e->cached = answer.ready != NULL;
  e->status = answer.unmodified ? UNMODIFIED : sent->status;
  e->route = answer.route;
  e->bytes = sent->body.len;
  e->answered = true;
  if (answer.unmodified) return send_unmodified(connection, e, &answer);
  if (e->cached) return send_ready(connection, e, &answer);
  if (answer.source == NULL) return send_once(connection, e, &answer, make_body(&answer));
  e->bytes = 0;
  return send_once(connection, e, &answer, make_flow(connection, e, answer.source));
}

/* ---- the library's calls ---- */

static enum MHD_Result begin(struct MHD_Connection *connection, void **mark) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  wire_link *link = info == NULL ? NULL : wire_of(info->connect_fd);
  if (link == NULL || !link->serving) return MHD_NO;
  exchange *e = take_exchange();
  if (e == NULL) return MHD_NO;
  e->link = link;
  e->answered = e->cut = false;
  e->asked.ticket = 0;
  e->status = 0;
  e->route = 0;
  e->bytes = 0;
  http.in_flight++;
  e->asked.guard = link->guard;
  e->asked.client = link->peer;
  e->asked.control = link->control;
  e->asked.coding = CODING_IDENTITY;
  choose_id(link->guard, e->asked.id);
  *mark = e;
  return MHD_YES;
}

/* An answer in the library's first call would close the connection: it is given in the second. */
static enum MHD_Result serve(void *context, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *upload,
                             size_t *upload_size, void **mark) {
  (void)context, (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  return *mark == NULL ? begin(connection, mark) : answer_request(connection, *mark);
}

static void completed(void *context, struct MHD_Connection *connection, void **mark,
                      enum MHD_RequestTerminationCode cause) {
  (void)context, (void)connection;
  exchange *e = *mark;
  *mark = NULL;
  if (e == NULL) return;
  bool sent = cause == MHD_REQUEST_TERMINATED_COMPLETED_OK && e->answered;
  bool taken = sent || e->cut;
  access_entry entry = {.asked = &e->asked,
                        .status = taken ? e->status : CLIENT_WENT,
                        .route = e->route,
                        .bytes = taken ? e->bytes : 0,
                        .microseconds = clock_microseconds() - e->link->began,
                        .cached = e->cached};
  http.in_flight--;
  http.service->finished(&entry);
  if (sent) wire_answered(e->link);
  give_exchange(e);
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

bool http_open(const listener *list, uint32_t count, wire_limits limits,
               const http_service *service, fault *why) {
  http.service = service;
  acceptor_open(list, count);
  if (!wire_open(limits)) return fault_set(why, "memory ran out for the table of connections");
  http.daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, serve, NULL,
      MHD_OPTION_EXTERNAL_LOGGER, complain, NULL, MHD_OPTION_LISTEN_SOCKET, list[0].fd,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_SIZE, MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
      MHD_OPTION_END);
  if (http.daemon == NULL) return fault_set(why, "libmicrohttpd did not start");
  return true;
}

void http_turn(int timeout) {
  MHD_run_wait(http.daemon, http.waiting == NULL ? timeout : wake_flows(timeout));
}

static void stop_listening(void) {
  if (MHD_quiesce_daemon(http.daemon) != MHD_INVALID_SOCKET) acceptor_close();
}

void http_drain(void) {
  if (http.draining) return;
  http.draining = true;
  /* Connections that wait in a listener's queue were accepted in their clients' eyes. */
  int turns = 0;
  do {
    MHD_run_wait(http.daemon, 0);
  } while (acceptor_ready() && ++turns < DRAIN_TURNS);
  stop_listening();
  wire_drain();
}

bool http_busy(void) { return wire_open_count() > 0; }
uint32_t http_in_flight(void) { return http.in_flight; }

void http_close(void) {
  http.draining = true;
  while (http.waiting != NULL) http_turn(0);
  stop_listening();
  MHD_stop_daemon(http.daemon);
  http.daemon = NULL;
  http.draining = false;
}

static void free_exchanges(exchange **list) {
  for (exchange *e; (e = *list) != NULL;) {
    *list = e->next;
    free(e);
  }
}

void http_forget(void) {
  if (http.daemon != NULL) http.of_parent = http.daemon;
  http.daemon = NULL;
  free_exchanges(&http.free);
  free_exchanges(&http.later);
  http.in_flight = 0;
  wire_forget();
}

const char *http_version(void) { return MHD_get_version(); }
