#include "host/metrics.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

/* Upper bounds of the durations, in microseconds; the last bucket has none. */
static const uint64_t bounds[METRICS_BUCKETS - 1] = {50,   100,   250,   500,    1000,   2500,
                                                     5000, 10000, 50000, 250000, 1000000};

metrics *metrics_open(uint32_t workers) {
  size_t size = sizeof(metrics) + workers * sizeof(metrics_worker);
  metrics *m = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (m == MAP_FAILED) return NULL;
  m->workers = workers;
  m->started = (uint64_t)time(NULL);
  return m;
}

void metrics_answer(metrics_worker *m, int status, uint64_t microseconds, uint64_t bytes) {
  size_t bucket = 0;
  while (bucket < METRICS_BUCKETS - 1 && microseconds > bounds[bucket]) bucket++;
  m->bucket[bucket]++;
  m->microseconds += microseconds;
  m->bytes += bytes;
  if (status > 0 && status < METRICS_STATUSES) m->status[status]++;
}

/* A counter or gauge that every worker has. */
typedef struct figure {
  const char *name, *kind, *help;
  size_t offset;
} figure;

static const figure worker_figures[] = {
    {"svc_response_bytes_total", "counter", "Bytes of bodies sent.",
     offsetof(metrics_worker, bytes)},
    {"svc_cache_hits_total", "counter", "Answers from the response cache.",
     offsetof(metrics_worker, cache_hits)},
    {"svc_cache_misses_total", "counter", "Cacheable answers that had to be made.",
     offsetof(metrics_worker, cache_misses)},
    {"svc_script_faults_total", "counter", "Scripts that failed or exceeded a bound.",
     offsetof(metrics_worker, faults)},
    {"svc_script_rebuilds_total", "counter", "Lua states replaced after memory ran out.",
     offsetof(metrics_worker, rebuilds)},
    {"svc_access_log_dropped_total", "counter", "Lines of the access log that were lost.",
     offsetof(metrics_worker, dropped)},
    {"svc_log_dropped_total", "counter", "Lines of the workers' log that were lost.",
     offsetof(metrics_worker, log_dropped)},
    {"svc_connections_accepted_total", "counter", "Connections accepted.",
     offsetof(metrics_worker, accepted)},
    {"svc_connections_shed_total", "counter", "Idle connections ended to make room.",
     offsetof(metrics_worker, shed)},
    {"svc_connections_refused_total", "counter", "Connections beyond the bound of an address.",
     offsetof(metrics_worker, refused_address)},
    {"svc_proxy_headers_refused_total", "counter", "Connections without a good PROXY header.",
     offsetof(metrics_worker, refused_header)},
    {"svc_deadlines_total", "counter", "Requests that did not arrive in time.",
     offsetof(metrics_worker, timeouts)},
    {"svc_connections_open", "gauge", "Connections open now.", offsetof(metrics_worker, open)},
    {"svc_script_bytes", "gauge", "Memory of the Lua states.",
     offsetof(metrics_worker, script_bytes)},
    {"svc_cache_bytes", "gauge", "Memory of the response caches.",
     offsetof(metrics_worker, cache_bytes)},
};

static const figure master_figures[] = {
    {"svc_start_time_seconds", "gauge", "When the service was started, Unix time.",
     offsetof(metrics, started)},
    {"svc_worker_restarts_total", "counter", "Workers started again after they fell.",
     offsetof(metrics, restarts)},
    {"svc_routes_reloaded_total", "counter", "Reloads of the routes.",
     offsetof(metrics, routes_reloaded)},
    {"svc_routes_refused_total", "counter", "Reloads of faulty routes that were refused.",
     offsetof(metrics, routes_refused)},
    {"svc_publication_reloaded_total", "counter", "Reloads of the publication.",
     offsetof(metrics, publication_reloaded)},
    {"svc_publication_refused_total", "counter", "Publications that were refused.",
     offsetof(metrics, publication_refused)},
    {"svc_publication_served", "gauge", "1 while a publication is served.",
     offsetof(metrics, published)},
    {"svc_publication_expires_time_seconds", "gauge", "When the publication expires, Unix time.",
     offsetof(metrics, expires)},
    {"svc_publication_expired", "gauge", "1 while what is served has expired.",
     offsetof(metrics, expired)},
};

static uint64_t value_at(const void *block, size_t offset) {
  return *(const uint64_t *)(const void *)((const char *)block + offset);
}

static uint64_t sum(const metrics *m, size_t offset) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < m->workers; i++) total += value_at(&m->worker[i], offset);
  return total;
}

static void line(buffer *out, const char *name, const char *labels, uint64_t value) {
  char text[256];
  snprintf(text, sizeof text, "%s%s %" PRIu64 "\n", name, labels, value);
  buffer_text(out, text);
}

static void describe(buffer *out, const char *name, const char *kind, const char *help) {
  char text[256];
  snprintf(text, sizeof text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
  buffer_text(out, text);
}

static void write_statuses(const metrics *m, buffer *out) {
  char label[40];
  describe(out, "svc_responses_total", "counter", "Answers by status.");
  for (size_t status = 0; status < METRICS_STATUSES; status++) {
    uint64_t count = sum(m, offsetof(metrics_worker, status) + status * sizeof(uint64_t));
    if (count == 0) continue;
    snprintf(label, sizeof label, "{status=\"%zu\"}", status);
    line(out, "svc_responses_total", label, count);
  }
}

static void write_durations(const metrics *m, buffer *out) {
  char text[96];
  uint64_t total = 0;
  describe(out, "svc_response_seconds", "histogram",
           "From the complete request to the complete answer.");
  for (size_t i = 0; i < METRICS_BUCKETS; i++) {
    total += sum(m, offsetof(metrics_worker, bucket) + i * sizeof(uint64_t));
    if (i == METRICS_BUCKETS - 1)
      snprintf(text, sizeof text, "{le=\"+Inf\"}");
    else
      snprintf(text, sizeof text, "{le=\"%g\"}", (double)bounds[i] / 1e6);
    line(out, "svc_response_seconds_bucket", text, total);
  }
  double seconds = (double)sum(m, offsetof(metrics_worker, microseconds)) / 1e6;
  snprintf(text, sizeof text, "svc_response_seconds_sum %.6f\n", seconds);
  buffer_text(out, text);
  line(out, "svc_response_seconds_count", "", total);
}

uint64_t metrics_answers(const metrics *m) {
  uint64_t total = 0;
  for (size_t i = 0; i < METRICS_BUCKETS; i++) {
    total += sum(m, offsetof(metrics_worker, bucket) + i * sizeof(uint64_t));
  }
  return total;
}

void metrics_write(const metrics *m, buffer *out) {
  write_statuses(m, out);
  write_durations(m, out);
  for (size_t i = 0; i < sizeof worker_figures / sizeof *worker_figures; i++) {
    const figure *f = &worker_figures[i];
    describe(out, f->name, f->kind, f->help);
    line(out, f->name, "", sum(m, f->offset));
  }
  for (size_t i = 0; i < sizeof master_figures / sizeof *master_figures; i++) {
    const figure *f = &master_figures[i];
    describe(out, f->name, f->kind, f->help);
    line(out, f->name, "", value_at(m, f->offset));
  }
}
