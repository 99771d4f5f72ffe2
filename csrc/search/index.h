/** @file
 * An open SEARCH section: partitions, dictionaries, units. Every read is bounds-checked, so
 * a damaged section gives wrong results and never a wrong access.
 */
#pragma once

#include "base/fault.h"
#include "quran/quran.h"
#include "search/lexicon.h"
#include "search/lists.h"
#include "store/renditions.h"
#include "text/analyze.h"

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

/** The map of a unit's text: its sentences, and the position of its first word. */
span index_map(const partition *p, uint32_t unit, uint32_t *first_position);
