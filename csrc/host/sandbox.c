#include "host/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
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

/* What Landlock knows of files that are no folders. */
#define OF_FILES (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE)

/* What is not there needs no rule. */
static bool allow(int rules, const char *path, uint64_t access) {
  struct stat found;
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
  if (fstat(fd, &found) == 0 && !S_ISDIR(found.st_mode)) access &= OF_FILES;
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = fd};
  long added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(fd);
  return added == 0;
}

/* Allows the folder of the file whose path is the first `length` bytes of `file`. */
static bool allow_folder(int rules, const char *file, size_t length, uint64_t access) {
  char folder[PATH_MAX];
  const char *slash = memrchr(file, '/', length);
  size_t kept = slash == NULL ? 0 : (size_t)(slash - file);
  if (kept >= sizeof folder) return true;
  snprintf(folder, sizeof folder, "%.*s", (int)kept, file);
  if (kept == 0) memcpy(folder, slash == NULL ? "." : "/", 2);
  return allow(rules, folder, access);
}

/* A log that is a link lies in another folder. */
static bool allow_log(int rules, const char *log) {
  char target[PATH_MAX];
  if (log == NULL || strcmp(log, "-") == 0) return true;
  return allow_folder(rules, log, strlen(log), READS | WRITES) &&
         (realpath(log, target) == NULL ||
          allow_folder(rules, target, strlen(target), READS | WRITES));
}

static bool allow_modules(int rules, const char *templates) {
  for (const char *at = templates; *at != '\0'; at += *at == ';') {
    if (!allow_folder(rules, at, strcspn(at, ";?"), READS)) return false;
    at += strcspn(at, ";");
  }
  return true;
}

/* A module of a newer release may need a library beside those that are in memory. */
static int allow_library(struct dl_phdr_info *object, size_t size, void *context) {
  const int *rules = context;
  const char *path = object->dlpi_name;
  (void)size;
  if (path == NULL || path[0] != '/') return 0;
  return !allow_folder(*rules, path, strlen(path), READS);
}

static bool allow_contract(int rules, const char *root) {
  char path[PATH_MAX + 16];
  snprintf(path, sizeof path, "%s/contract", root);
  return allow(rules, path, READS);
}

static bool allow_all(int rules, const settings *options, const char *modules) {
  return allow_modules(rules, modules) && allow_contract(rules, options->place->root) &&
         (options->routes == NULL || allow(rules, options->routes, READS)) &&
         (!SANITIZED || allow(rules, "/proc", READS)) &&
         dl_iterate_phdr(allow_library, &rules) == 0 &&
         allow(rules, "/usr/share/zoneinfo", READS) && allow(rules, "/etc/localtime", READS) &&
         allow_log(rules, options->access_log);
}

static bool restrict_files(const settings *options, const char *modules, fault *why) {
  struct landlock_ruleset_attr handled = {.handled_access_fs = EVERYTHING};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) {
    log_write(LOG_DEBUG, "this kernel has no Landlock: files are not restricted");
    return true;
  }
  bool done =
      allow_all(rules, options, modules) && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
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

bool sandbox_enter(const settings *options, const char *modules, fault *why) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return fault_set(why, "no_new_privs: %s", strerror(errno));
  }
  return restrict_files(options, modules, why) && restrict_calls(why);
}
