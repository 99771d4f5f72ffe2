/** Publishing for Lua: `svc.builder` gathers documents, labels, images, paths and the Quran, and
 * writes them as one signed publication. */
#include <errno.h>
#include <malloc.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/bytes.h"
#include "base/escape.h"
#include "binding/keys.h"
#include "binding/paths.h"
#include "binding/publication.h"
#include "binding/quran.h"
#include "publication/tree.h"
#include "publication/write.h"
#include "quran/leaf.h"
#include "search/build.h"
#include "search/render_cache.h"
#include "search/vocabulary.h"
#include "store/assets.h"
#include "store/build.h"
#include "store/document.h"
#include "store/labels.h"
#include "store/svg.h"

static const char builder_type[] = "svc.builder";

enum { PROGRESS_STEP = 256 }; /* documents between two calls of the progress function */

/** The userdata; its user value 1 is the table given to `quran`, or nil. */
typedef struct builder {
  store_builder *documents; /**< NULL once it was written or when memory was out */
  arena memory;             /**< of the labels' texts and the assets */
  label *labels;
  size_t label_count, label_size;
  variants variants;
  asset *assets;
  size_t asset_count, asset_size;
  buffer quran, paths;                        /**< the sections, empty when there is none */
  span alerts[LOCALE_COUNT][DOCUMENT_ALERTS]; /**< their titles, absent: in English */
  search_builder *index;                      /**< of the write in progress */
  rendered text;                              /**< of the document read back last */
  buffer records;                             /**< of the renditions so far */
  spool renditions;                           /**< their bytes */
  buffer document;                            /**< the one read back last */
  buffer leaf;                                /**< text of the leaf computed last */
  buffer leaves;                              /**< of the tree in progress */
  publication_writer *writer;                 /**< of the write in progress */
  bool reporting;                             /**< the progress function runs */
} builder;

/** State of one write. */
typedef struct work {
  lua_State *L;
  builder *b;
  int progress; /**< stack index of the progress function, or nil */
  int quran;    /**< stack index of the table given to `quran`, or nil */
  publication_terms terms;
  key_ring *keys;
  uint32_t count;      /**< documents */
  render_cache *cache; /**< of renditions that were made before, or NULL */
  bool brief;          /**< the index has no texts */
} work;

static void builder_free(builder *b) {
  publication_writer_free(b->writer);
  store_builder_free(b->documents);
  arena_free(&b->memory);
  free(b->labels);
  variants_free(&b->variants);
  free(b->assets);
  buffer_free(&b->quran);
  buffer_free(&b->paths);
  search_builder_free(b->index);
  render_free(&b->text);
  buffer_free(&b->records);
  if (b->writer != NULL) { spool_free(&b->renditions); }
  buffer_free(&b->document);
  buffer_free(&b->leaf);
  buffer_free(&b->leaves);
  *b = (builder){0};
}

static int free_builder(lua_State *L) {
  builder *b = luaL_checkudata(L, 1, builder_type);
  luaL_argcheck(L, !b->reporting, 1, "the builder is being written: close it when that is done");
  builder_free(b);
  return 0;
}

static int new_builder(lua_State *L) {
  builder *b = lua_new_value(L, builder_type, sizeof *b, 1);
  b->documents = store_builder_new();
  return b->documents == NULL ? luaL_error(L, "out of memory") : 1;
}

static builder *check_builder(lua_State *L) {
  builder *b = luaL_checkudata(L, 1, builder_type);
  luaL_argcheck(L, b->documents != NULL && b->writer == NULL, 1,
                "the builder was used up by a write");
  return b;
}

/** Member `name` of the table at index 2, left on the stack so that it lives. */
static span member(lua_State *L, const char *name, bool needed) {
  span value = {NULL, 0};
  int type = lua_getfield(L, 2, name);
  if (type == LUA_TNIL && !needed) { return value; }
  if (type != LUA_TSTRING) {
    luaL_error(L, "member `%s`: a string expected, got %s", name, lua_typename(L, type));
  }
  value.data = lua_tolstring(L, -1, &value.len);
  return value;
}

