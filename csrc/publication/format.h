/** @file
 * The publication file, drawn byte by byte. Enough to write a reader from.
 *
 * Integers are unsigned, little-endian, of fixed width. Everything named "zero" is 0. There is
 * one encoding of a value, and one place for everything: a reader computes where a part must be
 * and refuses a file that says otherwise.
 *
 *     +-----------------------+ 0
 *     | header, 64 bytes      |
 *     +-----------------------+ 64
 *     | section, zeros up to  |  the sections by ascending id, without other gaps
 *     | a multiple of 64      |
 *     | ...                   |
 *     +-----------------------+ digests offset (a multiple of 64)
 *     | chunk digests, 32 each|  SHA-256 of the bytes [64, digests offset), 65536 at a time;
 *     | ...                   |  the last chunk may be shorter
 *     +-----------------------+ manifest offset
 *     | manifest              |  a few hundred bytes: with header and signatures it is what a
 *     +-----------------------+  proof of one answer carries
 *     | signatures, 64 each   |  in the order of the manifest's signers
 *     +-----------------------+ end of the file
 *
 * Header:
 *
 *     offset size
 *          0    8  magic: 89 53 56 50 0d 0a 1a 0a ("\x89SVP\r\n\x1a\n")
 *          8    4  format, 3
 *         12    4  flags, 0
 *         16    8  length of the whole file
 *         24    8  manifest offset: digests offset + 32 x chunks, where chunks is
 *                  (digests offset - 64) / 65536, rounded up
 *         32    8  manifest length
 *         40    8  signatures offset: manifest offset + manifest length
 *         48    8  signatures length: 64 x signers; offset + length is the length of the file
 *         56    8  digests offset
 *
 * Manifest:
 *
 *          0   32  id: SHA-256 of this manifest's section table and the chunk digests, one after
 *                  the other. It names the content, whoever signed it and whenever.
 *         32   32  previous: digest of the publication this one was made to replace; zeros when
 *                  none. It tells people and tools where a publication comes from; a reader does
 *                  not check it, for one that missed some publications may accept this one. What
 *                  keeps a reader from going back is the sequence.
 *         64    8  sequence, 1 to 2^53; grows with every publication
 *         72    8  created, Unix seconds
 *         80    8  expires, Unix seconds; later than created, at most 2^53
 *         88    4  minimum reader: a reader of a lower FORMAT_READER refuses
 *         92    4  section count s, 1..16
 *         96    4  signer count n, 1..16
 *        100    4  tree count t, 1..16
 *        104   24s section table, by strictly ascending id:
 *                    0  4  id (a reader ignores an id it does not know)
 *                    4  4  zero
 *                    8  8  offset in the file: 64 for the first; for the others the end of the
 *                          one before, rounded up to a multiple of 64
 *                   16  8  length, at least 1
 *                  The end of the last, rounded up to a multiple of 64, is the digests offset.
 *         ...  32n signers: Ed25519 public keys, strictly ascending by their bytes
 *         ...  48t trees, by strictly ascending id:
 *                    0  4  id: 1 the documents; 2 + row of base/locale.h the verses in that
 *                          locale (a reader ignores an id it does not know)
 *                    4  4  zero
 *                    8  8  size: number of leaves, 1 to 2^32
 *                   16 32  root: what RFC 9162, 2.1.1 calls the Merkle Tree Hash
 *
 * A tree lets the receiver of one answer check it without the file. publication/tree.h says how
 * its nodes are hashed and stored; store/document.h and quran/leaf.h say what its leaves are.
 *
 * Signature i is Ed25519 by signer i over the DSSE pre-authentication encoding
 *
 *     "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body
 *
 * with type FORMAT_TYPE, body the header followed by the manifest, SP a space and LEN a decimal
 * number of bytes. 64 zeros stand where a signer has not signed yet (sign.h); nobody serves such a
 * file. Every signature must hold. A publication is trusted when as many of its
 * signers as the trust root's threshold are publication keys of that root (trust.h). No byte of
 * the file is outside of a signature, a digest or an equality above.
 *
 * The *digest* of a publication is the SHA-256 of its manifest.
 */
#pragma once

#include <stdint.h>

#define FORMAT_MAGIC "\x89SVP\r\n\x1a\n"
#define FORMAT_TYPE "application/vnd.svc.publication.v3"

enum {
  FORMAT_VERSION = 3,
  FORMAT_READER = 1,
  FORMAT_ALIGNMENT = 64,
  FORMAT_CHUNK = 65536,
  FORMAT_HEADER = 64,
  FORMAT_MANIFEST = 104, /**< of the manifest before its section table */
  FORMAT_ENTRY = 24,     /**< of the section table */
  FORMAT_TREE = 48,      /**< of the trees */
  FORMAT_SECTIONS = 16,  /**< most sections */
  FORMAT_SIGNERS = 16,   /**< most signers */
  FORMAT_TREES = 16,     /**< most trees */
};

/** Longest file that is written, and that a reader accepts: it is copied into memory. */
#ifndef FORMAT_LONGEST
#define FORMAT_LONGEST ((uint64_t)1 << 36)
#endif

/** Largest sequence and time: what every language counts exactly. */
#define FORMAT_MOST ((uint64_t)1 << 53)

/** Offsets of the header's fields. */
enum {
  HEADER_FORMAT = 8,
  HEADER_FLAGS = 12,
  HEADER_LENGTH = 16,
  HEADER_MANIFEST = 24,
  HEADER_MANIFEST_LENGTH = 32,
  HEADER_SIGNATURES = 40,
  HEADER_SIGNATURES_LENGTH = 48,
  HEADER_DIGESTS = 56,
};

/** Offsets of the manifest's fields. */
enum {
  MANIFEST_ID = 0,
  MANIFEST_PREVIOUS = 32,
  MANIFEST_SEQUENCE = 64,
  MANIFEST_CREATED = 72,
  MANIFEST_EXPIRES = 80,
  MANIFEST_READER = 88,
  MANIFEST_SECTIONS = 92,
  MANIFEST_SIGNERS = 96,
  MANIFEST_TREES = 100,
};

/** Offsets of the fields of an entry of the section table. */
enum { ENTRY_ID = 0, ENTRY_ZERO = 4, ENTRY_OFFSET = 8, ENTRY_LENGTH = 16 };

/** Offsets of a tree's fields. */
enum { TREE_ID = 0, TREE_ZERO = 4, TREE_SIZE = 8, TREE_ROOT = 16 };

/** Most leaves of a tree. */
#define FORMAT_LEAVES ((uint64_t)1 << 32)

/** Ids of the trees. */
enum { TREE_ID_DOCUMENTS = 1, TREE_ID_VERSES = 2 /**< plus the row of base/locale.h */ };

/** The sections. Their layouts are drawn in store/document.h, store/labels.h, quran/tables.h,
 * search/build.h, publication/tree.h, store/assets.h, store/paths.h and store/renditions.h. A
 * publication has all but the Quran, the assets and the paths at least. */
enum format_section {
  SECTION_ID_DOCUMENTS = 1,
  SECTION_ID_LABELS = 2,
  SECTION_ID_QURAN = 3,
  SECTION_ID_SEARCH = 4,
  SECTION_ID_TREES = 5,
  SECTION_ID_ASSETS = 6,
  SECTION_ID_PATHS = 7,
  SECTION_ID_RENDITIONS = 8,
};
