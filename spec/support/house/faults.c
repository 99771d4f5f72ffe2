/** Preloaded, makes a call of the C library fail on command, moves the clocks, and counts what is
 * allocated. The commands come through a file, named by FAULTS_PLAN, that every process of the
 * program maps: `struct plan`, little-endian, written by spec/support/house/faults.lua.
 *
 * Every process counts its own calls of the one that is named, from the moment the plan is armed;
 * those from `first` to `last` fail, or end or stop the process. What is allocated is always
 * counted. The figures are kept by role: those of several workers are not told apart. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *at, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *at);

/* The role of a process: the one that was started, one that was forked and has no name yet, and
   those that named themselves as svcd does. A plan addresses a role by -1 minus its number. */
enum { MASTER, UNNAMED, EXAMINER, WORKER, ROLES };
enum { ANY = 0, FORKED = -1 - ROLES };

struct plan {
  int64_t turn;           /* raised with each arming */
  char call[16];          /* as named below; empty: nothing fails */
  int64_t first, last;    /* of the calls that fail, from 1 */
  int64_t error;          /* errno; below 0: the signal that the process gets instead */
  int64_t process;        /* a process id, a role, ANY, or FORKED: every role but the master's */
  int64_t real, elapsed;  /* seconds added to CLOCK_REALTIME, to CLOCK_MONOTONIC */
  int64_t counted[ROLES]; /* calls since the arming, by the process of the role that made most */
  int64_t failed[ROLES];
  int64_t blocks[ROLES]; /* allocated and not freed */
};

static struct plan *plan;
static int role = MASTER;
static pid_t own;
static int64_t turn, count, blocks;

#define REAL(name) ((__typeof__(&(name)))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_PLAN");
  int fd = path == NULL ? -1 : REAL(open)(path, O_RDWR | O_CLOEXEC);
  own = getpid();
  if (fd < 0) return;
  void *at = REAL(mmap)(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (at != MAP_FAILED) plan = at;
}

static int addressed(void) {
  int64_t wanted = plan->process;
  return wanted == ANY || wanted == own || wanted == -1 - role ||
         (wanted == FORKED && role != MASTER);
}

static int fails(const char *call) {
  if (plan == NULL || strcmp(plan->call, call) != 0 || !addressed()) return 0;
  if (turn != plan->turn) count = 0;
  turn = plan->turn;
  if (++count > plan->counted[role]) plan->counted[role] = count;
  if (count < plan->first || count > plan->last) return 0;
  plan->failed[role]++;
  if (plan->error < 0) {
    if (raise((int)-plan->error) != 0) __builtin_trap(); /* the sandbox may refuse the signal */
    return 0;                                            /* it was stopped, and goes on */
  }
  errno = (int)plan->error;
  return 1;
}

pid_t fork(void) {
  if (fails("fork")) return -1;
  pid_t child = REAL(fork)();
  if (child != 0) return child;
  role = UNNAMED;
  count = 0;
  own = getpid();
  return 0;
}

/* The process takes its role with its name. @return the name of the call */
static const char *prctl_of(int option, long name) {
  if (option != PR_SET_NAME) return "prctl";
  if (strcmp((const char *)name, "svcd-examiner") == 0) role = EXAMINER;
  if (strcmp((const char *)name, "svcd-worker") == 0) role = WORKER;
  return "prctl";
}

/* ---- memory ---- */

static void count_blocks(int more) {
  blocks += more;
  if (plan != NULL) plan->blocks[role] = blocks;
}

static void *grown(void *at) {
  count_blocks(at != NULL);
  return at;
}

void *malloc(size_t size) { return fails("malloc") ? NULL : grown(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) {
  return fails("malloc") ? NULL : grown(__libc_calloc(number, size));
}

void free(void *at) {
  int kept = errno;
  count_blocks(-(at != NULL));
  __libc_free(at);
  errno = kept;
}

void *realloc(void *at, size_t size) {
  if (size > 0 && fails("malloc")) return NULL;
  void *moved = __libc_realloc(at, size);
  if (moved == NULL && size > 0) return NULL;
  count_blocks((moved != NULL) - (at != NULL));
  return moved;
}

char *strdup(const char *text) { return fails("strdup") ? NULL : REAL(strdup)(text); }

void *memalign(size_t alignment, size_t size) {
  return fails("malloc") ? NULL : grown(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  void *at = memalign(alignment, size);
  if (at != NULL) *out = at;
  return at == NULL ? ENOMEM : 0;
}

/* ---- clocks ---- */

int clock_gettime(clockid_t clock, struct timespec *out) {
  static int (*next)(clockid_t, struct timespec *);
  if (next == NULL) next = REAL(clock_gettime);
  int status = next(clock, out);
  if (plan == NULL || status != 0) return status;
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) out->tv_sec += plan->real;
  if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE) out->tv_sec += plan->elapsed;
  return status;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}

/* ---- everything else that can fail ---- */

/* Each stands under the name of the library's by a label of its own, whose prototype may differ. */
#define PASS(...) __VA_ARGS__
#define STAND_IN(call, type, name, parameters, arguments, failure)  \
  type in_place_of_##name(PASS parameters) __asm__(#name);          \
  type in_place_of_##name(PASS parameters) {                        \
    static type (*next)(PASS parameters);                           \
    if (fails(call)) return failure;                                \
    if (next == NULL) next = (type(*)(PASS parameters))real(#name); \
    return next(PASS arguments);                                    \
  }
