#include "host/process/heritage.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/handover.h"

/* Longest name: two marks of seven numbers. */
enum { MARK_TEXT = 160, NAME = 2 * MARK_TEXT + 16 };

static void write_mark(const mark *m, char out[MARK_TEXT]) {
  snprintf(out, MARK_TEXT, "%ju.%ju.%jd.%jd.%ld.%jd.%ld", (uintmax_t)m->device, (uintmax_t)m->inode,
           (intmax_t)m->size, (intmax_t)m->modified.tv_sec, m->modified.tv_nsec,
           (intmax_t)m->changed.tv_sec, m->changed.tv_nsec);
}

static void write_name(const release *read, char out[NAME]) {
  char publication[MARK_TEXT], trust[MARK_TEXT];
  write_mark(&read->publication, publication);
  write_mark(&read->trust, trust);
  snprintf(out, NAME, "publication %s %s", publication, trust);
}

void heritage_give(const generation *served) {
  char name[NAME];
  if (served->fd[CHANNEL_PUBLICATION] < 0 || served->release.publication.inode == 0) {
    return;
  }
  write_name(&served->release, name);
  handover_give(name, served->fd[CHANNEL_PUBLICATION]);
}

void heritage_revoke(const generation *served) { handover_forget(served->fd[CHANNEL_PUBLICATION]); }

heritage heritage_take(const settings *options) {
  heritage found = {.fd = -1};
  char name[NAME];
  if (!release_marks(options->publication, options->trust, &found.release)) {
    return found;
  }
  write_name(&found.release, name);
  found.fd = handover_take(name);
  handover_forget(found.fd);
  return found;
}
