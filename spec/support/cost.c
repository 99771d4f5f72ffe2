/* Runs a spec and tells its processor time: cost FILE COMMAND [ARGUMENT…]
 *
 * Servers that a spec starts in the background outlive the shell that started them. They become
 * children of this process, so that their time counts too. FILE gets the seconds; the exit status
 * is the command's, or 128 and the signal that ended it. */
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv) {
  if (argc < 3 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) { return 2; }
  pid_t command = fork();
  if (command < 0) { return 2; }
  if (command == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status = 0, of_another = 0;
  pid_t ended;
  while ((ended = wait(&of_another)) != command) {
    if (ended < 0) { return 2; }
  }
  status = of_another;
  while (waitpid(-1, &of_another, WNOHANG) > 0) {}
  struct rusage used;
  FILE *file = fopen(argv[1], "w");
  if (file == NULL || getrusage(RUSAGE_CHILDREN, &used) != 0) { return 2; }
  fprintf(file, "%.1f\n", seconds(used.ru_utime) + seconds(used.ru_stime));
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
