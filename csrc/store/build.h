/** @file
 * Builds the DOCUMENTS section that store/document.h draws.
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"
#include "store/document.h"

/** Takes bytes on their way out. @return false to stop. */
typedef bool (*store_sink)(void *to, span bytes);

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

/** Writes the section, after store_builder_sort, and frees the documents' bytes: afterwards
 * store_builder_over takes the place of store_builder_at.
 * @return false with `*why` filled when memory is out or the sink stops. */
bool store_builder_write(store_builder *b, store_sink sink, void *to, fault *why);

/** The place of the bytes of document `number` in the section that was written. */
void store_builder_place(const store_builder *b, uint32_t number, uint64_t *offset, size_t *length);

/** Document `number` over its bytes, read back from their place. Its spans point into them. */
store_document store_builder_over(const store_builder *b, uint32_t number, const char *bytes);

/** Releases a builder. NULL is accepted. */
void store_builder_free(store_builder *b);
