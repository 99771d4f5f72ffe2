/** @file
 * The terms of a partition while it is built, and where each occurs, compressed in memory.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"
#include "store/build.h"
#include "text/fold.h"

/* Bytes on their way to a file, too many to wait in memory: the latest are kept there, the others
 * in a file without a name, which the system removes when it is closed. */

typedef struct spool {
  const char *beside; /**< borrowed: the file is made in the folder of this path, when needed */
  buffer recent;
  uint64_t written; /**< to the file */
  int fd;           /**< -1 when there is no file */
  bool failed;
  fault why; /**< filled when it failed */
} spool;

/** An empty one. It allocates nothing. */
spool spool_new(const char *beside);

/** Appends bytes. @param s a spool, as a store_sink has it. @return false once it failed. */
bool spool_put(void *s, span bytes);

/** Bytes that were put. */
static inline uint64_t spool_length(const spool *s) { return s->written + s->recent.len; }

/** Hands all bytes to `sink` in their order, in pieces, until it stops. @return false when the
 * spool had failed, or fails. */
bool spool_drain(spool *s, store_sink sink, void *to);

/** Releases its memory and its file. May be called twice. */
void spool_free(spool *s);

#ifndef VOCABULARY_PAGES
#define VOCABULARY_PAGES ((uint32_t)1 << 14)
#endif

typedef struct vocabulary_term {
  uint32_t key; /**< address */
  uint8_t len, traits;
  bool exact;           /**< an identifier or loose key: a group of its own, no form */
  uint32_t df;          /**< units it occurs in */
  uint32_t unit;        /**< the last one */
  uint32_t position;    /**< its last position there */
  uint32_t head, slice; /**< addresses of the first slice and of the last */
  uint16_t at, end;     /**< bytes in the last: where the next one goes, and the last's end */
} vocabulary_term;

/** The hash beside the number tells nearly all other keys apart without a look at the term. */
typedef struct vocabulary_slot {
  uint32_t term; /**< its number + 1; 0 when the slot is free */
  uint32_t hash;
} vocabulary_slot;

typedef struct vocabulary {
  vocabulary_term *terms;
  uint32_t count, size;
  vocabulary_slot *slots; /**< hash table */
  uint32_t slot_mask;
  char **pages; /**< of keys and slices */
  uint32_t page_count, page_size, free;
  bool full;   /**< all of its pages are */
  bool failed; /**< it is full, or memory ran out */
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

/** The key of a term; it lives as long as the vocabulary. */
span vocabulary_key(const vocabulary *v, uint32_t term);

/** The numbers of all terms in the order of their keys. @return owned by the caller, NULL when
 * memory is out. */
uint32_t *vocabulary_order(const vocabulary *v);

/** Releases what only new terms and vocabulary_find need; neither is asked for afterwards. */
void vocabulary_seal(vocabulary *v);

/** An occurrence that is yet to be noted. */
typedef struct vocabulary_note {
  uint32_t position;
  uint8_t field, len, traits;
  bool exact;
  char key[FOLD_MAX + 1];
} vocabulary_note;

/** Most notes that are taken at once. */
enum { VOCABULARY_NOTES = 32 };

/** Notes occurrences in a unit, of new terms and known ones; see vocabulary_term_of. Units ascend,
 * positions ascend inside a unit; the same position again is ignored. Several at once are much
 * faster than one by one: the memory that each needs is fetched while the others are at work.
 * @param count at most VOCABULARY_NOTES. */
void vocabulary_occur(vocabulary *v, uint32_t unit, const vocabulary_note *notes, size_t count);

typedef struct occurrence_reader {
  const vocabulary *v;
  const vocabulary_term *term;
  uint32_t slice;
  uint16_t at, end; /**< bytes in the slice */
  uint32_t unit, position;
  bool inside;
} occurrence_reader;

/** Begins to fetch from memory what vocabulary_key and vocabulary_read of the term will look at. */
void vocabulary_fetch(const vocabulary *v, uint32_t term);

/** Reads a term's occurrences from the first. */
void vocabulary_read(const vocabulary *v, uint32_t term, occurrence_reader *r);

/** The next occurrence (its `form` is 0). @return false at the end. */
bool vocabulary_next(occurrence_reader *r, occurrence *out);

/** Forgets everything and frees its memory. */
void vocabulary_free(vocabulary *v);
