/** Publications for Lua: `svc.open`, `svc.seal`, `svc.attach`, `svc.check_publication`,
 * `svc.reclaim`, and the handle, or view, with what a publication says of itself. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "binding/keys.h"
#include "binding/open_options.h"
#include "binding/publication.h"
#include "publication/open.h"
#include "publication/write.h"
#include "store/assets.h"
#include "store/labels.h"
#include "store/paths.h"

static const char handle_type[] = "svc.publication";
/** Of handles that routes are given: nobody can close them but the collector, nor sign by them. */
static const char view_type[] = "svc.publication.view";

/** An open publication. The states of a process that attach the same sealed memory share one, so
 * that a state made anew need not read again what cannot have changed. The userdata is a pointer to
 * it, NULL when closed. */
typedef struct edition edition;
struct edition {
  edition *next;    /**< in the list of those attached */
  uint32_t holders; /**< userdata */
  dev_t device;     /**< of the sealed memory; it exists as long as it is mapped */
  ino_t inode;
  int sealed; /**< descriptor of the memory until somebody takes it; -1: none */
  int held;   /**< descriptor that is closed once the memory is unmapped; -1: none */
  span file;
  publication_facts facts;
  publication_view view;
};

/** Bytes that are unmapped at once: less than 2 ms where all of them were read. */
enum { RELEASE_STEP = 16 << 20 };

static edition *attached;
static edition *closed; /**< to be released step by step: their memory is still mapped */

/* The handle */

/** Divides the TREES section among the trees. */
static bool open_trees(span file, const publication_facts *facts, tree *out, fault *why) {
  span nodes = publication_section_of(file, facts, SECTION_ID_TREES);
  for (uint32_t i = 0; i < facts->tree_count; i++) {
    const publication_tree *t = &facts->tree[i];
    uint64_t stored = tree_stored(t->size, tree_lowest(t->id));
    out[i] = (tree){.size = t->size, .lowest = tree_lowest(t->id)};
    if (stored > nodes.len) { return fault_set(why, "trees: tree %u is cut off", t->id); }
    out[i].nodes = span_take(nodes, (size_t)stored);
    nodes = span_skip(nodes, (size_t)stored);
  }
  return nodes.len == 0 || fault_set(why, "trees: nodes of no tree behind the last one");
}

/** Checks that what is in the publication has its trees, of as many leaves. */
static bool check_tree_sizes(const publication_facts *facts, const publication_view *view,
                             fault *why) {
  const publication_tree *documents = publication_tree_of(facts, TREE_ID_DOCUMENTS);
  if (documents == NULL || documents->size != view->documents.count) {
    return fault_set(why, "trees: that of the documents has not one leaf for each");
  }
  for (unsigned locale = 0; locale < QURAN_LOCALES; locale++) {
    const publication_tree *verses = publication_tree_of(facts, TREE_ID_VERSES + locale);
    if ((verses == NULL ? 0 : verses->size) != (view->has_quran ? QURAN_VERSES : 0)) {
      return fault_set(why, "trees: that of the verses in %s has not one leaf for each",
                       locale_rows[locale].code);
    }
  }
  return true;
}

/** Checks documents, renditions, labels, assets, paths and nodes one by one. O(bytes). */
static bool check_content(span file, const publication_facts *facts, fault *why) {
  store documents;
  tree trees[FORMAT_TREES];
  span assets = publication_section_of(file, facts, SECTION_ID_ASSETS);
  span paths = publication_section_of(file, facts, SECTION_ID_PATHS);
  if (!store_open(publication_section_of(file, facts, SECTION_ID_DOCUMENTS), &documents, why) ||
      !renditions_check(publication_section_of(file, facts, SECTION_ID_RENDITIONS), &documents,
                        why) ||
      !labels_check(publication_section_of(file, facts, SECTION_ID_LABELS), why) ||
      (assets.data != NULL && !assets_check(assets, why)) ||
      (paths.data != NULL && !paths_check(paths, why)) || !open_trees(file, facts, trees, why)) {
    return false;
  }
  for (uint32_t i = 0; i < facts->tree_count; i++) {
    bool good;
    if (!tree_check(&trees[i], facts->tree[i].root, &good)) {
      return fault_set(why, "out of memory");
    }
    if (!good) {
      return fault_set(why, "trees: the nodes of tree %u do not make its root", facts->tree[i].id);
    }
  }
  return true;
}

