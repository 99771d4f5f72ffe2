/** `svc.verify_proof`: checks that trusted keys signed an answer of the API, from the answer and
 * its proof (binding/lua_proof.c) alone. */
#include "base/ascii.h"
#include "base/escape.h"
#include "binding/keys.h"
#include "binding/open_options.h"
#include "binding/publication.h"
#include "store/store.h"

enum {
  ANSWER_LONGEST = 1 << 26,
  PROOF_LONGEST = 1 << 15,
  LONGEST_SURAH = 286,
  PATH_MOST = 2 * TREE_LEVELS,
  MEMBERS = 9, /* of a proof, `tafsir` not counted */
};

/** The places on the stack of the values of one verification. */
enum { ANSWER = 1, PROOF, OPTIONS, ANSWER_VALUE, PROOF_VALUE, STACK = 64 };

/** Pushes the object that the text at `index` is.
 * @return false with `*why` filled when it is not the canonical JSON of one */
static bool push_object(lua_State *L, int index, const char *what, size_t longest, fault *why) {
  span text = lua_check_span(L, index);
  if (text.len > longest) {
    return fault_set(why, "the %s has %zu bytes; %zu are the most", what, text.len, longest);
  }
  lua_pushcfunction(L, lua_parse_json);
  lua_pushvalue(L, index);
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) { return fault_set(why, "the %s: %s", what, lua_tostring(L, -1)); }
  lua_pop(L, 1);
  if (!lua_istable(L, -1)) { return fault_set(why, "the %s is no JSON object", what); }
  lua_pushcfunction(L, lua_json);
  lua_pushvalue(L, -2);
  lua_call(L, 1, 1);
  bool same = span_equal(lua_check_span(L, -1), text);
  lua_pop(L, 1);
  return same || fault_set(why, "the %s is not written as canonical JSON", what);
}

/** Decodes the hexadecimal digits at the top, of at most `most` bytes. @param out receives them */
static bool take_hex(lua_State *L, size_t least, size_t most, char *out, size_t *size) {
  size_t length;
  const char *digits = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (digits == NULL) { return false; }
  *size = length / 2;
  return length % 2 == 0 && *size >= least && *size <= most &&
         hex_read((span){digits, length}, (unsigned char *)out, *size);
}

/** Pushes the bytes of member `name` of the proof. @param out borrowed from what was pushed */
static bool push_bytes(lua_State *L, const char *name, size_t most, span *out, fault *why) {
  char *bytes = lua_newuserdatauv(L, most, 0);
  lua_getfield(L, PROOF_VALUE, name);
  bool good = take_hex(L, 1, most, bytes, &out->len);
  lua_pop(L, 1);
  out->data = bytes;
  return good || fault_set(why, "the proof: `%s` is not what it must be", name);
}

/** Pushes the joined bytes of the list `name` of the proof, each entry of `size` bytes. */
static bool push_list(lua_State *L, const char *name, size_t size, size_t most, span *out,
                      fault *why) {
  lua_getfield(L, PROOF_VALUE, name);
  bool list = lua_has_type(L, -1, LUA_ARRAY_TYPE); /* an object may be as empty */
  size_t count = list ? lua_rawlen(L, -1) : most + 1, length;
  if (count > most) {
    return fault_set(why, "the proof: `%s` is not a list of at most %zu", name, most);
  }
  char *bytes = lua_newuserdatauv(L, most * size, 0);
  *out = (span){bytes, count * size};
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, -2, (lua_Integer)i + 1);
    if (!take_hex(L, size, size, bytes + i * size, &length)) {
      return fault_set(why, "the proof: entry %zu of `%s` is not what it must be", i + 1, name);
    }
    lua_pop(L, 1);
  }
  return true;
}

/** True when member `name` of the proof is this number. */
static bool is_number(lua_State *L, const char *name, uint64_t value) {
  bool same = lua_getfield(L, PROOF_VALUE, name) == LUA_TNUMBER && lua_isinteger(L, -1) &&
              lua_tointeger(L, -1) >= 0 && (uint64_t)lua_tointeger(L, -1) == value;
  lua_pop(L, 1);
  return same;
}

