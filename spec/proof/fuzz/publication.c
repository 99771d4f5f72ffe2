/** Fuzzes everything that reads a publication once its signature and digests were found good: a
 * signer's bug must not crash a reader. The input is a whole file; its magic, format and length
 * are repaired, so that the fuzzer need not learn them. What opens is then read throughout.
 * `make fuzz-publication` runs it. */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "publication/open.h"
#include "publication/state.h"
#include "publication/tree.h"
#include "quran/leaf.h"
#include "search/search.h"
#include "store/assets.h"
#include "store/labels.h"
#include "store/paths.h"
#include "store/store.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { ASKED = 64 /* bytes of a file that are searched for */ };

/** Keeps what was read from being optimised away. */
static volatile size_t sink;

static void touch(span text) {
  for (size_t i = 0; i < text.len; i++) sink += (unsigned char)text.data[i];
}

/** Copies the input and repairs what a fuzzer hardly finds. Owned by the caller. */
static char *repaired(const unsigned char *data, size_t size) {
  char *file = malloc(size);
  if (file == NULL) abort();
  memcpy(file, data, size);
  memcpy(file, FORMAT_MAGIC, 8);
  store_u32le(file + HEADER_FORMAT, FORMAT_VERSION);
  store_u32le(file + HEADER_FLAGS, 0);
  store_u64le(file + HEADER_LENGTH, size);
  return file;
}

static void read_documents(const store *s) {
  for (uint32_t i = 0; i < s->count; i++) {
    store_document d = store_at(s, i);
    const span fields[] = {d.id,    d.concept,     d.lens,    d.route,
                           d.title, d.description, d.updated, d.text};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) touch(fields[f]);
    uint32_t number;
    if (!store_find_id(s, d.id, &number) || number != i) abort();
    if (!store_find_route(s, d.locale, d.route, &number) || number != i) abort();
    store_resolve(s, d.title, SPAN("https://site.test"), &number);
    uint32_t first, end;
    size_t slash = span_find(d.route, '/');
    store_below(s, d.locale, d.section, span_take(d.route, slash), &first, &end);
    if (slash < d.route.len && (i < first || i >= end)) abort();
  }
}

/** Reads what is told of many documents: it lists none twice, and none that there is not. */
static void survey_documents(const store *s) {
  for (unsigned locale = 0; locale < LOCALE_COUNT; locale++) {
    store_folder folders[3];
    uint32_t newest[STORE_NEWEST], first, end, readable;
    uint32_t count = store_folders(s, locale, SECTION_MATERIAL, folders, 3, &readable);
    for (uint32_t i = 0; i < count; i++) touch(folders[i].path);
    store_range(s, locale, SECTION_COUNT, &first, &end);
    if (readable > end - first) abort();
    count = store_newest(s, locale, SECTION_COUNT, STORE_NEWEST, newest);
    for (uint32_t i = 0; i < count; i++) {
      if (newest[i] < first || newest[i] >= end) abort();
      for (uint32_t j = 0; j < i; j++)
        if (newest[i] == newest[j]) abort();
    }
  }
}

/** Reads the renditions, and each text with whole addresses. */
static void read_renditions(const renditions *all, const store *s) {
  buffer whole = {0};
  for (uint32_t i = 0; i < all->count; i++) {
    rendition r = renditions_at(all, i);
    rendition_heading heading;
    for (unsigned k = 0; k < RENDITION_PARTS; k++) touch(r.part[k]);
    span outline = r.part[RENDITION_OUTLINE];
    while (renditions_heading(&outline, &heading)) touch(heading.text);
    buffer_clear(&whole);
    renditions_whole(store_at(s, i).text, r.part[RENDITION_LINKS], SPAN("https://a"), &whole);
    touch(buffer_span(&whole));
  }
  buffer_free(&whole);
}

static void read_labels(span section) {
  labels_reader r = labels_read(section);
  label l;
  while (labels_next(&r, &l)) {
    touch(l.text);
    if (labels_find(section, l.locale, l.kind, l.id).data != l.text.data) abort();
  }
}

static void read_assets(span section) {
  assets_reader r = assets_read(section);
  asset a, same;
  while (assets_next(&r, &a)) {
    touch(a.bytes);
    if (!assets_find(section, a.name, &same) || same.bytes.data != a.bytes.data) abort();
  }
}

/** Reads the steps, each of which leans on others, and writes them again: they have one encoding.
 */
static void read_paths(span section) {
  paths_reader r = paths_read(section);
  path_step *steps = calloc(r.left, sizeof *steps);
  buffer again = {0};
  size_t count = 0;
  fault why;
  if (steps == NULL) abort();
  while (paths_next(&r, &steps[count])) touch(steps[count++].name);
  for (size_t i = 0; i < count; i++) {
    sink += strlen(path_level_name(steps[i].level));
    for (unsigned j = 0; j < steps[i].after_count; j++) touch(steps[steps[i].after[j]].name);
  }
  if (!paths_write(steps, count, &again, &why) || !span_equal(buffer_span(&again), section))
    abort();
  buffer_free(&again);
  free(steps);
}

