#include "host/process/reload.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "host/process/control.h"
#include "host/process/worker_pool.h"
#include "host/wire/loop.h"

typedef enum phase {
  IDLE,
  EXAMINING,   /* the examiner verifies and loads */
  WAITING,     /* workers that were just started begin to serve */
  PREPARING,   /* every worker makes ready, and serves on */
  REMEMBERING, /* the examiner saves the state: from here on an older publication is refused */
  COMMITTING   /* every worker takes it into service, or is ended */
} phase;

typedef struct outcome {
  unsigned parts, changed;
  bool first;       /* of the service: nobody hears of it */
  bool good;        /* the generation is in service, or was already */
  unsigned refused; /* parts, for the reason; of a good one the publication, where there is none */
  char reason[GENERATION_ABOUT];
} outcome;

static struct {
  const reload_deps *deps;
  phase phase;
  uint64_t deadline; /* of the phase, monotonic ms */
  uint64_t begun, ended;
  unsigned next;                  /* parts of the reload that follows */
  char rollback[DIGEST_TEXT + 1]; /* digest for the next examination alone; empty: none */
  uint64_t ends;                  /* of workers, when the preparation began */
  examiner examiner;
  generation served, candidate;
  configuration *fresh; /* of the candidate; NULL: the options stay */
  outcome outcome;
  buffer report; /* the last outcome, as JSON */
  bool all_good;
  bool tried; /* what is examined is not to be served */
} reload = {.examiner = {0, -1}, .served = {.fd = CHANNEL_NONE}, .candidate = {.fd = CHANNEL_NONE}};

static const struct part {
  unsigned bit;
  const char *name, *refusal;
  size_t reloaded, refused; /* where they are counted */
  bool always;              /* that it was reloaded is logged also where nothing changed */
} parts[] = {
    {.bit = PART_CONFIGURATION,
     .name = "configuration",
     .refusal = "the options were not reloaded, the old ones hold on",
     .reloaded = offsetof(metrics, configuration_reloaded),
     .refused = offsetof(metrics, configuration_refused)},
    {.bit = PART_PUBLICATION,
     .name = "publication",
     .refusal = "the publication was not reloaded, the old one serves on",
     .reloaded = offsetof(metrics, publication_reloaded),
     .refused = offsetof(metrics, publication_refused)},
    {.bit = PART_ROUTES,
     .name = "routes",
     .refusal = "the routes were not reloaded, the old ones serve on",
     .reloaded = offsetof(metrics, routes_reloaded),
     .refused = offsetof(metrics, routes_refused),
     .always = true},
};
enum { PARTS = sizeof parts / sizeof *parts, LOOK = 100 };

static const settings *options(void) { return reload.deps->examiner.script->options; }

void reload_open(const reload_deps *deps) { reload.deps = deps; }
const generation *reload_generation(void) { return &reload.served; }
bool reload_lets_start(void) { return reload.phase <= EXAMINING; }

/* ---- phases ---- */

static void reload_wake(void *context) { (void)context; }

static void reload_enter(phase next, uint64_t seconds) {
  reload.phase = next;
  reload.deadline = clock_milliseconds() + seconds * 1000;
}

static void let_go(void (*how)(examiner *e)) {
  if (reload.examiner.channel < 0) { return; }
  loop_unwatch(reload.examiner.channel);
  how(&reload.examiner);
}

/* Closes what `old` has and `kept` has not. */
static void close_other(generation *old, const generation *kept) {
  for (size_t i = 0; i < CHANNEL_FDS; i++) {
    if (old->fd[i] >= 0 && old->fd[i] != kept->fd[i]) { close(old->fd[i]); }
    old->fd[i] = -1;
  }
}

static bool part_good(const outcome *o, unsigned bit) { return o->good && (o->refused & bit) == 0; }

static void reload_count(size_t offset) {
  ++*(uint64_t *)(void *)((char *)reload.deps->metrics + offset);
}

static void report_part(const struct part *part, const outcome *o) {
  bool publication = part->bit == PART_PUBLICATION;
  if (!part_good(o, part->bit)) {
    reload_count(part->refused);
    log_write(LOG_ERROR, "%s: %s", part->refusal, o->reason);
  } else if (part->always || (o->changed & part->bit) != 0) {
    reload_count(part->reloaded);
    log_write(LOG_INFO, "%s reloaded%s%s", part->name, publication ? ": " : "",
              publication ? reload.served.about : "");
  }
}

