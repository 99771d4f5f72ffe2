#include "host/process/trial.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "host/process/after_fork.h"
#include "host/process/channel.h"
#include "host/process/sandbox.h"
#include "host/script/script_bounds.h"

/* The files are released with the script. */
static bool try_files(script_deps *deps, bundle *files, uint64_t *jobs, fault *why) {
  deps->trial = true;
  script_watch();
  if (deps->options->sandbox && !sandbox_enter(why)) { return false; }
  script *tried = script_open(deps, files, why);
  if (tried == NULL) { return false; }
  *jobs = script_jobs(tried);
  script_close(tried);
  return true;
}

static int trial_rehearse(script_deps deps, bundle *files, int channel, pid_t parent) {
  channel_message good = channel_note(CHANNEL_DONE);
  fault why;
  prctl(PR_SET_NAME, "svcd-trial");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) { return 1; }
  log_open(log_level_of(deps.options->log), "trial");
  bool sent = try_files(&deps, files, &good.number, &why) ? channel_send(channel, &good)
                                                          : channel_refuse(channel, 0, why.text);
  return sent ? 0 : 1;
}

static bool report_end(pid_t pid, fault *why) {
  int status = 0;
  waitpid(pid, &status, 0);
  return fault_set(why, "the trial ended without a verdict%s%s", WIFSIGNALED(status) ? ": " : "",
                   WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "");
}

bool trial_run(const script_deps *deps, bundle *files, uint64_t *jobs, fault *why) {
  int channel;
  channel_message verdict;
  pid_t parent = getpid(), pid = channel_fork(&channel);
  if (pid < 0) { return fault_set(why, "no process to try the routes: %s", strerror(errno)); }
  if (pid == 0) {
    after_fork(&channel, 1);
    exit(trial_rehearse(*deps, files, channel, parent));
  }
  bool heard = channel_await(channel, &verdict);
  close(channel);
  if (!heard) { return report_end(pid, why); }
  waitpid(pid, NULL, 0);
  *jobs = verdict.number;
  return verdict.kind == CHANNEL_DONE || fault_set(why, "%.380s", verdict.text);
}
