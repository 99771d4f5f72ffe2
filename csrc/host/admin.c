#include "host/admin.h"

#include <string.h>

#include "host/reload.h"

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

typedef struct page {
  span method, path;
  const char *type;
  bool control; /* on the control socket only */
  int (*show)(void);
  unsigned parts; /* generation_part, of an order to reload; 0: a digest follows the path */
} page;

static const page pages[] = {
    {{"GET", 3},
     {"/metrics", 8},
     "text/plain; version=0.0.4; charset=utf-8",
     false,
     show_metrics,
     0},
    {{"GET", 3}, {"/live", 5}, "text/plain", false, show_live, 0},
    {{"GET", 3}, {"/ready", 6}, "text/plain", false, show_ready, 0},
    {{"GET", 3}, {"/status", 7}, "application/json", false, show_status, 0},
    {{"POST", 4}, {"/reload", 7}, "application/json", true, NULL, PART_ALL},
    {{"POST", 4}, {"/reload/publication", 19}, "application/json", true, NULL, PART_PUBLICATION},
    {{"POST", 4}, {"/reload/routes", 14}, "application/json", true, NULL, PART_ROUTES},
    {{"POST", 4}, {"/rollback/", 10}, "application/json", true, NULL, 0},
};

static bool is_digest(span name) {
  size_t digits = 0;
  while (digits < name.len && strchr("0123456789abcdef", name.data[digits]) != NULL) digits++;
  return name.len == DIGEST_TEXT && digits == name.len;
}

static bool matches(const page *p, span path) {
  bool exact = p->show != NULL || p->parts != 0;
  if (exact) return span_equal(path, p->path);
  return span_starts(path, p->path) && is_digest(span_skip(path, p->path.len));
}

static const page *find(const request *asked) {
  const guard *g = asked->guard;
  if (g->refusal != GUARD_ACCEPTED) return NULL;
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    if (span_equal(guard_span(g, g->method), pages[i].method) &&
        matches(&pages[i], guard_path(g)) &&
        (!pages[i].control || (asked->control && means->orders))) {
      return &pages[i];
    }
  }
  return NULL;
}

/* @return the status, or 0 while the reload is under way */
static int reload(request *asked, const page *p) {
  bool good;
  if (asked->ticket == 0) {
    span digest = span_skip(guard_path(asked->guard), p->path.len);
    asked->ticket = p->parts != 0 ? reload_ask(p->parts) : reload_roll_back(digest);
  }
  if (!reload_ended(asked->ticket, &good, &text)) return 0;
  return good ? 200 : 409;
}

void admin_answer(request *asked, reply *out) {
  const page *p = find(asked);
  buffer_clear(&text);
  if (p == NULL) {
    buffer_text(&text, "GET /metrics, /live, /ready, /status\n");
    out->status = 404;
  } else {
    out->status = p->show == NULL ? reload(asked, p) : p->show();
  }
  out->later = out->status == 0;
  out->count = 1;
  out->headers[0] = (reply_header){"Content-Type", p == NULL ? "text/plain" : p->type};
  out->body = buffer_span(&text);
}
