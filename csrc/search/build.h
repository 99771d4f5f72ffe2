/** @file
 * Builds the SEARCH section. Documents are added in the order in which the store numbers them, so
 * that a document of the index has the same number in the store.
 */
#pragma once

#include <stdbool.h>

#include "base/fault.h"
#include "base/span.h"
#include "search/render.h"
#include "search/variants.h"
#include "store/build.h"
#include "store/store.h"

typedef struct search_builder search_builder;

/** A new builder. @param beside path in whose folder an index too big for memory is kept while it
 * is built, in files without names; it must outlive the builder. @return NULL when memory is out.
 */
search_builder *search_builder_new(const char *beside);

/** Adds the next document. Spans are read during the call only.
 * @param labels localised labels (subject, category, exam…), searched, joined by newlines.
 * @param subjects what else a surah is known by, as that of a verse below; or absent.
 * @param text what render_text made of it.
 * @return false with `*why` filled. */
bool search_builder_add(search_builder *b, const store_document *document, span labels,
                        span subjects, const rendered *text, fault *why);

/** Texts of a verse. */
typedef struct search_verse {
  span arabic;      /**< as served */
  span simple;      /**< the same in modern spelling, for the index only; absent when unknown */
  span subjects;    /**< what it is known by, a line each, single words first; or absent */
  span translation; /**< plain text in the document's locale */
} search_verse;

/** Adds a verse of the surah that was added last; it is a unit of its own in the index. */
bool search_builder_verse(search_builder *b, unsigned surah, unsigned verse,
                          const search_verse *texts, fault *why);

/** Gives the variants of words that the index is to know, before the first document. They are
 * borrowed until search_builder_finish. */
void search_builder_variants(search_builder *b, variants *known);

/** Leaves texts out of the index: a preview needs none of them until somebody searches. */
void search_builder_brief(search_builder *b);

/** Hands the section to `sink`, and is then to be freed. @return false with `*why` filled; true
 * also when the sink stopped, which knows why. */
bool search_builder_finish(search_builder *b, store_sink sink, void *to, fault *why);

/** Releases a builder. NULL is accepted. */
void search_builder_free(search_builder *b);
