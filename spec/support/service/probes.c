/** Preloaded, makes a real worker try what it may not do. A request whose bytes begin with
 * "GET /probes " is the sign: the process that receives it tries every act below, and notes what
 * came of each in the file that PROBES names, which all processes map: `struct note`, one an act,
 * little-endian, read by spec/support/service/probes.lua. "GET /foreign " makes one call by a
 * number of another architecture instead.
 *
 *   PROBES          the file
 *   PROBES_FOLDER   holds `text`, a file, and `socket`, a listening unix socket
 *   PROBES_PORT     a TCP port that listens on 127.0.0.1
 *   PROBES_KERNEL   "old": the kernel has no Landlock; "bare": it has no seccomp
 *
 * The last note is the ABI of Landlock that the kernel has. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { ACTS = 128, DONE = 0, LANDLOCK_CREATE = 444 };

struct note {
  char name[44];
  int32_t outcome; /* DONE, or the errno of the refusal; -1 before it was tried */
};

static struct note *notes;
static const char *folder;
static uint16_t port;
static pid_t master;
static int is_old, is_bare;

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))
#define CALL(number, ...) real_syscall((long)(number), ##__VA_ARGS__)
static long (*real_syscall)(long number, ...);

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("PROBES"), *text = getenv("PROBES_PORT"),
             *kernel = getenv("PROBES_KERNEL");
  real_syscall = REAL(syscall);
  folder = getenv("PROBES_FOLDER");
  port = (uint16_t)atoi(text == NULL ? "0" : text);
  is_old = kernel != NULL && strcmp(kernel, "old") == 0;
  is_bare = kernel != NULL && strcmp(kernel, "bare") == 0;
  int fd = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *at = mmap(NULL, sizeof *notes * ACTS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (at == MAP_FAILED) return;
  notes = at;
  notes[ACTS - 1].outcome = (int32_t)real_syscall(LANDLOCK_CREATE, NULL, 0, 1);
}

/* Landlock is entered through this function alone. */
long syscall(long number, ...) {
  va_list rest;
  long a[6];
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (is_old && number == LANDLOCK_CREATE) {
    errno = ENOSYS;
    return -1;
  }
  return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int prctl(int option, ...) {
  va_list rest;
  unsigned long a[4];
  va_start(rest, option);
  for (int i = 0; i < 4; i++) a[i] = va_arg(rest, unsigned long);
  va_end(rest);
  if (is_bare && option == PR_SET_SECCOMP) {
    errno = EINVAL;
    return -1;
  }
  return REAL(prctl)(option, a[0], a[1], a[2], a[3]);
}

/* ---- acts: each gives what its call gives, below 0 with errno where it was refused ---- */

#define ACT(name) static long name(void)

static const char *at(const char *name) {
  static char paths[2][4096];
  static int next;
  char *path = paths[next ^= 1];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static const char *of_master(const char *name) {
  static char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)master, name);
  return path;
}

