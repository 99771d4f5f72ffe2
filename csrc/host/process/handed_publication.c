#include "host/process/handed_publication.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/share.h"

/* Longest name: two stamps of seven numbers. */
enum { STAMP_TEXT = 160, NAME = 2 * STAMP_TEXT + 16 };

static void write_stamp(const file_stamp *m, char out[STAMP_TEXT]) {
  snprintf(out, STAMP_TEXT, "%ju.%ju.%jd.%jd.%ld.%jd.%ld", (uintmax_t)m->device,
           (uintmax_t)m->inode, (intmax_t)m->size, (intmax_t)m->modified.tv_sec,
           m->modified.tv_nsec, (intmax_t)m->changed.tv_sec, m->changed.tv_nsec);
}

static void write_name(const publication_info *read, char out[NAME]) {
  char publication[STAMP_TEXT], trust[STAMP_TEXT];
  write_stamp(&read->publication, publication);
  write_stamp(&read->trust, trust);
  snprintf(out, NAME, "publication %s %s", publication, trust);
}

void handed_publication_give(const generation *served) {
  char name[NAME];
  if (served->fd[CHANNEL_PUBLICATION] < 0 || served->info.publication.inode == 0) { return; }
  write_name(&served->info, name);
  handover_give(name, served->fd[CHANNEL_PUBLICATION]);
}

void handed_publication_revoke(const generation *served) {
  handover_forget(served->fd[CHANNEL_PUBLICATION]);
}

handed_publication handed_publication_take(const settings *options) {
  handed_publication found = {.fd = -1};
  char name[NAME];
  if (!publication_info_stamps(options->publication, options->trust, &found.info)) { return found; }
  write_name(&found.info, name);
  found.fd = handover_take(name);
  handover_forget(found.fd);
  return found;
}
