#include "host/wire/http.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/log.h"
#include "host/wire/access_log.h"
#include "host/wire/connections.h"
#include "host/wire/exchange.h"
#include "host/wire/loop.h"

enum { HTTP_UNMODIFIED = 304 };

enum { STREAM_BLOCK = 4 * 1024 };

/* An answer whose body comes piece by piece. */
typedef struct flow flow;
struct flow {
  flow *next; /* in the list of those that wait */
  stream *source;
  struct MHD_Connection *mhd;
  connection *client;
  uint64_t *sent; /* bytes so far */
  bool *cut;      /* the service ended the answer before its end */
};

static flow *waiting;
static bool ending; /* the process ends: so do the streams */

/* A stream ends with its client and with the process, whatever it has still to say. */
static bool flow_over(const flow *f) { return ending || f->client->hangup; }

static void flow_wait(flow *f) {
  f->next = waiting;
  waiting = f;
  MHD_suspend_connection(f->mhd);
  connection_pause(f->client);
}

static ssize_t flow_read(void *context, uint64_t position, char *out, size_t size) {
  flow *f = context;
  (void)position;
  long count = flow_over(f) ? STREAM_FAILED : f->source->read(f->source, out, size);
  if (count == STREAM_ENDED) { return MHD_CONTENT_READER_END_OF_STREAM; }
  if (count < 0) {
    *f->cut = !f->client->hangup;
    return MHD_CONTENT_READER_END_WITH_ERROR;
  }
  *f->sent += (uint64_t)count;
  if (count == 0) { flow_wait(f); }
  return count;
}

static void flow_close(void *context) {
  flow *f = context;
  f->source->close(f->source);
  free(f);
}

/* Answers whose body comes piece by piece. */

/* Goes on with the flows whose time has come. @return ms until the next, at most `timeout` */
static int http_streams_wake(int timeout) {
  if (waiting == NULL) { return timeout; }
  uint64_t now = clock_milliseconds();
  for (flow **at = &waiting, *f; (f = *at) != NULL;) {
    if (!flow_over(f) && f->source->wake > now) {
      uint64_t left = f->source->wake - now;
      if (left < (uint64_t)timeout) { timeout = (int)left; }
      at = &f->next;
      continue;
    }
    *at = f->next;
    connection_resume(f->client);
    MHD_resume_connection(f->mhd);
  }
  return timeout;
}

/* Ends every stream, now and from here on, or no more. */
static void http_streams_end(bool on) { ending = on; }

/* True while a stream waits for its time. */
static bool http_streams_wait(void) { return waiting != NULL; }

/* An answer without chunks ends with its connection. A client of HTTP/1.0 knows
   no chunks; after the head of a HEAD the library (0.9.75) would send the last one. */
static void choose_framing(connection *client, struct MHD_Response *response) {
  const guard *g = client->guard;
  bool bare = g->minor == 0 || span_equal(guard_span(g, g->method), SPAN("HEAD"));
  if (bare) { MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END); }
  connection_stream(client, bare);
}

/* The library does not read the body of a HEAD: its source is closed without having been asked. */
static struct MHD_Response *http_stream(struct MHD_Connection *mhd, connection *client,
                                        stream *source, uint64_t *sent, bool *cut) {
  struct MHD_Response *response = NULL;
  flow *f = calloc(1, sizeof *f);
  if (f != NULL) {
    *f = (flow){.source = source, .mhd = mhd, .client = client, .sent = sent, .cut = cut};
    response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, flow_read, f, flow_close);
  }
  if (response == NULL) {
    free(f);
    source->close(source);
  } else {
    choose_framing(client, response);
  }
  return response;
}

/* A response of the library that is sent many times, with places in its head for the texts that
   each request has of its own. */
typedef struct variant variant;
struct variant {
  variant *next;
  struct MHD_Response *response;
  size_t length;    /* of RateLimit; 0: it has none */
  char *id, *limit; /* the places, in the library's copies of its headers */
};

/* A body and headers kept for many answers. */
struct prepared {
  uint32_t references; /* the owner's, and one of each response of the library */
  reply answer;        /* its texts lie in `texts` */
  char *texts;
  variant *variants; /* one for each length of RateLimit that was needed */
};

