/** @file
 * Writes a publication: into a temporary file beside its place, and only when it is complete and
 * on the disk, under its name. Whoever reads the name sees the old one or the new one.
 */
#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"
#include "publication/open.h"
#include "publication/signature.h"

/* Adds signatures to a publication that was made without some of its signers' keys: each holder
 * signs on a machine of his own, and no two keys need to be in one place. The manifest names every
 * signer from the start, so that what is signed, and its digest, stay the same. */

/** Adds the signatures of `keys` to a publication in memory. @param facts those of the file as
 * publication_verify gives them with `unfinished`; `missing` is brought up to date. @param path
 * where the whole file is written, in one step; it may be the file's own.
 * @return false with `*why` filled when a key is no signer of it or has signed already, or when it
 * cannot be written; nothing is changed then. */
bool publication_sign(span file, const char *path, private_key *const *keys, size_t key_count,
                      publication_facts *facts, fault *why);

typedef struct publication_writer publication_writer;

/** Facts of the manifest beside the content. */
typedef struct publication_terms {
  uint64_t sequence;                    /**< at least 1 */
  uint64_t created, expires;            /**< Unix seconds, created before expires */
  unsigned char previous[DIGEST_BYTES]; /**< digest of the one it replaces, or zeros */
  uint32_t later_count;                 /**< signers whose keys are elsewhere, see sign.h */
  unsigned char later[FORMAT_SIGNERS][KEY_BYTES];
} publication_terms;

/** Begins a publication that will be at `path`. @return false, `*out` NULL and `*why` filled on
 * failure. */
bool publication_create(const char *path, publication_writer **out, fault *why);

/** Begins section `id`, which must be greater than the one before. The bytes put next are its
 * content, at least one. */
void publication_begin(publication_writer *w, uint32_t id);

/** Appends bytes to the section. @param w a publication_writer; void, so that builders take this
 * function as their sink.
 * @return false once writing failed; publication_finish then says why. */
bool publication_put(void *w, span bytes);

/** Names a tree of the content in the manifest, by ascending id. */
void publication_add_tree(publication_writer *w, uint32_t id, uint64_t size,
                          const unsigned char root[DIGEST_BYTES]);

/** Replaces `*why` by the reason of the write that failed, where one did. */
void publication_explain(const publication_writer *w, fault *why);

/** Reads back what was put, so that nobody has to keep it. @param offset from the start of the
 * first section, padding counted. @param out is emptied first. @return false with errno set, or
 * with `out` failed when memory is out. */
bool publication_read_back(const publication_writer *w, uint64_t offset, size_t length,
                           buffer *out);

/** Signs by every key and leaves room for the signatures of those who sign later, writes the file
 * through to the disk and gives it its name. The same content, terms and keys give the same bytes,
 * whatever the order of the keys. Keys and later signers are 1 to FORMAT_SIGNERS together, nobody
 * twice.
 * @param out the facts of what was written. @return false with `*why` filled; the old file at
 * the path is then untouched (unless only the last step, fsync of the folder, failed). */
bool publication_finish(publication_writer *w, const publication_terms *terms,
                        private_key *const *keys, size_t key_count, publication_facts *out,
                        fault *why);

/** Releases a writer and removes the temporary file if it was not finished. NULL is accepted. */
void publication_writer_free(publication_writer *w);
