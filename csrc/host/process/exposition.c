#include "host/process/exposition.h"

#include <inttypes.h>
#include <lua.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/shared/fetch_packet.h"
#include "host/wire/http.h"

/* A figure that every worker has, or the master alone: a counter where its name ends in `_total`,
   else a gauge. */
typedef struct figure {
  size_t offset;
  const char *name, *help;
} figure;

#define OF_WORKER(member) offsetof(metrics_worker, member)
#define OF_MASTER(member) offsetof(metrics, member)

static const figure worker_figures[] = {
    {OF_WORKER(bytes), "svc_response_bytes_total", "Bytes of bodies sent."},
    {OF_WORKER(cache_hits), "svc_cache_hits_total", "Answers from the response cache."},
    {OF_WORKER(cache_recalls), "svc_cache_recalls_total",
     "Of the hits, those whose request came in a spelling of its own and had to be settled."},
    {OF_WORKER(cache_misses), "svc_cache_misses_total", "Cacheable answers that had to be made."},
    {OF_WORKER(in_flight), "svc_requests_in_flight", "Requests whose answer is not whole yet."},
    {OF_WORKER(over_quota), "svc_quota_refused_total", "Requests refused by the quota."},
    {OF_WORKER(store_asked), "svc_quota_store_asked_total",
     "Requests that were to be counted in a quota store."},
    {OF_WORKER(store_fallbacks), "svc_quota_store_fallbacks_total",
     "Of them, those that this replica counted alone, as the store did not answer."},
    {OF_WORKER(fetches_busy), "svc_fetch_busy_total", "Fetches beyond the bound of a worker."},
    {OF_WORKER(faults), "svc_script_faults_total", "Scripts that failed or exceeded a bound."},
    {OF_WORKER(rebuilds), "svc_script_rebuilds_total", "Lua states replaced after memory ran out."},
    {OF_WORKER(dropped), "svc_access_log_dropped_total", "Lines of the access log that were lost."},
    {OF_WORKER(log_dropped), "svc_log_dropped_total", "Lines of the workers' log that were lost."},
    {OF_WORKER(accepted), "svc_connections_accepted_total", "Connections accepted."},
    {OF_WORKER(shed), "svc_connections_shed_total", "Connections ended to make room."},
    {OF_WORKER(refused_address), "svc_connections_refused_total",
     "Connections beyond the bound of an address."},
    {OF_WORKER(refused_header), "svc_proxy_headers_refused_total",
     "Connections without a good PROXY header."},
    {OF_WORKER(timeouts), "svc_deadlines_total", "Requests that did not arrive in time."},
    {OF_WORKER(open), "svc_connections_open", "Connections open now."},
    {OF_WORKER(script_bytes), "svc_script_bytes", "Memory of the Lua states."},
    {OF_WORKER(cache_bytes), "svc_cache_bytes", "Memory of the response caches."},
};

/* Of the process of the jobs alone. */
static const figure job_figures[] = {
    {OF_WORKER(jobs), "svc_job_runs_total", "Runs of jobs."},
    {OF_WORKER(job_faults), "svc_job_faults_total", "Runs of jobs that failed or hit a bound."},
    {OF_WORKER(script_bytes), "svc_job_script_bytes", "Memory of the Lua state of the jobs."},
};

static const figure master_figures[] = {
    {OF_MASTER(started), "svc_start_time_seconds", "When the service was started, Unix time."},
    {OF_MASTER(workers), "svc_workers_wanted", "Workers there should be."},
    {OF_MASTER(restarts), "svc_worker_restarts_total", "Workers started again after they fell."},
    {OF_MASTER(killed), "svc_worker_killed_total", "Workers ended because they did not answer."},
    {OF_MASTER(fetcher_restarts), "svc_fetch_restarts_total",
     "How often the fetch process was started again after it fell."},
    {OF_MASTER(generation), "svc_generation",
     "Number of the publication, routes and options in service."},
    {OF_MASTER(routes_reloaded), "svc_routes_reloaded_total", "Reloads of the routes."},
    {OF_MASTER(routes_refused), "svc_routes_refused_total",
     "Reloads of faulty routes that were refused."},
    {OF_MASTER(publication_reloaded), "svc_publication_reloaded_total",
     "Reloads of the publication."},
    {OF_MASTER(publication_refused), "svc_publication_refused_total",
     "Publications that were refused."},
    {OF_MASTER(configuration_reloaded), "svc_configuration_reloaded_total",
     "Reloads of changed options."},
    {OF_MASTER(configuration_refused), "svc_configuration_refused_total",
     "Reloads of options that were refused."},
    {OF_MASTER(published), "svc_publication_served", "1 while a publication is served."},
    {OF_MASTER(sequence), "svc_publication_sequence", "Sequence number of the publication."},
    {OF_MASTER(created), "svc_publication_created_time_seconds",
     "When the publication was created, Unix time."},
    {OF_MASTER(expires), "svc_publication_expires_time_seconds",
     "When the publication expires, Unix time."},
    {OF_MASTER(expired), "svc_publication_expired", "1 while what is served has expired."},
};