/** Opens every section the publication has, after check_content, of this or another process. */
static bool open_view(span file, const publication_facts *facts, publication_view *view,
                      fault *why) {
  span verses = publication_section_of(file, facts, SECTION_ID_QURAN);
  span index = publication_section_of(file, facts, SECTION_ID_SEARCH);
  *view = (publication_view){.has_quran = verses.data != NULL, .facts = facts, .file = file};
  view->documents = store_again(publication_section_of(file, facts, SECTION_ID_DOCUMENTS));
  view->texts = renditions_of(publication_section_of(file, facts, SECTION_ID_RENDITIONS));
  view->labels = publication_section_of(file, facts, SECTION_ID_LABELS);
  view->assets = publication_section_of(file, facts, SECTION_ID_ASSETS);
  view->paths = publication_section_of(file, facts, SECTION_ID_PATHS);
  return (!view->has_quran || quran_open(verses, &view->verses, why)) &&
         open_trees(file, facts, view->trees, why) && check_tree_sizes(facts, view, why) &&
         (index.data == NULL ||
          search_open(index, &view->documents, view->texts, view->has_quran ? &view->verses : NULL,
                      &view->index, why));
}

/** Unmaps a piece of what was closed last. */
static void reclaim_step(void) {
  edition *e = closed;
  span piece = span_take(e->file, RELEASE_STEP);
  publication_unmap(piece);
  e->file = span_skip(e->file, piece.len);
  if (e->file.len > 0) { return; }
  if (e->held >= 0) { close(e->held); }
  closed = e->next;
  free(e);
}

static void close_handle(edition **box) {
  edition *e = *box;
  *box = NULL;
  if (e == NULL || --e->holders > 0) { return; }
  for (edition **at = &attached; *at != NULL; at = &(*at)->next) {
    if (*at != e) { continue; }
    *at = e->next;
    break;
  }
  if (e->sealed >= 0) { close(e->sealed); }
  search_close(e->view.index);
  e->next = closed;
  closed = e;
  while (closed == e && e->held < 0) { reclaim_step(); }
}

/** Pushes a closed handle. Its user value is for what lua_quran.c keeps of it. */
static edition **push_handle(lua_State *L, const char *type) {
  return lua_new_value(L, type, sizeof(edition *), 1);
}

/** Pushes a handle of a new, empty edition. */
static edition **push_edition(lua_State *L, const char *type) {
  edition **box = push_handle(L, type);
  *box = calloc(1, sizeof **box);
  if (*box == NULL) { luaL_error(L, "out of memory"); }
  (*box)->holders = 1;
  (*box)->sealed = (*box)->held = -1;
  return box;
}

static edition *check_handle(lua_State *L, int index) {
  edition **box = luaL_testudata(L, index, view_type);
  if (box == NULL) { box = luaL_checkudata(L, index, handle_type); }
  luaL_argcheck(L, *box != NULL, index, "the publication is closed");
  return *box;
}

const publication_view *lua_check_publication(lua_State *L, int index) {
  return &check_handle(L, index)->view;
}

static void add_methods(lua_State *L, const char *type, const luaL_Reg *methods) {
  luaL_getmetatable(L, type);
  lua_getfield(L, -1, "__index");
  luaL_setfuncs(L, methods, 0);
  lua_pop(L, 2);
}

void lua_publication_methods(lua_State *L, const luaL_Reg *methods) {
  add_methods(L, handle_type, methods);
  add_methods(L, view_type, methods);
}

