#include "host/wire/http_reply.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>

#include "base/log.h"

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

struct MHD_Response *http_body(const reply *answer) {
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

static bool add_headers(struct MHD_Response *response, const reply *answer, const char *id,
                        const char *limit) {
  for (size_t i = 0; i < answer->count; i++) {
    if (!add_header(response, answer->headers[i].name, answer->headers[i].value)) { return false; }
  }
  return add_header(response, "X-Request-Id", id) &&
         (limit[0] == '\0' || add_header(response, "RateLimit", limit));
}

bool http_send(struct MHD_Connection *mhd, const char *id, const reply *answer,
               struct MHD_Response *response) {
  if (response == NULL) { return false; }
  bool sent = false;
  if (add_headers(response, answer, id, answer->limit)) {
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

/* The place of a header's value in the library's own copy, which is as long as what was added. The
   library gives it to be read; that a text written there is sent is fault-free in 0.9.75 and 1.0.1,
   and seam_check tries it at every start. The other ways, in instructions of a kept answer: 2 300
   more where the header is removed and added anew, 7 000 where each answer has its own response. */
static char *place_of(struct MHD_Response *response, const char *name) {
  return (char *)(uintptr_t)MHD_get_response_header(response, name);
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
  if (response == NULL || !add_headers(response, &p->answer, id, limit)) {
    if (response != NULL) { MHD_destroy_response(response); }
    free(v);
    return NULL;
  }
  *v = (variant){p->variants, response, length, place_of(response, "X-Request-Id"),
                 length == 0 ? NULL : place_of(response, "RateLimit")};
  return p->variants = v;
}

/* The head is built before the library turns to another connection, so that a shared response can
   carry each request's own texts. An id of another length than ours needs a response of its own. */
bool http_send_ready(struct MHD_Connection *mhd, const char *id, const reply *answer) {
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
bool http_send_unmodified(struct MHD_Connection *mhd, const char *id, const reply *answer) {
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
