/** @file
 * Heaps of keys, the least at the root.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** Moves the key at `at` down to its place. */
static inline void heap_sink(uint64_t *heap, size_t count, size_t at) {
  uint64_t key = heap[at];
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count) child += heap[child + 1] < heap[child];
    if (heap[child] >= key) break;
    heap[at] = heap[child];
  }
  heap[at] = key;
}

/** Moves the key at `at` up to its place. */
static inline void heap_rise(uint64_t *heap, size_t at) {
  uint64_t key = heap[at];
  for (; at > 0 && heap[(at - 1) / 2] > key; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
  heap[at] = key;
}

/** Sorts the keys of a heap, the greatest first. O(n log n), in place. */
static inline void heap_fall(uint64_t *heap, size_t count) {
  while (count > 1) {
    uint64_t least = heap[0];
    heap[0] = heap[--count];
    heap[count] = least;
    heap_sink(heap, count, 0);
  }
}

/** Sorts any keys, the greatest first. */
static inline void heap_sort(uint64_t *keys, size_t count) {
  for (size_t at = count / 2; at > 0; at--) heap_sink(keys, count, at - 1);
  heap_fall(keys, count);
}
