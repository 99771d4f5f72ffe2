#include "host/process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/log.h"
#include "host/wire/address.h"
#include "host/wire/http.h"
#include "host/wire/seam.h"

/* The smallest of the kept descriptors from `from` on, or `most`. */
static int next_kept(const int *kept, size_t count, int from, int most) {
  for (size_t i = 0; i < count; i++) {
    if (kept[i] >= from && kept[i] < most) { most = kept[i]; }
  }
  return most;
}

/* A process would keep the connections of its parent open with its copies of them. */
static void close_others(const int *kept, size_t count) {
  int most = (int)sysconf(_SC_OPEN_MAX);
  for (int from = STDERR_FILENO + 1, next; from < most; from = next + 1) {
    next = next_kept(kept, count, from, most);
    if (next > from) { close_range((unsigned)from, (unsigned)next - 1, 0); }
  }
}

void after_fork(const int *kept, size_t count) {
  close_others(kept, count);
  http_forget();
  seam_forget();
  id_forget();
  peers_forget();
}

#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* ---- capabilities ---- */

static bool drop_capabilities(fault *why) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  return syscall(SYS_capset, &head, none) == 0 ||
         fault_set(why, "capabilities: %s", strerror(errno));
}

/* ---- Landlock ---- */

/* As <linux/landlock.h> has it since ABI 6; older headers lack the last two members. */
typedef struct ruleset {
  uint64_t files, network, scopes;
} ruleset;

/* How many rights an ABI knows: the lowest bits of each member, and how many bytes it reads. */
static const struct {
  int files, network, scopes;
  size_t size;
} rights[] = {
    {13, 0, 0, 8},  /* 1: reading, writing, executing, making, removing */
    {14, 0, 0, 8},  /* 2: linking and renaming into other folders */
    {15, 0, 0, 8},  /* 3: truncating */
    {15, 2, 0, 16}, /* 4: TCP, to bind and to connect */
    {16, 2, 0, 16}, /* 5: ioctl of devices */
    {16, 2, 2, 24}, /* 6: abstract unix sockets, signals */
};

static uint64_t lowest(int bits) { return (UINT64_C(1) << bits) - 1; }

/* Lets a file be read, or those of a folder; what is not there needs no rule. */
static bool allow_reading(int rules, const char *path) {
  struct stat found;
  struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent_fd < 0) { return true; }
  bool folder = fstat(rule.parent_fd, &found) == 0 && S_ISDIR(found.st_mode);
  rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | (folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0);
  long added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(rule.parent_fd);
  return added == 0;
}

/* As <linux/landlock.h> has them since ABI 4. */
enum { RULE_NET_PORT = 2, CONNECT_TCP = 2, NETWORK_ABI = 4 };

static bool allow_port(int rules, uint16_t port) {
  const struct { uint64_t access, port; } rule = {CONNECT_TCP, port};
  return syscall(SYS_landlock_add_rule, rules, RULE_NET_PORT, &rule, 0) == 0;
}

/* Paths by which names and certificates are found. Folders, as their files are replaced by
   others. */
static const char *const name_files[] = {"/etc",
                                         "/usr/share/ca-certificates",
                                         "/usr/lib/ssl",
                                         "/usr/local/share/ca-certificates",
                                         "/run/systemd/resolve",
                                         "/run/resolvconf",
                                         "/run/NetworkManager"};

enum { NAME_SERVICE = 53 };

static bool allow_outbound(int rules, long abi, const sandbox_outbound *out) {
  bool good = true;
  for (size_t i = 0; i < COUNT(name_files); i++) {
    good = good && allow_reading(rules, name_files[i]);
  }
  for (size_t i = 0; out->files[i] != NULL; i++) {
    good = good && allow_reading(rules, out->files[i]);
  }
  if (abi < NETWORK_ABI) { return good; }
  for (size_t i = 0; i < out->count; i++) { good = good && allow_port(rules, out->ports[i]); }
  return good && allow_port(rules, NAME_SERVICE);
}

