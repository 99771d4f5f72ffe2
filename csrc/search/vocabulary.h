/** @file
 * The terms of a partition while it is built, and where each occurs, compressed in memory.
 */
#ifndef SVC_SEARCH_VOCABULARY_H
#define SVC_SEARCH_VOCABULARY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"

typedef struct vocabulary_term {
  const char *key;
  uint8_t len, traits;
  bool exact;             /**< an identifier or loose key: a group of its own, no form */
  uint32_t df;            /**< units it occurs in */
  uint32_t unit;          /**< the last one */
  uint32_t position;      /**< its last position there */
  uint32_t head, at, end; /**< first slice; where the next byte goes; end of that slice */
} vocabulary_term;

typedef struct vocabulary {
  vocabulary_term *terms;
  uint32_t count, size;
  uint32_t *slots, slot_mask; /**< hash table of term numbers + 1 */
  arena keys;
  char **pages; /**< of slices */
  uint32_t page_count, page_size, free;
  bool failed; /**< memory ran out, or postings passed 4 GiB */
} vocabulary;

typedef struct occurrence {
  uint32_t unit, position;
  uint8_t field, form;
} occurrence;

/** The number of a term, new or known. @param key 1..FOLD_MAX + 1 bytes. @param exact see
 * vocabulary_term. @return 0 with `failed` set when memory is out. */
uint32_t vocabulary_term_of(vocabulary *v, span key, unsigned traits, bool exact);

/** Finds a term. @return its number, or UINT32_MAX. */
uint32_t vocabulary_find(const vocabulary *v, span key);

/** Notes an occurrence. Units ascend, positions ascend inside a unit; the same position again is
 * ignored. */
void vocabulary_occurs(vocabulary *v, uint32_t term, uint32_t unit, uint32_t position,
                       unsigned field);

typedef struct occurrence_reader {
  const vocabulary *v;
  uint32_t at, end; /**< of the slice */
  uint32_t last;    /**< address behind the term's last byte */
  uint32_t unit, position;
  bool inside;
} occurrence_reader;

/** Reads a term's occurrences from the first. */
void vocabulary_read(const vocabulary *v, uint32_t term, occurrence_reader *r);

/** The next occurrence (its `form` is 0). @return false at the end. */
bool vocabulary_next(occurrence_reader *r, occurrence *out);

/** Forgets everything and releases its memory. */
void vocabulary_free(vocabulary *v);

#endif
