/** @file
 * Documents of a publication, found by number, content id or route. Read-only and zero-copy:
 * every span points into the section it was opened over and lives as long as that.
 *
 * Documents are numbered in their total order: locale, section, route (runs of digits compare as
 * numbers, so quran/2 comes before quran/10), content id. A locale, and a section inside a
 * locale, is therefore one contiguous range of numbers.
 *
 * The byte layout of the DOCUMENTS section is drawn in store/document.h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/span.h"
#include "store/document.h"

typedef struct store {
  span bytes;
  uint32_t count;
} store;

/** Opens a DOCUMENTS section and validates all of it: bounds, UTF-8, order, ids and routes
 * unique. @param section must outlive `*out`. O(bytes). @return false with `*why` filled. */
bool store_open(span section, store *out, fault *why);

/** The store of a DOCUMENTS section whose very bytes store_open has accepted. O(1). */
store store_again(span section);

/** Document `number` (below `count`). O(1). */
store_document store_at(const store *s, uint32_t number);

/** Begins to fetch from memory what store_at of the document will look at. */
void store_fetch(const store *s, uint32_t number);

/** Finds a content id. O(log n) where there may be one. @return false when there is none. */
bool store_find_id(const store *s, span id, uint32_t *number);

/** Finds a route inside a locale. O(log n) where there may be one. @return false when there is
 * none. */
bool store_find_route(const store *s, unsigned locale, span route, uint32_t *number);

/** The numbers [*first, *end) of a locale's documents in `section`, or in all its sections when
 * `section` is SECTION_COUNT. O(1) or O(log n). */
void store_range(const store *s, unsigned locale, unsigned section, uint32_t *first, uint32_t *end);

/** True where a document of a locale lies below `path`: its route begins with it and a slash.
 * O(log n). */
bool store_holds(const store *s, unsigned locale, span path);

/** The numbers [*first, *end) of a locale's documents in `section` that lie below `path`: whose
 * routes begin with it and a slash. Without any, both are where the first would stand. Paths that
 * differ in leading zeros alone, `a/2` and `a/02`, are one place of the order: the range of each
 * holds the documents of both, where there are any below it at all. O(log n). */
void store_below(const store *s, unsigned locale, unsigned section, span path, uint32_t *first,
                 uint32_t *end);

/** A folder: what lies directly below a path. */
typedef struct store_folder {
  span path;         /**< a route without its last segment, or all of a route of one segment */
  uint32_t readable; /**< documents with a text that lie directly in it */
} store_folder;

/** The first `most` folders of a locale's section, in the order of their first documents. O(d), and
 * O(most) more wherever a document lies in another folder than the one before it; d: documents of
 * the section. @param readable receives how many of all d have a text @return how many folders */
uint32_t store_folders(const store *s, unsigned locale, unsigned section, store_folder *folders,
                       uint32_t most, uint32_t *readable);

/** Most documents that store_newest gives. */
enum { STORE_NEWEST = 64 };

/** The newest documents with a text and a date of a locale, in `section` or in all where it is
 * SECTION_COUNT: by descending date, those of a day by the bytes of their routes. O(d), and O(most)
 * more for each that is among the newest so far; d: documents that are looked at.
 * @param most at most STORE_NEWEST @param numbers room for `most` @return how many */
uint32_t store_newest(const store *s, unsigned locale, unsigned section, uint32_t most,
                      uint32_t *numbers);

enum store_resolution {
  RESOLVED,
  RESOLVED_NOTHING, /**< no document, or no form of a reference */
  RESOLVED_FOREIGN, /**< an URL of another origin */
};

/* Finds the document that a reference means: a content id, `svc://content/{content id}`, or a
 * canonical URL `{site}/{locale}/{route}`, with or without `.md`, query and fragment. */

enum { STORE_REFERENCE = 8192 /**< bytes of the longest path of an URL */ };

/** The locale and the route that an URL of the site names, whether there is a document or not.
 * @param decoded memory of the route @return RESOLVED when it names them */
enum store_resolution store_reference_route(span reference, span site,
                                            char decoded[STORE_REFERENCE], unsigned *locale,
                                            span *route);

/** Resolves `reference`. @param site the site's URL without a slash at its end; scheme and host
 * compare without regard to case, a default port may be left out; a slash that is encoded divides
 * nothing, as in a request. @param number receives the document's number when RESOLVED. */
enum store_resolution store_resolve(const store *s, span reference, span site, uint32_t *number);

/** The verse that the fragment of a reference names, as `#verse-255` does; 0 when it names none. */
uint32_t store_verse_of(span reference);
