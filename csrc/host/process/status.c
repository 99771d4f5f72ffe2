#include "host/process/status.h"

#include <stdio.h>
#include <unistd.h>

#include "base/log.h"
#include "host/process/crew.h"
#include "host/process/reload.h"

void status_write(buffer *out, const metrics *m, const listen_set *public) {
  const generation *served = reload_generation();
  char figures[384];
  snprintf(figures, sizeof figures,
           "{\"version\":\"" SVC_VERSION
           "\",\"pid\":%d,\"workers\":%u,\"running\":%u,\"serving\":%u,\"generation\":%llu,"
           "\"started\":%llu,\"responses\":%llu,\"restarts\":%llu,\"killed\":%llu,\"addresses\":[",
           (int)getpid(), (unsigned)m->workers, crew_running(), crew_serving(),
           (unsigned long long)served->number, (unsigned long long)m->started,
           (unsigned long long)metrics_answers(m), (unsigned long long)m->restarts,
           (unsigned long long)m->killed);
  buffer_text(out, figures);
  for (uint32_t i = 0; i < public->count; i++) {
    if (i > 0) buffer_byte(out, ',');
    log_json(out, span_of(public->list[i].name));
  }
  buffer_text(out, m->expired ? "],\"expired\":true" : "],\"expired\":false");
  buffer_text(out, ",\"publication\":");
  buffer_text(out, served->fd[CHANNEL_PUBLICATION] >= 0 ? served->about : "null");
  buffer_text(out, "}\n");
}