/* The body of an answer as a response of the library. @return NULL when memory is out */
static struct MHD_Response *http_body(const reply *answer) {
  /* A 304 is sent with the length of the 200's body, and without the body (RFC 9110, 8.6). */
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
  if (MHD_add_response_header(response, name, value) == MHD_YES) { return true; }
  if (errno == ENOMEM) { return false; }
  log_write(LOG_WARN, "the response header %s was dropped: it is the host's own", name);
  return true;
}

/* The place of a header's value in the library's own copy, which is as long as what was added. The
   library gives it to be read; that a text written there is sent is fault-free in 0.9.75 and 1.0.1,
   and seam_check tries it at every start. The other ways, in instructions of a kept answer: 2 300
   more where the header is removed and added anew, 7 000 where each answer has its own response. */
static char *place_of(struct MHD_Response *response, const char *name) {
  return (char *)(uintptr_t)MHD_get_response_header(response, name);
}

/* Header fields that are one to the library: it takes 1 000 instructions for each. The ends of
   lines between them, which no value may have, are written into its copy. */
typedef struct header_lines {
  const char *name; /* of the first; NULL: there is none yet */
  char text[2 * REPLY_HEADER_BYTES];
  size_t length, count;
  size_t ends[REPLY_HEADERS + 2];
} header_lines;

/* @return where the value stands; NULL when there is no room */
static char *add_line(header_lines *lines, const char *name, const char *value) {
  size_t before = strlen(name), size = strlen(value);
  if (before + size + sizeof "\r\n: " > sizeof lines->text - lines->length) { return NULL; }
  char *at = lines->text + lines->length;
  if (lines->name == NULL) {
    lines->name = name;
  } else {
    lines->ends[lines->count++] = lines->length;
    at = mempcpy(mempcpy(mempcpy(at, "  ", 2), name, before), ": ", 2);
  }
  memcpy(at, value, size + 1);
  lines->length = (size_t)(at - lines->text) + size;
  return at;
}

/* The field that the library looks at, and those without a value, which it drops. */
static bool is_for_library(const reply_header *header) {
  return header->value[0] == '\0' ||
         (ascii_lower(header->name[0]) == 'c' && strcasecmp(header->name, "Connection") == 0);
}

/* @param places receives those of the id and the limit; may be NULL */
static bool add_headers(struct MHD_Response *response, const reply *answer, const char *id,
                        const char *limit, variant *places) {
  header_lines lines;
  lines.name = NULL, lines.length = lines.count = 0;
  for (size_t i = 0; i < answer->count; i++) {
    const reply_header *h = &answer->headers[i];
    bool added = is_for_library(h) ? add_header(response, h->name, h->value)
                                   : add_line(&lines, h->name, h->value) != NULL;
    if (!added) { return false; }
  }
  const char *own = add_line(&lines, "X-Request-Id", id), *left = own;
  if (own != NULL && limit[0] != '\0') { left = add_line(&lines, "RateLimit", limit); }
  if (left == NULL || !add_header(response, lines.name, lines.text)) { return false; }
  char *copy = place_of(response, lines.name);
  for (size_t i = 0; i < lines.count; i++) { memcpy(copy + lines.ends[i], "\r\n", 2); }
  if (places != NULL) {
    places->id = copy + (own - lines.text);
    places->limit = limit[0] == '\0' ? NULL : copy + (left - lines.text);
  }
  return true;
}

/* Sends an answer with its headers and the request id. `response` is its body, taken in any case.
 * @return false when the connection must end */
static bool http_send(struct MHD_Connection *mhd, const char *id, const reply *answer,
                      struct MHD_Response *response) {
  if (response == NULL) { return false; }
  bool sent = false;
  if (add_headers(response, answer, id, answer->limit, NULL)) {
    sent = MHD_queue_response(mhd, (unsigned)answer->status, response) == MHD_YES;
  }
  MHD_destroy_response(response);
  return sent;
}

/* ---- prepared answers ---- */

static void unreference(void *context) {
  prepared *p = context;
  if (--p->references > 0) { return; }
  free(p->texts);
  free(p);
}

static const char *keep_text(char **at, const char *text) {
  size_t size = strlen(text) + 1;
  char *kept = memcpy(*at, text, size);
  *at += size;
  return kept;
}

