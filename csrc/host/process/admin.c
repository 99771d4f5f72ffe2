#include "host/process/admin.h"

#include "base/escape.h"
#include "host/process/exposition.h"
#include "host/process/reload.h"

static const admin_deps *deps;
static buffer text;

void admin_open(const admin_deps *given) { deps = given; }

static int show_metrics(buffer *out) {
  exposition_write(deps->metrics, out);
  return 200;
}

static int show_live(buffer *out) {
  buffer_text(out, "live\n");
  return 200;
}

static int show_ready(buffer *out) {
  bool ready = deps->ready();
  buffer_text(out, ready ? "ready\n" : "not ready\n");
  return ready ? 200 : 503;
}

static int show_status(buffer *out) {
  deps->describe(out);
  return 200;
}

typedef struct page {
  const char *method, *path, *type;
  int (*show)(buffer *out);
  unsigned parts; /* generation_part, of an order to reload; 0: a digest follows the path */
} page;

static const char json[] = "application/json";

static const page pages[] = {
    {.method = "GET",
     .path = "/metrics",
     .type = "text/plain; version=0.0.4; charset=utf-8",
     .show = show_metrics},
    {.method = "GET", .path = "/live", .type = "text/plain", .show = show_live},
    {.method = "GET", .path = "/ready", .type = "text/plain", .show = show_ready},
    {.method = "GET", .path = "/status", .type = json, .show = show_status},
    {.method = "POST", .path = "/reload", .type = json, .parts = PART_ALL},
    {.method = "POST", .path = "/reload/publication", .type = json, .parts = PART_PUBLICATION},
    {.method = "POST", .path = "/reload/routes", .type = json, .parts = PART_ROUTES},
    {.method = "POST", .path = "/rollback/", .type = json},
};

/* Orders are taken on the control socket only. */
static bool is_order(const page *p) { return p->show == NULL; }

static bool matches(const page *p, span path) {
  unsigned char digest[DIGEST_TEXT / 2];
  span wanted = span_of(p->path);
  if (!is_order(p) || p->parts != 0) { return span_equal(path, wanted); }
  return span_starts(path, wanted) && hex_read(span_skip(path, wanted.len), digest, sizeof digest);
}

enum { PAGES = sizeof pages / sizeof *pages };

int admin_find(const request *asked) {
  const guard *g = asked->guard;
  if (g->refusal != GUARD_ACCEPTED) { return -1; }
  for (int i = 0; i < PAGES; i++) {
    if (span_equal(guard_span(g, g->method), span_of(pages[i].method)) &&
        matches(&pages[i], guard_path(g)) && (!is_order(&pages[i]) || asked->control)) {
      return i;
    }
  }
  return -1;
}

int admin_show(int number, buffer *out) {
  bool shown = number >= 0 && number < PAGES && !is_order(&pages[number]);
  return shown ? pages[number].show(out) : 404;
}

void admin_reply(int number, int status, const buffer *body, reply *out) {
  bool found = number >= 0;
  out->status = found ? status : 404;
  out->later = false;
  out->count = 1;
  out->headers[0] = (reply_header){"Content-Type", found ? pages[number].type : "text/plain"};
  out->body = found ? buffer_span(body) : SPAN("GET /metrics, /live, /ready, /status\n");
}

/* @return the status, or 0 while the reload is under way */
static int reload(request *asked, const page *p) {
  bool good;
  if (asked->ticket == 0) {
    span digest = span_skip(guard_path(asked->guard), strlen(p->path));
    asked->ticket = p->parts != 0 ? reload_ask(p->parts) : reload_roll_back(digest);
  }
  if (!reload_ended(asked->ticket, &good, &text)) { return 0; }
  return good ? 200 : 409;
}

void admin_answer(request *asked, reply *out) {
  int number = admin_find(asked), status = 0;
  buffer_clear(&text);
  if (number >= 0 && is_order(&pages[number]) && !deps->orders) { number = -1; }
  if (number >= 0) {
    status = is_order(&pages[number]) ? reload(asked, &pages[number]) : admin_show(number, &text);
  }
  admin_reply(number, status, &text, out);
  out->later = number >= 0 && status == 0;
}