static bool is_text(lua_State *L, int index, const char *text) {
  return lua_type(L, index) == LUA_TSTRING && strcmp(lua_tostring(L, index), text) == 0;
}

/** Checks that the proof has the members it must have and no others. */
static bool check_members(lua_State *L, fault *why) {
  int count = 0;
  lua_pushnil(L);
  while (lua_next(L, PROOF_VALUE)) {
    lua_pop(L, 1);
    if (!is_text(L, -1, "tafsir")) { count++; }
  }
  return count == MEMBERS || fault_set(why, "the proof: it has not the members of a proof");
}

/** Verifies who signed the proof's envelope. @param facts receives what they signed */
static bool verify_envelope(lua_State *L, open_options *o, publication_facts *facts, fault *why) {
  enum {
    MANIFEST_MOST = FORMAT_MANIFEST + FORMAT_ENTRY * FORMAT_SECTIONS + KEY_BYTES * FORMAT_SIGNERS +
                    FORMAT_TREE * FORMAT_TREES
  };
  publication_envelope e;
  if (!push_bytes(L, "header", FORMAT_HEADER, &e.header, why) ||
      !push_bytes(L, "manifest", MANIFEST_MOST, &e.manifest, why) ||
      !push_list(L, "signatures", SIGNATURE_BYTES, FORMAT_SIGNERS, &e.signatures, why) ||
      !open_options_verify_envelope(&e, o, facts, why)) {
    return false;
  }
  return (is_number(L, "sequence", facts->sequence) && is_number(L, "expires", facts->expires)) ||
         fault_set(why, "the proof: sequence or expiry are not those that were signed");
}

/** Id of the tree that holds what the answer is, by the answer's own words. */
static bool tree_of_answer(lua_State *L, uint32_t *id, fault *why) {
  *id = TREE_ID_DOCUMENTS;
  if (lua_getfield(L, ANSWER_VALUE, "verses") == LUA_TNIL) { return true; }
  unsigned locale = LOCALE_COUNT;
  size_t count = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
  if (lua_getfield(L, ANSWER_VALUE, "locale") == LUA_TSTRING) {
    locale = locale_of(lua_check_span(L, -1));
  }
  *id = TREE_ID_VERSES + locale;
  if (locale < QURAN_LOCALES && count >= 1 && count <= LONGEST_SURAH) { return true; }
  return fault_set(why, "the answer: it is neither an item nor verses");
}

/** Finds the tree that the answer must be in, and checks that the proof speaks of it. */
static bool find_tree(lua_State *L, const publication_facts *facts, const publication_tree **out,
                      fault *why) {
  char name[LUA_TREE_NAME];
  uint32_t id;
  if (!tree_of_answer(L, &id, why)) { return false; }
  lua_tree_name(id, name);
  lua_getfield(L, PROOF_VALUE, "tree");
  if (!is_text(L, -1, name)) {
    return fault_set(why, "the proof is of another tree; the answer is one of %s", name);
  }
  *out = publication_tree_of(facts, id);
  if (*out == NULL) { return fault_set(why, "the publication has no tree of %s", name); }
  return is_number(L, "tree_size", (*out)->size) ||
         fault_set(why, "the proof: `tree_size` is not what was signed");
}

/** True for what an address may begin with: a scheme, a host and perhaps a path, without anything
 * that would keep what follows from being a path. */
static bool is_site(span text) {
  const span schemes[] = {SPAN("http://"), SPAN("https://")};
  const span *scheme = &schemes[span_starts(text, schemes[1])];
  span rest = span_skip(text, scheme->len);
  if (!span_starts(text, *scheme) || rest.len == 0 || rest.data[0] == '/') { return false; }
  for (size_t i = 0; i < rest.len; i++) {
    if (ascii_control(rest.data[i]) || strchr(" ?#@\\", rest.data[i]) != NULL) { return false; }
  }
  return true;
}

/** True for what `url` may have behind the address of a page: nothing or, where the answer is a
 * surah as an item, the fragment of a verse. */