/** Copies, seals, verifies and opens `path`. */
static bool open_file(const char *path, open_options *o, edition *e, fault *why) {
  return publication_seal(path, &e->sealed, why) && publication_map(e->sealed, &e->file, why) &&
         open_options_verify(e->file, o, &e->facts, why) &&
         check_content(e->file, &e->facts, why) && open_view(e->file, &e->facts, &e->view, why) &&
         (o->deferred || open_options_remember(o, &e->facts, why));
}

/** @return a copy of a descriptor, or -1 with `*why` filled */
static int copy_descriptor(int fd, fault *why) {
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) {
    fault_set(why, "a descriptor cannot be copied: %s; allow the process more", strerror(errno));
  }
  return copy;
}

/** Opens sealed memory that was verified before, here or in another process: who signed it, dates
 * and age are checked anew. */
static bool open_memory(int fd, open_options *o, edition *e, fault *why) {
  publication_facts known;
  if (!publication_map(fd, &e->file, why) || !publication_read(e->file, &known, why)) {
    return false;
  }
  if ((e->sealed = copy_descriptor(fd, why)) < 0) { return false; }
  publication_envelope envelope = publication_envelope_of(e->file, &known);
  return open_options_verify_envelope(&envelope, o, &e->facts, why) &&
         publication_read(e->file, &e->facts, why) &&
         open_view(e->file, &e->facts, &e->view, why) &&
         (o->deferred || open_options_remember(o, &e->facts, why));
}

/** Takes the descriptor of a new edition. */
static int take_sealed(edition *e) {
  int fd = e->sealed;
  e->sealed = -1;
  return fd;
}

static const char *section_name(uint32_t id) {
  static const char *const names[] = {"",      "documents", "labels", "quran",     "search",
                                      "trees", "assets",    "paths",  "renditions"};
  return id < sizeof names / sizeof *names ? names[id] : "unknown";
}

const char *lua_tree_name(uint32_t id, char out[LUA_TREE_NAME]) {
  const char *name = id == TREE_ID_DOCUMENTS ? "documents" : "unknown";
  bool verses = id >= TREE_ID_VERSES && id < TREE_ID_VERSES + QURAN_LOCALES;
  snprintf(out, LUA_TREE_NAME, "%s%s", verses ? "verses:" : name,
           verses ? locale_rows[id - TREE_ID_VERSES].code : "");
  return out;
}

static void set_sections(lua_State *L, const publication_facts *f) {
  lua_createtable(L, (int)f->section_count, 0);
  for (const publication_section *s = f->section; s < f->section + f->section_count; s++) {
    lua_createtable(L, 0, 4);
    lua_set_integer(L, "id", s->id);
    lua_set_string(L, "name", section_name(s->id));
    lua_set_integer(L, "offset", s->offset);
    lua_set_integer(L, "length", s->length);
    lua_append(L);
  }
  lua_setfield(L, -2, "sections");
}

/** Sets `missing`, the signers who have not signed yet, where there are such. */
static void set_missing(lua_State *L, const publication_facts *f) {
  lua_push_array(L, 0);
  for (uint32_t i = 0; i < f->signer_count; i++) {
    if (!f->missing[i]) { continue; }
    lua_push_hex(L, f->signer[i], KEY_BYTES);
    lua_append(L);
  }
  if (lua_rawlen(L, -1) == 0) {
    lua_pop(L, 1);
  } else {
    lua_setfield(L, -2, "missing");
  }
}

static void set_trees(lua_State *L, const publication_facts *f) {
  char name[LUA_TREE_NAME];
  lua_createtable(L, (int)f->tree_count, 0);
  for (const publication_tree *t = f->tree; t < f->tree + f->tree_count; t++) {
    lua_createtable(L, 0, 4);
    lua_set_integer(L, "id", t->id);
    lua_set_string(L, "name", lua_tree_name(t->id, name));
    lua_set_integer(L, "size", t->size);
    lua_set_hex(L, "root", t->root);
    lua_append(L);
  }
  lua_setfield(L, -2, "trees");
}

