/** @file
 * An open SEARCH section: partitions, dictionaries, units. Every read is bounds-checked, so
 * a damaged section gives wrong results and never a wrong access.
 */
#pragma once

#include "base/buffer.h"
#include "base/fault.h"
#include "quran/quran.h"
#include "quran/spoken.h"
#include "search/format.h"
#include "search/lists.h"
#include "store/renditions.h"
#include "text/analyze.h"
#include "text/fold.h"

/* Sorted dictionaries, front-coded in blocks of 16 entries: written once in order, searched by
 * key, walked in order. The layout is drawn in search/format.h. */

typedef struct lexicon_writer {
  buffer index, data;
  char last[FOLD_MAX + 1];
  size_t last_len;
  uint32_t count;
} lexicon_writer;

/** Begins the next entry; its payload is then appended to `data`. Keys come in bytewise order.
 * @param key at most FOLD_MAX + 1 bytes. @param lists offset stored when the entry begins a block.
 * @return true when it begins a block. */
bool lexicon_add(lexicon_writer *w, span key, uint64_t lists);

/** Releases a writer's memory. */
void lexicon_free(lexicon_writer *w);

enum { SIGNPOSTS = 256 };

/** A dictionary of a partition; borrowed. */
typedef struct lexicon {
  span index, data;
  uint32_t count;
  uint32_t stretch; /**< blocks from one signpost to the next, the last stretch may be shorter */
  uint32_t signpost_count;
  uint64_t signposts[SIGNPOSTS]; /**< how the first keys begin: most of a search is done in these */
} lexicon;

typedef struct lexicon_cursor {
  const lexicon *of;
  uint32_t number; /**< of the entry, from 0; `of->count` at the end */
  uint64_t lists;  /**< the block's offset */
  char key[FOLD_MAX + 1];
  size_t key_len;
  size_t shared;                      /**< bytes the key has in common with the entry before it */
  const unsigned char *payload, *end; /**< the payload begins here; readable up to `end` */
} lexicon_cursor;

/** Moves to the first entry of the block that may hold `key`. */
void lexicon_seek_block(const lexicon *of, span key, lexicon_cursor *c);

/** Moves to the next entry, of the next block as well. @param payload_end what follows the payload
 * of the entry it is at. @return false at the end or where bytes are malformed. */
bool lexicon_next(lexicon_cursor *c, const unsigned char *payload_end);

/** Compares the cursor's key with `key`: negative, 0 or positive. */
static inline int lexicon_compare(const lexicon_cursor *c, span key) {
  return span_compare((span){c->key, c->key_len}, key);
}

enum { INITIALS = 128 };

typedef struct initial {
  char bytes[4];
  uint8_t len;
} initial;

typedef struct partition {
  uint32_t units, documents, first;
  uint32_t section_end[SECTION_COUNT];
  span norms, runs, lists, maps;
  lexicon groups, forms, words, variants;
  initial initials[INITIALS]; /**< the first letters of the forms */
  size_t initial_count;
} partition;

enum { WINDOW = 2048 /* units scored at a time */ };

typedef struct search_index {
  partition partitions[LOCALE_COUNT];
  const store *documents;
  renditions texts;
  const quran *verses;
  spoken *sounds; /**< of the verses, once somebody asked for one by its sound */
  analyzer *stems;
  uint16_t impacts[4096];
  uint32_t scores[WINDOW];      /* of the window's units; zero between queries */
  uint8_t touched[WINDOW / 64]; /**< groups of 64 units that have a score */
} search_index;

/** Reads the partitions' headers. @return false with `*why` filled when they do not hold together.
 */
bool index_read(span section, partition out[LOCALE_COUNT], fault *why);

/** Finds a group by its key. O(log groups). */
bool index_group(const partition *p, span key, word_group *out);

/** Reads group `number`. O(1). */
bool index_group_at(const partition *p, uint32_t number, word_group *out);

/** Writes the key of group `number`. @return bytes written, 0 when there is no such group. */
size_t index_group_key(const partition *p, uint32_t number, char out[FOLD_MAX + 1]);

/** Finds a word as written. @param form receives its form in the group. */
bool index_form(const partition *p, span key, uint32_t *group_number, unsigned *form);

/** Reads the payload of a form the cursor is at. @param last group of the form before it in its
 * block, 0 at the first; updated. @return where the payload ends. */
const unsigned char *index_form_payload(const lexicon_cursor *c, uint32_t *last, unsigned *form);

/** The document of a unit, counted from the partition's first. @param verse receives its verse, 0
 * for the document itself. @param surah receives the surah, 0 when the unit is no verse.
 * O(log surahs). */
uint32_t index_document(const partition *p, uint32_t unit, uint32_t *verse, uint32_t *surah);

/** The unit of a document that is counted from the partition's first. */
uint32_t index_unit(const partition *p, uint32_t document);

/** The contribution of a posting of a unit, per unit of its term's weight. @param code of its
 * weight.
 */
static inline uint32_t index_impact(const search_index *index, const partition *p, uint32_t unit,
                                    uint32_t code) {
  return index->impacts[(unsigned)(unsigned char)p->norms.data[unit] << 4 | code];
}

/** The map of a unit's text, and the position of the text's first word. */
span index_map(const partition *p, uint32_t unit, uint32_t *first_position);

/** Begins to fetch from memory what index_map of the unit will look at. */
void index_fetch_map(const partition *p, uint32_t unit);

/** Narrows the units [first, end) of a section to those of the documents below a path, which stand
 * side by side. */
void index_below(const search_index *index, unsigned locale, unsigned section, span path,
                 uint32_t *first_unit, uint32_t *end_unit);