ACT(read_file) { return open(at("text"), O_RDONLY); }
ACT(read_file_anew) {
  struct {
    uint64_t flags, mode, resolve;
  } how = {O_RDONLY, 0, 0};
  return CALL(437, AT_FDCWD, at("text"), &how, sizeof how);
}
ACT(read_environment) { return open(of_master("environ"), O_RDONLY); }
ACT(read_master) { return open(of_master("mem"), O_RDONLY); }
ACT(read_itself) { return open("/proc/self/exe", O_RDONLY); }
ACT(list_folder) { return open(folder, O_RDONLY | O_DIRECTORY); }
ACT(write_file) { return open(at("text"), O_WRONLY); }
ACT(create_file) { return open(at("new"), O_WRONLY | O_CREAT, 0600); }
ACT(create_nameless) { return open(folder, O_WRONLY | O_TMPFILE, 0600); }
ACT(truncate_file) { return truncate(at("text"), 1); }
ACT(set_mode) { return chmod(at("text"), 04777); }
ACT(set_owner) { return chown(at("text"), getuid(), getgid()); }
ACT(set_times) { return utimensat(AT_FDCWD, at("text"), NULL, 0); }
ACT(set_attribute) { return CALL(SYS_setxattr, at("text"), "user.x", "y", 1, 0); }
ACT(rename_file) { return renameat(AT_FDCWD, at("text"), AT_FDCWD, at("text")); }
ACT(link_file) { return linkat(AT_FDCWD, at("text"), AT_FDCWD, at("linked"), 0); }
ACT(link_symbolically) { return symlinkat("x", AT_FDCWD, at("link")); }
ACT(remove_file) { return unlinkat(AT_FDCWD, at("text"), 0); }
ACT(make_folder) { return mkdirat(AT_FDCWD, at("folder"), 0700); }
ACT(make_pipe_file) { return mknodat(AT_FDCWD, at("pipe"), S_IFIFO | 0600, 0); }
ACT(change_folder) { return chdir("/"); }
ACT(watch_files) { return CALL(SYS_inotify_init1, 0); }

static struct sockaddr_in here(void) {
  return (struct sockaddr_in){
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static long over(int type, int flags) {
  struct sockaddr_in to = here();
  int fd = socket(AF_INET, type, 0);
  if (fd < 0) return fd;
  if (flags == 0) return connect(fd, (struct sockaddr *)&to, sizeof to);
  return sendto(fd, "x", 1, flags, (struct sockaddr *)&to, sizeof to);
}

static long at_unix(const char *path) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  strncpy(to.sun_path, path, sizeof to.sun_path - 1);
  return fd < 0 ? fd : connect(fd, (struct sockaddr *)&to, sizeof to);
}

ACT(connect_tcp) { return over(SOCK_STREAM, 0); }
ACT(open_fast) { return over(SOCK_STREAM, MSG_FASTOPEN); }
ACT(open_fast_again) { return CALL(SYS_sendto, 0, "x", 1, MSG_FASTOPEN, NULL, 0); }
ACT(send_udp) { return over(SOCK_DGRAM, MSG_DONTWAIT); }
ACT(open_raw) { return socket(AF_INET, SOCK_RAW, IPPROTO_ICMP); }
ACT(open_packet) { return socket(AF_PACKET, SOCK_RAW, 0); }
ACT(open_netlink) { return socket(AF_NETLINK, SOCK_RAW, 0); }
ACT(connect_unix) { return at_unix(at("socket")); }
ACT(make_pair) {
  int ends[2];
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
}
ACT(listen_tcp) {
  struct sockaddr_in any = {.sin_family = AF_INET};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&any, sizeof any) != 0) return -1;
  return listen(fd, 1);
}

ACT(signal_master) { return kill(master, 0); }
ACT(signal_thread) { return CALL(SYS_tgkill, master, master, 0); }
ACT(signal_any_thread) { return CALL(SYS_tkill, master, 0); }
ACT(queue_signal) {
  siginfo_t what = {.si_code = SI_QUEUE};
  return CALL(SYS_rt_sigqueueinfo, master, 0, &what);
}
ACT(open_process) { return CALL(434, master, 0); }
ACT(signal_by_descriptor) { return CALL(424, 0, 0, NULL, 0); }
ACT(take_descriptor) { return CALL(438, 0, 0, 0); }
ACT(own_descriptor) { return fcntl(0, F_SETOWN, master); }
ACT(own_by_ioctl) {
  int owner = (int)master;
  return ioctl(0, FIOSETOWN, &owner);
}
ACT(trace_master) { return ptrace(PTRACE_SEIZE, master, NULL, NULL); }
ACT(read_memory) {
  char byte;
  struct iovec to = {&byte, 1}, from = {(void *)&master, 1};
  return CALL(SYS_process_vm_readv, master, &to, 1, &from, 1, 0);
}
ACT(write_memory) {
  struct iovec from = {(void *)&master, 1};
  return CALL(SYS_process_vm_writev, master, &from, 1, &from, 1, 0);
}
ACT(limit_master) { return CALL(SYS_prlimit64, master, RLIMIT_NOFILE, NULL, NULL); }
ACT(slow_master) { return setpriority(PRIO_PROCESS, (id_t)master, 5); }
ACT(move_master) {
  cpu_set_t all;
  memset(&all, 0xff, sizeof all);
  return sched_setaffinity(master, sizeof all, &all);
}

