#include "host/wire/http_stream.h"

#include <microhttpd.h>
#include <stdlib.h>

#include "base/clock.h"
#include "host/wire/connections.h"

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

/* Goes on with the flows whose time has come. @return ms until the next, at most `timeout` */
int http_streams_wake(int timeout) {
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

void http_streams_end(bool on) { ending = on; }

bool http_streams_wait(void) { return waiting != NULL; }

/* An answer without chunks ends with its connection. A client of HTTP/1.0 knows
   no chunks; after the head of a HEAD the library (0.9.75) would send the last one. */
static void choose_framing(connection *client, struct MHD_Response *response) {
  const guard *g = client->guard;
  bool bare = g->minor == 0 || span_equal(guard_span(g, g->method), SPAN("HEAD"));
  if (bare) { MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END); }
  connection_stream(client, bare);
}

/* The library does not read the body of a HEAD: its source is closed without having been asked. */
struct MHD_Response *http_stream(struct MHD_Connection *mhd, connection *client, stream *source,
                                 uint64_t *sent, bool *cut) {
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
