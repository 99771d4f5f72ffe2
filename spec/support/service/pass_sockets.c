/** Starts a program as a socket unit of systemd would: binds sockets, passes them on from
 * descriptor 3, and sets LISTEN_FDS, LISTEN_PID and LISTEN_FDNAMES.
 *
 *   pass_sockets NAME=KIND… -- PROGRAM ARGUMENT…
 *
 * KIND is tcp, tcp6, unix:PATH; or, which no server can accept from: bound (TCP, not listening),
 * udp, file. With SIGUSR1 it ends the program, waits for it and starts it again, on the same
 * sockets; with SIGTERM it ends it for good. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST = 3 };

static void check(int result, const char *what) {
  if (result >= 0) return;
  perror(what);
  exit(1);
}

static int bound(int family, int type, const void *address, socklen_t length) {
  int fd = socket(family, type, 0);
  check(fd, "socket");
  check(bind(fd, address, length), "bind");
  return fd;
}

static int make(const char *kind) {
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  struct sockaddr_un local = {.sun_family = AF_UNIX};
  if (strcmp(kind, "file") == 0) return open("/dev/null", O_RDWR);
  if (strcmp(kind, "udp") == 0) return bound(AF_INET, SOCK_DGRAM, &four, sizeof four);
  if (strcmp(kind, "bound") == 0) return bound(AF_INET, SOCK_STREAM, &four, sizeof four);
  int fd;
  if (strncmp(kind, "unix:", 5) == 0) {
    snprintf(local.sun_path, sizeof local.sun_path, "%s", kind + 5);
    fd = bound(AF_UNIX, SOCK_STREAM, &local, sizeof local);
  } else if (strcmp(kind, "tcp6") == 0) {
    fd = bound(AF_INET6, SOCK_STREAM, &six, sizeof six);
  } else {
    fd = bound(AF_INET, SOCK_STREAM, &four, sizeof four);
  }
  check(listen(fd, 1024), "listen");
  return fd;
}

static pid_t start(char **program, const char *names, int count) {
  char text[32];
  pid_t child = fork();
  if (child != 0) return child;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  snprintf(text, sizeof text, "%d", (int)getpid());
  setenv("LISTEN_PID", text, 0);
  snprintf(text, sizeof text, "%d", count);
  setenv("LISTEN_FDS", text, 0);
  setenv("LISTEN_FDNAMES", names, 0);
  execvp(program[0], program);
  perror(program[0]);
  exit(1);
}

int main(int argc, char **argv) {
  char names[1024] = "";
  int at = 1, signal, status = 0;
  for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
    char *equals = strchr(argv[at], '=');
    check(equals == NULL ? -1 : 0, argv[at]);
    *equals = '\0';
    int fd = make(equals + 1);
    if (fd != FIRST + at - 1) check(dup2(fd, FIRST + at - 1), "dup2");
    if (at > 1) strncat(names, ":", sizeof names - strlen(names) - 1);
    strncat(names, argv[at], sizeof names - strlen(names) - 1);
  }
  sigset_t heard;
  sigemptyset(&heard);
  sigaddset(&heard, SIGUSR1);
  sigaddset(&heard, SIGTERM);
  sigaddset(&heard, SIGCHLD);
  sigprocmask(SIG_BLOCK, &heard, NULL);
  for (;;) {
    pid_t child = start(argv + at + 1, names, at - 1);
    do sigwait(&heard, &signal);
    while (signal == SIGCHLD && waitpid(child, &status, WNOHANG) == 0);
    if (signal == SIGCHLD) break;
    kill(child, SIGTERM);
    waitpid(child, &status, 0);
    if (signal == SIGTERM) break;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
