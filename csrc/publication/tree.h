/** @file
 * Merkle trees as RFC 9162, 2.1 has them: SHA-256, a leaf being the digest of the byte 0 and its
 * text, a node that of the byte 1 and the two nodes below it.
 *
 * Level 0 holds the leaves. Node i of a level stands over nodes 2i and 2i + 1 of the one below; the
 * last of an odd number has nothing beside it and is that node itself. So level L of n leaves has
 * n / 2^L nodes, rounded up, and the root is the only node of the first level that has one.
 *
 * The TREES section holds, tree after tree in the order of the manifest and without gaps, the nodes
 * of every third level, 32 bytes each, the lowest level first: levels l, l + 3, l + 6, … as long as
 * a level has more than one node; level l always. What is left out is computed from at most eight
 * nodes below it. l is 0 for the documents. It is 3 for the verses, so that their leaves are not
 * stored: they are computed from the verses, which are short.
 */
#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/span.h"
#include "publication/signature.h"

enum { TREE_STRIDE = 3, TREE_LEVELS = 33 /**< most, of 2^32 leaves */ };

/** Computes leaf `index`. @return false when memory is out. */
typedef bool tree_leaf(void *context, uint64_t index, unsigned char out[DIGEST_BYTES]);

/** A tree whose stored nodes were checked to be as many as it takes. */
typedef struct tree {
  uint64_t size; /**< leaves, at least 1 */
  unsigned lowest;
  span nodes;      /**< stored, of tree_stored bytes */
  tree_leaf *leaf; /**< not called where `lowest` is 0 */
  void *context;
} tree;

/** The lowest level that is stored of the tree of this id (format.h). */
unsigned tree_lowest(uint32_t id);

/** Bytes of the stored nodes. @param size 1..2^32 */
uint64_t tree_stored(uint64_t size, unsigned lowest);

/** Begins the text whose digest is a leaf: empties `text` and appends a 0. */
void tree_begin_leaf(buffer *text);

/** Appends the nodes to be stored of a tree with these leaves. @param leaves 32 bytes each, at
 * least one; used up @return false when memory is out */
bool tree_build(buffer *leaves, unsigned lowest, buffer *out, unsigned char root[DIGEST_BYTES]);

/** True when the stored nodes make this root. The leaves are not looked at. O(size).
 * @return false when memory is out */
bool tree_check(const tree *t, const unsigned char root[DIGEST_BYTES], bool *good);

/** Appends the nodes that lead from leaves `first` to `last` to the root: on each level, from that
 * of the leaves up, the one to the left of what is known and then the one to its right, where
 * there are such and the node above needs them. For one leaf it is the path of RFC 9162, 2.1.3.1.
 * @return false when memory is out */
bool tree_path(const tree *t, uint64_t first, uint64_t last, buffer *out);

/** The root that leaves and path make. @param leaves from leaf `first` of `size` on, at least one
 * and none beyond `size`; used up @return false when the path is too long or too short, or memory
 * is out */
bool tree_climb(uint64_t size, uint64_t first, buffer *leaves, span path,
                unsigned char root[DIGEST_BYTES]);
