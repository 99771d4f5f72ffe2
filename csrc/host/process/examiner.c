#include "host/process/examiner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "host/process/channel.h"
#include "host/process/dial.h"
#include "host/process/sandbox.h"
#include "host/script/lua_aux.h"
#include "host/script/script.h"
#include "host/script/script_exchange.h"

/* The files are released with the script. */
static bool try_files(script_deps *deps, bundle *files, uint64_t *jobs, fault *why) {
  deps->trial = true;
  script_watch();
  if (deps->options->sandbox && !sandbox_enter(NULL, why)) { return false; }
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

/* The trial of routes: they are loaded and tested in a process of its own, in the cage that workers
 * have. Nothing that their files do while they are loaded reaches another process. */

/* Tries the routes, and waits for it; whoever ends this process ends the trial.
 * @param files what they are loaded from, with the options; borrowed
 * @param[out] jobs how many they have
 * @param[out] why the first fault with file and line
 * @return false when they are refused */
static bool trial_run(const script_deps *deps, bundle *files, uint64_t *jobs, fault *why) {
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

/* Added to the nice value: processes that answer have the processors first. */
enum { YIELDING = 10 };

typedef struct examination {
  script_deps deps;
  const account *account;
  lua_State *invocation; /* see examiner.h */
  const generation *current;
  const char *rollback; /* digest; NULL: none */
  const handed_publication *inherited;
  bundle *files; /* of the routes */
  span options;  /* as a text, owned by the files or by the invocation */
  channel_message found;
  lua_State *L; /* of the publication; at its top the function that remembers it */
} examination;

/* ---- the configuration ---- */

/* Takes the options from lua/host/config.lua: what the service was started with, which is the
   argument before the trial, or what takes the place of options in service. Leaves the text and the
   names of what changed. */
static int ask_options(lua_State *L) {
  examination *e = lua_touserdata(L, 2);
  bool first = e->options.len == 0;
  aux_require(L, "host.config", first ? "text" : "again");
  if (first) {
    lua_pushvalue(L, 1);
  } else {
    lua_pushlstring(L, e->options.data, e->options.len);
  }
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) { return lua_error(L); }
  e->options.data = lua_tolstring(L, -2, &e->options.len);
  return 2;
}

static bool examiner_take_options(examination *e, fault *why) {
  lua_State *L = e->invocation;
  lua_pushcfunction(L, ask_options);
  lua_pushvalue(L, -2);
  lua_pushlightuserdata(L, e);
  return aux_pcall(L, 2, 2, why);
}

/* The files that the routes in service were made from, and the options that are with them. */
static bool examiner_open_files(examination *e, fault *why) {
  e->files = bundle_collect(e->current->fd[CHANNEL_ROUTES]);
  if (e->files == NULL) { return fault_set(why, "memory ran out for the routes"); }
  e->options = configuration_text(e->files);
  return e->options.len > 0 || examiner_take_options(e, why);
}

/* Other stores must answer; those in use may fail at any time, and hinder no reload. */
static bool try_stores(const quota_stores *used, const quota_stores *fresh, fault *why) {
  fault reason;
  if (quota_stores_same(used, fresh) || dial_prove(fresh, &reason)) { return true; }
  return fault_set(why, "quota_store: %.360s", reason.text);
}

static bool try_configuration(examination *e, fault *why) {
  if (!examiner_take_options(e, why)) { return false; }
  const char *changed = lua_tostring(e->invocation, -1);
  if (changed[0] == '\0') { return true; }
  configuration *fresh = configuration_open(e->deps.options->place, e->options, why);
  if (fresh == NULL) { return false; }
  if (!try_stores(&e->deps.options->stores, &fresh->options.stores, why)) { return false; }
  e->deps.options = &fresh->options;
  e->found.changed |= PART_CONFIGURATION;
  log_write(LOG_INFO, "the configuration changes: %s", changed);
  return true;
}

/* The config file and what it names may be the master's alone; all that follows is not. */
static bool take_account(examination *e, fault *why) {
  if (!account_enter(e->account, why)) { return false; }
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* which the change of the account cleared */
  return true;
}

/* ---- the publication ---- */

/* An unchanged file is not verified again: the memory it was copied to cannot have changed. */
static bool is_unchanged(const examination *e) {
  const publication_info *served = &e->current->info;
  const settings *options = e->deps.options;
  publication_info found;
  return e->current->fd[CHANNEL_PUBLICATION] >= 0 &&
         publication_info_stamps(options->publication, options->trust, &found) &&
         file_stamp_same(&found.publication, &served->publication) &&
         file_stamp_same(&found.trust, &served->trust);
}

/* keep(fd, handed): hands the descriptor to the trial before anything else can fail. */
static int examiner_keep(lua_State *L) {
  examination *e = lua_touserdata(L, lua_upvalueindex(1));
  e->found.fd[CHANNEL_PUBLICATION] = (int)lua_tointeger(L, 1);
  if (lua_toboolean(L, 2)) {
    log_write(LOG_INFO,
              "the publication's memory is that of the program before; signatures, trust and "
              "dates were checked anew");
  }
  return 0;
}

/* Takes the facts that svc.seal gave, the table at the top. */
static void take_facts(lua_State *L, publication_info *out) {
  uint64_t before = aux_number(L, "rolled_back_from");
  out->sequence = aux_number(L, "sequence");
  out->created = aux_number(L, "created");
  out->expires = aux_number(L, "expires");
  snprintf(out->id, sizeof out->id, "%s", aux_text(L, "id"));
  snprintf(out->digest, sizeof out->digest, "%s", aux_text(L, "digest"));
  if (before == 0) { return; }
  log_write(LOG_WARN, "to be rolled back to sequence %llu, as ordered; %llu was accepted before",
            (unsigned long long)out->sequence, (unsigned long long)before);
}

/* Pushes what lua/host/seal.lua is to seal. */
static void push_source(lua_State *L, const examination *e) {
  const settings *options = e->deps.options;
  const struct {
    const char *name, *text;
  } texts[] = {
      {"publication", options->publication},
      {"trust", options->trust},
      {"folder", options->state_dir},
      {"served", e->current->about[0] == '\0' ? NULL : e->current->about},
      {"rollback", e->rollback},
  };
  lua_newtable(L);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    lua_pushstring(L, texts[i].text);
    lua_setfield(L, -2, texts[i].name);
  }
  if (e->inherited->fd >= 0) {
    lua_pushinteger(L, e->inherited->fd);
    lua_setfield(L, -2, "handed");
  }
}