static uint64_t value_at(const void *block, size_t offset) {
  return *(const uint64_t *)(const void *)((const char *)block + offset);
}

static uint64_t sum(const metrics *m, size_t offset) {
  uint64_t total = 0;
  for (uint64_t i = 0; i < m->workers; i++) { total += value_at(&m->worker[i], offset); }
  return total;
}

/* The name and the value of a label. A list of them ends with one that has no name. */
typedef struct label {
  const char *name, *value;
} label;

/* The text format escapes three bytes. */
static void write_label(buffer *out, const label *l) {
  buffer_text(out, l->name);
  buffer_text(out, "=\"");
  for (const char *at = l->value; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\' || *at == '\n') { buffer_byte(out, '\\'); }
    buffer_byte(out, *at == '\n' ? 'n' : *at);
  }
  buffer_byte(out, '"');
}

static void begin_line(buffer *out, const char *name, const label *labels) {
  buffer_text(out, name);
  for (const label *l = labels; l->name != NULL; l++) {
    buffer_byte(out, l == labels ? '{' : ',');
    write_label(out, l);
  }
  buffer_text(out, labels->name == NULL ? " " : "} ");
}

static void line(buffer *out, const char *name, const label *labels, uint64_t value) {
  begin_line(out, name, labels);
  buffer_print(out, "%" PRIu64 "\n", value);
}

static void line_seconds(buffer *out, const char *name, const label *labels, double seconds) {
  begin_line(out, name, labels);
  buffer_print(out, "%.6f\n", seconds);
}

static const label unlabelled[] = {{NULL, NULL}};