/** Locale and section of a content id; LOCALE_COUNT or SECTION_COUNT when it has none. */
static void read_id(span id, unsigned *locale, unsigned *section) {
  span rest = span_skip(id, span_find(id, ':') + 1);
  size_t colon = span_find(rest, ':');
  *locale = locale_of(span_take(rest, colon));
  rest = span_skip(rest, colon + 1);
  *section = model_section_of(span_take(rest, span_find(rest, ':')));
}

/** The labels of the document at index 2, joined by newlines, left on the stack. */
static span joined_labels(lua_State *L) {
  static const char refusal[] = "member `labels`: a list of strings expected, got %s%s";
  luaL_Buffer joined;
  int type = lua_getfield(L, 2, "labels"), list = lua_gettop(L);
  lua_Integer count = type == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, list) : 0;
  if (type != LUA_TTABLE && type != LUA_TNIL) { luaL_error(L, refusal, "", lua_typename(L, type)); }
  luaL_buffinit(L, &joined);
  for (lua_Integer i = 1; i <= count; i++) {
    if (i > 1) { luaL_addchar(&joined, '\n'); }
    lua_rawgeti(L, list, i);
    if (!lua_isstring(L, -1)) { luaL_error(L, refusal, "one with a ", luaL_typename(L, -1)); }
    luaL_addvalue(&joined);
  }
  luaL_pushresult(&joined);
  return lua_check_span(L, -1);
}

static int add_document(lua_State *L) {
  builder *b = check_builder(L);
  fault why;
  luaL_checktype(L, 2, LUA_TTABLE);
  store_document d = {.id = member(L, "id", true)};
  read_id(d.id, &d.locale, &d.section);
  if (d.locale == LOCALE_COUNT || d.section == SECTION_COUNT) {
    return luaL_error(L, "document %s: an id is asset:{locale}:{section}:{path}", d.id.data);
  }
  d.concept = member(L, "concept", true);
  d.lens = member(L, "lens", true);
  d.route = member(L, "route", true);
  d.title = member(L, "title", true);
  d.description = member(L, "description", false);
  d.updated = member(L, "updated", false);
  d.text = member(L, "text", false);
  if (!store_builder_add(b->documents, &d, joined_labels(L), &why)) {
    return luaL_error(L, "%s", why.text);
  }
  lua_settop(L, 1);
  return 1;
}

static int add_label(lua_State *L) {
  builder *b = check_builder(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_getfield(L, 2, "kind");
  label l = {.kind = (unsigned)luaL_checkoption(L, -1, NULL, label_kinds)};
  l.locale = locale_of(member(L, "locale", true));
  luaL_argcheck(L, l.locale < LOCALE_COUNT, 2, "unknown locale");
  l.id = arena_copy(&b->memory, member(L, "id", true));
  l.text = arena_copy(&b->memory, member(L, "label", true));
  if (l.id.data == NULL || l.text.data == NULL ||
      !list_grow(b->labels, b->label_count, b->label_size)) {
    return luaL_error(L, "out of memory");
  }
  b->labels[b->label_count++] = l;
  lua_settop(L, 1);
  return 1;
}

/* builder:alerts(locale, titles) */
static int set_alerts(lua_State *L) {
  builder *b = check_builder(L);
  unsigned locale = locale_of(lua_check_span(L, 2));
  luaL_argcheck(L, locale < LOCALE_COUNT, 2, "unknown locale");
  luaL_checktype(L, 3, LUA_TTABLE);
  for (int i = 0; i < DOCUMENT_ALERTS; i++) {
    lua_geti(L, 3, i + 1);
    luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, 3, "a list of five titles");
    span title = arena_copy(&b->memory, lua_check_span(L, -1));
    if (title.data == NULL) { return luaL_error(L, "out of memory"); }
    b->alerts[locale][i] = title;
    lua_pop(L, 1);
  }
  lua_settop(L, 1);
  return 1;
}

