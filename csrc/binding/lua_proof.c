/** Proofs for Lua: `publication:proof`, `publication:verse_proof`. A proof is canonical JSON (see
 * store/document.h) with these members, all digests, keys and bytes in lower-case hexadecimal
 * digits:
 *
 *     expires     Unix seconds, as the manifest says
 *     header      of the publication file (publication/format.h)
 *     leaf_index  of the document, or of the first verse in its book, from 0
 *     manifest    of the file
 *     path        list of the nodes that lead from the leaves to the root (tree_path)
 *     sequence    as the manifest says
 *     signatures  list, in the order of the manifest's signers
 *     tafsir      list of the digests of the tafsir of each verse, where the locale embeds one
 *     tree        `documents`, or `verses:` and the locale
 *     tree_size   number of leaves, as the manifest says
 */
#include "base/escape.h"
#include "binding/publication.h"
#include "json/write.h"
#include "quran/leaf.h"

/** Context of `verse_leaf`. */
typedef struct verse_context {
  quran_leaves leaves;
  buffer text;
} verse_context;

static bool verse_leaf(void *context, uint64_t index, unsigned char out[DIGEST_BYTES]) {
  verse_context *c = context;
  tree_begin_leaf(&c->text);
  quran_leaf(&c->leaves, (unsigned)index, &c->text);
  return !c->text.failed && digest_of(buffer_span(&c->text), out);
}

static void write_hex(buffer *out, span bytes) {
  buffer_byte(out, '"');
  char *digits = buffer_reserve(out, 2 * bytes.len + 1);
  if (digits == NULL) { return; }
  hex_write((const unsigned char *)bytes.data, bytes.len, digits);
  out->len += 2 * bytes.len;
  buffer_byte(out, '"');
}

/** Writes a list of pieces of `size` bytes each. */
static void write_list(buffer *out, const char *before, span bytes, size_t size) {
  buffer_text(out, before);
  for (size_t at = 0; at < bytes.len; at += size) {
    if (at > 0) { buffer_byte(out, ','); }
    write_hex(out, span_take(span_skip(bytes, at), size));
  }
  buffer_byte(out, ']');
}

static void write_number(buffer *out, const char *before, uint64_t value) {
  buffer_text(out, before);
  json_write_integer(out, (int64_t)value);
}

/** Leaves [first, last] of a tree, and what proves them. */
typedef struct proof {
  uint32_t tree; /**< its place among the trees */
  uint64_t first, last;
  const buffer *tafsir; /**< the digests as JSON strings after commas; NULL: no such member */
} proof;

static void write_proof(const publication_view *view, const proof *p, span path, buffer *out) {
  const publication_facts *f = view->facts;
  const publication_tree *t = &f->tree[p->tree];
  publication_envelope e = publication_envelope_of(view->file, f);
  char name[LUA_TREE_NAME];
  write_number(out, "{\"expires\":", f->expires);
  buffer_text(out, ",\"header\":");
  write_hex(out, e.header);
  write_number(out, ",\"leaf_index\":", p->first);
  buffer_text(out, ",\"manifest\":");
  write_hex(out, e.manifest);
  write_list(out, ",\"path\":[", path, DIGEST_BYTES);
  write_number(out, ",\"sequence\":", f->sequence);
  write_list(out, ",\"signatures\":[", e.signatures, SIGNATURE_BYTES);
  if (p->tafsir != NULL) {
    buffer_text(out, ",\"tafsir\":[");
    buffer_append(out, span_skip(buffer_span(p->tafsir), 1));
    buffer_byte(out, ']');
  }
  json_write_after(out, ",\"tree\":", span_of(lua_tree_name(t->id, name)));
  write_number(out, ",\"tree_size\":", t->size);
  buffer_byte(out, '}');
}

/** Makes the proof of leaves; the buffer is failed when memory is out.
 * @param context of the tree's leaf function, or NULL */
static void make_proof(const publication_view *view, const proof *p, verse_context *context,
                       buffer *out) {
  tree t = view->trees[p->tree];
  buffer path = {0};
  t.leaf = verse_leaf;
  t.context = context;
  if (tree_path(&t, p->first, p->last, &path)) {
    write_proof(view, p, buffer_span(&path), out);
  } else {
    out->failed = true;
  }
  buffer_free(&path);
}

/** The place of a tree that open_view found to be there. */
static uint32_t place_of(const publication_view *view, uint32_t id) {
  return (uint32_t)(publication_tree_of(view->facts, id) - view->facts->tree);
}

/** publication:proof(content_id) */
static int document_proof(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  uint32_t number;
  buffer out = {0};
  if (!store_find_id(&view->documents, lua_check_span(L, 2), &number)) { return 0; }
  proof p = {place_of(view, TREE_ID_DOCUMENTS), number, number, NULL};
  make_proof(view, &p, NULL, &out);
  return lua_push_buffer(L, &out);
}

/** Appends the digests of the tafsir of verses of a surah, each after a comma. */
static void write_tafsir(const quran_leaves *leaves, unsigned surah, unsigned first, unsigned last,
                         buffer *out) {
  for (unsigned verse = first; verse <= last; verse++) {
    buffer_byte(out, ',');
    quran_tafsir_digest(leaves, surah, verse, out);
  }
}

/** publication:verse_proof(locale, surah, first, last) */
static int verse_proof(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  unsigned locale = locale_of(lua_check_span(L, 2));
  lua_Integer surah = luaL_checkinteger(L, 3);
  lua_Integer first = luaL_checkinteger(L, 4), last = luaL_optinteger(L, 5, first);
  if (!view->has_quran || locale >= QURAN_LOCALES || surah < 1 || surah > QURAN_SURAHS ||
      first < 1 || last < first || last > quran_verse_count((unsigned)surah)) {
    return 0;
  }
  verse_context context = {0};
  buffer out = {0}, tafsir = {0}, sources = {0};
  bool embedded = quran_source_embedded(QURAN_SOURCE_TAFSIR + locale);
  unsigned start = quran_verse_index((unsigned)surah, (unsigned)first);
  proof p = {place_of(view, TREE_ID_VERSES + locale), start, start + (unsigned)(last - first),
             embedded ? &tafsir : NULL};
  quran_write_sources(&view->verses, locale, &sources);
  context.leaves = (quran_leaves){&view->verses, locale, buffer_span(&sources)};
  if (embedded) {
    write_tafsir(&context.leaves, (unsigned)surah, (unsigned)first, (unsigned)last, &tafsir);
  }
  make_proof(view, &p, &context, &out);
  if (sources.failed || tafsir.failed) { out.failed = true; }
  buffer_free(&sources);
  buffer_free(&context.text);
  buffer_free(&tafsir);
  return lua_push_buffer(L, &out);
}

static const luaL_Reg methods[] = {
    {"proof", document_proof},
    {"verse_proof", verse_proof},
    {NULL, NULL},
};

void lua_open_proof(lua_State *L) { lua_publication_methods(L, methods); }
