#include "host/process/fetch_curl.h"

#include <curl/curl.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "host/wire/uri.h"

enum { OTHERS = 512 };

struct transfer {
  CURL *curl;
  struct curl_slist *fields;
  void *context;
  uint32_t max_bytes;
  buffer head, body;
  unsigned count;  /* header fields of the answer */
  bool whole;      /* the empty line behind them has come */
  fetch_code code; /* that broke it off, and why; else FETCH_ANSWERED */
  const char *why;
  char error[CURL_ERROR_SIZE];
};

static struct {
  CURLM *multi;
  void (*ended)(void *context, const transfer_result *result);
} module;

static void transfer_free(transfer *t) {
  if (t->curl != NULL) { curl_easy_cleanup(t->curl); }
  curl_slist_free_all(t->fields);
  buffer_free(&t->head);
  buffer_free(&t->body);
  free(t);
}

/* ---- what comes ---- */

/* @return what libcurl takes for an error */
static size_t break_off(transfer *t, fetch_code code, const char *why) {
  t->code = code;
  t->why = why;
  return CURL_WRITEFUNC_ERROR;
}

/* Keeps "name: value", the name in lower case. */
static bool keep_field(transfer *t, span line) {
  size_t colon = span_find(line, ':');
  span name = span_take(line, colon), value = ascii_trim(span_skip(line, colon + 1));
  for (size_t i = 0; i < value.len; i++) {
    if (ascii_control(value.data[i]) && value.data[i] != '\t') { return false; }
  }
  if (colon == line.len || !uri_token(name)) { return false; }
  for (size_t i = 0; i < name.len; i++) { buffer_byte(&t->head, ascii_lower(name.data[i])); }
  buffer_text(&t->head, ": ");
  buffer_append(&t->head, value);
  buffer_byte(&t->head, '\0');
  return true;
}

/* A head of 100 to 199 comes before that of the answer: each begins with its line of status. */
static size_t take_line(char *bytes, size_t one, size_t count, void *context) {
  transfer *t = context;
  span line = {bytes, count * one};
  while (line.len > 0 && (line.data[line.len - 1] == '\n' || line.data[line.len - 1] == '\r')) {
    line.len--;
  }
  if (span_starts(line, SPAN("HTTP/"))) {
    buffer_clear(&t->head);
    t->count = 0;
    t->whole = false;
    return count;
  }
  if (line.len == 0) {
    t->whole = true;
    return count;
  }
  if (++t->count > FETCH_FIELDS || t->head.len + line.len + 2 > FETCH_HEAD) {
    return break_off(t, FETCH_TOO_LARGE, "its header fields are too many, or too long");
  }
  if (!keep_field(t, line)) {
    return break_off(t, FETCH_MALFORMED, "a line of its head is no header field");
  }
  return t->head.failed ? break_off(t, FETCH_BUSY, "memory ran out") : count;
}

static size_t take_body(char *bytes, size_t one, size_t count, void *context) {
  transfer *t = context;
  span more = {bytes, count * one};
  if (more.len > t->max_bytes - t->body.len) {
    return break_off(t, FETCH_TOO_LARGE, "its body is longer than max_bytes");
  }
  buffer_append(&t->body, more);
  return t->body.failed ? break_off(t, FETCH_BUSY, "memory ran out") : more.len;
}

/* ---- the end ---- */