static bool is_fragment(lua_State *L, span text) {
  if (text.len == 0) { return true; }
  bool item = lua_getfield(L, ANSWER_VALUE, "verses") == LUA_TNIL;
  lua_getfield(L, ANSWER_VALUE, "section");
  bool surah = item && is_text(L, -1, model_section_name(SECTION_QURAN));
  uint32_t verse = text.data[0] == '#' ? store_verse_of(text) : 0;
  lua_pop(L, 2);
  return surah && verse >= 1 && verse <= LONGEST_SURAH;
}

/** Removes the members that hold addresses of the host; what they hold beyond its name must follow
 * from what is proven, but for the verse that `url` may name. */
static bool drop_addresses(lua_State *L, fault *why) {
  for (const char *const *name =
           (const char *const[]){"url", "markdown_url", "locale", "route", NULL};
       *name != NULL; name++) {
    if (lua_getfield(L, ANSWER_VALUE, *name) != LUA_TSTRING) {
      return fault_set(why, "the answer: it has no `%s`", *name);
    }
  }
  lua_pushfstring(L, "/%s/%s.md", lua_tostring(L, -2), lua_tostring(L, -1));
  span tail = lua_check_span(L, -1), markdown = lua_check_span(L, -4), url = lua_check_span(L, -5);
  size_t site = markdown.len < tail.len ? 0 : markdown.len - tail.len;
  span page = span_take(markdown, site + tail.len - strlen(".md"));
  if (!span_equal(span_skip(markdown, site), tail) || !is_site(span_take(markdown, site)) ||
      !span_starts(url, page) || !is_fragment(L, span_skip(url, page.len))) {
    return fault_set(why, "the answer: its addresses are not those of its locale and route");
  }
  lua_pushnil(L);
  lua_setfield(L, ANSWER_VALUE, "url");
  lua_pushnil(L);
  lua_setfield(L, ANSWER_VALUE, "markdown_url");
  return true;
}

/** Computes the leaf of the answer as it stands. */
static bool make_leaf(lua_State *L, unsigned char out[DIGEST_BYTES]) {
  lua_pushlstring(L, "\0", 1); /* as tree_begin_leaf */
  lua_pushcfunction(L, lua_json);
  lua_pushvalue(L, ANSWER_VALUE);
  lua_call(L, 1, 1);
  lua_concat(L, 2);
  bool done = digest_of(lua_check_span(L, -1), out);
  lua_pop(L, 1);
  return done;
}

/** Puts the digest of the tafsir into the verse at the top, checked where its text is given.
 * @param list index of the proof's list, or of nil */
static bool replace_tafsir(lua_State *L, int list, lua_Integer i, fault *why) {
  int verse = lua_gettop(L);
  int type = lua_getfield(L, verse, "tafsir");
  if (type != LUA_TNIL && (type != LUA_TSTRING || lua_isnil(L, list))) {
    return fault_set(why, "the answer: verse %d of it has a tafsir that is not proven", (int)i);
  }
  if (lua_isnil(L, list)) { return true; }
  if (type == LUA_TSTRING) {
    unsigned char digest[DIGEST_BYTES];
    if (!digest_of(lua_check_span(L, -1), digest)) { return fault_set(why, "out of memory"); }
    lua_push_hex(L, digest, sizeof digest);
    lua_rawgeti(L, list, i);
    if (!lua_rawequal(L, -1, -2)) {
      return fault_set(why, "the answer: the tafsir of verse %d of it was changed", (int)i);
    }
  }
  lua_rawgeti(L, list, i);
  lua_setfield(L, verse, "tafsir");
  return true;
}

/** Computes a leaf for each verse of the answer. */
static bool make_verse_leaves(lua_State *L, unsigned char *out, fault *why) {
  lua_getfield(L, ANSWER_VALUE, "verses");
  int verses = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, verses);
  int type = lua_getfield(L, PROOF_VALUE, "tafsir");
  if (type != LUA_TNIL && (type != LUA_TTABLE || (lua_Integer)lua_rawlen(L, -1) != count)) {
    return fault_set(why, "the proof: `tafsir` has not one digest for each verse");
  }
  for (lua_Integer i = 1; i <= count; i++) {
    lua_settop(L, verses + 1);
    lua_push_array(L, 1);
    if (lua_rawgeti(L, verses, i) != LUA_TTABLE) { return fault_set(why, "the answer: no verse"); }
    if (!replace_tafsir(L, verses + 1, i, why)) { return false; }
    lua_settop(L, verses + 3);
    lua_append(L);
    lua_setfield(L, ANSWER_VALUE, "verses");
    if (!make_leaf(L, out + (i - 1) * DIGEST_BYTES)) { return fault_set(why, "out of memory"); }
    lua_pushlightuserdata(L, NULL); /* the opening formula belongs to the first verse alone */
    lua_setfield(L, ANSWER_VALUE, "pre_bismillah");
  }
  return true;
}

