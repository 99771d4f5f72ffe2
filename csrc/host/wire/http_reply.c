#include "host/wire/http_reply.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>

#include "base/log.h"

/* A body and headers kept for many answers. For each length of RateLimit there is one response of
   the library, in whose header texts id and limit are overwritten in place. */
struct prepared {
  uint32_t references; /* the owner's, and one of each response of the library */
  reply answer;        /* its texts lie in `texts` */
  char *texts;
  struct MHD_Response *variants[LIMIT_TEXT]; /* by the length of RateLimit; NULL: not needed yet */
};

struct MHD_Response *http_body(const reply *answer) {
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
  if (MHD_add_response_header(response, name, value) == MHD_YES) {
    return true;
  }
  if (errno == ENOMEM) {
    return false;
  }
  log_write(LOG_WARN, "the response header %s was dropped: it is the host's own", name);
  return true;
}

static bool add_headers(struct MHD_Response *response, const reply *answer, const char *id,
                        const char *limit) {
  for (size_t i = 0; i < answer->count; i++) {
    if (!add_header(response, answer->headers[i].name, answer->headers[i].value)) {
      return false;
    }
  }
  return add_header(response, "X-Request-Id", id) &&
         (limit[0] == '\0' || add_header(response, "RateLimit", limit));
}

bool http_send(struct MHD_Connection *connection, const char *id, const reply *answer,
               struct MHD_Response *response) {
  if (response == NULL) {
    return false;
  }
  bool sent = false;
  if (add_headers(response, answer, id, answer->limit)) {
    sent = MHD_queue_response(connection, (unsigned)answer->status, response) == MHD_YES;
  }
  MHD_destroy_response(response);
  return sent;
}

/* ---- prepared answers ---- */

static void unreference(void *context) {
  prepared *p = context;
  if (--p->references > 0) {
    return;
  }
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
    if (is_limit(&answer->headers[i])) {
      continue;
    }
    reply_header *kept = &p->answer.headers[p->answer.count++];
    kept->name = keep_text(&at, answer->headers[i].name);
    kept->value = keep_text(&at, answer->headers[i].value);
  }
  if (answer->body.len > 0) {
    memcpy(at, answer->body.data, answer->body.len);
  }
  p->answer.body = (span){at, answer->body.len};
  return p;
}

const reply *http_prepared(const prepared *p) { return &p->answer; }

void http_release(prepared *p) {
  if (p == NULL) {
    return;
  }
  for (size_t i = 0; i < LIMIT_TEXT; i++) {
    if (p->variants[i] != NULL) {
      MHD_destroy_response(p->variants[i]);
    }
  }
  unreference(p);
}

/* The kept body as a response of the library, without a copy. */
static struct MHD_Response *share_body(prepared *p) {
  void *body = (void *)(uintptr_t)p->answer.body.data;
  struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
      p->answer.body.len, body, unreference, p);
  if (response != NULL) {
    p->references++;
  }
  return response;
}

static struct MHD_Response *variant_of(prepared *p, size_t limit) {
  char blank[LIMIT_TEXT] = {0};
  struct MHD_Response *response = p->variants[limit];
  if (response != NULL) {
    return response;
  }
  response = share_body(p);
  if (response == NULL) {
    return NULL;
  }
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
bool http_send_ready(struct MHD_Connection *connection, const char *id, const reply *answer) {
  prepared *p = answer->ready;
  size_t limit = strlen(answer->limit);
  if (strlen(id) != ID_LENGTH) {
    reply own = p->answer;
    memcpy(own.limit, answer->limit, limit + 1);
    return http_send(connection, id, &own, share_body(p));
  }
  struct MHD_Response *response = variant_of(p, limit);
  if (response == NULL) {
    return false;
  }
  overwrite(response, "X-Request-Id", id, ID_LENGTH);
  if (limit > 0) {
    overwrite(response, "RateLimit", answer->limit, limit);
  }
  return MHD_queue_response(connection, (unsigned)p->answer.status, response) == MHD_YES;
}

/* A 304 has the header fields of the answer but for its type (RFC 9110, 15.4.5). */
bool http_send_unmodified(struct MHD_Connection *connection, const char *id, const reply *answer) {
  prepared *p = answer->ready;
  reply told = p == NULL ? *answer : p->answer;
  size_t count = 0;
  for (size_t i = 0; i < told.count; i++) {
    if (strcasecmp(told.headers[i].name, "Content-Type") == 0) {
      continue;
    }
    told.headers[count++] = told.headers[i];
  }
  told.count = count;
  told.status = HTTP_UNMODIFIED;
  memcpy(told.limit, answer->limit, sizeof told.limit);
  return http_send(connection, id, &told, p == NULL ? http_body(&told) : share_body(p));
}