static void exposition_describe(buffer *out, const char *name, const char *kind, const char *help) {
  buffer_print(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
}

static void describe_figure(buffer *out, const figure *f) {
  bool counter = strcmp(f->name + strlen(f->name) - strlen("_total"), "_total") == 0;
  exposition_describe(out, f->name, counter ? "counter" : "gauge", f->help);
}

static void write_statuses(const metrics *m, buffer *out) {
  char text[8];
  exposition_describe(out, "svc_responses_total", "counter", "Answers by status.");
  for (size_t status = 0; status < METRICS_STATUSES; status++) {
    uint64_t count = sum(m, OF_WORKER(status) + status * sizeof(uint64_t));
    if (count == 0) { continue; }
    snprintf(text, sizeof text, "%zu", status);
    line(out, "svc_responses_total", (label[]){{"status", text}, {NULL, NULL}}, count);
  }
}

static void write_route(const metrics *m, size_t route, buffer *out) {
  size_t offset = OF_WORKER(route) + route * METRICS_CLASSES * sizeof(uint64_t);
  for (size_t i = 0; i < METRICS_CLASSES; i++) {
    char text[] = {(char)('0' + i), 'x', 'x', '\0'};
    uint64_t count = sum(m, offset + i * sizeof(uint64_t));
    if (count == 0) { continue; }
    line(out, "svc_route_responses_total",
         (label[]){{"route", m->routes.name[route]}, {"class", text}, {NULL, NULL}}, count);
  }
}

static void write_routes(const metrics *m, buffer *out) {
  exposition_describe(out, "svc_route_responses_total", "counter",
                      "Answers by route and class of status; other: no route answered.");
  for (uint32_t i = 0; i <= m->routes.count; i++) { write_route(m, i, out); }
}

static void write_latencies(const metrics *m, buffer *out) {
  exposition_describe(out, "svc_route_seconds_total", "counter",
                      "What the answers of a route took, all together.");
  for (uint32_t i = 0; i <= m->routes.count; i++) {
    uint64_t microseconds = sum(m, OF_WORKER(route_microseconds) + i * sizeof(uint64_t));
    if (microseconds > 0) {
      line_seconds(out, "svc_route_seconds_total",
                   (label[]){{"route", m->routes.name[i]}, {NULL, NULL}},
                   (double)microseconds / 1e6);
    }
  }
}

/* A histogram, as every worker has it. */
typedef struct histogram {
  const char *name, *help;
  size_t buckets, microseconds; /* offsets */
} histogram;

static const histogram histograms[] = {
    {"svc_response_seconds", "From the complete request to the complete answer.", OF_WORKER(bucket),
     OF_WORKER(microseconds)},
    {"svc_quota_store_seconds", "From a question to a quota store to its answer.",
     OF_WORKER(store_bucket), OF_WORKER(store_microseconds)},
};

static void write_durations(const metrics *m, const histogram *h, buffer *out) {
  char text[64], name[64];
  uint64_t total = 0;
  exposition_describe(out, h->name, "histogram", h->help);
  snprintf(name, sizeof name, "%s_bucket", h->name);
  for (size_t i = 0; i < METRICS_BUCKETS; i++) {
    total += sum(m, h->buckets + i * sizeof(uint64_t));
    if (i == METRICS_BUCKETS - 1) {
      snprintf(text, sizeof text, "+Inf");
    } else {
      snprintf(text, sizeof text, "%g", (double)metrics_bounds[i] / 1e6);
    }
    line(out, name, (label[]){{"le", text}, {NULL, NULL}}, total);
  }
  snprintf(name, sizeof name, "%s_sum", h->name);
  line_seconds(out, name, unlabelled, (double)sum(m, h->microseconds) / 1e6);
  snprintf(name, sizeof name, "%s_count", h->name);
  line(out, name, unlabelled, total);
}

/* ---- labels and their values ---- */

static void write_build(buffer *out) {
  exposition_describe(out, "svc_build_info", "gauge", "What the service was built of.");
  line(out, "svc_build_info",
       (label[]){{"version", SVC_VERSION},
                 {"libmicrohttpd", http_version()},
                 {"lua", LUA_VERSION_MAJOR "." LUA_VERSION_MINOR "." LUA_VERSION_RELEASE},
                 {NULL, NULL}},
       1);
}

static void exposition_write_publication(const metrics *m, buffer *out) {
  if (m->digest[0] == '\0') { return; }
  exposition_describe(out, "svc_publication_info", "gauge", "The publication that is served.");
  line(out, "svc_publication_info",
       (label[]){{"id", m->publication}, {"digest", m->digest}, {NULL, NULL}}, 1);
}

/* ---- processes ---- */

/* A worker that fell no longer runs, even before the master notices: another process may have its
 * number. */
static bool runs(const metrics_worker *w) {
  siginfo_t end = {0};
  return w->pid != 0 && waitid(P_PID, (id_t)w->pid, &end, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         end.si_pid == 0;
}

/* @return bytes of memory in use, or 0 where the kernel does not tell */
static uint64_t resident_bytes(uint64_t pid) {
  char path[64];
  uint64_t pages = 0;
  snprintf(path, sizeof path, "/proc/%" PRIu64 "/statm", pid);
  FILE *file = fopen(path, "re");
  if (file == NULL) { return 0; }
  if (fscanf(file, "%*u %" SCNu64, &pages) != 1) { pages = 0; }
  fclose(file);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void write_memory(buffer *out, const char *process, uint64_t pid) {
  uint64_t bytes = resident_bytes(pid);
  const label labels[] = {{"process", process}, {NULL, NULL}};
  if (bytes > 0) { line(out, "svc_resident_bytes", labels, bytes); }
}

/* A beat may be newer than the moment it is looked at. */
static void write_heartbeat(buffer *out, const char *process, const metrics_worker *w) {
  uint64_t now = clock_milliseconds(), age = now > w->beat ? now - w->beat : 0;
  line_seconds(out, "svc_worker_heartbeat_age_seconds",
               (label[]){{"process", process}, {NULL, NULL}}, (double)age / 1e3);
}

static void write_worker_memory(buffer *out, const char *process, const metrics_worker *w) {
  write_memory(out, process, w->pid);
}

/* Calls `write` for each worker that runs, and for the process of the jobs.
   @return how many workers they are */
static uint64_t each_running(const metrics *m, buffer *out,
                             void (*write)(buffer *, const char *, const metrics_worker *)) {
  char name[32];
  uint64_t running = 0;
  for (uint64_t i = 0; i < m->workers; i++) {
    if (!runs(&m->worker[i])) { continue; }
    running++;
    snprintf(name, sizeof name, "worker %" PRIu64, i + 1);
    write(out, name, &m->worker[i]);
  }
  if (runs(&m->worker[m->workers])) { write(out, "jobs", &m->worker[m->workers]); }
  return running;
}

static void write_processes(const metrics *m, buffer *out) {
  exposition_describe(out, "svc_resident_bytes", "gauge",
                      "Memory in use by process; what is shared counts in each.");
  write_memory(out, "master", (uint64_t)getpid());
  if (m->fetcher_pid != 0) { write_memory(out, "fetch", m->fetcher_pid); }
  uint64_t running = each_running(m, out, write_worker_memory);
  exposition_describe(out, "svc_workers_running", "gauge", "Workers there are.");
  line(out, "svc_workers_running", unlabelled, running);
  exposition_describe(
      out, "svc_worker_heartbeat_age_seconds", "gauge",
      "Since the worker last went through its loop; an idle one does once a second.");
  each_running(m, out, write_heartbeat);
}

/* A worker that ended leaves the state it had. */
static uint64_t workers_answered_by(const metrics *m, uint64_t store) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < m->workers; i++) {
    const metrics_worker *w = &m->worker[i];
    count += w->store_state[store] == METRICS_STORE_ANSWERS && runs(w);
  }
  return count;
}

static void write_stores(const metrics *m, buffer *out) {
  exposition_describe(out, "svc_quota_store_workers", "gauge",
                      "Workers that the quota store answers; all of them where all is well.");
  for (uint64_t i = 0; i < m->stores; i++) {
    line(out, "svc_quota_store_workers", (label[]){{"store", m->store[i]}, {NULL, NULL}},
         workers_answered_by(m, i));
  }
}

/* ---- upstreams ---- */

static void write_outcomes(const metrics_upstream *u, buffer *out) {
  for (size_t code = 0; code < FETCH_CODES; code++) {
    if (u->outcome[code] == 0) { continue; }
    line(out, "svc_fetches_total",
         (label[]){{"upstream", u->name}, {"outcome", fetch_codes[code]}, {NULL, NULL}},
         u->outcome[code]);
  }
}

static void write_fetch_seconds(const metrics_upstream *u, buffer *out) {
  char text[64];
  uint64_t total = 0;
  for (size_t i = 0; i < METRICS_BUCKETS; i++) {
    total += u->bucket[i];
    bool last = i == METRICS_BUCKETS - 1;
    snprintf(text, sizeof text, "%g", last ? 0.0 : (double)metrics_bounds[i] / 1e6);
    line(out, "svc_fetch_seconds_bucket",
         (label[]){{"upstream", u->name}, {"le", last ? "+Inf" : text}, {NULL, NULL}}, total);
  }
  const label named[] = {{"upstream", u->name}, {NULL, NULL}};
  line_seconds(out, "svc_fetch_seconds_sum", named, (double)u->microseconds / 1e6);
  line(out, "svc_fetch_seconds_count", named, total);
}

static void write_in_flight(const metrics_upstream *u, buffer *out) {
  line(out, "svc_fetches_in_flight", (label[]){{"upstream", u->name}, {NULL, NULL}}, u->in_flight);
}

static void write_breaker(const metrics_upstream *u, buffer *out) {
  line(out, "svc_fetch_breaker", (label[]){{"upstream", u->name}, {NULL, NULL}}, u->breaker);
}

static void write_upstreams(const metrics *m, buffer *out) {
  static const struct {
    const char *name, *kind, *help;
    void (*write)(const metrics_upstream *u, buffer *out);
  } families[] = {
      {"svc_fetches_total", "counter", "Fetches by upstream and outcome.", write_outcomes},
      {"svc_fetch_seconds", "histogram", "What the calls that were made took.",
       write_fetch_seconds},
      {"svc_fetches_in_flight", "gauge", "Fetches under way.", write_in_flight},
      {"svc_fetch_breaker", "gauge",
       "0: calls are made; 1: one is, to try; 2: none, as the upstream failed.", write_breaker},
  };
  for (size_t i = 0; m->upstreams > 0 && i < sizeof families / sizeof *families; i++) {
    exposition_describe(out, families[i].name, families[i].kind, families[i].help);
    for (uint64_t k = 0; k < m->upstreams; k++) { families[i].write(&m->upstream[k], out); }
  }
}

void exposition_write(const metrics *m, buffer *out) {
  write_build(out);
  exposition_write_publication(m, out);
  write_processes(m, out);
  write_statuses(m, out);
  write_routes(m, out);
  write_latencies(m, out);
  for (size_t i = 0; i < sizeof histograms / sizeof *histograms; i++) {
    write_durations(m, &histograms[i], out);
  }
  write_stores(m, out);
  write_upstreams(m, out);
  for (size_t i = 0; i < sizeof worker_figures / sizeof *worker_figures; i++) {
    const figure *f = &worker_figures[i];
    describe_figure(out, f);
    line(out, f->name, unlabelled, sum(m, f->offset));
  }
  const metrics_worker *jobs = &m->worker[m->workers];
  for (size_t i = 0; i < sizeof job_figures / sizeof *job_figures; i++) {
    describe_figure(out, &job_figures[i]);
    line(out, job_figures[i].name, unlabelled, value_at(jobs, job_figures[i].offset));
  }
  exposition_describe(out, "svc_job_seconds_total", "counter", "What the runs of jobs took.");
  line_seconds(out, "svc_job_seconds_total", unlabelled, (double)jobs->job_microseconds / 1e6);
  for (size_t i = 0; i < sizeof master_figures / sizeof *master_figures; i++) {
    const figure *f = &master_figures[i];
    describe_figure(out, f);
    line(out, f->name, unlabelled, value_at(m, f->offset));
  }
}
