/** @file
 * An open SEARCH section: partitions, dictionaries, posting lists. Every read is bounds-checked, so
 * a damaged section gives wrong results and never a wrong access.
 */
#ifndef SVC_SEARCH_INDEX_H
#define SVC_SEARCH_INDEX_H

#include "base/fault.h"
#include "markup/plain.h"
#include "search/lexicon.h"
#include "search/postings.h"
#include "search/search.h"
#include "text/analyze.h"

typedef struct partition {
  uint32_t units, documents, first;
  uint32_t section_end[SECTION_COUNT];
  span norms, runs, postings, positions, maps;
  lexicon groups, forms;
} partition;

enum { WINDOW = 2048 /* units scored at a time */ };

struct search_index {
  partition partitions[LOCALE_COUNT];
  const store *documents;
  const quran *verses;
  analyzer *stems;
  uint16_t impacts[4096];
  uint32_t scores[WINDOW];      /* of the window's units; zero between queries */
  uint8_t touched[WINDOW / 64]; /**< groups of 64 units that have a score */
  plain_text plain;             /**< scratch of the excerpts */
};

/** A group of the dictionary and where its lists are. */
typedef struct group {
  uint32_t number;
  uint32_t df;
  unsigned form_bits;
  span postings, positions;
} group;

/** Reads the partitions' headers. @return false with `*why` filled when they do not hold together.
 */
bool index_read(span section, partition out[LOCALE_COUNT], fault *why);

/** Finds a group by its key. O(log groups). */
bool index_group(const partition *p, span key, group *out);

/** Reads group `number`. O(1). */
bool index_group_at(const partition *p, uint32_t number, group *out);

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

/** The map of a unit's text: its records, and the position of its first word. */
span index_map(const partition *p, uint32_t unit, uint32_t *first_position);

/** Walks a posting list upwards. */
typedef struct posting_cursor {
  const partition *of;
  group list;
  uint32_t blocks, block; /**< number of blocks; the one that is decoded, `blocks` at the end */
  uint32_t bound;         /**< the block of which `index_greatest` looked last */
  uint32_t count, at;     /**< postings of the block; the current one */
  uint32_t unit;          /**< of the current posting; UINT32_MAX at the end */
  const char *packed;     /**< codes that are still packed, NULL when `codes` holds them */
  unsigned code_bits;     /**< of a packed code */
  uint32_t units[POSTINGS_BLOCK];
  uint32_t codes[POSTINGS_BLOCK];
} posting_cursor;

/** Moves to the first posting. */
void index_open_list(const partition *p, group list, posting_cursor *c);

/** Moves to the first posting at or behind `unit`; never backwards. @return its unit, UINT32_MAX at
 * the end. */
uint32_t index_seek(posting_cursor *c, uint32_t unit);

/** The weight code of the current posting. */
static inline uint32_t index_code(const posting_cursor *c) {
  return c->packed == NULL ? c->codes[c->at] : postings_one(c->packed, c->code_bits, c->at);
}

/** Unpacks the codes of the block into `codes`. */
static inline void index_unpack_codes(posting_cursor *c) {
  if (c->packed != NULL) postings_unpack(c->packed, c->code_bits, c->codes);
  c->packed = NULL;
}

/** Decodes the next block. @return false at the end. */
bool index_next_block(posting_cursor *c);

/** The greatest impact a unit in [first, end) can have, or 0 when the list has none there.
 * `first` may only grow from call to call. */
unsigned index_greatest(posting_cursor *c, uint32_t first, uint32_t end);

/** Number of the current posting in its list. */
static inline uint32_t index_posting(const posting_cursor *c) {
  return c->block * POSTINGS_BLOCK + c->at;
}

/** The positions of posting number `posting` of a list, with their forms. @return how many, at
 * most POSITIONS_MAX. */
size_t index_positions(const group *list, uint32_t posting, uint32_t positions[POSITIONS_MAX],
                       uint8_t forms[POSITIONS_MAX]);

#endif
