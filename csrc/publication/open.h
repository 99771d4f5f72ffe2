/** @file
 * Opens a publication: copies it into memory that nobody can change any more, verifies it there and
 * maps it read-only. So the verified bytes are served, whatever happens to the file.
 */
#pragma once

#include <stdint.h>

#include "base/fault.h"
#include "base/span.h"
#include "publication/format.h"
#include "publication/trust.h"

typedef struct publication_section {
  uint32_t id; /**< enum format_section, or one this reader does not know */
  uint64_t offset, length;
} publication_section;

/** A Merkle tree; see publication/tree.h. */
typedef struct publication_tree {
  uint32_t id; /**< as in format.h, or one this reader does not know */
  uint64_t size;
  unsigned char root[DIGEST_BYTES];
} publication_tree;

/** Facts of header and manifest; see format.h. */
typedef struct publication_facts {
  unsigned char id[DIGEST_BYTES], previous[DIGEST_BYTES];
  unsigned char digest[DIGEST_BYTES]; /**< SHA-256 of the manifest */
  uint64_t bytes, sequence, created, expires;
  uint32_t section_count, signer_count, tree_count;
  publication_section section[FORMAT_SECTIONS];
  unsigned char signer[FORMAT_SIGNERS][KEY_BYTES];
  bool missing[FORMAT_SIGNERS]; /**< signers who have not signed yet; only where that is allowed */
  publication_tree tree[FORMAT_TREES];
} publication_facts;

/** The signed envelope of a publication: the parts that a proof of one answer carries. */
typedef struct publication_envelope {
  span header, manifest, signatures;
} publication_envelope;

/** Trusted keys, and the time to judge at. */
typedef struct publication_policy {
  const trust *root; /**< NULL: any signer; then only integrity is checked, not origin */
  uint64_t now;      /**< Unix seconds; a publication that expired by then is refused */
  bool unfinished; /**< signatures may be missing: the file is for its signers, not to be served */
} publication_policy;

/** Verifies a whole file in memory: header, signatures, manifest, expiry, digest of every chunk.
 * Nothing beyond the places of the parts is read before the signatures hold. The content of the
 * sections is checked by their own readers. O(bytes). @return false with `*why` filled. */
bool publication_verify(span file, const publication_policy *policy, publication_facts *out,
                        fault *why);

/** Verifies the envelope alone: signatures, trust, what the manifest says of itself, expiry.
 * Neither sections nor chunks are looked at; the roots of the trees are what is signed.
 * @return false with `*why` filled. */
bool publication_verify_envelope(const publication_envelope *e, const publication_policy *policy,
                                 publication_facts *out, fault *why);

/** Copies the regular file at `path`, or the one that symbolic links there lead to, into new sealed
 * memory. The file is opened once: the links may be turned while it is copied. @param fd receives a
 * descriptor, close-on-exec, owned by the caller; -1 on failure. Nothing is verified but the
 * header's places. @return false with `*why` filled. */
bool publication_seal(const char *path, int *fd, fault *why);

/** Maps sealed memory read-only. @param fd refused unless it is sealed against write, shrink,
 * grow and unsealing; stays the caller's. @param out the file, to be released by
 * publication_unmap. @return false with `*why` filled. */
bool publication_map(int fd, span *out, fault *why);

/** Releases what publication_map gave. An absent span is accepted. */
void publication_unmap(span file);

/** Reads the facts of a file that was verified before (by another process, then sealed).
 * @return false with `*why` filled when header or manifest are not well formed. */
bool publication_read(span file, publication_facts *out, fault *why);

/** The envelope of a file that was read. */
publication_envelope publication_envelope_of(span file, const publication_facts *facts);

/** The tree of this id; NULL when the publication has none. */
const publication_tree *publication_tree_of(const publication_facts *facts, uint32_t id);

/** The bytes of section `id`; absent when the publication has none. */
span publication_section_of(span file, const publication_facts *facts, uint32_t id);
