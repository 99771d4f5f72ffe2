#include "host/process/trial.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "host/process/birth.h"
#include "host/process/channel.h"
#include "host/process/sandbox.h"
#include "host/script/script_bounds.h"

/* The files are released with the script. */
static bool try_files(script_means *means, chunks *files, fault *why) {
  means->trial = true;
  script_watch();
  if (means->options->sandbox && !sandbox_enter(why)) return false;
  script *tried = script_open(means, files, why);
  script_close(tried);
  return tried != NULL;
}

static int rehearse(script_means means, chunks *files, int channel, pid_t parent) {
  channel_message verdict = channel_note(CHANNEL_DONE);
  fault why;
  prctl(PR_SET_NAME, "svcd-trial");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) return 1;
  log_open(log_level_of(means.options->log), "trial");
  if (!try_files(&means, files, &why)) {
    verdict.kind = CHANNEL_REFUSED;
    snprintf(verdict.text, sizeof verdict.text, "%s", why.text);
  }
  return channel_send(channel, &verdict) ? 0 : 1;
}

/* @return false when the process ended without a verdict */
static bool await_verdict(int channel, channel_message *out) {
  struct pollfd word = {.fd = channel, .events = POLLIN};
  int received = 0;
  while (received == 0) {
    poll(&word, 1, -1);
    received = channel_receive(channel, out);
  }
  return received > 0;
}

static bool tell_end(pid_t pid, fault *why) {
  int status = 0;
  waitpid(pid, &status, 0);
  return fault_set(why, "the trial ended without a verdict%s%s", WIFSIGNALED(status) ? ": " : "",
                   WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "");
}

bool trial_run(const script_means *means, chunks *files, fault *why) {
  int ends[2];
  channel_message verdict;
  pid_t parent = getpid();
  if (!channel_pair(ends)) return fault_set(why, "no channel to a trial: %s", strerror(errno));
  fflush(NULL); /* or both would write what waits */
  pid_t pid = fork();
  if (pid == 0) {
    birth(&ends[1], 1);
    exit(rehearse(*means, files, ends[1], parent));
  }
  int reason = errno;
  close(ends[1]);
  bool told = pid > 0 && await_verdict(ends[0], &verdict);
  close(ends[0]);
  if (pid < 0) return fault_set(why, "no process to try the routes: %s", strerror(reason));
  if (!told) return tell_end(pid, why);
  waitpid(pid, NULL, 0);
  return verdict.kind == CHANNEL_DONE || fault_set(why, "%.380s", verdict.text);
}
