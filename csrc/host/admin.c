#include "host/admin.h"

static const admin_means *means;
static buffer text;

void admin_open(const admin_means *given) { means = given; }

static int show_metrics(void) {
  metrics_write(means->metrics, &text);
  return 200;
}

static int show_live(void) {
  buffer_text(&text, "live\n");
  return 200;
}

static int show_ready(void) {
  bool ready = means->ready();
  buffer_text(&text, ready ? "ready\n" : "not ready\n");
  return ready ? 200 : 503;
}

static int show_status(void) {
  means->describe(&text);
  return 200;
}

static int reload(unsigned parts) {
  means->reload(parts, &text);
  return 200;
}

static int reload_publication(void) { return reload(ADMIN_PUBLICATION); }
static int reload_routes(void) { return reload(ADMIN_ROUTES); }
static int reload_all(void) { return reload(ADMIN_PUBLICATION | ADMIN_ROUTES); }

typedef struct page {
  span method, path;
  const char *type;
  bool control; /* on the control socket only */
  int (*show)(void);
} page;

static const page pages[] = {
    {{"GET", 3}, {"/metrics", 8}, "text/plain; version=0.0.4; charset=utf-8", false, show_metrics},
    {{"GET", 3}, {"/live", 5}, "text/plain", false, show_live},
    {{"GET", 3}, {"/ready", 6}, "text/plain", false, show_ready},
    {{"GET", 3}, {"/status", 7}, "application/json", false, show_status},
    {{"POST", 4}, {"/reload", 7}, "application/json", true, reload_all},
    {{"POST", 4}, {"/reload/publication", 19}, "application/json", true, reload_publication},
    {{"POST", 4}, {"/reload/routes", 14}, "application/json", true, reload_routes},
};

static const page *find(const request *asked) {
  const guard *g = asked->guard;
  if (g->refusal != GUARD_ACCEPTED) return NULL;
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    if (span_equal(guard_span(g, g->method), pages[i].method) &&
        span_equal(guard_path(g), pages[i].path) &&
        (!pages[i].control || (asked->control && means->reload != NULL))) {
      return &pages[i];
    }
  }
  return NULL;
}

void admin_answer(request *asked, reply *out) {
  const page *p = find(asked);
  buffer_clear(&text);
  if (p == NULL) buffer_text(&text, "GET /metrics, /live, /ready, /status\n");
  out->status = p == NULL ? 404 : p->show();
  out->count = 1;
  out->headers[0] = (reply_header){"Content-Type", p == NULL ? "text/plain" : p->type};
  out->body = buffer_span(&text);
}
