#include "host/answer.h"

#include "host/address.h"
#include "host/cache.h"
#include "host/coding.h"
#include "host/log.h"

enum { KEY_LIMIT = 10 * 1024 };

static const answer_means *means;
static char key_bytes[KEY_LIMIT];
static buffer coded;

void answer_open(const answer_means *given) { means = given; }

/* ---- the cache ---- */

static size_t add_key(size_t at, span text) {
  if (text.len + 1 > KEY_LIMIT - at) return KEY_LIMIT;
  memcpy(key_bytes + at, text.data, text.len);
  key_bytes[at + text.len] = '\n';
  return at + text.len + 1;
}

/* What the answer of a cacheable route depends on: path, query, Accept and the coding. A request
   with a body, a declared media type or a condition is not answered from the cache.
   @return the key, or an empty one when the cache is not to be used */
static span key_of(const guard *g, coding c) {
  span method = guard_span(g, g->method), accept = SPAN("");
  if (!span_equal(method, SPAN("GET")) && !span_equal(method, SPAN("HEAD"))) return SPAN("");
  if (g->has_body || c == CODING_NONE) return SPAN("");
  for (uint32_t i = 0; i < g->count; i++) {
    span name = guard_span(g, g->fields[i].name);
    if (span_equal(name, SPAN("content-type")) || span_equal(name, SPAN("if-none-match"))) {
      return SPAN("");
    }
    if (!span_equal(name, SPAN("accept"))) continue;
    if (accept.len > 0) return SPAN("");
    accept = guard_span(g, g->fields[i].value);
  }
  key_bytes[0] = (char)('0' + c);
  key_bytes[1] = g->has_query ? '?' : '/';
  size_t at = add_key(2, guard_path(g));
  if (at < KEY_LIMIT) at = add_key(at, g->has_query ? guard_span(g, g->query) : SPAN(""));
  if (at < KEY_LIMIT) at = add_key(at, accept);
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

/* @return false when the client's quota is used up: the script then makes the refusal */
static bool within_quota(const request *asked, reply *out) {
  if (means->quota == NULL) return true;
  struct in6_addr client = address_client_key(&asked->client);
  quota_verdict verdict = quota_ask(means->quota, &client, wire_microseconds());
  write_limit(&verdict, out->limit);
  return verdict.admitted;
}

static bool answer_from_cache(span key, const request *asked, reply *out) {
  const cache_entry *found = key.len == 0 ? NULL : cache_find(key);
  if (found == NULL) return false;
  if (found->counted && !within_quota(asked, out)) return false;
  out->ready = found->answer;
  out->route = found->route;
  means->metrics->cache_hits++;
  return true;
}

static void keep_answer(span key, const reply *out) {
  if (key.len == 0 || !out->cacheable || out->status != 200 || out->source != NULL) return;
  means->metrics->cache_misses++;
  prepared *kept = http_prepare(out);
  if (kept != NULL) cache_keep(key, (cache_entry){kept, out->route, out->counted}, out->body.len);
}

/* ---- codings ---- */

static const char *header_of(const reply *out, const char *name) {
  for (size_t i = 0; i < out->count; i++) {
    if (strcmp(out->headers[i].name, name) == 0) return out->headers[i].value;
  }
  return NULL;
}

static void encode(coding c, reply *out) {
  const char *name = coding_name(c);
  span type = span_of(header_of(out, "Content-Type"));
  if (name == NULL || out->status != 200 || out->source != NULL) return;
  if (header_of(out, "Content-Encoding") != NULL || out->count + 2 > REPLY_HEADERS) return;
  if (!coding_worthwhile(type, out->body.len) || !coding_encode(c, out->body, &coded)) return;
  out->body = buffer_span(&coded);
  out->headers[out->count++] = (reply_header){"Content-Encoding", name};
  if (header_of(out, "Vary") == NULL) {
    out->headers[out->count++] = (reply_header){"Vary", "Accept-Encoding"};
  }
}

/* The joined values of Accept-Encoding are rarely more than one: a repeated field is not read. */
static coding choose_coding(const guard *g) {
  return coding_choose(guard_value(g, SPAN("accept-encoding")));
}

static void answer_freely(const request *asked, reply *out) {
  const guard *g = asked->guard;
  coding c = choose_coding(g);
  span key = key_of(g, c);
  if (answer_from_cache(key, asked, out)) return;
  if (c == CODING_NONE) {
    script_refuse(means->script, "NOT_ACCEPTABLE",
                  "The `Accept-Encoding` header excludes every coding, the plain form included.",
                  asked, out);
    return;
  }
  out->limit[0] = '\0';
  script_handle(means->script, asked, http_in_flight() >= means->crowded, out);
  encode(c, out);
  keep_answer(key, out);
}

void answer_make(request *asked, reply *out) {
  const guard *g = asked->guard;
  asked->client = edge_client(means->edge, &asked->client, g);
  if (g->refusal != GUARD_ACCEPTED) {
    script_refuse(means->script, guard_refusal_code(g->refusal), g->why.text, asked, out);
  } else if (!edge_admits(means->edge, g)) {
    script_refuse(means->script, "EDGE_GUARD_REJECTED", NULL, asked, out);
  } else {
    answer_freely(asked, out);
  }
}
