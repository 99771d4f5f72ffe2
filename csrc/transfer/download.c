#include "transfer/download.h"

#include <curl/curl.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/span.h"
#include "publication/file.h"

enum {
  LONGEST_HEAD = 65536,
  CONNECT_SECONDS = 10,
  SLOWEST = 1024, /* bytes a second, over */
  SLOW_SECONDS = 20,
  OK = 200,
  PARTIAL = 206,
  UNCHANGED = 304,
};

/* Each order has a handle of its own: libcurl 7.88 keeps a pointer to the last header field in it,
 * which a first line that is folded follows into memory that was released. */
struct downloader {
  CURL *pattern; /* whose options each handle has */
  CURLSH *share; /* keeps connections and TLS sessions */
  char error[CURL_ERROR_SIZE];
};

/** One order being carried out. */
typedef struct transfer {
  CURL *curl;
  const download_order *order;
  download_result *result;
  fault *why;
  size_t head;    /**< bytes of header fields so far */
  uint64_t start; /**< where the body begins in the file; UINT64_MAX: not known yet */
  bool refused;   /**< `*why` says why the transfer was broken off */
} transfer;

static bool keep(CURLSH *share, curl_lock_data what) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, what) == CURLSHE_OK;
}

downloader *downloader_new(const char *authorities, int seconds) {
  downloader *d = calloc(1, sizeof *d);
  if (d == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    free(d);
    return NULL;
  }
  d->pattern = curl_easy_init();
  d->share = curl_share_init();
  const struct {
    CURLoption name;
    long value;
  } numbers[] = {
      {CURLOPT_FOLLOWLOCATION, 0},
      {CURLOPT_SSL_VERIFYPEER, 1},
      {CURLOPT_SSL_VERIFYHOST, 2},
      {CURLOPT_NOSIGNAL, 1},
      {CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS},
      {CURLOPT_TIMEOUT, seconds},
      {CURLOPT_LOW_SPEED_LIMIT, SLOWEST},
      {CURLOPT_LOW_SPEED_TIME, SLOW_SECONDS},
      {CURLOPT_HTTP09_ALLOWED, 0},
  };
  CURL *p = d->pattern;
  bool done = p != NULL && d->share != NULL && keep(d->share, CURL_LOCK_DATA_CONNECT) &&
              keep(d->share, CURL_LOCK_DATA_SSL_SESSION) &&
              curl_easy_setopt(p, CURLOPT_PROTOCOLS_STR, "https") == CURLE_OK &&
              curl_easy_setopt(p, CURLOPT_USERAGENT, "svcd/" SVC_VERSION) == CURLE_OK &&
              curl_easy_setopt(p, CURLOPT_ERRORBUFFER, d->error) == CURLE_OK;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    done = done && curl_easy_setopt(p, numbers[i].name, numbers[i].value) == CURLE_OK;
  }
  if (authorities != NULL) {
    done = done && curl_easy_setopt(p, CURLOPT_CAINFO, authorities) == CURLE_OK &&
           curl_easy_setopt(p, CURLOPT_CAPATH, NULL) == CURLE_OK;
  }
  if (done) { return d; }
  downloader_free(d);
  return NULL;
}

void downloader_free(downloader *d) {
  if (d == NULL) { return; }
  curl_easy_cleanup(d->pattern);
  curl_share_cleanup(d->share);
  free(d);
}

