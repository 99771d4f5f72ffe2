/** @file
 * A small index in memory, for the fuzz targets of the search engine.
 */
#ifndef SVC_FUZZ_SEARCH_SUPPORT_H
#define SVC_FUZZ_SEARCH_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "search/build.h"
#include "search/search.h"
#include "store/build.h"

typedef struct sample {
  buffer documents, section, records, made;
  buffer texts; /**< the RENDITIONS section */
  store store;
} sample;

static bool append(void *to, span bytes) {
  buffer_append(to, bytes);
  return true;
}

#define MUST(condition)                                               \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      abort();                                                        \
    }                                                                 \
  } while (0)

/** Adds a document; a text the store refuses is left out. */
static void add_sample(store_builder *b, unsigned locale, unsigned section, unsigned number,
                       span title, span text) {
  char id[64], route[32], lens[32];
  fault why;
  int id_len = snprintf(id, sizeof id, "asset:%s:%s:d%u", locale_rows[locale].code,
                        model_section_name(section), number);
  int route_len = snprintf(route, sizeof route, "%s/d%u", model_section_name(section), number);
  int lens_len = snprintf(lens, sizeof lens, "lens:%s", model_section_name(section));
  store_document d = {.locale = locale,
                      .section = section,
                      .id = {id, (size_t)id_len},
                      .concept = SPAN("concept:a:b"),
                      .lens = {lens, (size_t)lens_len},
                      .route = {route, (size_t)route_len},
                      .title = title,
                      .text = text};
  if (store_builder_add(b, &d, SPAN("A label"), &why)) return;
  d.text = (span){NULL, 0};
  d.title = SPAN("Untitled");
  if (!store_builder_add(b, &d, SPAN("A label"), &why)) {
    fprintf(stderr, "%s\n", why.text);
    abort();
  }
}

/** Builds store and index of what was added; surahs get two verses. */
static void finish_sample(store_builder *b, sample *out) {
  fault why;
  search_builder *index = search_builder_new("/tmp/index");
  *out = (sample){0};
  rendered text = {0};
  MUST(index != NULL && store_builder_sort(b, &why));
  for (uint32_t i = 0; i < store_builder_count(b); i++) {
    store_document d = store_builder_at(b, i);
    MUST(render_text(&text, &d, d.section == SECTION_QURAN, NULL, &why));
    renditions_encode(
        &text.made,
        RENDITIONS_HEAD + RENDITION_RECORD * (uint64_t)store_builder_count(b) + out->made.len,
        &out->records);
    for (unsigned k = 0; k < RENDITION_PARTS; k++) buffer_append(&out->made, text.made.part[k]);
    MUST(search_builder_add(index, &d, store_builder_labels(b, i), SPAN(""), &text, &why));
    const search_verse verse = {.arabic = SPAN("ٱلۡحَمۡدُ لِلَّهِ رَبِّ ٱلۡعَٰلَمِينَ"),
                                .simple = SPAN("الحمد لله رب العالمين"),
                                .subjects = SPAN("praise\nbeginning of the Book"),
                                .translation = SPAN("All praise is for God")};
    for (unsigned number = 1; d.section == SECTION_QURAN && number <= 2; number++) {
      MUST(search_builder_verse(index, 2, number, &verse, &why));
    }
  }
  buffer_u32(&out->texts, store_builder_count(b));
  buffer_u32(&out->texts, 0);
  buffer_append(&out->texts, buffer_span(&out->records));
  buffer_append(&out->texts, buffer_span(&out->made));
  render_free(&text);
  MUST(search_builder_finish(index, append, &out->section, &why));
  MUST(store_builder_write(b, append, &out->documents, &why));
  MUST(store_open(buffer_span(&out->documents), &out->store, &why));
  MUST(renditions_check(buffer_span(&out->texts), &out->store, &why));
  search_builder_free(index);
  store_builder_free(b);
}

static void free_sample(sample *s) {
  buffer_free(&s->documents);
  buffer_free(&s->section);
  buffer_free(&s->records);
  buffer_free(&s->made);
  buffer_free(&s->texts);
}

/** A few documents that use every part of the format: long lists, many forms, identifiers,
 * compounds, verses. */
static void make_sample(sample *out) {
  static const char *const texts[] = {
      "# Quadratic equations\n\nThe unknown appears *squared*: x² + 3x = 0. See C++ and § 823.\n",
      "Wasserkraft aus Wasser und Kraft. Häuser, Haeuser, Wasserkraftwerke.\n\n- eins\n- zwei\n",
      "Persamaan kuadrat menulis masalah. `code` | a | b |\n|---|---|\n| c | d |\n",
      "في البداية كتب المعلم الدرس ثم قرأ التلاميذ الكتاب. UTBK-2024, 2:255, 3.14\n"};
  store_builder *b = store_builder_new();
  char text[512];
  MUST(b != NULL);
  for (unsigned locale = 0; locale < LOCALE_COUNT; locale++) {
    for (unsigned i = 0; i < 160; i++) {
      snprintf(text, sizeof text, "%s\nCommon words here number n%u, common again.\n", texts[i % 4],
               i * 7919 % 31);
      bool own = locale == 0 && i == 7; /* a title that no other locale has */
      add_sample(b, locale, i % 3, i, own ? SPAN("Bench") : SPAN("Common title"), span_of(text));
    }
    add_sample(b, locale, SECTION_QURAN, 2, SPAN("Al-Baqarah"), SPAN("Its text"));
  }
  finish_sample(b, out);
}

static volatile size_t sink;

/** Runs a query and reads all of its page. */
static void run_query(search_index *index, const search_query *query, arena *memory,
                      search_page *page) {
  fault why;
  MUST(search_run(index, query, memory, page, &why));
  for (size_t i = 0; i < page->count; i++) {
    span excerpt = page->hits[i].excerpt;
    for (size_t k = 0; k < excerpt.len; k++) sink += (unsigned char)excerpt.data[k];
  }
}

#endif
