#include "host/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/log.h"

#define READS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITES (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG)
#define EVERYTHING                                                                               \
  (READS | WRITES | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                 \
   LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
   LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | \
   LANDLOCK_ACCESS_FS_MAKE_SYM)

/* The leak detector of a sanitized build reads /proc and traces the process as it ends. */
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1, TRACING = -1 };
#else
enum { SANITIZED = 0, TRACING = SYS_ptrace };
#endif

/* ---- Landlock ---- */

static bool allow(int rules, const char *path, uint64_t access) {
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT;
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = fd};
  long added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(fd);
  return added == 0;
}

static bool allow_folder_of(int rules, const char *file) {
  char folder[PATH_MAX];
  if (file == NULL || strcmp(file, "-") == 0) return true;
  snprintf(folder, sizeof folder, "%s", file);
  char *slash = strrchr(folder, '/');
  if (slash == NULL)
    memcpy(folder, ".", 2);
  else if (slash == folder)
    folder[1] = '\0';
  else
    *slash = '\0';
  return allow(rules, folder, READS | WRITES);
}

static bool allow_all(int rules, const settings *options) {
  return allow(rules, options->place->root, READS) &&
         allow(rules, options->place->binaries, READS | LANDLOCK_ACCESS_FS_EXECUTE) &&
         (options->routes == NULL || allow(rules, options->routes, READS)) &&
         (!SANITIZED || allow(rules, "/proc", READS)) &&
         allow(rules, "/usr", READS | LANDLOCK_ACCESS_FS_EXECUTE) &&
         allow(rules, "/lib", READS | LANDLOCK_ACCESS_FS_EXECUTE) &&
         allow_folder_of(rules, options->access_log);
}

static bool restrict_files(const settings *options, fault *why) {
  struct landlock_ruleset_attr handled = {.handled_access_fs = EVERYTHING};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) {
    log_write(LOG_DEBUG, "this kernel has no Landlock: files are not restricted");
    return true;
  }
  bool done = allow_all(rules, options) && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  int reason = errno;
  close(rules);
  return done || fault_set(why, "Landlock: %s", strerror(reason));
}

/* ---- seccomp ---- */

#define REFUSE(number)                                           \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(number), 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static bool restrict_calls(fault *why) {
#ifdef ARCHITECTURE
  static struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      REFUSE(SYS_execve),
      REFUSE(SYS_execveat),
      REFUSE(TRACING),
      REFUSE(SYS_process_vm_readv),
      REFUSE(SYS_process_vm_writev),
      REFUSE(SYS_kill),
      REFUSE(SYS_tkill),
      REFUSE(SYS_connect),
      REFUSE(SYS_mount),
      REFUSE(SYS_umount2),
      REFUSE(SYS_pivot_root),
      REFUSE(SYS_chroot),
      REFUSE(SYS_unshare),
      REFUSE(SYS_setns),
      REFUSE(SYS_bpf),
      REFUSE(SYS_perf_event_open),
      REFUSE(SYS_init_module),
      REFUSE(SYS_finit_module),
      REFUSE(SYS_delete_module),
      REFUSE(SYS_kexec_load),
      REFUSE(SYS_keyctl),
      REFUSE(SYS_add_key),
      REFUSE(SYS_request_key),
      REFUSE(SYS_reboot),
      REFUSE(SYS_swapon),
      REFUSE(SYS_swapoff),
      REFUSE(SYS_userfaultfd),
      REFUSE(SYS_io_uring_setup),
      REFUSE(SYS_open_by_handle_at),
      REFUSE(SYS_setuid),
      REFUSE(SYS_setgid),
      REFUSE(SYS_capset),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {(unsigned short)(sizeof filter / sizeof *filter), filter};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) return true;
  if (errno == EINVAL) {
    log_write(LOG_DEBUG, "this kernel has no seccomp: system calls are not restricted");
    return true;
  }
  return fault_set(why, "seccomp: %s", strerror(errno));
#else
  (void)why;
  return true;
#endif
}

bool sandbox_enter(const settings *options, fault *why) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return fault_set(why, "no_new_privs: %s", strerror(errno));
  }
  return restrict_files(options, why) && restrict_calls(why);
}