void lua_push_publication_facts(lua_State *L, const publication_facts *f, uint32_t documents) {
  static const unsigned char none[DIGEST_BYTES];
  lua_createtable(L, 0, 11);
  lua_set_hex(L, "id", f->id);
  lua_set_hex(L, "digest", f->digest);
  if (memcmp(f->previous, none, DIGEST_BYTES) != 0) { lua_set_hex(L, "previous", f->previous); }
  lua_set_integer(L, "sequence", f->sequence);
  lua_set_integer(L, "created", f->created);
  lua_set_integer(L, "expires", f->expires);
  lua_set_integer(L, "bytes", f->bytes);
  lua_set_integer(L, "documents", documents);
  set_sections(L, f);
  set_trees(L, f);
  lua_set_public_keys(L, "signers", f->signer, f->signer_count);
  set_missing(L, f);
}

static void push_facts(lua_State *L, const edition *e) {
  lua_push_publication_facts(L, &e->facts, e->view.documents.count);
}

static int info(lua_State *L) {
  push_facts(L, check_handle(L, 1));
  return 1;
}

static int close_publication(lua_State *L) {
  close_handle(luaL_checkudata(L, 1, handle_type));
  return 0;
}

static int collect_view(lua_State *L) {
  close_handle(luaL_checkudata(L, 1, view_type));
  return 0;
}

/** `local publication <close> = call.publication` ends nothing. */
static int keep_view(lua_State *L) {
  luaL_checkudata(L, 1, view_type);
  return 0;
}

/* Functions of the module */

/** Pushes a handle of what argument 1 names, a file or `memory`, opened as argument 2 says; nil and
 * the reason where that cannot be. @return NULL then */
static edition **push_named(lua_State *L, bool memory, open_options *o) {
  int fd = memory ? (int)lua_tointeger(L, 1) : -1;
  const char *path = luaL_checkstring(L, 1);
  fault why;
  open_options_read(L, 2, o);
  edition **box = push_edition(L, handle_type);
  if (memory ? open_memory(fd, o, *box, &why) : open_file(path, o, *box, &why)) { return box; }
  close_handle(box);
  memory ? lua_refuse(L, why.text) : lua_refuse_file(L, path, &why);
  return NULL;
}

static int open_publication(lua_State *L) {
  open_options o;
  edition **box = push_named(L, false, &o);
  if (box == NULL) { return 2; }
  close(take_sealed(*box));
  return 1;
}

typedef struct deferral {
  open_options options;
  publication_facts facts;
} deferral;

/* remember() -> true, or nil and the reason */
static int remember_deferred(lua_State *L) {
  deferral *d = lua_touserdata(L, lua_upvalueindex(1));
  fault why;
  return lua_push_outcome(L, open_options_remember(&d->options, &d->facts, &why), &why);
}

/** Pushes the function that remembers the publication; it keeps the table of options. */
static void push_deferral(lua_State *L, const open_options *o, const publication_facts *facts) {
  deferral *d = lua_newuserdatauv(L, sizeof *d, 0);
  *d = (deferral){*o, *facts};
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, remember_deferred, 2);
}

static int seal(lua_State *L) {
  open_options o;
  edition **box = push_named(L, lua_isinteger(L, 1), &o);
  if (box == NULL) { return 2; }
  push_facts(L, *box);
  if (o.rolled_back_from > 0) { lua_set_integer(L, "rolled_back_from", o.rolled_back_from); }
  if (o.deferred) {
    push_deferral(L, &o, &(*box)->facts);
  } else {
    lua_pushnil(L);
  }
  lua_pushinteger(L, take_sealed(*box)); /* last: nothing may raise while nobody has it */
  lua_insert(L, -3);
  close_handle(box);
  return 3;
}