static int add_variant(lua_State *L) {
  builder *b = check_builder(L);
  fault why;
  luaL_checktype(L, 2, LUA_TTABLE);
  unsigned locale = locale_of(member(L, "locale", true));
  luaL_argcheck(L, locale < LOCALE_COUNT, 2, "unknown locale");
  if (!variants_add(&b->variants, locale, member(L, "words", true), member(L, "finds", true),
                    &why)) {
    return luaL_error(L, "%s", why.text);
  }
  lua_settop(L, 1);
  return 1;
}

static int add_asset(lua_State *L) {
  builder *b = check_builder(L);
  asset a = {0};
  fault why;
  luaL_checktype(L, 2, LUA_TTABLE);
  if (!asset_make(member(L, "name", true), member(L, "bytes", true), svg_check, &a, &why)) {
    return luaL_error(L, "%s", why.text);
  }
  a.name = arena_copy(&b->memory, a.name);
  a.bytes = arena_copy(&b->memory, a.bytes);
  if (a.name.data == NULL || a.bytes.data == NULL ||
      !list_grow(b->assets, b->asset_count, b->asset_size)) {
    return luaL_error(L, "out of memory");
  }
  b->assets[b->asset_count++] = a;
  lua_settop(L, 1);
  return 1;
}

/** Builds a section from the table at index 2, once. */
static void add_section(lua_State *L, buffer *section,
                        bool (*build)(lua_State *L, int index, buffer *section, fault *why)) {
  fault why;
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_argcheck(L, section->len == 0, 2, "it was given before");
  if (!build(L, 2, section, &why)) {
    buffer_free(section);
    luaL_error(L, "%s", why.text);
  }
  lua_settop(L, 2);
}

static int add_quran(lua_State *L) {
  add_section(L, &check_builder(L)->quran, lua_quran_build);
  lua_setiuservalue(L, 1, 1);
  return 1;
}

static int add_paths(lua_State *L) {
  add_section(L, &check_builder(L)->paths, lua_paths_build);
  lua_settop(L, 1);
  return 1;
}

/* Writing */

static void report(const work *w, const char *stage, size_t done, size_t total) {
  if (lua_isnil(w->L, w->progress)) { return; }
  lua_pushvalue(w->L, w->progress);
  lua_pushstring(w->L, stage);
  lua_pushinteger(w->L, (lua_Integer)done);
  lua_pushinteger(w->L, (lua_Integer)total);
  w->b->reporting = true;
  int status = lua_pcall(w->L, 3, 0, 0);
  w->b->reporting = false;
  if (status != LUA_OK) { lua_error(w->L); }
}

/** Indexes the verses of the surah that was added last. */
static bool index_verses(work *w, const quran *q, const store_document *d, fault *why) {
  unsigned surah = quran_surah_of(d->locale, d->id);
  unsigned count = d->locale < QURAN_LOCALES ? quran_verse_count(surah) : 0;
  for (unsigned verse = 1; verse <= count; verse++) {
    search_verse texts = {.arabic = quran_arabic(q, surah, verse),
                          .simple = lua_quran_simple(w->L, w->quran, surah, verse),
                          .subjects = lua_quran_subjects(w->L, w->quran, d->locale, surah, verse),
                          .translation = quran_translation(q, d->locale, surah, verse)};
    if (!search_builder_verse(w->b->index, surah, verse, &texts, why)) { return false; }
  }
  return true;
}

/** Reads a document back from the file; its spans live until the next call. */
static bool read_document(builder *b, uint32_t number, store_document *out, fault *why) {
  uint64_t offset;
  size_t length;
  store_builder_place(b->documents, number, &offset, &length);
  if (!publication_read_back(b->writer, offset, length, &b->document)) {
    return fault_set(why, "the documents cannot be read back: %s",
                     b->document.failed ? "out of memory" : strerror(errno));
  }
  *out = store_builder_over(b->documents, number, b->document.data);
  return true;
}

