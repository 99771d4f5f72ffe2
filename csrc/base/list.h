/** @file
 * Lists that grow: elements in one allocation, their number, and the number there is room for.
 */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

/** Makes room for one more element behind `count`, doubling. @return false when memory is out; the
 * list is then as it was. */
#define list_grow(items, count, room)                                   \
  __extension__({                                                       \
    void *larger = list_larger(items, count, &(room), sizeof *(items)); \
    if (larger != NULL) { (items) = larger; }                           \
    larger != NULL;                                                     \
  })

/** The list with room for one more element of `size` bytes, moved where that is needed.
 * @return NULL when memory is out */
static inline void *list_larger(void *items, size_t count, size_t *room, size_t size) {
  if (count < *room) { return items; }
  size_t wanted = *room == 0 ? 16 : *room * 2;
  void *larger = reallocarray(items, wanted, size);
  if (larger != NULL) { *room = wanted; }
  return larger;
}
