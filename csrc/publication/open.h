/** @file
 * Opens a publication: copied into memory that nobody can change any more, verified there,
 * mapped read-only. What is verified is what is served, whatever happens to the file.
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

/** What header and manifest say; see format.h. */
typedef struct publication_facts {
  unsigned char id[DIGEST_BYTES], previous[DIGEST_BYTES];
  unsigned char digest[DIGEST_BYTES]; /**< SHA-256 of the manifest */
  uint64_t bytes, sequence, created, expires;
  uint32_t section_count, signer_count;
  publication_section section[FORMAT_SECTIONS];
  unsigned char signer[FORMAT_SIGNERS][KEY_BYTES];
} publication_facts;

/** Whom to trust, and when. */
typedef struct publication_policy {
  const trust *root; /**< NULL: any signer; then only integrity is checked, not origin */
  uint64_t now;      /**< Unix seconds; a publication that expired by then is refused */
} publication_policy;

/** Verifies a whole file in memory: header, signatures, manifest, expiry, digest of every chunk.
 * Nothing beyond the places of the parts is read before the signatures hold. What the sections
 * hold is for their own readers to check. O(bytes). @return false with `*why` filled. */
bool publication_verify(span file, const publication_policy *policy, publication_facts *out,
                        fault *why);

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

/** The bytes of section `id`; absent when the publication has none. */
span publication_section_of(span file, const publication_facts *facts, uint32_t id);