/** Appends the leaf whose text stands in `b->leaf`. */
static bool append_leaf(builder *b, fault *why) {
  unsigned char digest[DIGEST_BYTES];
  if (b->leaf.failed || !digest_of(buffer_span(&b->leaf), digest)) {
    return fault_set(why, "out of memory");
  }
  buffer_append(&b->leaves, (span){(const char *)digest, sizeof digest});
  return true;
}

/** The images of the builder, which texts name by an address below the path `assets/`. */
static bool find_image(void *context, span target, unsigned *width, unsigned *height) {
  const builder *b = context;
  span path = SPAN(ASSETS_PATH);
  while (span_starts(target, SPAN("../"))) { target = span_skip(target, 3); }
  for (size_t i = 0; i < b->asset_count && span_starts(target, path); i++) {
    if (!span_equal(b->assets[i].name, span_skip(target, path.len))) { continue; }
    *width = b->assets[i].image.width;
    *height = b->assets[i].image.height;
    return true;
  }
  return false;
}

/** Makes the rendition of a document and keeps it for write_renditions. */
static bool render_document(work *w, const store_document *d, bool framed, fault *why) {
  builder *b = w->b;
  fault reason;
  html_options options = {.images = {find_image, b}};
  memcpy(options.alerts, b->alerts[d->locale], sizeof options.alerts);
  if (!render_cache_text(w->cache, &b->text, d, framed, &options, &reason)) {
    return fault_set(why, "document %.*s: %.200s", d->id.len < 80 ? (int)d->id.len : 80, d->id.data,
                     reason.text);
  }
  const rendition *made = &b->text.made;
  renditions_encode(made, spool_length(&b->renditions), &b->records);
  for (unsigned i = 0; i < RENDITION_PARTS; i++) {
    if (made->part[i].len > 0 && !spool_put(&b->renditions, made->part[i])) {
      *why = b->renditions.why;
      return false;
    }
  }
  return !b->records.failed || fault_set(why, "out of memory");
}

/** Gives the documents to the search index in their final order, and takes their leaves. */
static bool index_documents(work *w, const char *path, fault *why) {
  builder *b = w->b;
  quran verses;
  bool has_quran = b->quran.len > 0;
  if (has_quran && !quran_open(buffer_span(&b->quran), &verses, why)) { return false; }
  b->index = search_builder_new(path);
  if (b->index == NULL) { return fault_set(why, "out of memory"); }
  search_builder_variants(b->index, &b->variants);
  if (w->brief) { search_builder_brief(b->index); }
  for (uint32_t i = 0; i < w->count; i++) {
    store_document d;
    if (i % PROGRESS_STEP == 0) { report(w, "index", i, w->count); }
    if (!read_document(b, i, &d, why)) { return false; }
    tree_begin_leaf(&b->leaf);
    store_leaf(&d, &b->leaf);
    if (!append_leaf(b, why)) { return false; }
    unsigned surah = has_quran && d.locale < QURAN_LOCALES ? quran_surah_of(d.locale, d.id) : 0;
    span labels = store_builder_labels(b->documents, i), subjects = {NULL, 0};
    if (surah > 0) { subjects = lua_quran_subjects(w->L, w->quran, d.locale, surah, 0); }
    if (!render_document(w, &d, surah > 0, why) ||
        !search_builder_add(b->index, &d, labels, subjects, &b->text, why) ||
        (has_quran && !index_verses(w, &verses, &d, why))) {
      return false;
    }
  }
  return true;
}

/** Writes a section that was built before; an empty one is none. */
static void write_built(const builder *b, uint32_t id, const buffer *section) {
  if (section->len == 0) { return; }
  publication_begin(b->writer, id);
  publication_put(b->writer, buffer_span(section));
}