/* Outcomes by libcurl's codes. Any other code is a connection that broke. */
static const struct {
  CURLcode from;
  fetch_code to;
} outcomes[] = {
    {CURLE_OK, FETCH_ANSWERED},
    {CURLE_OPERATION_TIMEDOUT, FETCH_TIMEOUT},
    {CURLE_COULDNT_CONNECT, FETCH_REFUSED},
    {CURLE_COULDNT_RESOLVE_HOST, FETCH_UNRESOLVED},
    {CURLE_PEER_FAILED_VERIFICATION, FETCH_TLS},
    {CURLE_SSL_CONNECT_ERROR, FETCH_TLS},
    {CURLE_SSL_CACERT_BADFILE, FETCH_TLS},
    {CURLE_SSL_ISSUER_ERROR, FETCH_TLS},
    {CURLE_SSL_CIPHER, FETCH_TLS},
    {CURLE_SSL_CERTPROBLEM, FETCH_TLS},
    {CURLE_SSL_INVALIDCERTSTATUS, FETCH_TLS},
    {CURLE_UNSUPPORTED_PROTOCOL, FETCH_MALFORMED}, /* an answer without a line of status */
    {CURLE_WEIRD_SERVER_REPLY, FETCH_MALFORMED},
    {CURLE_BAD_CONTENT_ENCODING, FETCH_MALFORMED},
    {CURLE_FILESIZE_EXCEEDED, FETCH_TOO_LARGE},
    {CURLE_OUT_OF_MEMORY, FETCH_BUSY},
};

static fetch_code code_of(const transfer *t, CURLcode from) {
  if (t->code != FETCH_ANSWERED) { return t->code; }
  for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
    if (outcomes[i].from == from) { return outcomes[i].to; }
  }
  return FETCH_CLOSED;
}

static void tell(transfer *t, CURLcode from) {
  long status = 0;
  fetch_code code = code_of(t, from);
  curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &status);
  if (code == FETCH_ANSWERED && !t->whole) {
    code = FETCH_CLOSED;
    t->why = "it ended the connection within the head of its answer";
  }
  if (code == FETCH_ANSWERED && (status < 200 || status > 599)) { code = FETCH_MALFORMED; }
  const char *said = t->error[0] != '\0' ? t->error : curl_easy_strerror(from);
  if (t->why != NULL) { said = t->why; }
  const transfer_result result = {.code = code,
                                  .status = code == FETCH_ANSWERED ? (int)status : 0,
                                  .head = buffer_span(&t->head),
                                  .body = buffer_span(&t->body),
                                  .detail = said};
  module.ended(t->context, &result);
}

/* ---- the module ---- */

static bool module_open(void (*ended)(void *context, const transfer_result *result)) {
  module.ended = ended;
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) { return false; }
  module.multi = curl_multi_init();
  return module.multi != NULL;
}

/* Header fields that libcurl would add are taken away: a call sends what the route says. */
static bool set_fields(transfer *t, const transfer_order *order) {
  static const char *const without[] = {"Expect:", "Content-Type:"};
  struct curl_slist *list = NULL, *longer;
  bool typed = false;
  for (span rest = order->fields, field; fetch_next(&rest, &field);) {
    typed = typed || ascii_same(span_take(field, span_find(field, ':')), SPAN("content-type"));
    longer = curl_slist_append(list, field.data);
    if (longer == NULL) { goto bad; }
    list = longer;
  }
  for (size_t i = 0; i < (typed ? 1 : 2); i++) {
    longer = curl_slist_append(list, without[i]);
    if (longer == NULL) { goto bad; }
    list = longer;
  }
  longer = order->secret == NULL ? list : curl_slist_append(list, order->secret);
  if (longer == NULL) { goto bad; }
  t->fields = longer;
  return curl_easy_setopt(t->curl, CURLOPT_HTTPHEADER, t->fields) == CURLE_OK;
bad:
  curl_slist_free_all(list);
  return false;
}

static bool set_numbers(const transfer *t, const transfer_order *order) {
  bool head = strcmp(order->method, "HEAD") == 0; /* it tells the length of a body that stays */
  const struct {
    CURLoption name;
    long value;
  } numbers[] = {
      {CURLOPT_FOLLOWLOCATION, 0},
      {CURLOPT_SSL_VERIFYPEER, 1},
      {CURLOPT_SSL_VERIFYHOST, 2},
      {CURLOPT_NOSIGNAL, 1},
      {CURLOPT_HTTP09_ALLOWED, 0},
      {CURLOPT_PATH_AS_IS, 1},
      {CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1},
      {CURLOPT_TIMEOUT_MS, (long)order->timeout},
      {CURLOPT_CONNECTTIMEOUT_MS, (long)order->timeout},
      {CURLOPT_MAXFILESIZE, head ? 0 : (long)order->max_bytes},
      {CURLOPT_NOBODY, head},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (curl_easy_setopt(t->curl, numbers[i].name, numbers[i].value) != CURLE_OK) { return false; }
  }
  return true;
}