/* Seals the publication; leaves the function that remembers it. */
static int examiner_seal(lua_State *L) {
  examination *e = lua_touserdata(L, 1);
  aux_require(L, "host.seal", "seal");
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, examiner_keep, 1);
  push_source(L, e);
  lua_call(L, 2, 3);
  snprintf(e->found.text, sizeof e->found.text, "%s", lua_tostring(L, -3));
  lua_insert(L, -2);
  take_facts(L, &e->found.info);
  lua_pop(L, 1);
  return 1;
}

/* Checked here, because the cure names the option, which the readers of the files do not know. */
static bool check_readable(const char *path, const char *what, const char *cure, fault *why) {
  if (path == NULL) { return fault_set(why, "no %s is configured; %s", what, cure); }
  return access(path, R_OK) == 0 ||
         fault_set(why, "%s %.160s: %s; %s", what, path, strerror(errno), cure);
}

static bool open_pipe(int fd[CHANNEL_FDS], fault *why) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) { return fault_set(why, "no pipe: %s", strerror(errno)); }
  fd[CHANNEL_FREED] = ends[0];
  fd[CHANNEL_HELD] = ends[1];
  return true;
}

/* Of files that change as they are looked at, none. */
static void note_stamps(examination *e) {
  const settings *options = e->deps.options;
  if (e->inherited->fd >= 0) {
    e->found.info = e->inherited->info;
  } else if (!publication_info_stamps(options->publication, options->trust, &e->found.info)) {
    e->found.info = (publication_info){0};
  }
}

