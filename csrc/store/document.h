/** @file
 * One document: its fields, the rules they keep, its place in the order of all, and its record in
 * the DOCUMENTS section. The layout of that section, little-endian, offsets from the section's
 * start:
 *
 *     offset size
 *          0    4  document count n, 1..2^24
 *          4    4  zero
 *          8  32n  one record a document, in the order of store_order:
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
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/locale.h"
#include "base/span.h"

enum model_section {
  SECTION_ARTICLES,
  SECTION_MATERIAL,
  SECTION_TRYOUT,
  SECTION_QURAN,
  SECTION_COUNT
};

/* The sections of the service, in the order in which documents stand in a publication inside their
 * locale (base/locale.h). Requests and publications name no others. */

/** The name of a section, `"articles"` and so on. @param section below SECTION_COUNT. */
const char *model_section_name(unsigned section);

/** The section of that name. @return SECTION_COUNT when there is none. */
unsigned model_section_of(span name);

enum {
  STORE_HEAD = 8,
  STORE_RECORD = 32,
};

/** Most documents. */
#ifndef STORE_MOST
#define STORE_MOST (1 << 24)
#endif

/** Offsets of a record's fields. */
enum {
  RECORD_OFFSET = 0,
  RECORD_TEXT = 8,
  RECORD_NAMES = 12,
  RECORD_UPDATED = 24,
  RECORD_LOCALE = 25,
  RECORD_SECTION = 26,
  RECORD_ZERO = 27,
};

typedef struct store_document {
  uint32_t number;
  unsigned locale;  /**< enum locale */
  unsigned section; /**< enum model_section */
  span id;          /**< content id: `asset:{locale}:{section}:{path…}` */
  span concept, lens;
  span route; /**< without locale prefix */
  span title;
  span description; /**< absent (data NULL) when there is none */
  span text;        /**< Markdown; absent when the document is citation-only */
  span updated;     /**< `YYYY-MM-DD`; absent when unknown */
} store_document;

/** Checks the fields of one document: id `asset:{locale}:{section}:{path…}` of its own locale and
 * section, concept `concept:…`, lens `lens:{section}[:…]`, each of lower-case kebab segments
 * joined by colons; route of segments of letters, digits and `-._~` joined by slashes, not ending
 * in `.md`; title, description and text valid UTF-8 without control characters (a text may have
 * tabs and line ends); date a day of the calendar. @return false with `*why` filled. */
bool store_check(const store_document *document, fault *why);

/** True for lower-case kebab segments joined by colons: `a:b-2:c`. */
bool store_is_name(span text);

/** True for what may be the route of a document. */
bool store_is_route(span text);

/** True for UTF-8 without control characters. @param lines tabs and line ends are accepted too */
bool store_is_text(span text, bool lines);

/** An order of documents, as qsort has it. */
typedef int store_ordering(const store_document *a, const store_document *b);

store_ordering
    store_order; /**< of all: locale, section, route with runs of digits as numbers, id */
store_ordering store_order_ids;    /**< bytes of the id */
store_ordering store_order_routes; /**< locale, bytes of the route */

/** Compares a route, in store_order, with those below `path`, which begin with it and a slash; runs
 * of digits compare as numbers. @return negative: before them, 0: among them, positive: behind. */
int store_side(span route, span path);

/** Writes the record of a document that store_check accepts, its bytes at `offset`. */
void store_encode(const store_document *document, uint64_t offset, char record[STORE_RECORD]);

/** The keys by which the document of a record is found: `id`, `locale` and `route`; the rest is
 * 0. */
store_document store_key(const char *record, const char *base);

/** The document of a record whose offset counts from `base`; its number is 0. */
store_document store_decode(const char *record, const char *base);

/** Bytes of the document of a record: at most 2^32 + 7 * 2^16. */
uint64_t store_bytes(const char *record);

/* The leaf of a document: the canonical JSON of what `GET /v1/content` gives of it, without the
 * members that hold addresses of a host (`url`, `markdown_url`):
 *
 *     alignmentId assetId conceptId content_id description learningObjectId lensId locale route
 *     section text title
 *
 * `description` and `text` are absent where the document has none. Canonical JSON is that of
 * RFC 8785: members in the order of their names, no white space, one spelling of each string. */

/** Appends the JSON of a document's leaf. */
void store_leaf(const store_document *document, buffer *out);

/** The members of an answer about a document that its leaf does not hold. */
typedef struct leaf_answer {
  span site;      /**< the address of its root, without a slash at the end */
  span excerpt;   /**< absent: none */
  uint32_t verse; /**< of a surah, whose title and address then name it; 0: none */
  bool item;      /**< of a search: without the text, and never without a description */
} leaf_answer;

/** Appends the JSON of an answer: the leaf with `excerpt`, `markdown_url` and `url` among its
 * members. @param answer NULL: the leaf alone */
void store_leaf_answer(const store_document *document, const leaf_answer *answer, buffer *out);