/** True when leaves and path make the root of the tree. */
static bool reaches_root(const publication_tree *t, uint64_t first, span leaves, span path) {
  unsigned char root[DIGEST_BYTES];
  buffer nodes = {0};
  uint64_t count = leaves.len / DIGEST_BYTES;
  if (first >= t->size || count > t->size - first) { return false; }
  buffer_append(&nodes, leaves);
  bool same =
      tree_climb(t->size, first, &nodes, path, root) && memcmp(root, t->root, DIGEST_BYTES) == 0;
  buffer_free(&nodes);
  return same;
}

/** Checks the answer against the root of its tree. */
static bool verify_answer(lua_State *L, const publication_tree *t, fault *why) {
  unsigned char leaves[LONGEST_SURAH * DIGEST_BYTES];
  size_t count = 1;
  span path;
  lua_getfield(L, PROOF_VALUE, "leaf_index");
  if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) < 0) {
    return fault_set(why, "the proof: `leaf_index` is no index");
  }
  uint64_t first = (uint64_t)lua_tointeger(L, -1);
  if (!push_list(L, "path", DIGEST_BYTES, PATH_MOST, &path, why) || !drop_addresses(L, why)) {
    return false;
  }
  if (t->id == TREE_ID_DOCUMENTS) {
    if (lua_getfield(L, PROOF_VALUE, "tafsir") != LUA_TNIL || !make_leaf(L, leaves)) {
      return fault_set(why, "the proof: it is none of an item");
    }
  } else {
    lua_getfield(L, ANSWER_VALUE, "verses");
    count = lua_rawlen(L, -1);
    if (!make_verse_leaves(L, leaves, why)) { return false; }
  }
  return reaches_root(t, first, (span){(const char *)leaves, count * DIGEST_BYTES}, path) ||
         fault_set(why, "the answer is not what was signed: its path does not lead to the root");
}

static void push_result(lua_State *L, const publication_facts *f, const publication_tree *t) {
  char name[LUA_TREE_NAME];
  lua_createtable(L, 0, 7);
  lua_set_hex(L, "id", f->id);
  lua_set_hex(L, "digest", f->digest);
  lua_set_integer(L, "sequence", f->sequence);
  lua_set_integer(L, "created", f->created);
  lua_set_integer(L, "expires", f->expires);
  lua_set_string(L, "tree", lua_tree_name(t->id, name));
  lua_set_public_keys(L, "signers", f->signer, f->signer_count);
}

/** verify_proof(answer, proof, options) */
static int verify_proof(lua_State *L) {
  const publication_tree *t;
  publication_facts facts;
  open_options o;
  fault why;
  lua_check_span(L, ANSWER);
  lua_check_span(L, PROOF);
  lua_settop(L, OPTIONS);
  luaL_checkstack(L, STACK, "a proof");
  open_options_read(L, OPTIONS, &o);
  if (!push_object(L, ANSWER, "answer", ANSWER_LONGEST, &why) ||
      !push_object(L, PROOF, "proof", PROOF_LONGEST, &why) || !check_members(L, &why) ||
      !verify_envelope(L, &o, &facts, &why) || !find_tree(L, &facts, &t, &why) ||
      !verify_answer(L, t, &why) || !open_options_remember(&o, &facts, &why)) {
    return lua_refuse(L, why.text);
  }
  push_result(L, &facts, t);
  return 1;
}

static const luaL_Reg functions[] = {
    {"verify_proof", verify_proof},
    {NULL, NULL},
};

void lua_open_verify(lua_State *L) { luaL_setfuncs(L, functions, 0); }