static bool load_publication(examination *e, fault *why) {
  const settings *options = e->deps.options;
  if (!check_readable(
          options->publication, "file",
          "make one by svcd publish, fetch one by svcd follow, or name it by --publication", why) ||
      !check_readable(options->trust, "trust file",
                      "get it from the publisher, or name it by --trust", why)) {
    return false;
  }
  note_stamps(e);
  e->L = home_state(options->place);
  if (e->L == NULL) { return fault_set(why, "memory ran out"); }
  lua_pushcfunction(e->L, examiner_seal);
  lua_pushlightuserdata(e->L, e);
  if (!aux_pcall(e->L, 1, 1, why) || !open_pipe(e->found.fd, why)) { return false; }
  e->found.changed |= PART_PUBLICATION;
  return true;
}

/* Without content a service can start, and answers 503. */
static bool try_publication(examination *e, fault *why) {
  if (is_unchanged(e) || load_publication(e, why)) { return true; }
  bool served = e->current->fd[CHANNEL_PUBLICATION] >= 0;
  bool alone = e->found.parts == PART_PUBLICATION;
  if (served || alone) { return false; }
  snprintf(e->found.text, sizeof e->found.text, "%s", why->text);
  return true;
}

/* function() -> true, or nil and the reason */
static int examiner_remember(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_call(L, 0, 2);
  if (lua_isnil(L, -2)) { return lua_error(L); }
  return 0;
}

static bool make_state_folder(const settings *options, fault *why) {
  if (options->state_dir == NULL || mkdir(options->state_dir, 0700) == 0 || errno == EEXIST) {
    return true;
  }
  return fault_set(why, "%.200s cannot be made: %s; give --state-dir a folder that can be written",
                   options->state_dir, strerror(errno));
}

static bool remember_publication(const examination *e, fault *why) {
  if (e->L == NULL || lua_gettop(e->L) == 0) { return true; }
  if (!make_state_folder(e->deps.options, why)) { return false; }
  lua_pushcfunction(e->L, examiner_remember);
  lua_pushvalue(e->L, -2);
  return aux_pcall(e->L, 1, 0, why);
}

/* ---- the routes ---- */

/* Folders of an installation that the service loads from; lua/host/command is of commands. */
static const struct {
  const char *folder, *types;
  bool below;
} framework[] = {
    {"lua/base", "lua", true}, {"lua/host", "lua", false},
    {"lua/mcp", "lua", true},  {"lua/site", "lua css js json mjs svg txt woff2", true},
    {"lua/web", "lua", true},  {"contract/schemas", "json", true},
    {"cli/src", "mjs", false},
};

/* Everything that workers may need is in the collection: they can open no file. */
static bool collect_files(const examination *e) {
  const home *place = e->deps.options->place;
  char path[PATH_MAX + 32];
  for (size_t i = 0; i < sizeof framework / sizeof *framework; i++) {
    snprintf(path, sizeof path, "%s/%s", place->root, framework[i].folder);
    if (!bundle_add_folder(e->files, path, framework[i].types, framework[i].below)) {
      return false;
    }
  }
  for (const char *const *at = e->deps.options->routes; *at != NULL; at++) {
    if (!bundle_add_folder(e->files, *at, "lua json", true)) { return false; }
  }
  return bundle_add_folder(e->files, place->modules, "json mjs txt woff2", false) &&
         configuration_put(e->files, e->options);
}

static bool try_routes(examination *e, fault *why) {
  bool same;
  if (!collect_files(e)) { return fault_set(why, "memory ran out for the routes"); }
  if (!trial_run(&e->deps, e->files, &e->found.number, why)) { return false; }
  e->found.fd[CHANNEL_ROUTES] = bundle_seal(e->files, &same, why);
  if (e->found.fd[CHANNEL_ROUTES] >= 0 && !same) { e->found.changed |= PART_ROUTES; }
  return e->found.fd[CHANNEL_ROUTES] >= 0;
}

/* ---- the process ---- */