static bool write_labels(const builder *b, fault *why) {
  buffer out = {0};
  bool done = labels_write(b->labels, b->label_count, &out, why);
  publication_begin(b->writer, SECTION_ID_LABELS);
  publication_put(b->writer, buffer_span(&out));
  buffer_free(&out);
  return done;
}

/** Writes every section ahead of the search index. */
static bool write_content(work *w, fault *why) {
  const builder *b = w->b;
  report(w, "write", 0, w->count);
  publication_begin(b->writer, SECTION_ID_DOCUMENTS);
  if (!store_builder_write(b->documents, publication_put, b->writer, why) ||
      !write_labels(b, why)) {
    return false;
  }
  write_built(b, SECTION_ID_QURAN, &b->quran);
  report(w, "write", w->count, w->count);
  return true;
}

/** Writes the search index. The documents are in the file by now and read back one by one: their
 * text and the index that grows are never in memory together. Memory that gathering them left
 * unused, in Lua too, goes back to the system first. */
static bool write_index(work *w, const char *path, fault *why) {
  builder *b = w->b;
  if (!w->brief && w->cache == NULL) { /* with these, memory does not matter */
    lua_gc(w->L, LUA_GCCOLLECT);
    malloc_trim(0);
  }
  if (!index_documents(w, path, why)) { return false; }
  publication_begin(b->writer, SECTION_ID_SEARCH);
  if (!search_builder_finish(b->index, publication_put, b->writer, why)) { return false; }
  report(w, "index", w->count, w->count);
  return true;
}

/** Writes the renditions that index_documents kept. */
static bool write_renditions(const work *w, fault *why) {
  builder *b = w->b;
  char head[RENDITIONS_HEAD] = {0};
  uint64_t first = sizeof head + b->records.len;
  store_u32le(head, w->count);
  for (size_t at = 0; at < b->records.len; at += RENDITION_RECORD) {
    char *offset = b->records.data + at + RENDITION_OFFSET;
    store_u64le(offset, load_u64le(offset) + first);
  }
  publication_begin(b->writer, SECTION_ID_RENDITIONS);
  publication_put(b->writer, (span){head, sizeof head});
  publication_put(b->writer, buffer_span(&b->records));
  if (spool_drain(&b->renditions, publication_put, b->writer)) { return true; }
  *why = b->renditions.why;
  return false;
}

/** Writes the tree of the leaves that were appended. */
static bool write_tree(builder *b, uint32_t id, fault *why) {
  unsigned char root[DIGEST_BYTES];
  uint64_t size = b->leaves.len / DIGEST_BYTES;
  buffer nodes = {0};
  bool built = tree_build(&b->leaves, tree_lowest(id), &nodes, root);
  if (built) { publication_put(b->writer, buffer_span(&nodes)); }
  if (built) { publication_add_tree(b->writer, id, size, root); }
  buffer_free(&nodes);
  buffer_clear(&b->leaves);
  return built || fault_set(why, "out of memory");
}

/** Writes the tree of a locale's verses. */
static bool write_verse_tree(builder *b, const quran *q, unsigned locale, fault *why) {
  buffer sources = {0};
  quran_write_sources(q, locale, &sources);
  quran_leaves leaves = {q, locale, buffer_span(&sources)};
  bool done = !sources.failed || fault_set(why, "out of memory");
  for (unsigned i = 0; done && i < QURAN_VERSES; i++) {
    tree_begin_leaf(&b->leaf);
    quran_leaf(&leaves, i, &b->leaf);
    done = append_leaf(b, why);
  }
  buffer_free(&sources);
  return done && write_tree(b, TREE_ID_VERSES + locale, why);
}

/** Writes the trees; write_index took the leaves of the documents. */
static bool write_trees(work *w, fault *why) {
  builder *b = w->b;
  quran verses;
  publication_begin(b->writer, SECTION_ID_TREES);
  if (!write_tree(b, TREE_ID_DOCUMENTS, why)) { return false; }
  if (b->quran.len == 0) { return true; }
  if (!quran_open(buffer_span(&b->quran), &verses, why)) { return false; }
  for (unsigned locale = 0; locale < QURAN_LOCALES; locale++) {
    if (!write_verse_tree(b, &verses, locale, why)) { return false; }
  }
  return true;
}

