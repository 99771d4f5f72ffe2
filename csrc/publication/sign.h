/** @file
 * Adds signatures to a publication that was made without some of its signers' keys: each holder
 * signs on a machine of his own, and no two keys need to be in one place. The manifest names every
 * signer from the start, so that what is signed, and its digest, stay the same.
 */
#pragma once

#include "publication/open.h"

/** Adds the signatures of `keys` to a publication in memory. @param facts those of the file as
 * publication_verify gives them with `unfinished`; `missing` is brought up to date. @param path
 * where the whole file is written, in one step; it may be the file's own.
 * @return false with `*why` filled when a key is no signer of it or has signed already, or when it
 * cannot be written; nothing is changed then. */
bool publication_sign(span file, const char *path, private_key *const *keys, size_t key_count,
                      publication_facts *facts, fault *why);