/** The edition in this memory, when a state of the process has attached it; or NULL. */
static edition *find_attached(const struct stat *memory) {
  edition *e = attached;
  while (e != NULL && (e->inode != memory->st_ino || e->device != memory->st_dev)) { e = e->next; }
  return e;
}

static int attach(lua_State *L) {
  int fd = (int)luaL_checkinteger(L, 1), held = (int)luaL_optinteger(L, 2, -1);
  const char *type = lua_toboolean(L, 3) ? view_type : handle_type;
  struct stat memory = {0};
  fault why;
  edition *known = fstat(fd, &memory) == 0 ? find_attached(&memory) : NULL;
  if (known != NULL) {
    *push_handle(L, type) = known;
    known->holders++;
    lua_pushlightuserdata(L, known);
    return 2;
  }
  edition **box = push_edition(L, type), *e = *box;
  if (!publication_map(fd, &e->file, &why) || !publication_read(e->file, &e->facts, &why) ||
      !open_view(e->file, &e->facts, &e->view, &why) ||
      (held >= 0 && (e->held = copy_descriptor(held, &why)) < 0)) {
    close_handle(box);
    return lua_refuse(L, why.text);
  }
  e->device = memory.st_dev;
  e->inode = memory.st_ino;
  e->next = attached;
  attached = e;
  lua_pushlightuserdata(L, e);
  return 2;
}

/** The edition that a claim is to, argument 1; NULL without one. */
static edition *check_claim(lua_State *L) {
  const void *claim = lua_islightuserdata(L, 1) ? lua_topointer(L, 1) : NULL;
  edition *e = attached;
  while (claim != NULL && e != NULL && e != claim) { e = e->next; }
  luaL_argcheck(L, claim != NULL ? e != NULL : lua_isnoneornil(L, 1), 1, "no claim of svc.attach");
  return claim != NULL ? e : NULL;
}

/** Takes less than 2 ms. */
static int reclaim(lua_State *L) {
  edition *abandoned = check_claim(L);
  close_handle(&abandoned);
  if (closed != NULL) { reclaim_step(); }
  lua_pushboolean(L, closed != NULL);
  return 1;
}

static int check_publication(lua_State *L) {
  span file = lua_check_span(L, 1);
  publication_facts facts;
  publication_view view;
  open_options o;
  fault why;
  open_options_read(L, 2, &o);
  bool good = open_options_verify(file, &o, &facts, &why) && check_content(file, &facts, &why) &&
              open_view(file, &facts, &view, &why);
  if (good) { search_close(view.index); }
  if (!good || !open_options_remember(&o, &facts, &why)) { return lua_refuse(L, why.text); }
  lua_push_publication_facts(L, &facts, view.documents.count);
  return 1;
}

static int sign_publication(lua_State *L) {
  edition *e = check_handle(L, 1);
  const char *path = luaL_checkstring(L, 2);
  publication_facts facts = e->facts;
  key_ring *ring;
  fault why;
  if (!lua_push_keys(L, 3, &ring, &why) ||
      !publication_sign(e->file, path, ring->key, ring->count, &facts, &why)) {
    return lua_refuse(L, why.text);
  }
  lua_push_publication_facts(L, &facts, e->view.documents.count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"close", close_publication},
    {"sign", sign_publication},
    {NULL, NULL},
};

static const luaL_Reg no_methods[] = {{NULL, NULL}};
static const luaL_Reg common_methods[] = {{"info", info}, {NULL, NULL}};

static const luaL_Reg functions[] = {
    {"attach", attach},
    {"check_publication", check_publication},
    {"open", open_publication},
    {"reclaim", reclaim},
    {"seal", seal},
    {NULL, NULL},
};

void lua_open_publication(lua_State *L) {
  lua_new_type(L, handle_type, close_publication, methods);
  lua_new_type(L, view_type, collect_view, no_methods);
  luaL_getmetatable(L, view_type);
  lua_pushcfunction(L, keep_view);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
  lua_publication_methods(L, common_methods);
  luaL_setfuncs(L, functions, 0);
}
