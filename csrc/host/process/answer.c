#include "host/process/answer.h"

#include <assert.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/shared/quota_store.h"
#include "host/wire/cache.h"
#include "host/wire/http.h"

enum { KEY_LIMIT = 10 * 1024 };

static const answer_deps *deps;
static char key_bytes[KEY_LIMIT];
static char joined[GUARD_HEAD_LIMIT];
static buffer coded;

void answer_open(const answer_deps *given) { deps = given; }

/* ---- the cache ---- */

/* Adds a text and its end at `at`. @return KEY_LIMIT where there is no room */
static size_t answer_add_key(size_t at, span text) {
  if (text.len + 1 > KEY_LIMIT - at) { return KEY_LIMIT; }
  memcpy(key_bytes + at, text.data, text.len);
  key_bytes[at + text.len] = '\n';
  return at + text.len + 1;
}

/* The bytes that settle how a request is answered, where its answer may be kept: two requests with
   the same bytes have the same answer. Requests with other bytes may have it too.
   @return empty where nothing is ever kept, or the bytes are too many */
static span settling_bytes(const guard *g, coding c, unsigned origin) {
  /* The header fields that app.lua settles a representation from, besides the coding. */
  static const struct {
    span name;
    char letter;
  } fields[] = {{{"accept", 6}, 'a'},
                {{"content-type", 12}, 't'},
                {{"if-match", 8}, 'm'},
                {{"if-none-match", 13}, 'n'}};
  span method = guard_span(g, g->method);
  if (!span_equal(method, SPAN("GET")) && !span_equal(method, SPAN("HEAD"))) { return SPAN(""); }
  key_bytes[0] = (char)('0' + c + (CODING_NONE + 1) * origin);
  key_bytes[1] = g->has_query ? '?' : '/';
  size_t at = answer_add_key(2, guard_path(g));
  if (at < KEY_LIMIT) {
    at = answer_add_key(at, g->has_query ? guard_span(g, g->query) : SPAN(""));
  }
  for (uint32_t i = 0; i < g->count && at < KEY_LIMIT; i++) {
    span name = guard_span(g, g->fields[i].name);
    for (size_t f = 0; f < sizeof fields / sizeof *fields && at < KEY_LIMIT; f++) {
      if (span_equal(name, fields[f].name)) {
        key_bytes[at] = fields[f].letter;
        at = answer_add_key(at + 1, guard_span(g, g->fields[i].value));
      }
    }
  }
  return at < KEY_LIMIT ? (span){key_bytes, at} : SPAN("");
}

/* @return false when the client's quota is used up: the script then makes the refusal, of the same
   verdict where it came from a store; or when the verdict comes later */
static bool within_quota(request *asked, bool counted, reply *out) {
  edge_bucket bucket;
  quota_verdict verdict;
  span path = deps->edge->quotas == 0 ? SPAN("") : edge_path(asked->guard);
  if (!edge_bucket_of(deps->edge, deps->quota, deps->rules, &asked->client, path, counted,
                      &bucket) ||
      bucket.exempt) {
    return true;
  }
  out->later = !quota_store_ask(asked, &bucket.client, &bucket.quota, &verdict);
  if (out->later) { return false; }
  buffer text = {out->limit, 0, LIMIT_TEXT, false};
  buffer_append(&text, bucket.by_path ? SPAN("\"route\";r=") : SPAN("\"default\";r="));
  log_number(&text, verdict.remaining, 1);
  buffer_append(&text, SPAN(";t="));
  log_number(&text, verdict.reset, 1);
  buffer_byte(&text, '\0');
  if (verdict.admitted) { quota_store_forget(asked); }
  return verdict.admitted;
}

/* ---- codings ---- */

static void answer_encode(coding c, reply *out) {
  span type = span_of(reply_header_of(out, "Content-Type"));
  if (out->status != 200 || out->source != NULL ||
      reply_header_of(out, "Content-Encoding") != NULL || out->count + 2 > REPLY_HEADERS ||
      !coding_applies(c, type, out->body.len) || !coding_encode(c, out->body, &coded)) {
    return;
  }
  bool varies = false;
  for (size_t i = 0; i < out->count; i++) {
    varies |= strcasecmp(out->headers[i].name, "Vary") == 0 &&
              strcasestr(out->headers[i].value, "Accept-Encoding") != NULL;
  }
  out->body = buffer_span(&coded);
  out->headers[out->count++] = (reply_header){"Content-Encoding", coding_name(c)};
  if (!varies) { out->headers[out->count++] = (reply_header){"Vary", "Accept-Encoding"}; }
}

/* ---- a request ---- */

/* Has the script make the answer, or find the one that is kept, and keeps what may be. */
static void run_script(request *asked, reply *out) {
  if (asked->coding == CODING_NONE) {
    script_refuse(deps->script, "NOT_ACCEPTABLE",
                  "The `Accept-Encoding` header excludes every coding, the plain form included.",
                  asked, out);
    return;
  }
  out->limit[0] = '\0';
  script_handle(deps->script, asked, http_in_flight() >= deps->crowded, out);
  if (out->later) { return; }
  if (out->recalled) { /* the script has asked the quota */
    const cache_entry *kept = cache_recall(out->key);
    const char *limit = reply_header_of(out, "RateLimit");
    assert(kept != NULL);
    snprintf(out->limit, sizeof out->limit, "%s", limit == NULL ? "" : limit);
    out->ready = kept->answer;
    out->route = kept->route;
    deps->metrics->cache_recalls++;
    deps->metrics->cache_hits++;
    return;
  }
  answer_encode(asked->coding, out);
  if (out->key.len == 0) { return; }
  deps->metrics->cache_misses++;
  prepared *answer = http_prepare(out);
  if (answer != NULL) {
    uint64_t last = out->kept_for == 0 ? 0 : clock_milliseconds() + out->kept_for * 1000ull;
    cache_keep(out->key, (cache_entry){answer, out->route, out->counted, last}, out->body.len);
  }
}

void answer_make(request *asked, reply *out) {
  const guard *g = asked->guard;
  bool again = asked->question != NULL || asked->task != NULL;
  if (!again) {
    asked->client = edge_client(deps->edge, &asked->client, g);
    if (g->refusal != GUARD_ACCEPTED) {
      script_refuse(deps->script, guard_refusal_code(g->refusal), g->why.text, asked, out);
      return;
    }
    if (!edge_admits(deps->edge, g)) {
      script_refuse(deps->script, "EDGE_GUARD_REJECTED", NULL, asked, out);
      return;
    }
    const edge_rule *rule = edge_judge(deps->edge, &asked->client, g);
    if (rule != NULL) {
      script_turn_away(deps->script, rule->to, asked, out);
      return;
    }
    asked->origin = (uint8_t)edge_origin_of(deps->edge, g);
  }
  asked->coding = coding_choose(guard_list(g, SPAN("accept-encoding"), joined));
  span bytes = settling_bytes(g, asked->coding, asked->origin);
  const cache_entry *kept = asked->task != NULL || bytes.len == 0 ? NULL : cache_find(bytes);
  if (kept != NULL) {
    bool asks = kept->counted || deps->edge->quotas > 0;
    bool admitted = !asks || within_quota(asked, kept->counted, out);
    if (out->later) { return; }
    if (admitted) {
      out->ready = kept->answer;
      out->route = kept->route;
      deps->metrics->cache_hits++;
      return;
    }
  }
  run_script(asked, out);
  if (!out->later && bytes.len > 0 && out->key.len > 0 && !out->unmodified) {
    cache_alias(out->key, bytes);
  }
}
