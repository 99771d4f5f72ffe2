/** @file
 * Builds the SEARCH section. Documents are added in the order in which the store numbers them, so
 * that a document of the index has the same number in the store.
 */
#ifndef SVC_SEARCH_BUILD_H
#define SVC_SEARCH_BUILD_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"
#include "store/store.h"

typedef struct search_builder search_builder;

/** A new builder. @return NULL when memory is out. */
search_builder *search_builder_new(void);

/** Adds the next document. Spans are read during the call only.
 * @param labels localised labels (subject, category, exam…), searched, joined by newlines.
 * @return false with `*why` filled. */
bool search_builder_add(search_builder *b, const store_document *document, span labels, fault *why);

/** Adds a verse of the surah that was added last; it is a unit of its own in the index.
 * @param arabic as served. @param simple the same verse in modern spelling, for the index only;
 * absent when unknown. @param translation plain text in the document's locale. */
bool search_builder_verse(search_builder *b, unsigned surah, unsigned verse, span arabic,
                          span simple, span translation, fault *why);

/** Writes the section to `out`. Memory of a build: the words of one locale at a time and where they
 * occur, compressed, which is below the size of that locale's text, and the section itself, which
 * is below half of all text; 77 MB of English took 130 MB at most, publication file included. The
 * builder holds nothing afterwards but may be freed. */
bool search_builder_finish(search_builder *b, buffer *out, fault *why);

/** Releases a builder. NULL is accepted. */
void search_builder_free(search_builder *b);

#endif