/* The leak detector of a sanitized build reads /proc. */
static bool restrict_objects(const sandbox_outbound *out, fault *why) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) {
    log_write(LOG_DEBUG, "this kernel has no Landlock: seccomp alone restricts files");
    return true;
  }
  size_t known = (size_t)abi < COUNT(rights) ? (size_t)abi - 1 : COUNT(rights) - 1;
  ruleset handled = {lowest(rights[known].files), lowest(rights[known].network),
                     lowest(rights[known].scopes)};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, rights[known].size, 0);
  bool done = rules >= 0 && (!SANITIZED || allow_reading(rules, "/proc")) &&
              (out == NULL || allow_outbound(rules, abi, out)) &&
              syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  int reason = errno;
  if (rules >= 0) { close(rules); }
  return done || fault_set(why, "Landlock: %s", strerror(reason));
}

/* ---- seccomp ---- */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* Numbers of x32 have this bit on x86-64; no other architecture counts as far. */
enum { X32 = 0x40000000 };

/* The system calls of a worker. One version of glibc makes a call where another
   makes its sibling (epoll_wait and epoll_pwait, fstat and newfstatat), and so do architectures:
   both are listed. */
static const int allowed[] = {
    /* descriptors that are open */
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_close, SYS_lseek, SYS_fstat,
    SYS_newfstatat,
    /* sockets that are open */
    SYS_accept4, SYS_recvfrom, SYS_recvmsg, SYS_shutdown, SYS_getsockname, SYS_getpeername,
    SYS_getsockopt,
    /* the loop */
    SYS_epoll_ctl, SYS_epoll_pwait, SYS_ppoll,
#ifdef SYS_epoll_wait
    SYS_epoll_wait, SYS_poll,
#endif
    /* memory */
    SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
    /* time, where the vDSO has no clock */
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_clock_nanosleep, SYS_nanosleep,
#ifdef SYS_time
    SYS_time,
#endif
#ifdef __SANITIZE_ADDRESS__
    /* the leak detector reads /proc and traces the process as it ends */
    SYS_openat, SYS_readlinkat, SYS_getdents64, SYS_clone, SYS_wait4, SYS_ptrace, SYS_prctl,
    SYS_getppid, SYS_mprotect, SYS_mmap, SYS_kill,
#ifdef SYS_open
    SYS_open, SYS_readlink, SYS_getdents, SYS_stat,
#endif
#endif
    /* the process itself */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    SYS_futex, SYS_sched_yield, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_exit, SYS_exit_group};

/* System calls that are allowed only where the bits in `mask` of an argument are `value`. Several
   rows of a call are alternatives. Other commands of fcntl and ioctl would name processes to send
   signals to. The kernel looks at the arguments in order of these rows: the most frequent call
   stands first. */
static const struct restricted {
  int syscall, argument;
  uint32_t mask, value;
} restricted[] = {
    {SYS_sendmsg, 2, MSG_FASTOPEN, 0},
    {SYS_sendto, 3, MSG_FASTOPEN, 0},
    {SYS_mmap, 2, PROT_EXEC, 0},
    {SYS_mprotect, 2, PROT_EXEC, 0},
    {SYS_setsockopt, 1, UINT32_MAX, IPPROTO_TCP},
    {SYS_setsockopt, 2, UINT32_MAX, SO_LINGER},
    {SYS_fcntl, 1, UINT32_MAX, F_GETFD},
    {SYS_fcntl, 1, UINT32_MAX, F_SETFD},
    {SYS_fcntl, 1, UINT32_MAX, F_GETFL},
    {SYS_fcntl, 1, UINT32_MAX, F_SETFL},
    {SYS_fcntl, 1, UINT32_MAX, F_GET_SEALS},
    {SYS_fcntl, 1, UINT32_MAX, F_DUPFD_CLOEXEC},
    {SYS_ioctl, 1, UINT32_MAX, TCGETS},
};

/* System calls of the fetch process beside those of a worker: connect, look names up, read files
   (those that Landlock leaves it), and start the threads by which libcurl looks names up. */
static const int outbound[] = {
    SYS_connect,    SYS_bind,
    SYS_setsockopt, SYS_sendmmsg,
    SYS_recvmmsg,   SYS_socketpair,
    SYS_pipe2,      SYS_eventfd2,
    SYS_openat,     SYS_readlinkat,
    SYS_getdents64, SYS_faccessat,
    SYS_statfs,     SYS_fadvise64,
    SYS_uname,      SYS_getuid,
    SYS_geteuid,    SYS_getgid,
    SYS_getegid,    SYS_set_robust_list,
    SYS_prlimit64,  SYS_sched_getaffinity,
    SYS_membarrier,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_statx
    SYS_statx,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_open
    SYS_open,       SYS_stat,
    SYS_lstat,      SYS_access,
    SYS_readlink,   SYS_pipe,
#endif
};

