/** @file
 * Renditions that were made before, so that publishing again parses only the texts that changed. A
 * rendition is found by a digest of all that it is made of; the images that it asked for are asked
 * for again. In files they are for the same program on the same machine, in one of 16 by the first
 * digit of their keys, so that a change writes few of them. PATH-0 to PATH-f are:
 *
 *   "SVCR" | stamp, 32 bytes | for each: key, 32 bytes; length, u32; its bytes | SHA-256 of it all
 *
 * A file that is not whole, that others may write, or that has another stamp, holds none.
 */
#pragma once

#include "publication/signature.h"
#include "search/render.h"

typedef struct render_cache render_cache;

/** None yet. @return NULL when memory is out */
render_cache *render_cache_new(void);

/** Releases it. NULL is accepted. */
void render_cache_free(render_cache *c);

/** Makes the rendition of a document as render_text does, or takes the one that was kept.
 * @param c NULL: nothing is kept */
bool render_cache_text(render_cache *c, rendered *r, const store_document *d, bool framed,
                       const html_options *options, fault *why);

/** Forgets what was not asked for since it was called last. */
void render_cache_turn(render_cache *c);

/** Adds the renditions of the files that have that stamp and are whole. O(bytes). */
void render_cache_load(render_cache *c, const char *path, const unsigned char stamp[DIGEST_BYTES]);

/** Writes what was kept by the last render_cache_turn to the files that change by it, each in one
 * step. */
bool render_cache_save(render_cache *c, const char *path, const unsigned char stamp[DIGEST_BYTES],
                       fault *why);
