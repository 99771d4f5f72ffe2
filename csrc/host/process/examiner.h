/** @file
 * The examiner: a process that reads the options, verifies a publication and tries the routes, so
 * that nothing a file contains can stop or harm the master. It hands over as sealed memory whatever
 * is sound; once every worker is ready for it, it remembers the publication in the state folder. It
 * is the last to unmap memory that is no longer served: freeing 2 GiB takes a third of a second,
 * which no answering process is to spend.
 */
#pragma once

#include "host/process/handed_publication.h"
#include "host/script/script.h"
#include "host/wire/account.h"

typedef struct examiner_deps {
  const script_deps *script; /**< the routes are tried with them */
  lua_State *invocation;     /**< in which config.load was called; the options are its top value */
  const account *account;    /**< taken once the options were read */
  const handed_publication *inherited; /**< taken in place of the file */
} examiner_deps;

typedef struct examiner {
  pid_t pid;
  int channel; /**< it says CHANNEL_EXAMINED or CHANNEL_REFUSED, and after CHANNEL_COMMIT whether it
                    remembered; its end is that of the process */
} examiner;

/** Starts an examiner of `parts` (generation_part). Parts that are not among them, or have not
 * changed, are taken from `current`. While no publication is in service, a publication that cannot
 * be loaded does not refuse the routes: CHANNEL_EXAMINED then has the reason in its text.
 * @param deps borrowed
 * @param rollback digest of the one publication that may be older than the one in service, or NULL
 * @return false with the reason */
bool examiner_start(const examiner_deps *deps, const generation *current, unsigned parts,
                    const char *rollback, examiner *out, fault *why);

/** Ends it, whatever it does. Accepts one that has ended. */
void examiner_end(examiner *e);

/** Lets it go: it ends once no other process has the memory that this reload replaced, or, where it
 * was given up, the memory that it prepared. Accepts one that has ended. */
void examiner_leave(examiner *e);
