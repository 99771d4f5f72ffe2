/** @file
 * The account that workers and examiners run under: that of the options `user` and `group`. The
 * master keeps its own, because it goes on opening what belongs to it: the access log, the config
 * file with its secrets, and the processes that it replaces.
 */
#pragma once

#include <sys/types.h>

#include "base/fault.h"

/* Finds out that a file or a folder can be written: the start asks before any
 * worker needs it, and `svcd check` leaves nothing behind. */

/** True when lines could be appended to the file at `path`, or the file made where there is none.
 * @return false with the path, the reason and the cure in `*why` */
bool writable_file(const char *path, fault *why);

/** True when files could be made in the folder at `path`, or the folder made where there is none.
 * @return false with the path, the reason and the cure in `*why` */
bool writable_folder(const char *path, fault *why);

enum { ACCOUNT_GROUPS = 64 };

typedef struct account {
  bool other; /**< false: the process keeps the account it has */
  uid_t user;
  gid_t group;
  int count; /**< of the groups the user is in, `group` among them */
  gid_t groups[ACCOUNT_GROUPS];
} account;

/** Looks the account up.
 * @param user name or number; NULL: the account stays, but for the group
 * @param group name or number; NULL: that of the user
 * @return false when there is none, or this process may not take it */
bool account_find(const char *user, const char *group, account *out, fault *why);

/** Looks a group up by name or number. */
bool account_group(const char *name, gid_t *out, fault *why);

/** Takes the account, for good. */
bool account_enter(const account *a, fault *why);