/* The child of a process that was made after all ends at once. */
static long made(long child) {
  if (child == 0) CALL(SYS_exit_group, 0);
  return child;
}
ACT(make_process) { return made(CALL(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
ACT(make_process_anew) {
  uint64_t how[11] = {[4] = SIGCHLD};
  return made(CALL(435, how, sizeof how));
}
ACT(make_user_namespace) { return made(CALL(SYS_clone, 0x10000000 | SIGCHLD, 0, 0, 0, 0)); }
ACT(leave_namespace) { return unshare(0x10000000); }
ACT(enter_namespace) { return setns(0, 0); }
/* The note that it was done is already there if it is allowed. */
ACT(run_program) { return execve("/bin/true", (char *[]){"true", NULL}, NULL); }
ACT(run_memory) {
  int fd = memfd_create("program", 0);
  return fd < 0 ? fd : fexecve(fd, (char *[]){"x", NULL}, (char *[]){NULL});
}
ACT(make_memory_file) { return memfd_create("file", 0); }

static long mapped(int protection) {
  void *page = mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return -1;
  return protection & PROT_EXEC ? 0 : mprotect(page, 4096, PROT_READ | PROT_EXEC);
}
ACT(map_code) { return mapped(PROT_READ | PROT_EXEC); }
ACT(turn_into_code) { return mapped(PROT_READ | PROT_WRITE); }

ACT(mount_folder) { return CALL(SYS_mount, "none", at("text"), "tmpfs", 0, NULL); }
ACT(change_root) { return chroot("/"); }
ACT(become_root) { return setresuid(0, 0, 0); }
ACT(become_other) { return setuid(getuid()); }
ACT(change_groups) { return CALL(SYS_setgroups, 0, NULL); }
ACT(take_capabilities) { return CALL(SYS_capset, NULL, NULL); }
ACT(use_keys) { return CALL(SYS_keyctl, 0, -3, 0); }
ACT(add_a_key) { return CALL(SYS_add_key, "user", "x", "y", 1, -3); }
ACT(load_bpf) { return CALL(SYS_bpf, 0, NULL, 0); }
ACT(count_events) { return CALL(SYS_perf_event_open, NULL, 0, -1, -1, 0); }
ACT(open_ring) { return CALL(425, 1, NULL); }
ACT(take_faults) { return CALL(SYS_userfaultfd, 0); }
ACT(be_dumpable) { return CALL(SYS_prctl, PR_SET_DUMPABLE, 1); }
ACT(allow_tracer) { return CALL(SYS_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY); }
ACT(change_personality) { return CALL(SYS_personality, 0x0400000); }
ACT(set_clock) { return CALL(SYS_clock_settime, 0, NULL); }
ACT(load_module) { return CALL(SYS_init_module, NULL, 0, ""); }
ACT(read_kernel_log) { return CALL(SYS_syslog, 10, NULL, 0); }
ACT(open_by_handle) { return CALL(SYS_open_by_handle_at, 0, NULL, 0); }

static const struct act {
  const char *name;
  long (*try)(void);
} acts[] = {
    {"read a file", read_file},
    {"read a file by openat2", read_file_anew},
    {"read the environment of the master", read_environment},
    {"read the memory of the master by /proc", read_master},
    {"read its own program", read_itself},
    {"list a folder", list_folder},
    {"write a file", write_file},
    {"create a file", create_file},
    {"create a file without a name", create_nameless},
    {"truncate a file", truncate_file},
    {"give a file the mode 4777", set_mode},
    {"give a file another owner", set_owner},
    {"set the times of a file", set_times},
    {"set an attribute of a file", set_attribute},
    {"rename a file", rename_file},
    {"link a file", link_file},
    {"make a symbolic link", link_symbolically},
    {"make a folder", make_folder},
    {"make a named pipe", make_pipe_file},
    {"remove a file", remove_file},
    {"change the working folder", change_folder},
    {"watch files", watch_files},
    {"open a file by its handle", open_by_handle},
    {"connect by TCP", connect_tcp},
    {"connect by TCP fast open", open_fast},
    {"send by TCP fast open on a descriptor", open_fast_again},
    {"send by UDP", send_udp},
    {"open a raw socket", open_raw},
    {"open a packet socket", open_packet},
    {"open a netlink socket", open_netlink},
    {"connect to a unix socket", connect_unix},
    {"make a pair of sockets", make_pair},
    {"bind and listen", listen_tcp},
    {"signal the master by kill", signal_master},
    {"signal the master by tgkill", signal_thread},
    {"signal the master by tkill", signal_any_thread},
    {"signal the master by rt_sigqueueinfo", queue_signal},
    {"open the master by pidfd_open", open_process},
    {"signal by pidfd_send_signal", signal_by_descriptor},
    {"take a descriptor by pidfd_getfd", take_descriptor},
    {"have a descriptor signal the master (fcntl)", own_descriptor},
    {"have a descriptor signal the master (ioctl)", own_by_ioctl},
    {"trace the master", trace_master},
    {"read the memory of the master", read_memory},
    {"write the memory of the master", write_memory},
    {"limit the master", limit_master},
    {"slow the master down", slow_master},
    {"move the master to other processors", move_master},
    {"make a process", make_process},
    {"make a process by clone3", make_process_anew},
    {"make a process in a user namespace", make_user_namespace},
    {"leave its user namespace", leave_namespace},
    {"enter another namespace", enter_namespace},
    {"make a file in memory", make_memory_file},
    {"run a file in memory", run_memory},
    {"map memory that can be run", map_code},
    {"make memory runnable", turn_into_code},
    {"mount a file system", mount_folder},
    {"change the root folder", change_root},
    {"become root", become_root},
    {"set its user", become_other},
    {"set its groups", change_groups},
    {"set its capabilities", take_capabilities},
    {"use a keyring", use_keys},
    {"add a key", add_a_key},
    {"load a BPF program", load_bpf},
    {"count events of the processor", count_events},
    {"open an io_uring", open_ring},
    {"take page faults", take_faults},
    {"become dumpable", be_dumpable},
    {"allow itself to be traced", allow_tracer},
    {"change its personality", change_personality},
    {"set the clock", set_clock},
    {"load a kernel module", load_module},
    {"read the kernel's log", read_kernel_log},
    {"run a program", run_program},
};

_Static_assert(sizeof acts / sizeof *acts < ACTS, "the file is too small");

static void try_all(void) {
  master = getppid();
  for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
    snprintf(notes[i].name, sizeof notes[i].name, "%s", acts[i].name);
    notes[i].outcome = DONE;
    if (acts[i].try() < 0) notes[i].outcome = errno;
  }
}

/* getpid by its number of x32; arm has no such numbers. */
static void call_foreign(void) {
#ifdef __x86_64__
  CALL(0x40000000 | SYS_getpid);
#endif
}

ssize_t recv(int fd, void *to, size_t size, int flags) {
  static __typeof__(&recv) next;
  if (next == NULL) next = REAL(recv);
  ssize_t count = next(fd, to, size, flags);
  if (notes == NULL || count < 12) return count;
  if (memcmp(to, "GET /probes ", 12) == 0) try_all();
  if (memcmp(to, "GET /foreign", 12) == 0) call_foreign();
  return count;
}
