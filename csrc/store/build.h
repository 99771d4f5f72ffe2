/** @file
 * Builds the DOCUMENTS section. Its layout, little-endian, offsets from the section's start:
 *
 *     offset size
 *          0    4  document count n, 1..2^24
 *          4    4  zero
 *          8  32n  one record a document, in the order of store.h:
 *                    0  8  offset of its bytes, which are, one after the other and without a
 *                          terminator: id, concept, lens, route, title, description, updated,
 *                          text
 *                    8  4  length of the text; 0 when the document is citation-only
 *                   12  2  length of the id
 *                   14  2  length of the concept
 *                   16  2  length of the lens
 *                   18  2  length of the route
 *                   20  2  length of the title
 *                   22  2  length of the description; 0 when there is none
 *                   24  1  length of updated: 10, or 0 when unknown
 *                   25  1  locale: its row in base/locale.h: 0 en, 1 id, 2 de
 *                   26  1  section: 0 articles, 1 material, 2 tryout, 3 quran
 *                   27  5  zero
 *          .   4n  numbers of the documents, u32, in ascending byte order of their ids
 *          .   4n  numbers of the documents, u32, in ascending order of locale, then of the bytes
 *                  of their routes
 *          .       the documents' bytes in the order of their numbers, without gaps, to the end
 */
#ifndef SVC_STORE_BUILD_H
#define SVC_STORE_BUILD_H

#include "base/buffer.h"
#include "store/store.h"

enum {
  STORE_HEAD = 8,
  STORE_RECORD = 32,
  STORE_MOST = 1 << 24, /**< documents */
};

/** Where the fields of a record stand. */
enum {
  RECORD_OFFSET = 0,
  RECORD_TEXT = 8,
  RECORD_NAMES = 12,
  RECORD_UPDATED = 24,
  RECORD_LOCALE = 25,
  RECORD_SECTION = 26,
  RECORD_ZERO = 27,
};

/** Takes bytes on their way out. @return false to stop. */
typedef bool (*store_sink)(void *to, span bytes);

/** The document of a record whose offset counts from `base`; its number is 0. */
store_document store_decode(const char *record, const char *base);

/** Bytes of the document of a record: at most 2^32 + 7 * 2^16. */
uint64_t store_bytes(const char *record);

typedef struct store_builder store_builder;

/** A new builder. @return NULL when memory is out. */
store_builder *store_builder_new(void);

/** Adds a document, in any order; its `number` is not read, spans are copied. @param labels
 * kept for store_builder_labels, not written. @return false with `*why` filled when a field is
 * not what store_check accepts. */
bool store_builder_add(store_builder *b, const store_document *document, span labels, fault *why);

/** Puts the documents into their order and numbers them. To be called once, after the last.
 * @return false with `*why` filled when two share an id, or a route in one locale, or there is
 * none. O(n log n). */
bool store_builder_sort(store_builder *b, fault *why);

/** Number of documents added. */
uint32_t store_builder_count(const store_builder *b);

/** Document `number`, after store_builder_sort. Its spans live until the builder is freed. */
store_document store_builder_at(const store_builder *b, uint32_t number);

/** The labels given with document `number`, after store_builder_sort. */
span store_builder_labels(const store_builder *b, uint32_t number);

/** Writes the section, after store_builder_sort, and releases the documents' bytes: afterwards
 * store_builder_over takes the place of store_builder_at.
 * @return false with `*why` filled when memory is out or the sink stops. */
bool store_builder_write(store_builder *b, store_sink sink, void *to, fault *why);

/** Where the bytes of document `number` stand in the section that was written. */
void store_builder_place(const store_builder *b, uint32_t number, uint64_t *offset, size_t *length);

/** Document `number` over its bytes, read back from their place. Its spans point into them. */
store_document store_builder_over(const store_builder *b, uint32_t number, const char *bytes);

/** Releases a builder. NULL is accepted. */
void store_builder_free(store_builder *b);

#endif