prepared *http_prepare(const reply *answer) {
  size_t size = answer->body.len + 1;
  for (size_t i = 0; i < answer->count; i++) {
    size += strlen(answer->headers[i].name) + strlen(answer->headers[i].value) + 2;
  }
  prepared *p = calloc(1, sizeof *p);
  char *at = malloc(size);
  if (p == NULL || at == NULL) {
    free(p);
    free(at);
    return NULL;
  }
  p->references = 1;
  p->texts = at;
  p->answer.status = answer->status;
  for (size_t i = 0; i < answer->count; i++) {
    if (strcasecmp(answer->headers[i].name, "RateLimit") == 0) {
      continue; /* each request has its own */
    }
    reply_header *kept = &p->answer.headers[p->answer.count++];
    kept->name = keep_text(&at, answer->headers[i].name);
    kept->value = keep_text(&at, answer->headers[i].value);
  }
  if (answer->body.len > 0) { memcpy(at, answer->body.data, answer->body.len); }
  p->answer.body = (span){at, answer->body.len};
  return p;
}

const reply *http_prepared(const prepared *p) { return &p->answer; }

void http_prepared_free(prepared *p) {
  if (p == NULL) { return; }
  for (variant *v = p->variants, *next; v != NULL; v = next) {
    next = v->next;
    MHD_destroy_response(v->response);
    free(v);
  }
  unreference(p);
}

/* The kept body as a response of the library, without a copy. */
static struct MHD_Response *share_body(prepared *p) {
  void *body = (void *)(uintptr_t)p->answer.body.data;
  struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
      p->answer.body.len, body, unreference, p);
  if (response != NULL) { p->references++; }
  return response;
}

static const variant *variant_of(prepared *p, size_t length) {
  char id[ID_LENGTH + 1] = "", limit[LIMIT_TEXT] = "";
  variant *v = p->variants;
  while (v != NULL && v->length != length) { v = v->next; }
  if (v != NULL) { return v; }
  v = calloc(1, sizeof *v);
  struct MHD_Response *response = v == NULL ? NULL : share_body(p);
  memset(id, 'x', ID_LENGTH);
  memset(limit, 'x', length);
  if (response == NULL || !add_headers(response, &p->answer, id, limit, v)) {
    if (response != NULL) { MHD_destroy_response(response); }
    free(v);
    return NULL;
  }
  v->next = p->variants;
  v->response = response;
  v->length = length;
  return p->variants = v;
}

/* The head is built before the library turns to another connection, so that a shared response can
   carry each request's own texts. An id of another length than ours needs a response of its own. */
static bool http_send_ready(struct MHD_Connection *mhd, const char *id, const reply *answer) {
  prepared *p = answer->ready;
  size_t length = strlen(answer->limit);
  if (strlen(id) != ID_LENGTH) {
    reply own = p->answer;
    memcpy(own.limit, answer->limit, length + 1);
    return http_send(mhd, id, &own, share_body(p));
  }
  const variant *v = variant_of(p, length);
  if (v == NULL) { return false; }
  memcpy(v->id, id, ID_LENGTH);
  if (length > 0) { memcpy(v->limit, answer->limit, length); }
  return MHD_queue_response(mhd, (unsigned)p->answer.status, v->response) == MHD_YES;
}

/* A 304 has the header fields of the answer but for its type (RFC 9110, 15.4.5). */
static bool http_send_unmodified(struct MHD_Connection *mhd, const char *id, const reply *answer) {
  prepared *p = answer->ready;
  reply sent = p == NULL ? *answer : p->answer;
  size_t count = 0;
  for (size_t i = 0; i < sent.count; i++) {
    if (strcasecmp(sent.headers[i].name, "Content-Type") == 0) { continue; }
    sent.headers[count++] = sent.headers[i];
  }
  sent.count = count;
  sent.status = HTTP_UNMODIFIED;
  memcpy(sent.limit, answer->limit, sizeof sent.limit);
  return http_send(mhd, id, &sent, p == NULL ? http_body(&sent) : share_body(p));
}

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
  struct MHD_Daemon *of_parent; /* otherwise a leak detector would not see memory that is lost */
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