static bool write_assets(builder *b, fault *why) {
  if (b->asset_count == 0) { return true; }
  publication_begin(b->writer, SECTION_ID_ASSETS);
  return assets_write(b->assets, b->asset_count, publication_put, b->writer, why);
}

static bool write_file(work *w, const char *path, publication_facts *facts, fault *why) {
  if (!publication_create(path, &w->b->writer, why)) { return false; }
  w->b->renditions = spool_new(path);
  if (!write_content(w, why) || !write_index(w, path, why) || !write_trees(w, why) ||
      !write_assets(w->b, why)) {
    publication_explain(w->b->writer, why);
    return false;
  }
  write_built(w->b, SECTION_ID_PATHS, &w->b->paths);
  if (!write_renditions(w, why)) {
    publication_explain(w->b->writer, why);
    return false;
  }
  report(w, "sign", 0, w->keys->count);
  return publication_finish(w->b->writer, &w->terms, w->keys->key, w->keys->count, facts, why);
}

static void read_terms(lua_State *L, publication_terms *out) {
  *out = (publication_terms){.sequence = lua_get_integer(L, 3, "sequence", 0, INT64_MAX),
                             .created = lua_get_integer(L, 3, "created", 0, INT64_MAX),
                             .expires = lua_get_integer(L, 3, "expires", 0, INT64_MAX)};
  lua_getfield(L, 3, "later");
  out->later_count = lua_take_public_keys(L, out->later, FORMAT_SIGNERS);
  if (lua_getfield(L, 3, "previous") != LUA_TNIL) {
    luaL_argcheck(L, hex_read(lua_check_span(L, -1), out->previous, DIGEST_BYTES), 3,
                  "previous is a digest of 64 lower-case hexadecimal digits");
  }
  lua_pop(L, 1);
}

static int write_publication(lua_State *L) {
  work w = {.L = L, .b = check_builder(L), .progress = 4, .quran = 5};
  const char *path = luaL_checkstring(L, 2);
  publication_facts facts;
  fault why;
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  lua_getfield(L, 3, "progress");
  lua_getiuservalue(L, 1, 1);
  read_terms(L, &w.terms);
  if (lua_getfield(L, 3, "cache") != LUA_TNIL) {
    w.cache = *(render_cache **)luaL_checkudata(L, -1, LUA_RENDER_CACHE_TYPE);
    luaL_argcheck(L, w.cache != NULL, 3, "the cache is closed");
  }
  lua_getfield(L, 3, "brief");
  w.brief = lua_toboolean(L, -1);
  w.count = store_builder_count(w.b->documents);
  lua_getfield(L, 3, "private_key");
  bool done = lua_push_keys(L, -1, &w.keys, &why) && store_builder_sort(w.b->documents, &why) &&
              write_file(&w, path, &facts, &why);
  size_t signatures = w.keys->count;
  builder_free(w.b);
  if (done && w.cache != NULL) { render_cache_turn(w.cache); }
  if (done) {
    report(&w, "sign", signatures, signatures);
    lua_push_publication_facts(L, &facts, w.count);
    return 1;
  }
  return lua_refuse(L, why.text);
}

static const luaL_Reg methods[] = {
    {"alerts", set_alerts},   {"asset", add_asset},         {"document", add_document},
    {"label", add_label},     {"paths", add_paths},         {"quran", add_quran},
    {"variant", add_variant}, {"write", write_publication}, {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"builder", new_builder},
    {NULL, NULL},
};

void lua_open_builder(lua_State *L) {
  lua_new_type(L, builder_type, free_builder, methods);
  luaL_setfuncs(L, functions, 0);
}