static void reload_write_part(buffer *out, const struct part *part, const outcome *o) {
  buffer_text(out, ",\"");
  buffer_text(out, part->name);
  if (part_good(o, part->bit)) {
    bool changed = (o->changed & part->bit) != 0;
    buffer_text(out, changed ? "\":{\"reloaded\":true,\"changed\":true}"
                             : "\":{\"reloaded\":true,\"changed\":false}");
    return;
  }
  bool own = (o->refused & part->bit) != 0;
  buffer_text(out, "\":{\"reloaded\":false,\"reason\":");
  log_json(out, own ? span_of(o->reason) : SPAN("what was to be reloaded with it was refused"));
  buffer_byte(out, '}');
}

static void reload_report(const outcome *o) {
  buffer *out = &reload.report;
  buffer_clear(out);
  buffer_text(out, "{\"generation\":");
  log_number(out, reload.served.number, 1);
  for (size_t i = 0; i < PARTS; i++) {
    if ((o->parts & parts[i].bit) == 0) { continue; }
    report_part(&parts[i], o);
    reload_write_part(out, &parts[i], o);
  }
  buffer_text(out, "}\n");
}

static void reload_finish(void) {
  let_go(examiner_leave);
  close_other(&reload.candidate, &reload.served);
  configuration_close(reload.fresh);
  reload.fresh = NULL;
  reload.phase = IDLE;
  reload.ended = reload.begun;
  reload.all_good = reload.outcome.good && reload.outcome.refused == 0;
  if (reload.outcome.first) { return; }
  reload_report(&reload.outcome);
  reload.deps->finished();
}

static void reload_refuse(unsigned part, const char *reason) {
  const channel_message abort = channel_note(CHANNEL_ABORT);
  bool ordered = reload.phase == PREPARING || reload.phase == REMEMBERING;
  reload.outcome.good = false;
  reload.outcome.refused = part;
  snprintf(reload.outcome.reason, sizeof reload.outcome.reason, "%s", reason);
  if (ordered) { pool_order(&abort); }
  reload_finish();
}

static void refuse_examination(const char *what) {
  char reason[160];
  snprintf(reason, sizeof reason, "the examination %s", what);
  let_go(examiner_end);
  reload_refuse(reload.outcome.parts, reason);
}

static void reload_begin(unsigned wanted, bool first) {
  fault why;
  reload.begun++;
  reload.outcome = (outcome){.parts = wanted, .first = first};
  if (!first) { notify_reloading(); }
  reload_enter(EXAMINING, options()->load_timeout);
  const char *rollback = reload.rollback[0] == '\0' ? NULL : reload.rollback;
  bool started = examiner_start(&reload.deps->examiner, &reload.served, wanted, rollback,
                                &reload.examiner, &why);
  reload.rollback[0] = '\0';
  if (!started) {
    reload_refuse(wanted, why.text);
  } else if (!first && !loop_watch(reload.examiner.channel, reload_wake, NULL)) {
    reload_refuse(wanted, "epoll refuses the channel to the examiner");
  }
}

/* The options that are with the routes of the candidate. */
static bool take_configuration(fault *why) {
  if ((reload.outcome.changed & PART_CONFIGURATION) == 0) { return true; }
  bundle *files = bundle_open(reload.candidate.fd[CHANNEL_ROUTES], why);
  if (files == NULL) { return false; }
  reload.fresh = configuration_open(options()->place, configuration_text(files), why);
  bundle_close(files);
  return reload.fresh != NULL;
}

/* Parts that the examiner did not load anew stay as they are. Descriptors are the candidate's, even
 * those of a refusal, and are closed with it. */
static void take_candidate(const channel_message *found) {
  generation *c = &reload.candidate;
  *c = reload.served;
  c->number += !reload.outcome.first || c->number == 0;
  for (size_t i = 0; i < CHANNEL_FDS; i++) {
    if (found->fd[i] >= 0) { c->fd[i] = found->fd[i]; }
  }
  if ((found->parts & PART_ROUTES) != 0) { c->jobs = (uint32_t)found->number; }
  if ((found->changed & PART_PUBLICATION) != 0) {
    c->info = found->info;
    memcpy(c->about, found->text, sizeof c->about);
  } else if (found->text[0] != '\0') {
    reload.outcome.refused = PART_PUBLICATION;
    memcpy(reload.outcome.reason, found->text, sizeof reload.outcome.reason);
  }
}

static void serve_candidate(void) {
  generation old = reload.served;
  reload.served = reload.candidate;
  close_other(&old, &reload.served);
  reload.deps->metrics->generation = reload.served.number;
  pool_want_jobs(reload.served.jobs > 0);
  if (reload.fresh != NULL) { reload.deps->configure(reload.fresh); }
  reload.fresh = NULL;
  reload.outcome.good = true;
}

static void reload_prepare(void) {
  channel_message order = channel_note(CHANNEL_PREPARE);
  memcpy(order.fd, reload.candidate.fd, sizeof order.fd);
  order.number = reload.candidate.number;
  reload.ends = pool_ends();
  reload_enter(PREPARING, options()->heartbeat_timeout);
  pool_order(&order);
}