/* The call under both of its names: that for long files as well. */
#define STAND_IN_64(call, type, name, parameters, arguments, failure) \
  STAND_IN(call, type, name, parameters, arguments, failure)          \
  STAND_IN(call, type, name##64, parameters, arguments, failure)

STAND_IN_64("open", int, open, (const char *path, int flags, unsigned mode), (path, flags, mode),
            -1)
STAND_IN_64("open", FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
STAND_IN_64("pread", ssize_t, pread, (int fd, void *at, size_t size, off_t offset),
            (fd, at, size, offset), -1)
STAND_IN_64("write", ssize_t, pwrite, (int fd, const void *at, size_t size, off_t offset),
            (fd, at, size, offset), -1)
STAND_IN_64("mmap", void *, mmap,
            (void *at, size_t size, int protection, int flags, int fd, off_t offset),
            (at, size, protection, flags, fd, offset), MAP_FAILED)
STAND_IN_64("stat", int, stat, (const char *path, struct stat *out), (path, out), -1)
STAND_IN_64("stat", int, lstat, (const char *path, struct stat *out), (path, out), -1)
STAND_IN_64("stat", int, fstat, (int fd, struct stat *out), (fd, out), -1)
STAND_IN_64("sendfile", ssize_t, sendfile, (int to, int from, off_t *offset, size_t size),
            (to, from, offset, size), -1)
STAND_IN_64("open", int, mkostemp, (char *path, int flags), (path, flags), -1)
STAND_IN_64("ftruncate", int, ftruncate, (int fd, off_t size), (fd, size), -1)
STAND_IN_64(command == F_ADD_SEALS ? "seal" : "fcntl", int, fcntl,
            (int fd, int command, long value), (fd, command, value), -1)

STAND_IN("read", ssize_t, read, (int fd, void *at, size_t size), (fd, at, size), -1)
STAND_IN("write", ssize_t, write, (int fd, const void *at, size_t size), (fd, at, size), -1)
STAND_IN("fsync", int, fsync, (int fd), (fd), -1)
STAND_IN("fchmod", int, fchmod, (int fd, mode_t mode), (fd, mode), -1)
STAND_IN("rename", int, rename, (const char *from, const char *to), (from, to), -1)
STAND_IN("readlink", ssize_t, readlink, (const char *path, char *out, size_t size),
         (path, out, size), -1)
STAND_IN("memfd_create", int, memfd_create, (const char *name, unsigned flags), (name, flags), -1)
STAND_IN("mkdir", int, mkdir, (const char *path, mode_t mode), (path, mode), -1)

STAND_IN("socket", int, socket, (int family, int type, int protocol), (family, type, protocol), -1)
STAND_IN("socketpair", int, socketpair, (int family, int type, int protocol, int ends[2]),
         (family, type, protocol, ends), -1)
STAND_IN("bind", int, bind, (int fd, const struct sockaddr *at, socklen_t size), (fd, at, size), -1)
STAND_IN("listen", int, listen, (int fd, int backlog), (fd, backlog), -1)
STAND_IN("getsockname", int, getsockname, (int fd, struct sockaddr *at, socklen_t *size),
         (fd, at, size), -1)
STAND_IN("setsockopt", int, setsockopt,
         (int fd, int level, int name, const void *value, socklen_t size),
         (fd, level, name, value, size), -1)
STAND_IN("shutdown", int, shutdown, (int fd, int how), (fd, how), -1)
STAND_IN("accept", int, accept4, (int fd, struct sockaddr *at, socklen_t *size, int flags),
         (fd, at, size, flags), -1)
STAND_IN("recv", ssize_t, recv, (int fd, void *at, size_t size, int flags), (fd, at, size, flags),
         -1)
STAND_IN("recvmsg", ssize_t, recvmsg, (int fd, struct msghdr *message, int flags),
         (fd, message, flags), -1)
STAND_IN("send", ssize_t, send, (int fd, const void *at, size_t size, int flags),
         (fd, at, size, flags), -1)
STAND_IN("sendmsg", ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags),
         (fd, message, flags), -1)
STAND_IN("send", ssize_t, writev, (int fd, const struct iovec *parts, int number),
         (fd, parts, number), -1)

STAND_IN("epoll_create", int, epoll_create1, (int flags), (flags), -1)
/* Taking a descriptor out of a set needs nothing that could be missing. */
STAND_IN(operation == EPOLL_CTL_DEL ? "-" : "epoll_ctl", int, epoll_ctl,
         (int epoll, int operation, int fd, struct epoll_event *event),
         (epoll, operation, fd, event), -1)
STAND_IN("epoll_wait", int, epoll_wait,
         (int epoll, struct epoll_event *events, int most, int timeout),
         (epoll, events, most, timeout), -1)
STAND_IN("poll", int, poll, (struct pollfd * wanted, nfds_t number, int timeout),
         (wanted, number, timeout), -1)
STAND_IN("eventfd", int, eventfd, (unsigned start, int flags), (start, flags), -1)
STAND_IN("signalfd", int, signalfd, (int fd, const void *set, int flags), (fd, set, flags), -1)
STAND_IN("inotify", int, inotify_init1, (int flags), (flags), -1)
STAND_IN("inotify", int, inotify_add_watch, (int fd, const char *path, uint32_t mask),
         (fd, path, mask), -1)
STAND_IN(prctl_of(option, a), int, prctl, (int option, long a, long b, long c, long d),
         (option, a, b, c, d), -1)
STAND_IN("getrandom", ssize_t, getrandom, (void *at, size_t size, unsigned flags),
         (at, size, flags), -1)

/* A stream reads from its buffer first: what fails is the function, with the stream's mark. */
size_t fread(void *at, size_t size, size_t number, FILE *stream) {
  static __typeof__(&fread) next;
  if (fails("read")) {
    stream->_flags |= 0x20; /* _IO_ERR_SEEN, what ferror() looks at */
    return 0;
  }
  if (next == NULL) next = REAL(fread);
  return next(at, size, number, stream);
}
