#include "publication/tree.h"

#include "publication/format.h"

unsigned tree_lowest(uint32_t id) { return id == TREE_ID_DOCUMENTS ? 0 : TREE_STRIDE; }

/** Number of nodes of a level. */
static uint64_t width(uint64_t size, unsigned level) { return ((size - 1) >> level) + 1; }

/** The level of the root. */
static unsigned height(uint64_t size) {
  unsigned level = 0;
  while (width(size, level) > 1) { level++; }
  return level;
}

static bool is_stored(const tree *t, unsigned level) {
  if (level < t->lowest || (level - t->lowest) % TREE_STRIDE != 0) { return false; }
  return level == t->lowest || width(t->size, level) > 1;
}

uint64_t tree_stored(uint64_t size, unsigned lowest) {
  const tree t = {.size = size, .lowest = lowest};
  uint64_t nodes = 0;
  for (unsigned level = lowest; is_stored(&t, level); level += TREE_STRIDE) {
    nodes += width(size, level);
  }
  return nodes * DIGEST_BYTES;
}

void tree_begin_leaf(buffer *text) {
  buffer_clear(text);
  buffer_byte(text, 0);
}

/** The node over two others, each of 32 bytes. @param out may be one of them */
static bool join(const void *left, const void *right, void *out) {
  char text[1 + 2 * DIGEST_BYTES] = {1};
  memcpy(text + 1, left, DIGEST_BYTES);
  memcpy(text + 1 + DIGEST_BYTES, right, DIGEST_BYTES);
  return digest_of((span){text, sizeof text}, out);
}

/** Replaces a level by the one above it. */
static bool rise(buffer *nodes) {
  size_t count = nodes->len / DIGEST_BYTES;
  for (size_t i = 0; i < count; i += 2) {
    char *from = nodes->data + i * DIGEST_BYTES, *to = nodes->data + i / 2 * DIGEST_BYTES;
    if (i + 1 == count) {
      memmove(to, from, DIGEST_BYTES);
    } else if (!join(from, from + DIGEST_BYTES, to)) {
      return false;
    }
  }
  nodes->len = (count + 1) / 2 * DIGEST_BYTES;
  return true;
}

bool tree_build(buffer *leaves, unsigned lowest, buffer *out, unsigned char root[DIGEST_BYTES]) {
  const tree t = {.size = leaves->len / DIGEST_BYTES, .lowest = lowest};
  if (leaves->failed) { return false; }
  for (unsigned level = 0; level <= lowest || leaves->len > DIGEST_BYTES; level++) {
    if (is_stored(&t, level)) { buffer_append(out, buffer_span(leaves)); }
    if (!rise(leaves)) { return false; }
  }
  memcpy(root, leaves->data, DIGEST_BYTES);
  return !out->failed;
}

/** The place of a stored node. */
static const char *stored_at(const tree *t, unsigned level, uint64_t index) {
  uint64_t before = 0;
  for (unsigned l = t->lowest; l < level; l += TREE_STRIDE) { before += width(t->size, l); }
  return t->nodes.data + (before + index) * DIGEST_BYTES;
}

static bool read_node(const tree *t, unsigned level, uint64_t index, unsigned char *out);

/** Computes a node above level 0 from the level below it. */
static bool compute(const tree *t, unsigned level, uint64_t index, unsigned char *out) {
  unsigned char right[DIGEST_BYTES];
  if (!read_node(t, level - 1, 2 * index, out)) { return false; }
  if (2 * index + 1 == width(t->size, level - 1)) { return true; }
  return read_node(t, level - 1, 2 * index + 1, right) && join(out, right, out);
}

static bool read_node(const tree *t, unsigned level, uint64_t index, unsigned char *out) {
  if (is_stored(t, level)) {
    memcpy(out, stored_at(t, level, index), DIGEST_BYTES);
    return true;
  }
  return level == 0 ? t->leaf(t->context, index, out) : compute(t, level, index, out);
}

bool tree_check(const tree *t, const unsigned char root[DIGEST_BYTES], bool *good) {
  unsigned top = height(t->size);
  unsigned char node[DIGEST_BYTES];
  *good = false;
  for (unsigned level = t->lowest + TREE_STRIDE; is_stored(t, level); level += TREE_STRIDE) {
    for (uint64_t i = 0; i < width(t->size, level); i++) {
      if (!compute(t, level, i, node)) { return false; }
      if (memcmp(node, stored_at(t, level, i), DIGEST_BYTES) != 0) { return true; }
    }
  }
  if (top < t->lowest) { top = t->lowest; }
  if (!read_node(t, top, 0, node)) { return false; }
  *good = memcmp(node, root, DIGEST_BYTES) == 0;
  return true;
}

/** Appends a node. */
static bool append(const tree *t, unsigned level, uint64_t index, buffer *out) {
  unsigned char node[DIGEST_BYTES];
  if (!read_node(t, level, index, node)) { return false; }
  buffer_append(out, (span){(const char *)node, sizeof node});
  return true;
}

bool tree_path(const tree *t, uint64_t first, uint64_t last, buffer *out) {
  unsigned top = height(t->size);
  for (unsigned level = 0; level < top; level++, first /= 2, last /= 2) {
    if (first % 2 == 1 && !append(t, level, first - 1, out)) { return false; }
    if (last % 2 == 0 && last + 1 < width(t->size, level) && !append(t, level, last + 1, out)) {
      return false;
    }
  }
  return !out->failed;
}

bool tree_climb(uint64_t size, uint64_t first, buffer *nodes, span path,
                unsigned char root[DIGEST_BYTES]) {
  uint64_t last = first + nodes->len / DIGEST_BYTES - 1;
  for (; size > 1; size = width(size, 1), first /= 2, last /= 2) {
    bool left = first % 2 == 1, right = last % 2 == 0 && last + 1 < size;
    if (path.len < (size_t)(left + right) * DIGEST_BYTES) { return false; }
    if (left) { buffer_insert(nodes, 0, span_take(path, DIGEST_BYTES)); }
    if (left) { path = span_skip(path, DIGEST_BYTES); }
    if (right) { buffer_append(nodes, span_take(path, DIGEST_BYTES)); }
    if (right) { path = span_skip(path, DIGEST_BYTES); }
    if (nodes->failed || !rise(nodes)) { return false; }
  }
  memcpy(root, nodes->data, DIGEST_BYTES);
  return path.len == 0;
}