/* No variable of the environment names a proxy. */
static bool set_texts(transfer *t, const transfer_order *order) {
  const struct {
    CURLoption name;
    const void *value;
  } texts[] = {
      {CURLOPT_PROTOCOLS_STR, "http,https"},
      {CURLOPT_PROXY, ""},
      {CURLOPT_USERAGENT, "svcd/" SVC_VERSION},
      {CURLOPT_URL, order->url},
      {CURLOPT_CUSTOMREQUEST, order->method},
      {CURLOPT_ERRORBUFFER, t->error},
      {CURLOPT_PRIVATE, t},
      {CURLOPT_WRITEDATA, t},
      {CURLOPT_HEADERDATA, t},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (curl_easy_setopt(t->curl, texts[i].name, texts[i].value) != CURLE_OK) { return false; }
  }
  if (order->authorities == NULL) { return true; }
  return curl_easy_setopt(t->curl, CURLOPT_CAINFO, order->authorities) == CURLE_OK &&
         curl_easy_setopt(t->curl, CURLOPT_CAPATH, NULL) == CURLE_OK;
}

/* The bytes of the body stay the caller's. */
static bool set_body(const transfer *t, const transfer_order *order) {
  if (!order->has_body) { return true; }
  return curl_easy_setopt(t->curl, CURLOPT_POSTFIELDSIZE, (long)order->body.len) == CURLE_OK &&
         curl_easy_setopt(t->curl, CURLOPT_POSTFIELDS, order->body.data) == CURLE_OK;
}

static transfer *module_begin(const transfer_order *order, void *context) {
  transfer *t = calloc(1, sizeof *t);
  if (t == NULL) { return NULL; }
  t->context = context;
  t->max_bytes = order->max_bytes;
  t->curl = curl_easy_init();
  bool good = t->curl != NULL && set_body(t, order) && set_numbers(t, order) &&
              set_texts(t, order) && set_fields(t, order) &&
              curl_easy_setopt(t->curl, CURLOPT_HEADERFUNCTION, take_line) == CURLE_OK &&
              curl_easy_setopt(t->curl, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
              curl_multi_add_handle(module.multi, t->curl) == CURLM_OK;
  if (good) { return t; }
  transfer_free(t);
  return NULL;
}

static void module_cancel(transfer *t) {
  curl_multi_remove_handle(module.multi, t->curl);
  transfer_free(t);
}

static void tell_ended(void) {
  int left;
  for (const CURLMsg *note; (note = curl_multi_info_read(module.multi, &left)) != NULL;) {
    char *private = NULL;
    if (note->msg != CURLMSG_DONE) { continue; }
    CURLcode from = note->data.result;
    curl_easy_getinfo(note->easy_handle, CURLINFO_PRIVATE, &private);
    transfer *t = (transfer *)(void *)private;
    curl_multi_remove_handle(module.multi, t->curl);
    tell(t, from);
    transfer_free(t);
  }
}

static void module_turn(struct pollfd *others, unsigned count, int timeout) {
  static struct curl_waitfd waits[OTHERS];
  int ready;
  if (count > OTHERS) { count = OTHERS; }
  for (unsigned i = 0; i < count; i++) {
    waits[i] = (struct curl_waitfd){
        others[i].fd,
        (short)(CURL_WAIT_POLLIN | (others[i].events & POLLOUT ? CURL_WAIT_POLLOUT : 0)), 0};
  }
  curl_multi_poll(module.multi, waits, count, timeout, &ready);
  for (unsigned i = 0; i < count; i++) { others[i].revents = waits[i].revents; }
  curl_multi_perform(module.multi, &ready);
  tell_ended();
}

__attribute__((visibility("default")))
const fetch_module svc_fetch = {module_open, module_begin, module_cancel, module_turn};
