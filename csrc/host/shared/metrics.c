#include "host/shared/metrics.h"

#include <stdio.h>
#include <time.h>

#include "base/share.h"
#include "base/utf8.h"

bool publication_info_stamps(const char *publication, const char *trust, publication_info *out) {
  return publication != NULL && trust != NULL && file_stamp_take(publication, &out->publication) &&
         file_stamp_take(trust, &out->trust);
}

const uint64_t metrics_bounds[METRICS_BUCKETS - 1] = {50,   100,   250,   500,    1000,   2500,
                                                      5000, 10000, 50000, 250000, 1000000};

metrics *metrics_open(uint32_t workers) {
  bool again;
  char name[64];
  size_t size = sizeof(metrics) + (workers + 1) * sizeof(metrics_worker);
  snprintf(name, sizeof name, "metrics %d of %u", METRICS_LAYOUT, workers);
  metrics *m = lock_memory_kept(name, size, &again);
  if (m == NULL) { return NULL; }
  if (again) {
    m->upgrades++;
    return m;
  }
  m->workers = workers;
  m->started = (uint64_t)time(NULL);
  strcpy(m->routes.name[0], "other");
  return m;
}

uint32_t metrics_route(metrics_routes *routes, span name, bool add) {
  span kept = span_take(name, METRICS_TEXT - 1);
  kept.len = utf8_valid_prefix(kept);
  for (uint32_t i = 0; i <= routes->count; i++) {
    if (span_equal(span_of(routes->name[i]), kept)) { return i; }
  }
  if (!add || routes->count == METRICS_ROUTES - 1) { return 0; }
  memcpy(routes->name[routes->count + 1], kept.data, kept.len);
  return ++routes->count;
}

metrics_upstream *metrics_upstream_named(metrics *m, const char *name) {
  for (uint64_t i = 0; i < m->upstreams; i++) {
    if (strcmp(m->upstream[i].name, name) == 0) { return &m->upstream[i]; }
  }
  if (m->upstreams == METRICS_UPSTREAMS) { return NULL; }
  snprintf(m->upstream[m->upstreams].name, METRICS_TEXT, "%s", name);
  return &m->upstream[m->upstreams++];
}

size_t metrics_bucket(uint64_t microseconds) {
  size_t bucket = 0;
  while (bucket < METRICS_BUCKETS - 1 && microseconds > metrics_bounds[bucket]) { bucket++; }
  return bucket;
}

void metrics_answer(metrics_worker *m, uint32_t route, int status, uint64_t microseconds,
                    uint64_t bytes) {
  m->bucket[metrics_bucket(microseconds)]++;
  m->microseconds += microseconds;
  m->bytes += bytes;
  if (status <= 0 || status >= METRICS_STATUSES) { return; }
  m->status[status]++;
  m->route[route][status / 100]++;
  m->route_microseconds[route] += microseconds;
}

uint64_t metrics_answers(const metrics *m) {
  uint64_t total = 0;
  for (uint64_t i = 0; i < m->workers; i++) {
    for (size_t j = 0; j < METRICS_BUCKETS; j++) { total += m->worker[i].bucket[j]; }
  }
  return total;
}
