#include "binding/open_options.h"

#include <time.h>

#include "base/escape.h"
#include "binding/keys.h"
#include "publication/file.h"

static uint64_t option_number(lua_State *L, int index, const char *name, uint64_t missing) {
  bool given = lua_getfield(L, index, name) != LUA_TNIL;
  lua_pop(L, 1);
  return given ? lua_get_integer(L, index, name, 0, INT64_MAX) : missing;
}

/** A text of the options, which they keep; NULL when it is not given. */
static const char *option_text(lua_State *L, int index, const char *name) {
  int type = lua_getfield(L, index, name);
  const char *text = type == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  luaL_argcheck(L, text != NULL || type == LUA_TNIL, index,
                lua_pushfstring(L, "`%s` is a text", name));
  lua_pop(L, 1);
  return text;
}

static bool option_flag(lua_State *L, int index, const char *name) {
  lua_getfield(L, index, name);
  bool set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

/** Reads `keys` and `threshold` as a trust root of publication keys alone. */
static void read_keys(lua_State *L, int index, open_options *out) {
  trust_keys *keys = &out->root.publication;
  bool given = lua_getfield(L, index, "keys") != LUA_TNIL;
  luaL_argcheck(L, !given || out->trust_path == NULL, index, "trust and keys exclude one another");
  keys->count = lua_take_public_keys(L, keys->key, TRUST_KEYS);
  if (!given) { return; }
  luaL_argcheck(L, keys->count >= 1, index,
                lua_pushfstring(L, "1 to %d keys expected", TRUST_KEYS));
  for (uint32_t i = 1; i < keys->count; i++) {
    luaL_argcheck(L, memcmp(keys->key[i - 1], keys->key[i], KEY_BYTES) != 0, index,
                  "a key is given twice");
  }
  keys->threshold = (uint32_t)option_number(L, index, "threshold", 1);
  luaL_argcheck(L, keys->threshold >= 1 && keys->threshold <= keys->count, index,
                "threshold is 1 to the number of keys");
}

/** Reads `served`, the facts of a publication. */
static void read_served(lua_State *L, int index, open_options *out) {
  if (lua_getfield(L, index, "served") != LUA_TNIL) {
    luaL_checktype(L, -1, LUA_TTABLE);
    out->served = option_number(L, lua_gettop(L), "sequence", 0);
    lua_getfield(L, -1, "signers");
    out->served_signers = lua_take_public_keys(L, out->served_signer, FORMAT_SIGNERS);
    luaL_argcheck(L, out->served_signers >= 1, index, "served has no signers");
  }
  lua_pop(L, 1);
}

void open_options_read(lua_State *L, int index, open_options *out) {
  memset(out, 0, sizeof *out);
  if (lua_isnoneornil(L, index)) {
    lua_settop(L, index - 1);
    lua_newtable(L);
  }
  luaL_checktype(L, index, LUA_TTABLE);
  out->now = option_number(L, index, "now", (uint64_t)time(NULL));
  out->trust_path = option_text(L, index, "trust");
  out->state_path = option_text(L, index, "state");
  out->any_signer = option_flag(L, index, "any_signer");
  out->unfinished = option_flag(L, index, "unfinished");
  out->deferred = option_flag(L, index, "deferred");
  out->follows = option_flag(L, index, "follows");
  read_keys(L, index, out);
  read_served(L, index, out);
  const char *rollback = option_text(L, index, "rollback");
  out->has_rollback = rollback != NULL;
  luaL_argcheck(L, rollback == NULL || hex_read(span_of(rollback), out->rollback, DIGEST_BYTES),
                index, "rollback is a digest of 64 lower-case hexadecimal digits");
}

/** Puts the path of the file that is to blame before the reason. */
static bool blame(const char *path, fault *why) {
  const fault reason = *why;
  return fault_set(why, "%.120s: %.256s", path, reason.text);
}

static bool load_root(open_options *o, fault *why) {
  buffer text = {0};
  bool done = file_read(o->trust_path, TRUST_LONGEST, 0, &text, NULL, why) &&
              trust_read(buffer_span(&text), &o->remembered.root, o->now, &o->root, why);
  buffer_free(&text);
  return done || blame(o->trust_path, why);
}

/** Reads the state and the trust root that it allows. */
static bool load_trust(open_options *o, fault *why) {
  if (o->trust_path == NULL && o->root.publication.count == 0 && !o->any_signer) {
    return fault_set(why, "whom to trust is not said; give a trust root or public keys");
  }
  if (o->state_path != NULL && !state_load(o->state_path, &o->remembered, why)) {
    return blame(o->state_path, why);
  }
  return o->trust_path == NULL || load_root(o, why);
}

/** The sequence of what is served, unless every key that signed it is revoked: as in the state,
 * what a thief signed counts no longer. */
static uint64_t served_floor(const open_options *o) {
  for (uint32_t i = 0; i < o->served_signers; i++) {
    if (!trust_revoked(&o->root, o->served_signer[i])) { return o->served; }
  }
  return 0;
}

/** Adds what to do to the reason why a publication is refused for its sequence: who follows a
 * channel publishes nothing, and has no service to order about. */
static bool advise(const open_options *o, const publication_facts *facts, bool older, fault *why) {
  const fault reason = *why;
  char digest[HEX_BYTES];
  if (o->follows) {
    return fault_set(
        why,
        "%.200s; the mirror is out of date, or the publisher has to release one with a "
        "greater sequence",
        reason.text);
  }
  hex_write(facts->digest, DIGEST_BYTES, digest);
  return fault_set(why, "%.200s; publish with a greater one%s%s", reason.text,
                   older ? ", or go back to it: svcd rollback " : "", older ? digest : "");
}

/** Refuses a publication that is older than one that was accepted, but for the one that is named.
 */
static bool check_age(open_options *o, const publication_facts *facts, fault *why) {
  uint64_t floor = o->state_path == NULL ? 0 : state_floor(&o->remembered, &o->root);
  uint64_t served = served_floor(o);
  if (floor < served) { floor = served; }
  if (o->has_rollback && memcmp(o->rollback, facts->digest, DIGEST_BYTES) == 0) {
    if (floor > facts->sequence) { o->rolled_back_from = floor; }
    return true;
  }
  bool older = facts->sequence < floor;
  if (older) { state_refuse(facts, floor, why); }
  bool good =
      !older && (o->state_path == NULL || state_check(&o->remembered, &o->root, facts, why));
  return good || advise(o, facts, older, why);
}

bool open_options_verify(span file, open_options *o, publication_facts *facts, fault *why) {
  publication_policy policy = {o->any_signer ? NULL : &o->root, o->now, o->unfinished};
  return load_trust(o, why) && publication_verify(file, &policy, facts, why) &&
         check_age(o, facts, why);
}

bool open_options_accept(const pointer *p, open_options *o, fault *why) {
  publication_facts facts = {.sequence = p->sequence, .signer_count = p->signer_count};
  memcpy(facts.digest, p->digest, sizeof facts.digest);
  memcpy(facts.signer, p->signer, sizeof facts.signer);
  return load_trust(o, why) &&
         (o->any_signer || trust_accepts(&o->root, p->signer, p->signer_count, why)) &&
         pointer_check_date(p, o->now, why) && check_age(o, &facts, why) &&
         (o->deferred || open_options_remember(o, &facts, why));
}

bool open_options_verify_envelope(const publication_envelope *e, open_options *o,
                                  publication_facts *facts, fault *why) {
  publication_policy policy = {o->any_signer ? NULL : &o->root, o->now};
  return load_trust(o, why) && publication_verify_envelope(e, &policy, facts, why) &&
         check_age(o, facts, why);
}

bool open_options_remember(open_options *o, const publication_facts *facts, fault *why) {
  if (o->state_path == NULL) { return true; }
  return !state_accept(&o->remembered, &o->root, facts) ||
         state_save(&o->remembered, o->state_path, why);
}
