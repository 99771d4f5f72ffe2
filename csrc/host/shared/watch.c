#include "host/shared/watch.h"

#include <argz.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds, more than the tick of any clock of a file system. */
enum { RESTED = 2 };

bool file_stamp_take(const char *path, file_stamp *out) {
  struct stat file;
  struct timespec now;
  if (stat(path, &file) != 0) { return false; }
  *out = (file_stamp){file.st_dev, file.st_ino, file.st_size, file.st_mtim, file.st_ctim};
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec - file.st_ctim.tv_sec > RESTED;
}

static bool same_time(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool file_stamp_same(const file_stamp *a, const file_stamp *b) {
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         same_time(&a->modified, &b->modified) && same_time(&a->changed, &b->changed);
}

enum {
  NEW = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE,
  GONE = IN_DELETE | IN_MOVED_FROM,
  DEPTH = 4,  /* of the folders of routes */
  LINKS = 40, /* as many as the kernel follows */
};

/* A name in a folder that decides where a path leads. The folder is watched, not what has the name:
 * that is another file once it is replaced. */
typedef struct step {
  int folder; /* of inotify */
  char *path; /* FOLDER/NAME; without NAME every name counts */
  const char *name;
} step;

static struct watched {
  int fd;
  char *paths; /* owned, as <argz.h> has them */
  size_t length;
  step *steps;
  size_t count;
  int missed; /* errno of what the kernel has no room for; 0: nothing */
} watched[WATCH_KINDS] = {{.fd = -1}, {.fd = -1}};

typedef struct watched watch;

/* ---- what is watched ---- */

/* Leaves out paths that cannot be watched, because they are not there or memory is out. */
static void watch_name(watch *w, const char *path) {
  const char *name = strrchr(path, '/') + 1;
  char folder[PATH_MAX];
  if (snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path) >= PATH_MAX) { return; }
  step *grown = realloc(w->steps, (w->count + 1) * sizeof *grown);
  char *copy = grown == NULL ? NULL : strdup(path);
  if (grown != NULL) { w->steps = grown; }
  if (copy == NULL) { return; }
  int number = inotify_add_watch(w->fd, folder, NEW | GONE);
  if (number < 0 && (errno == ENOSPC || errno == ENOMEM)) { w->missed = errno; }
  if (number < 0) {
    free(copy);
  } else {
    w->steps[w->count++] = (step){number, copy, copy + (name - path)};
  }
}

/* Adds the last name of the path, each link before it and behind it, and a name that is missing. */
static void add_way(watch *w, const char *path) {
  char at[PATH_MAX], rest[PATH_MAX], target[PATH_MAX], text[2 * PATH_MAX];
  const char *left = rest;
  snprintf(rest, sizeof rest, "%s", path);
  snprintf(at, sizeof at, "%s", rest[0] == '/' ? "/" : "./");
  for (int links = 0; links <= LINKS;) {
    const char *name = left + strspn(left, "/");
    const char *after = name + strcspn(name, "/");
    if (after == name) { return; }
    if (snprintf(text, sizeof text, "%s%.*s", at, (int)(after - name), name) >= PATH_MAX) {
      return;
    }
    ssize_t length = readlink(text, target, sizeof target - 1);
    bool there = length >= 0 || errno == EINVAL; /* EINVAL: it is there and no link */
    if (length >= 0 || !there || after[strspn(after, "/")] == '\0') { watch_name(w, text); }
    if (!there) { return; }
    if (length < 0) {
      snprintf(at, sizeof at, "%.*s/", PATH_MAX - 2, text);
      left = after;
      continue;
    }
    target[length] = '\0';
    if (snprintf(text, sizeof text, "%s%s", target, after) >= PATH_MAX) { return; }
    memcpy(rest, text, strlen(text) + 1);
    left = rest;
    if (rest[0] == '/') { memcpy(at, "/", 2); }
    links++;
  }
}

static void add_tree(watch *w, const char *path, int depth) {
  char below[PATH_MAX];
  DIR *folder = opendir(path);
  if (folder == NULL) { return; }
  if (snprintf(below, sizeof below, "%s/", path) < PATH_MAX) { watch_name(w, below); }
  for (struct dirent *entry; depth > 0 && (entry = readdir(folder)) != NULL;) {
    if (entry->d_type != DT_DIR || entry->d_name[0] == '.') { continue; }
    if (snprintf(below, sizeof below, "%s/%s", path, entry->d_name) < PATH_MAX) {
      add_tree(w, below, depth - 1);
    }
  }
  closedir(folder);
}

static void watch_anew(watch *w) {
  for (size_t i = 0; i < w->count; i++) {
    inotify_rm_watch(w->fd, w->steps[i].folder);
    free(w->steps[i].path);
  }
  w->count = 0;
  w->missed = 0;
  for (const char *path = NULL; (path = argz_next(w->paths, w->length, path)) != NULL;) {
    add_way(w, path);
    if (w == &watched[WATCH_ROUTES]) { add_tree(w, path, DEPTH); }
  }
}

int watch_open(watch_kind kind, const char *const *paths) {
  watch *w = &watched[kind];
  w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  w->missed = w->fd < 0 ? errno : 0;
  watch_move(kind, paths);
  return w->fd;
}

bool watch_move(watch_kind kind, const char *const *paths) {
  watch *w = &watched[kind];
  char *fresh = NULL;
  size_t length = 0;
  if (argz_create((char *const *)paths, &fresh, &length) != 0) { return false; }
  bool same = length == w->length && (length == 0 || memcmp(fresh, w->paths, length) == 0);
  free(same ? fresh : w->paths);
  if (same) { return false; }
  w->paths = fresh;
  w->length = length;
  if (w->fd >= 0) { watch_anew(w); }
  return true;
}

int watch_missed(watch_kind kind) { return watched[kind].missed; }

/* ---- what happened ---- */

/* A file that was only created is still to be written. */
static bool is_begun(const step *s, const struct inotify_event *event) {
  char path[PATH_MAX + NAME_MAX + 1];
  struct stat found;
  snprintf(path, sizeof path, "%.*s%s", (int)(s->name - s->path), s->path, event->name);
  return (event->mask & IN_CREATE) != 0 && lstat(path, &found) == 0 && S_ISREG(found.st_mode);
}

static bool matters(const step *s, const struct inotify_event *event) {
  bool any = s->name[0] == '\0';
  if (s->folder != event->wd || event->len == 0) { return false; }
  if (!any && (event->mask & NEW) == 0) { return false; }
  return (any || strcmp(s->name, event->name) == 0) && !is_begun(s, event);
}

static bool has_changed(const watch *w, const struct inotify_event *event) {
  bool changed = (event->mask & IN_Q_OVERFLOW) != 0;
  for (size_t i = 0; i < w->count && !changed; i++) { changed = matters(&w->steps[i], event); }
  return changed;
}

bool watch_read(watch_kind kind) {
  _Alignas(struct inotify_event) char events[4096];
  watch *w = &watched[kind];
  bool changed = false;
  ssize_t length;
  while (w->fd >= 0 && (length = read(w->fd, events, sizeof events)) > 0) {
    for (ssize_t at = 0; at < length;) {
      const struct inotify_event *event = (const void *)(events + at);
      at += (ssize_t)(sizeof *event + event->len);
      changed = has_changed(w, event) || changed;
    }
  }
  if (changed) { watch_anew(w); }
  return changed;
}