/** Writes the leaf of every verse of a locale. */
static void write_leaves(const quran *q, unsigned locale) {
  buffer text = {0}, sources = {0};
  quran_write_sources(q, locale, &sources);
  quran_leaves leaves = {q, locale, buffer_span(&sources)};
  for (unsigned i = 0; !sources.failed && i < QURAN_VERSES; i++) {
    tree_begin_leaf(&text);
    quran_leaf(&leaves, i, &text);
    touch(buffer_span(&text));
  }
  buffer_free(&sources);
  buffer_free(&text);
}

/** Reads the nodes of trees, which need not fit the content. */
static void read_trees(span nodes, const publication_facts *f) {
  for (uint32_t i = 0; i < f->tree_count; i++) {
    tree t = {.size = f->tree[i].size, .lowest = tree_lowest(f->tree[i].id)};
    uint64_t stored = tree_stored(t.size, t.lowest);
    if (stored > nodes.len) return;
    t.nodes = span_take(nodes, (size_t)stored);
    nodes = span_skip(nodes, (size_t)stored);
    bool good;
    sink += tree_check(&t, f->tree[i].root, &good) && good;
  }
}

static void read_verses(const quran *q) {
  for (unsigned l = 0; l < QURAN_LOCALES; l++) write_leaves(q, l);
  for (unsigned surah = 1; surah <= QURAN_SURAHS; surah++) {
    for (unsigned l = 0; l < QURAN_LOCALES; l++) touch(quran_name(q, l, surah));
    for (unsigned verse = 1; verse <= quran_verse_count(surah); verse++) {
      touch(quran_arabic(q, surah, verse));
      for (unsigned l = 0; l < QURAN_LOCALES; l++) {
        touch(quran_translation(q, l, surah, verse));
        touch(quran_tafsir(q, l, surah, verse));
      }
    }
  }
}

/** Runs queries in every locale, one of which is the end of the file, and browses. */
static void search(search_index *index, span wanted) {
  arena memory = {0};
  fault why;
  for (unsigned l = 0; l < LOCALE_COUNT; l++) {
    for (size_t count = 0; count < 3; count++) {
      search_query query = {.phrasings = {SPAN("light is fast fisrt"), wanted},
                            .count = count,
                            .locale = l,
                            .section = SECTION_COUNT,
                            .limit = 10};
      search_page page;
      if (!search_run(index, &query, &memory, &page, &why)) continue;
      for (size_t i = 0; i < page.count; i++) touch(page.hits[i].excerpt);
    }
  }
  arena_free(&memory);
}

static void read_all(span file, const publication_facts *f) {
  span documents = publication_section_of(file, f, SECTION_ID_DOCUMENTS);
  span labels = publication_section_of(file, f, SECTION_ID_LABELS);
  span verses = publication_section_of(file, f, SECTION_ID_QURAN);
  span index = publication_section_of(file, f, SECTION_ID_SEARCH);
  span assets = publication_section_of(file, f, SECTION_ID_ASSETS);
  span paths = publication_section_of(file, f, SECTION_ID_PATHS);
  search_index *engine = NULL;
  read_trees(publication_section_of(file, f, SECTION_ID_TREES), f);
  store s;
  quran q;
  fault why;
  if (labels_check(labels, &why)) read_labels(labels);
  if (assets.data != NULL && assets_check(assets, &why)) read_assets(assets);
  if (paths.data != NULL && paths_check(paths, &why)) read_paths(paths);
  bool has_quran = verses.data != NULL && quran_open(verses, &q, &why);
  if (has_quran) read_verses(&q);
  if (!store_open(documents, &s, &why)) return;
  read_documents(&s);
  survey_documents(&s);
  span texts = publication_section_of(file, f, SECTION_ID_RENDITIONS);
  if (!renditions_check(texts, &s, &why)) return;
  renditions all = renditions_of(texts);
  read_renditions(&all, &s);
  if (index.data == NULL || !search_open(index, &s, all, has_quran ? &q : NULL, &engine, &why))
    return;
  span end = span_skip(file, file.len - (file.len < ASKED ? file.len : ASKED));
  search(engine, span_take(end, utf8_valid_prefix(end)));
  search_close(engine);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  if (size < FORMAT_HEADER) return 0;
  char *bytes = repaired(data, size);
  span file = {bytes, size};
  publication_policy anyone = {NULL, 0, false};
  publication_facts facts;
  trust root;
  state remembered;
  fault why;
  if (publication_read(file, &facts, &why)) read_all(file, &facts);
  if (publication_verify(file, &anyone, &facts, &why)) read_all(file, &facts);
  trust_read((span){(const char *)data, size}, NULL, 0, &root, &why);
  state_read((span){(const char *)data, size}, &remembered, &why);
  free(bytes);
  return 0;
}
