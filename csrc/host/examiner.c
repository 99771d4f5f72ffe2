#include "host/examiner.h"

#include <errno.h>
#include <lauxlib.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/birth.h"
#include "host/log.h"

/* What is sealed is not remembered before every worker is ready to serve it. */
static const char sealing[] =
    "local keep, path, trust, folder, served, rollback = ...\n"
    "local svc = require('svc')\n"
    "local state = folder and folder .. '/publication.state'\n"
    "local options = { trust = trust, state = state, deferred = true }\n"
    "options.served, options.rollback = served and svc.parse_json(served), rollback\n"
    "local fd, info, remember = svc.seal(path, options)\n"
    "if not fd then error(info, 0) end\n"
    "keep(fd)\n"
    "return svc.json(info), info, remember\n";

typedef struct trial {
  const script_means *means;
  const generation *current;
  unsigned parts;
  const char *rollback; /* digest; NULL: none */
  channel_message found;
  lua_State *L; /* of the publication; at its top the function that remembers it */
} trial;

/* ---- the publication ---- */

static bool take_marks(const settings *options, release *out) {
  return options->publication != NULL && options->trust != NULL &&
         mark_take(options->publication, &out->publication) &&
         mark_take(options->trust, &out->trust);
}

/* An unchanged file is not verified again: the memory it was copied to cannot have changed. */
static bool is_unchanged(const trial *t) {
  const release *served = &t->current->release;
  release found;
  return t->current->fd[CHANNEL_PUBLICATION] >= 0 && take_marks(t->means->options, &found) &&
         mark_same(&found.publication, &served->publication) &&
         mark_same(&found.trust, &served->trust);
}

/* keep(fd): the trial has it before anything else can fail. */
static int keep(lua_State *L) {
  trial *t = lua_touserdata(L, lua_upvalueindex(1));
  t->found.fd[CHANNEL_PUBLICATION] = (int)lua_tointeger(L, 1);
  return 0;
}

static uint64_t number_of(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  lua_Integer value = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return (uint64_t)value;
}

static void copy_digest(lua_State *L, const char *name, char out[DIGEST_TEXT + 1]) {
  lua_getfield(L, -1, name);
  snprintf(out, DIGEST_TEXT + 1, "%s", luaL_checkstring(L, -1));
  lua_pop(L, 1);
}

/* Takes what svc.seal told, the table at the top. */
static void take_facts(lua_State *L, release *out) {
  uint64_t before = number_of(L, "rolled_back_from");
  out->sequence = number_of(L, "sequence");
  out->created = number_of(L, "created");
  out->expires = number_of(L, "expires");
  copy_digest(L, "id", out->id);
  copy_digest(L, "digest", out->digest);
  if (before == 0) return;
  log_write(LOG_WARN, "to be rolled back to sequence %llu, as ordered; %llu was accepted before",
            (unsigned long long)out->sequence, (unsigned long long)before);
}

/* Runs the program in `sealing` with the options, for the trial. */
static int seal(lua_State *L) {
  trial *t = lua_touserdata(L, 1);
  const settings *options = t->means->options;
  if (luaL_loadbufferx(L, sealing, sizeof sealing - 1, "=sealing", "t") != LUA_OK) {
    return lua_error(L);
  }
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, keep, 1);
  lua_pushstring(L, options->publication);
  lua_pushstring(L, options->trust);
  lua_pushstring(L, options->state_dir);
  lua_pushstring(L, t->current->about[0] == '\0' ? NULL : t->current->about);
  lua_pushstring(L, t->rollback);
  lua_call(L, 6, 3);
  snprintf(t->found.text, sizeof t->found.text, "%s", lua_tostring(L, -3));
  lua_insert(L, -2);
  take_facts(L, &t->found.release);
  lua_pop(L, 1);
  return 1;
}

/* What reads the files knows no options, which the cures name. */
static bool check_readable(const char *path, const char *what, const char *cure, fault *why) {
  if (path == NULL) return fault_set(why, "no %s is configured; %s", what, cure);
  return access(path, R_OK) == 0 ||
         fault_set(why, "%s %.160s: %s; %s", what, path, strerror(errno), cure);
}

static bool load_publication(trial *t, fault *why) {
  const settings *options = t->means->options;
  if (!check_readable(options->publication, "file",
                      "make one by svcd publish, or name it by --publication", why) ||
      !check_readable(options->trust, "trust file",
                      "get it from the publisher, or name it by --trust", why)) {
    return false;
  }
  if (!take_marks(options, &t->found.release)) t->found.release = (release){0};
  t->L = script_plain(options->place);
  if (t->L == NULL) return fault_set(why, "memory ran out");
  lua_pushcfunction(t->L, seal);
  lua_pushlightuserdata(t->L, t);
  if (!script_protect(t->L, 1, 1, why)) return false;
  t->found.changed |= PART_PUBLICATION;
  return true;
}