static long status_of(const transfer *t) {
  long status = 0;
  curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/** Breaks the transfer off, with `*why` filled. @return false, to libcurl no byte taken */
static bool refuse(transfer *t) {
  t->refused = true;
  return false;
}

/** The value of the header field `line` when its name is `name`, else absent. */
static span field(span line, const char *name) {
  size_t length = strlen(name);
  if (line.len <= length || strncasecmp(line.data, name, length) != 0) { return (span){NULL, 0}; }
  span value = span_skip(line, length);
  while (value.len > 0 && value.data[0] == ' ') { value = span_skip(value, 1); }
  while (value.len > 0 && strchr("\r\n ", value.data[value.len - 1]) != NULL) { value.len--; }
  return value;
}

static size_t take_head(char *bytes, size_t one, size_t count, void *context) {
  transfer *t = context;
  span line = {bytes, count}, tag = field(line, "ETag:");
  (void)one;
  t->head += count;
  if (t->head > LONGEST_HEAD) {
    fault_set(t->why, "its header fields have no end");
    return refuse(t);
  }
  if (tag.data != NULL && tag.len < DOWNLOAD_TAG && !ascii_any_control(tag)) {
    memcpy(t->result->tag, tag.data, tag.len);
    t->result->tag[tag.len] = '\0';
  }
  return count;
}

/** Settles where the body belongs, once it begins. */
static bool place_body(transfer *t) {
  long status = status_of(t);
  if (status != OK && status != PARTIAL) { return false; /* told from the status */ }
  t->start = status == PARTIAL ? t->order->had : 0;
  if (t->order->fd < 0 || ftruncate(t->order->fd, (off_t)t->start) == 0) { return true; }
  fault_set(t->why, "it cannot be written: %s", strerror(errno));
  return refuse(t);
}

/** Appends to the file or the text. @return false with `*why` filled */
static bool put(transfer *t, span bytes) {
  if (t->order->fd < 0) {
    buffer_append(t->order->text, bytes);
    return !t->order->text->failed || fault_set(t->why, "out of memory");
  }
  return file_write(t->order->fd, bytes, (off_t)(t->start + t->result->received)) ||
         fault_set(t->why, "it cannot be written: %s%s", strerror(errno), write_cure(errno));
}

static size_t take_body(char *bytes, size_t one, size_t count, void *context) {
  transfer *t = context;
  (void)one;
  if (t->start == UINT64_MAX && !place_body(t)) { return 0; }
  if (count > t->order->longest - t->start - t->result->received) {
    fault_set(t->why, "longer than the %" PRIu64 " bytes it may have", t->order->longest);
    return refuse(t);
  }
  if (!put(t, (span){bytes, count})) { return refuse(t); }
  t->result->received += count;
  return count;
}

/** Tells from the status what there is to say. */
static bool judge(transfer *t, fault *why) {
  long status = status_of(t);
  t->result->changed = status != UNCHANGED;
  if (status == OK || (status == PARTIAL && t->order->had > 0)) { return true; }
  if (status == UNCHANGED && t->order->tag != NULL) { return true; }
  if (status >= 300 && status < 400) {
    return fault_set(why,
                     "it is answered by a redirect (%ld), which is not followed; give the "
                     "address where the channel is",
                     status);
  }
  return fault_set(why, "it is answered by status %ld", status);
}

static bool ask(downloader *d, transfer *t, struct curl_slist *fields, fault *why) {
  const download_order *o = t->order;
  char range[32] = "";
  CURL *curl = t->curl;
  if (o->had > 0) { snprintf(range, sizeof range, "%" PRIu64 "-", o->had); }
  curl_easy_setopt(curl, CURLOPT_SHARE, d->share);
  curl_easy_setopt(curl, CURLOPT_URL, o->url);
  curl_easy_setopt(curl, CURLOPT_RANGE, o->had > 0 ? range : NULL);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, fields);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_head);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, t);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, t);
  d->error[0] = '\0';
  CURLcode code = curl_easy_perform(curl);
  if (t->refused) { return false; }
  if (code == CURLE_OK || code == CURLE_WRITE_ERROR) { return judge(t, why); }
  return fault_set(why, "%.300s", d->error[0] != '\0' ? d->error : curl_easy_strerror(code));
}

bool download(downloader *d, const download_order *order, download_result *out, fault *why) {
  transfer t = {curl_easy_duphandle(d->pattern), order, out, why, 0, UINT64_MAX, false};
  struct curl_slist *fields = NULL;
  char match[DOWNLOAD_TAG + 32];
  *out = (download_result){.changed = true};
  if (order->tag != NULL) {
    snprintf(match, sizeof match, "If-None-Match: %s", order->tag);
    fields = curl_slist_append(NULL, match);
  }
  bool done = t.curl != NULL && (order->tag == NULL || fields != NULL);
  done = done ? ask(d, &t, fields, why) : fault_set(why, "out of memory");
  curl_easy_cleanup(t.curl);
  curl_slist_free_all(fields);
  return done;
}