static void await_writable(int channel) {
  struct pollfd writable = {.fd = channel, .events = POLLOUT};
  poll(&writable, 1, -1);
}

static bool examiner_report(int channel, const channel_message *message) {
  await_writable(channel);
  return channel_send(channel, message);
}

static bool report_refusal(int channel, unsigned part, const fault *why) {
  await_writable(channel);
  channel_refuse(channel, part, why->text);
  return false;
}

/* @return true once it is remembered, false when it is not wanted */
static bool await_order(const examination *e, int channel) {
  channel_message order, done = channel_note(CHANNEL_DONE);
  fault why;
  if (!channel_await(channel, &order) || order.kind != CHANNEL_COMMIT) { return false; }
  if (!remember_publication(e, &why)) { return report_refusal(channel, PART_PUBLICATION, &why); }
  examiner_report(channel, &done);
  return true;
}

/* Ends after every other process that has the memory of `dropped`, so that it is freed here. The
   memory in service is not kept open here, as it may be replaced meanwhile. */
static int outlive(const int dropped[CHANNEL_FDS], const int served[CHANNEL_FDS]) {
  struct pollfd end = {.fd = dropped[CHANNEL_FREED]};
  if (served[CHANNEL_PUBLICATION] >= 0) { close(served[CHANNEL_PUBLICATION]); }
  while (end.fd >= 0 && poll(&end, 1, -1) < 0 && errno == EINTR) {}
  return 0;
}

/* In this order: the options say where the others are. */
static const struct {
  unsigned part;
  bool (*try)(examination *e, fault *why);
} steps[] = {
    {.part = PART_ROUTES, .try = examiner_open_files},
    {.part = PART_CONFIGURATION, .try = try_configuration},
    {.part = PART_ALL, .try = take_account},
    {.part = PART_PUBLICATION, .try = try_publication},
    {.part = PART_ROUTES, .try = try_routes},
};

static int examine(examination *e, int channel) {
  fault why;
  prctl(PR_SET_NAME, "svcd-examiner");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (e->current->fd[CHANNEL_PUBLICATION] >= 0) {
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + YIELDING);
  }
  log_open(log_level_of(e->deps.options->log), "examiner");
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    if ((e->found.parts & steps[i].part) == 0 || steps[i].try(e, &why)) { continue; }
    report_refusal(channel, steps[i].part & e->found.parts, &why);
    return 1;
  }
  if (!examiner_report(channel, &e->found)) { return 1; }
  const int *found = e->found.fd, *current = e->current->fd;
  if (found[CHANNEL_HELD] >= 0) { close(found[CHANNEL_HELD]); }
  bool replaced = await_order(e, channel);
  if (found[CHANNEL_PUBLICATION] < 0) { return 0; }
  return replaced ? outlive(current, found) : outlive(found, current);
}

bool examiner_start(const examiner_deps *deps, const generation *current, unsigned parts,
                    const char *rollback, examiner *out, fault *why) {
  int channel;
  examination e = {.deps = *deps->script,
                   .account = deps->account,
                   .invocation = deps->invocation,
                   .current = current,
                   .rollback = rollback,
                   .inherited = deps->inherited,
                   .found = channel_note(CHANNEL_EXAMINED)};
  e.found.parts = parts;
  pid_t pid = channel_fork(&channel);
  if (pid == 0) {
    after_fork((int[]){channel, current->fd[CHANNEL_PUBLICATION], current->fd[CHANNEL_ROUTES],
                       current->fd[CHANNEL_FREED], deps->inherited->fd},
               5);
    exit(examine(&e, channel));
  }
  *out = pid < 0 ? (examiner){0, -1} : (examiner){pid, channel};
  return pid > 0 || fault_set(why, "no process to examine it: %s", strerror(errno));
}

void examiner_end(examiner *e) {
  if (e->channel < 0) { return; }
  kill(e->pid, SIGKILL);
  examiner_leave(e);
}

void examiner_leave(examiner *e) {
  if (e->channel < 0) { return; }
  close(e->channel);
  e->channel = -1;
}
