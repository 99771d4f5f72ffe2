#include "host/watch.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { CHANGES = IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM };

static struct {
  int fd, folder; /* of the publication */
  char name[NAME_MAX + 1];
} watched = {-1, -1, ""};

/* The folder is watched, not the file: a replaced file is another one. */
static void watch_publication(const char *path) {
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  snprintf(watched.name, sizeof watched.name, "%s", slash == NULL ? path : slash + 1);
  snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1),
           slash == NULL ? "." : path);
  watched.folder = inotify_add_watch(watched.fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO);
}

static void watch_folder(const char *path, int depth) {
  DIR *folder = opendir(path);
  if (folder == NULL) return;
  inotify_add_watch(watched.fd, path, CHANGES);
  for (struct dirent *entry; depth > 0 && (entry = readdir(folder)) != NULL;) {
    char below[PATH_MAX];
    if (entry->d_type != DT_DIR || entry->d_name[0] == '.') continue;
    if (snprintf(below, sizeof below, "%s/%s", path, entry->d_name) < (int)sizeof below) {
      watch_folder(below, depth - 1);
    }
  }
  closedir(folder);
}

int watch_open(const char *publication, const char *routes) {
  watched.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watched.fd < 0) return -1;
  if (publication != NULL) watch_publication(publication);
  if (routes != NULL) watch_folder(routes, 4);
  return watched.fd;
}

void watch_read(bool *publication, bool *routes) {
  _Alignas(struct inotify_event) char events[4096];
  ssize_t length;
  while ((length = read(watched.fd, events, sizeof events)) > 0) {
    for (ssize_t at = 0; at < length;) {
      const struct inotify_event *event = (const void *)(events + at);
      at += (ssize_t)(sizeof *event + event->len);
      if (event->wd != watched.folder)
        *routes = true;
      else if (event->len > 0 && strcmp(event->name, watched.name) == 0)
        *publication = true;
    }
  }
}