static const struct restricted outbound_restricted[] = {
    {SYS_socket, 0, UINT32_MAX, AF_INET},    {SYS_socket, 0, UINT32_MAX, AF_INET6},
    {SYS_socket, 0, UINT32_MAX, AF_NETLINK}, {SYS_clone, 0, CLONE_THREAD, CLONE_THREAD},
    {SYS_ioctl, 1, UINT32_MAX, FIONREAD},    {SYS_ioctl, 1, UINT32_MAX, FIONBIO},
};

enum { HEAD = 6, PLAIN = 2, CHECKED = 6, TAIL = 9 };

typedef struct filter {
  struct sock_filter code[HEAD + PLAIN * (COUNT(allowed) + COUNT(outbound)) +
                          CHECKED * (COUNT(restricted) + COUNT(outbound_restricted)) + TAIL];
  unsigned short length;
} filter;

static void filter_add(filter *f, struct sock_filter one) { f->code[f->length++] = one; }

static void filter_load(filter *f, size_t offset) {
  filter_add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void verdict(filter *f, uint32_t what) {
  filter_add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* Passes over the next `count` instructions unless the loaded word is `value`. */
static void unless(filter *f, uint32_t value, uint8_t count) {
  filter_add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count));
}

static void load_number(filter *f) { filter_load(f, offsetof(struct seccomp_data, nr)); }

/* Numbers of another architecture mean other calls: nothing of ours makes them. */
static void filter_begin(filter *f, uint32_t architecture) {
  filter_load(f, offsetof(struct seccomp_data, arch));
  filter_add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0));
  verdict(f, SECCOMP_RET_KILL_PROCESS);
  load_number(f);
  filter_add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1));
  verdict(f, SECCOMP_RET_KILL_PROCESS);
}

static void allow(filter *f, int number) {
  unless(f, (uint32_t)number, 1);
  verdict(f, SECCOMP_RET_ALLOW);
}

/* The lower half of the argument alone is looked at: both architectures are little-endian, and the
   kernel takes these arguments as 32 bits wide, or the bits in question are there. */
static void allow_where(filter *f, const struct restricted *row) {
  unless(f, (uint32_t)row->syscall, CHECKED - 1);
  filter_load(f, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)row->argument);
  filter_add(f, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, row->mask));
  unless(f, row->value, 1);
  verdict(f, SECCOMP_RET_ALLOW);
  load_number(f);
}

/* A library that probes for a system call, or tries a newer one, gets an error and goes on; killing
   the process would end the connections of its clients, too. */
static void build(filter *f, uint32_t architecture, bool outward) {
  const struct restricted abort_itself = {SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid()};
  filter_begin(f, architecture);
  for (size_t i = 0; i < COUNT(restricted); i++) { allow_where(f, &restricted[i]); }
  for (size_t i = 0; i < COUNT(allowed); i++) { allow(f, allowed[i]); }
  allow_where(f, &abort_itself);
  for (size_t i = 0; outward && i < COUNT(outbound_restricted); i++) {
    allow_where(f, &outbound_restricted[i]);
  }
  for (size_t i = 0; outward && i < COUNT(outbound); i++) { allow(f, outbound[i]); }
  if (outward) { /* glibc then takes clone, whose flags can be looked at */
    unless(f, SYS_clone3, 1);
    verdict(f, SECCOMP_RET_ERRNO | ENOSYS);
  }
  verdict(f, SECCOMP_RET_ERRNO | EPERM);
}

static bool restrict_syscalls(bool outward, fault *why) {
#ifdef ARCHITECTURE
  filter f = {.length = 0};
  build(&f, ARCHITECTURE, outward);
  struct sock_fprog program = {f.length, f.code};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) { return true; }
  if (errno != EINVAL) { return fault_set(why, "seccomp: %s", strerror(errno)); }
#else
  (void)outward, (void)why;
#endif
  log_write(LOG_DEBUG, "this kernel has no seccomp: system calls are not restricted");
  return true;
}

bool sandbox_enter(const sandbox_outbound *out, fault *why) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return fault_set(why, "no_new_privs: %s", strerror(errno));
  }
  return drop_capabilities(why) && restrict_objects(out, why) &&
         restrict_syscalls(out != NULL, why);
}
