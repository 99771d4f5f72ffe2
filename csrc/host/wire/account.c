#include "host/wire/account.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"

static bool may(const char *path, int mode) {
  return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

/* The file system itself may refuse, as that of /proc does to root: a folder is made, and removed
   again. */
static bool may_make_in(const char *folder) {
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/.svcd-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return false;
  }
  return may(folder, W_OK | X_OK) && mkdtemp(path) != NULL && rmdir(path) == 0;
}

/* The folder that holds `path`: cut off in place. */
static const char *parent_of(char *path) {
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') { end--; }
  while (end > 0 && path[end - 1] != '/') { end--; }
  if (end == 0) { return "."; }
  path[end] = '\0';
  return path;
}

static bool may_make(const char *path) {
  char copy[PATH_MAX];
  if (strlen(path) >= sizeof copy) {
    errno = ENAMETOOLONG;
    return false;
  }
  memcpy(copy, path, strlen(path) + 1);
  return may_make_in(parent_of(copy));
}

/* `folder`: what is looked for; the other kind of file is an error. */
static bool may_write(const char *path, bool folder) {
  struct stat found;
  if (stat(path, &found) != 0) { return errno == ENOENT && may_make(path); }
  if (S_ISDIR(found.st_mode) == folder) { return folder ? may_make_in(path) : may(path, W_OK); }
  errno = folder ? ENOTDIR : EISDIR;
  return false;
}

bool writable_file(const char *path, fault *why) {
  if (may_write(path, false)) { return true; }
  return fault_set(why,
                   "%.200s: %s; name a file that the user of svcd may write, in a folder that is "
                   "there",
                   path, strerror(errno));
}

bool writable_folder(const char *path, fault *why) {
  if (may_write(path, true)) { return true; }
  return fault_set(why, "%.200s: %s; name a folder that the user of svcd may write", path,
                   strerror(errno));
}

bool account_group(const char *name, gid_t *out, fault *why) {
  const struct group *found = getgrnam(name);
  if (found != NULL) { *out = found->gr_gid; }
  return found != NULL || ascii_number(span_of(name), UINT32_MAX - 1, out) ||
         fault_set(why, "there is no group \"%.60s\"; name one of /etc/group, or its number", name);
}

static bool find_user(const char *name, account *out, fault *why) {
  const struct passwd *found = getpwnam(name);
  if (found == NULL && ascii_number(span_of(name), UINT32_MAX - 1, &out->user)) {
    found = getpwuid(out->user);
    out->group = out->user;
    if (found == NULL) { return true; }
  }
  if (found == NULL) {
    return fault_set(why, "there is no user \"%.60s\"; name one of /etc/passwd, or its number",
                     name);
  }
  out->user = found->pw_uid;
  out->group = found->pw_gid;
  out->count = ACCOUNT_GROUPS;
  return getgrouplist(found->pw_name, found->pw_gid, out->groups, &out->count) >= 0 ||
         fault_set(why, "the user \"%.60s\" is in more than %d groups; name another", name,
                   ACCOUNT_GROUPS);
}

static bool is_own(const account *a) { return a->user == geteuid() && a->group == getegid(); }

bool account_find(const char *user, const char *group, account *out, fault *why) {
  *out = (account){.user = geteuid(), .group = getegid()};
  if (user != NULL && !find_user(user, out, why)) { return false; }
  if (group != NULL) {
    if (!account_group(group, &out->group, why)) { return false; }
    out->count = 0; /* an operator who names a group wants that one and no other */
  }
  if (out->count == 0) { out->groups[out->count++] = out->group; }
  out->other = (user != NULL || group != NULL) && !is_own(out);
  return !out->other || geteuid() == 0 ||
         fault_set(why,
                   "svcd runs as user %u, who cannot become another; start it as root, or leave "
                   "user and group out",
                   (unsigned)geteuid());
}

bool account_enter(const account *a, fault *why) {
  if (!a->other ||
      (setgroups((size_t)a->count, a->groups) == 0 &&
       setresgid(a->group, a->group, a->group) == 0 && setresuid(a->user, a->user, a->user) == 0)) {
    return true;
  }
  return fault_set(why, "cannot become user %u of group %u: %s", (unsigned)a->user,
                   (unsigned)a->group, strerror(errno));
}