static void commit(void) {
  channel_message order = channel_note(CHANNEL_COMMIT);
  serve_candidate();
  reload_enter(COMMITTING, options()->heartbeat_timeout);
  pool_order(&order);
}

static void reload_remember(void) {
  channel_message order = channel_note(CHANNEL_COMMIT);
  reload_enter(REMEMBERING, options()->heartbeat_timeout);
  if (!channel_send(reload.examiner.channel, &order)) { refuse_examination("ended too early"); }
}

/* ---- what goes on in each phase ---- */

static void examining(bool late) {
  channel_message found;
  fault why;
  int received = channel_receive(reload.examiner.channel, &found);
  if (received == 0 && late) { return refuse_examination("took longer than the load timeout"); }
  if (received == 0) { return; }
  if (received < 0) { return refuse_examination("ended without a result"); }
  take_candidate(&found);
  if (found.kind == CHANNEL_REFUSED) { return reload_refuse(found.parts, found.text); }
  reload.outcome.changed = found.changed;
  if (!take_configuration(&why)) { return reload_refuse(PART_CONFIGURATION, why.text); }
  bool idle = reload.tried || (reload.outcome.parts == PART_PUBLICATION && found.changed == 0);
  reload.outcome.good = idle;
  if (idle) { return reload_finish(); }
  reload_enter(WAITING, options()->heartbeat_timeout);
}

static void waiting(bool late) {
  if (pool_serves()) { return reload_prepare(); }
  if (late) {
    reload_refuse(reload.outcome.parts, "a worker that was just started does not serve yet");
  }
}

static void preparing(bool late) {
  if (pool_refusal() != NULL) { return reload_refuse(reload.outcome.parts, pool_refusal()); }
  if (pool_ends() != reload.ends) {
    return reload_refuse(reload.outcome.parts, "a worker ended while it made ready");
  }
  if (late) {
    pool_end_owing("make ready");
    return reload_refuse(reload.outcome.parts,
                         "a worker did not make ready in time, and was ended");
  }
  if (pool_owing() == 0) { reload_remember(); }
}

static void remembering(bool late) {
  channel_message answer;
  int received = channel_hear(reload.examiner.channel, &answer);
  if (received > 0 && answer.kind == CHANNEL_DONE) { return commit(); }
  if (received > 0) { return reload_refuse(PART_PUBLICATION, answer.text); }
  if (received < 0 || late) { refuse_examination("ended before it had saved the state"); }
}

/* A worker that does not obey is ended: its successor begins with the new generation. */
static void committing(bool late) {
  if (late) { pool_end_owing("take the new generation into service"); }
  if (late || pool_owing() == 0) { reload_finish(); }
}

static void go_on(void) {
  static void (*const steps[])(bool late) = {[EXAMINING] = examining,
                                             [WAITING] = waiting,
                                             [PREPARING] = preparing,
                                             [REMEMBERING] = remembering,
                                             [COMMITTING] = committing};
  for (phase before = IDLE; reload.phase != before && reload.phase != IDLE;) {
    before = reload.phase;
    steps[before](clock_milliseconds() >= reload.deadline);
  }
}

void reload_turn(void) {
  go_on();
  if (reload.phase != IDLE || reload.next == 0) { return; }
  unsigned next = reload.next;
  reload.next = 0;
  reload_begin(next, false);
}

void reload_stop(void) {
  if (reload.phase != IDLE && reload.phase != COMMITTING) {
    let_go(examiner_end);
    reload_refuse(reload.outcome.parts, "the service is stopping");
  }
}

/* ---- asking ---- */

bool reload_first(unsigned wanted, bool serve, fault *why) {
  reload.tried = !serve;
  reload_begin(wanted, true);
  while (reload.phase != IDLE && !reload.deps->stopped()) {
    struct pollfd word = {.fd = reload.examiner.channel, .events = POLLIN};
    poll(&word, 1, LOOK);
    go_on();
  }
  reload_stop();
  reload.tried = false;
  fault_set(why, "%.380s", reload.outcome.reason);
  return reload.outcome.good && reload.outcome.refused == 0;
}

uint64_t reload_roll_back(span digest) {
  snprintf(reload.rollback, sizeof reload.rollback, "%.*s", (int)digest.len, digest.data);
  log_write(LOG_WARN, "a rollback to publication %s is ordered", reload.rollback);
  return reload_ask(PART_PUBLICATION);
}

uint64_t reload_ask(unsigned wanted) {
  reload.next |= wanted;
  return reload.begun + 1;
}

bool reload_ended(uint64_t ticket, bool *good, buffer *out) {
  if (ticket > reload.ended) { return false; }
  *good = reload.all_good;
  buffer_append(out, buffer_span(&reload.report));
  return true;
}
