#include "host/process/answer.h"

#include <assert.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/shared/quota_store.h"
#include "host/wire/cache.h"
#include "host/wire/http_reply.h"

enum { KEY_LIMIT = 10 * 1024 };

static const answer_deps *deps;
static char key_bytes[KEY_LIMIT];
static char joined[GUARD_HEAD_LIMIT];
static buffer coded;

void answer_open(const answer_deps *given) { deps = given; }

/* ---- the cache ---- */

static size_t answer_add_key(size_t at, span text) {
  if (text.len + 1 > KEY_LIMIT - at) {
    return KEY_LIMIT;
  }
  memcpy(key_bytes + at, text.data, text.len);
  key_bytes[at + text.len] = '\n';
  return at + text.len + 1;
}

/* A letter for each header field that app.lua settles a representation from, besides the coding. */
static char letter_of(span name) {
  if (span_equal(name, SPAN("accept"))) {
    return 'a';
  }
  if (span_equal(name, SPAN("content-type"))) {
    return 't';
  }
  if (span_equal(name, SPAN("if-match"))) {
    return 'm';
  }
  return span_equal(name, SPAN("if-none-match")) ? 'n' : '\0';
}

/* The bytes that settle how a request is answered, where its answer may be kept: two requests with
 * the same bytes have the same answer. Requests with other bytes may have it too.
   @return empty where nothing is ever kept, or the bytes are too many */
static span settling_bytes(const guard *g, coding c) {
  span method = guard_span(g, g->method);
  if (!span_equal(method, SPAN("GET")) && !span_equal(method, SPAN("HEAD"))) {
    return SPAN("");
  }
  key_bytes[0] = (char)('0' + c);
  key_bytes[1] = g->has_query ? '?' : '/';
  size_t at = answer_add_key(2, guard_path(g));
  if (at < KEY_LIMIT) {
    at = answer_add_key(at, g->has_query ? guard_span(g, g->query) : SPAN(""));
  }
  for (uint32_t i = 0; i < g->count && at < KEY_LIMIT; i++) {
    char letter = letter_of(guard_span(g, g->fields[i].name));
    if (letter == '\0') {
      continue;
    }
    key_bytes[at] = letter;
    at = answer_add_key(at + 1, guard_span(g, g->fields[i].value));
  }
  return at < KEY_LIMIT ? (span){key_bytes, at} : SPAN("");
}

static void write_limit(const quota_verdict *verdict, char out[LIMIT_TEXT]) {
  buffer text = {out, 0, LIMIT_TEXT, false};
  buffer_append(&text, SPAN("\"default\";r="));
  log_number(&text, verdict->remaining, 1);
  buffer_append(&text, SPAN(";t="));
  log_number(&text, verdict->reset, 1);
  buffer_byte(&text, '\0');
}

/* @return false when the client's quota is used up: the script then makes the refusal, of the same
   verdict where it came from a store; or when the verdict comes later */
static bool within_quota(request *asked, reply *out) {
  if (deps->quota == NULL) {
    return true;
  }
  struct in6_addr client = address_client_key(&asked->client);
  quota_verdict verdict;
  out->later = !quota_store_ask(asked, &client, deps->quota, &verdict);
  if (out->later) {
    return false;
  }
  write_limit(&verdict, out->limit);
  if (verdict.admitted) {
    quota_store_forget(asked);
  }
  return verdict.admitted;
}

static void take_kept(const cache_entry *kept, reply *out) {
  out->ready = kept->answer;
  out->route = kept->route;
  deps->metrics->cache_hits++;
}

/* @return true when it is made, or comes later */
static bool answer_from_cache(span asked_bytes, request *asked, reply *out) {
  const cache_entry *found = asked_bytes.len == 0 ? NULL : cache_find(asked_bytes);
  if (found == NULL) {
    return false;
  }
  if (found->counted && !within_quota(asked, out)) {
    return out->later;
  }
  take_kept(found, out);
  return true;
}

/* The script has asked the quota, and found the answer that is kept. */
static void recall(reply *out) {
  const cache_entry *found = cache_recall(out->key);
  const char *limit = reply_header_of(out, "RateLimit");
  assert(found != NULL);
  if (limit != NULL) {
    snprintf(out->limit, sizeof out->limit, "%s", limit);
  }
  deps->metrics->cache_recalls++;
  take_kept(found, out);
}

static void keep_answer(const reply *out) {
  deps->metrics->cache_misses++;
  prepared *kept = http_prepare(out);
  if (kept == NULL) {
    return;
  }
  cache_keep(out->key, (cache_entry){kept, out->route, out->counted}, out->body.len);
}

/* ---- codings ---- */

static bool varies_by_coding(const reply *out) {
  for (size_t i = 0; i < out->count; i++) {
    if (strcasecmp(out->headers[i].name, "Vary") == 0 &&
        strcasestr(out->headers[i].value, "Accept-Encoding") != NULL) {
      return true;
    }
  }
  return false;
}

static void answer_encode(coding c, reply *out) {
  span type = span_of(reply_header_of(out, "Content-Type"));
  if (out->status != 200 || out->source != NULL) {
    return;
  }
  if (reply_header_of(out, "Content-Encoding") != NULL || out->count + 2 > REPLY_HEADERS) {
    return;
  }
  if (!coding_applies(c, type, out->body.len) || !coding_encode(c, out->body, &coded)) {
    return;
  }
  out->body = buffer_span(&coded);
  out->headers[out->count++] = (reply_header){"Content-Encoding", coding_name(c)};
  if (!varies_by_coding(out)) {
    out->headers[out->count++] = (reply_header){"Vary", "Accept-Encoding"};
  }
}

/* ---- a request ---- */

static void run_script(request *asked, reply *out) {
  if (asked->coding == CODING_NONE) {
    script_refuse(deps->script, "NOT_ACCEPTABLE",
                  "The `Accept-Encoding` header excludes every coding, the plain form included.",
                  asked, out);
    return;
  }
  out->limit[0] = '\0';
  script_handle(deps->script, asked, http_in_flight() >= deps->crowded, out);
  if (out->later) {
    return;
  }
  if (out->recalled) {
    recall(out);
    return;
  }
  answer_encode(asked->coding, out);
  if (out->key.len > 0) {
    keep_answer(out);
  }
}

static void answer_freely(request *asked, reply *out) {
  const guard *g = asked->guard;
  asked->coding = coding_choose(guard_list(g, SPAN("accept-encoding"), joined));
  span bytes = settling_bytes(g, asked->coding);
  if (asked->call == NULL && answer_from_cache(bytes, asked, out)) {
    return;
  }
  run_script(asked, out);
  if (out->later) {
    return;
  }
  if (bytes.len > 0 && out->key.len > 0 && !out->unmodified) {
    cache_alias(out->key, bytes);
  }
}

void answer_make(request *asked, reply *out) {
  const guard *g = asked->guard;
  if (asked->question != NULL || asked->call != NULL) {
    answer_freely(asked, out);
    return;
  }
  asked->client = edge_client(deps->edge, &asked->client, g);
  if (g->refusal != GUARD_ACCEPTED) {
    script_refuse(deps->script, guard_refusal_code(g->refusal), g->why.text, asked, out);
  } else if (!edge_admits(deps->edge, g)) {
    script_refuse(deps->script, "EDGE_GUARD_REJECTED", NULL, asked, out);
  } else {
    answer_freely(asked, out);
  }
}
