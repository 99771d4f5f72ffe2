#include "host/wire/account.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include "base/ascii.h"

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