/* @return false when the trial is over */
static bool try_publication(trial *t, fault *why) {
  if (is_unchanged(t) || load_publication(t, why)) return true;
  bool served = t->current->fd[CHANNEL_PUBLICATION] >= 0;
  bool alone = t->parts == PART_PUBLICATION;
  if (served || alone) return false;
  snprintf(t->found.text, sizeof t->found.text, "%s", why->text);
  return true;
}

/* function() -> true, or nil and the reason */
static int remember(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_call(L, 0, 2);
  if (lua_isnil(L, -2)) return lua_error(L);
  return 0;
}

static bool make_state_folder(const settings *options, fault *why) {
  if (options->state_dir == NULL || mkdir(options->state_dir, 0700) == 0 || errno == EEXIST) {
    return true;
  }
  return fault_set(why, "%.200s cannot be made: %s; give --state-dir a folder that can be written",
                   options->state_dir, strerror(errno));
}

static bool remember_publication(const trial *t, fault *why) {
  if (t->L == NULL || lua_gettop(t->L) == 0) return true;
  if (!make_state_folder(t->means->options, why)) return false;
  lua_pushcfunction(t->L, remember);
  lua_pushvalue(t->L, -2);
  return script_protect(t->L, 1, 0, why);
}

/* ---- the routes ---- */

static bool try_routes(trial *t, fault *why) {
  script_means means = *t->means;
  bool same;
  means.trial = true;
  chunks *files = chunks_collect(t->current->fd[CHANNEL_ROUTES]);
  script *tried = script_open(&means, files, why);
  if (tried == NULL) return false;
  if (chunks_add_folder(files, t->means->options->routes))
    t->found.fd[CHANNEL_ROUTES] = chunks_seal(files, &same, why);
  else
    fault_set(why, "memory ran out for the routes");
  script_close(tried);
  if (t->found.fd[CHANNEL_ROUTES] >= 0 && !same) t->found.changed |= PART_ROUTES;
  return t->found.fd[CHANNEL_ROUTES] >= 0;
}

/* ---- the process ---- */

static bool tell(int channel, const channel_message *message) {
  struct pollfd room = {.fd = channel, .events = POLLOUT};
  poll(&room, 1, -1);
  return channel_send(channel, message);
}

static void refuse(int channel, unsigned part, const fault *why) {
  channel_message refusal = channel_note(CHANNEL_REFUSED);
  refusal.parts = part;
  snprintf(refusal.text, sizeof refusal.text, "%s", why->text);
  tell(channel, &refusal);
}

/* @return 0 once it is remembered, or not wanted */
static int await_end(const trial *t, int channel) {
  channel_message order, done = channel_note(CHANNEL_DONE);
  fault why;
  struct pollfd word = {.fd = channel, .events = POLLIN};
  poll(&word, 1, -1);
  if (channel_receive(channel, &order) <= 0 || order.kind != CHANNEL_COMMIT) return 0;
  if (remember_publication(t, &why))
    tell(channel, &done);
  else
    refuse(channel, PART_PUBLICATION, &why);
  return 0;
}

static int examine(trial *t, int channel) {
  fault why;
  prctl(PR_SET_NAME, "svcd-examiner");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  log_open(log_level_of(t->means->options->log), "examiner");
  script_watch();
  if ((t->parts & PART_PUBLICATION) != 0 && !try_publication(t, &why)) {
    refuse(channel, PART_PUBLICATION, &why);
    return 1;
  }
  if ((t->parts & PART_ROUTES) != 0 && !try_routes(t, &why)) {
    refuse(channel, PART_ROUTES, &why);
    return 1;
  }
  return tell(channel, &t->found) ? await_end(t, channel) : 1;
}

bool examiner_start(const script_means *means, const generation *current, unsigned parts,
                    const char *rollback, examiner *out, fault *why) {
  int ends[2];
  trial t = {.means = means,
             .current = current,
             .parts = parts,
             .rollback = rollback,
             .found = channel_note(CHANNEL_EXAMINED)};
  t.found.parts = parts;
  *out = (examiner){0, -1};
  if (!channel_pair(ends)) return fault_set(why, "no channel to an examiner: %s", strerror(errno));
  fflush(NULL); /* or both would write what waits */
  pid_t pid = fork();
  if (pid == 0) {
    birth((int[]){ends[1], current->fd[0], current->fd[1]}, 3);
    exit(examine(&t, ends[1]));
  }
  int reason = errno;
  close(ends[1]);
  if (pid > 0) {
    *out = (examiner){pid, ends[0]};
    return true;
  }
  close(ends[0]);
  return fault_set(why, "no process to examine it: %s", strerror(reason));
}

void examiner_end(examiner *e) {
  if (e->channel < 0) return;
  kill(e->pid, SIGKILL);
  close(e->channel);
  e->channel = -1;
}
