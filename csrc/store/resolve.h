/** @file
 * Finds the document that a reference means: a content id, `svc://content/{content id}`, or a
 * canonical URL `{site}/{locale}/{route}`, with or without `.md`, query and fragment.
 */
#pragma once

#include "store/store.h"

enum store_resolution {
  RESOLVED,
  RESOLVED_NOTHING, /**< no document, or no form of a reference */
  RESOLVED_FOREIGN, /**< an URL of another origin */
};

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
