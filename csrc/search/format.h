/** @file
 * The SEARCH section: everything a reader must know about its bytes.
 *
 * All integers are little-endian and unsigned; `varint` is LEB128. Offsets are relative to what is
 * named. There is one partition a locale, an index complete in itself. The index holds *units*: a
 * document, or a verse that follows the document of its surah. Units of a partition are numbered
 * from 0 in document order, so a section of the locale is one range of numbers.
 *
 *     section    u32 magic, u32 version, LOCALE_COUNT × { u64 offset, u64 length }, partitions
 *     partition  PARTITION_FIELDS × u32, in the order of enum partition_field; PART_COUNT + 1 ×
 *                u64: the offsets of the parts, the last one their end; then the parts:
 *       norms      one byte a unit: its length against the average, see format_impact
 *       runs       documents with verses: { u32 unit, u32 document, u32 surah, u32 verses },
 *                  ascending; `document` counts from the partition's first
 *       groups     lexicon of stems, identifiers, loose Arabic keys and titles; payload of an
 *                  entry: varint (df << 2 | form bits), varint bytes of postings, varint of
 *                  positions; of one unit in place of both varint (bytes of positions << 3 |
 *                  bytes of postings - 1)
 *       forms      lexicon of words as written; payload: varint (zigzag(group - group before it
 *                  in the block, 0 at first) << 5 | form)
 *       words      lexicon of question words and function words; payload: a byte, enum
 *                  word_class
 *       variants   lexicon of variants of words, see search/variants.h
 *       lists      of each group in turn its postings and its positions
 *       maps       where words of the texts stand
 *     lexicon    blocks of LEXICON_BLOCK entries, sorted bytewise. An index of
 *                { u32 offset of the block, u64 offset of its first entry's lists } stands
 *                before the blocks. An entry is a byte (shared << 4 | rest), each
 *                nibble 15 meaning 15 + a varint that follows, the key's last `rest` bytes, its
 *                payload. `shared` bytes are those of the key before it; 0 at first in a block.
 *     postings   of fewer than POSTINGS_BLOCK units: u8 greatest impact, none of a single unit,
 *                then a varint ((unit - last - 1) << 4 | weight code) for each.
 *                Of more: a header a block
 *                { u32 last unit, u32 offset of its data, u32 offset of its positions,
 *                  u8 greatest impact, u8 bits of a difference, u8 bits of a code, u8 0 },
 *                then the data; offsets count from the end of the headers, or from the start of
 *                the group's positions. A full block is bit-packed differences - 1 and then
 *                codes, as postings_pack writes them; the last, partial one is varints as above.
 *     positions  none (0 bytes) for a group that is nearly everywhere, see COMMON_SHARE. A block
 *                begins with the u16 offsets of its 8th, 16th … posting, where it has as many;
 *                these and its first begin with a byte. Of a posting: how often it occurs - 1, as
 *                a code of parameter 0; the first position, POSITION_FIRST; each further one as
 *                its difference - 1 to the last, POSITION_NEXT (search/lists.h draws the codes).
 *                Behind each position its form: nothing without form bits, else a 0 for form 0,
 *                else a 1 and, where there are two form bits, the form in as many; where there are
 *                three, form - 1 as a code of parameter FORM_NEXT.
 *     maps       u32 offset of every MAPS_BLOCK-th unit's map, then the maps: varint bytes that
 *                follow, varint position of the text's first word, then records
 *                { varint words, varint bytes of plain text (store/renditions.h) }
 *                since the last one: of the first sentence, of each that begins MAP_WORDS words
 *                or more behind the last record, and of the answers of an exam.
 */
#pragma once

#include <stdint.h>

#include "store/document.h"

enum {
  FORMAT_MAGIC = 0x31585653, /* "SVX1" */
  FORMAT_VERSION = 7,
  FORMAT_HEADER = 8 + LOCALE_COUNT * 16,
  POSTINGS_BLOCK = 128,
  POSTINGS_HEADER = 16,
  POSTINGS_STRIDE = 8, /**< postings of a block between two offsets into its positions */
  POSITION_FIRST = 7,  /**< parameters of the codes: what is least on real text */
  POSITION_NEXT = 4,
  FORM_NEXT = 1,
  FORMS_MOST = 32,     /**< forms of a group that have a number; the last is of all others */
  POSITIONS_MAX = 100, /**< occurrences of a group kept of one unit */
  COMMON_UNITS = 1024, /**< from so many units on, groups in more than one of */
  COMMON_SHARE = 2,    /**< so many units have no positions */
  LEXICON_BLOCK = 16,
  MAPS_BLOCK = 16,
  MAP_WORDS = 32,
  RUN_BYTES = 16,
  FORMAT_LOOSE = 1,         /**< first byte of the key of a loose Arabic group */
  FORMAT_TITLE = 2,         /**< of the key of a title; its group has no positions */
  FORMAT_TITLE_KEY = 7,     /**< bytes of such a key: FORMAT_TITLE and a hash of the words */
  FORMAT_LEVEL = 128,       /**< the norm of a unit of average length, and of a title in any */
  VERSE_SUBJECTS = 2048,    /**< position of the first of a verse's subjects that are a word */
  VERSE_PHRASES = 3072,     /**< and of the first word of those that are several */
  VERSE_TRANSLATION = 4096, /**< position of the first word of its translation */
  FORMAT_NOTICE = 1 << 24,  /**< position of the first word of the notices */
  FORMAT_NOTICE_CODE = 2,
  FORMAT_CODE_MOST = 15 /**< of the greatest weight */
};

enum partition_part {
  PART_NORMS,
  PART_RUNS,
  PART_GROUP_INDEX,
  PART_GROUPS,
  PART_FORM_INDEX,
  PART_FORMS,
  PART_WORD_INDEX,
  PART_WORDS,
  PART_VARIANT_INDEX,
  PART_VARIANTS,
  PART_LISTS,
  PART_MAPS,
  PART_COUNT
};

enum partition_field {
  PARTITION_UNITS,
  PARTITION_DOCUMENTS,
  PARTITION_FIRST,   /**< store number of its first document */
  PARTITION_SECTION, /**< SECTION_COUNT of them: the unit behind the section's last */
  PARTITION_GROUPS = PARTITION_SECTION + SECTION_COUNT,
  PARTITION_FORMS,
  PARTITION_WORDS,
  PARTITION_VARIANTS,
  PARTITION_FIELDS
};

enum { PARTITION_HEAD = 4 * PARTITION_FIELDS + 8 * (PART_COUNT + 1) };

/** Fields of a document. */
enum field {
  FIELD_BODY,
  FIELD_HEADING,
  FIELD_DESCRIPTION,
  FIELD_ROUTE,
  FIELD_LABEL, /**< or in strong emphasis */
  FIELD_TITLE,
  FIELD_ID,
  FIELD_NOTICE, /**< sources, licences: no content, see search/parts.h */
  FIELD_PART,   /**< inside a German compound: found when lists are written */
  FIELD_COUNT
};

/** The weight of an occurrence in a field, in halves of one in the text. */
extern const uint8_t format_field_weight[FIELD_COUNT];

/** The code, 0..15, of a weight in halves (rounded down to one that has a code). Weight 0, of a
 * unit that has a word in its notices alone, is FORMAT_NOTICE_CODE, which has the least impact. */
unsigned format_code(unsigned weight);

enum { IMPACT_SCALE = 512, IMPACT_STEP = 8, IMPACT_MOST = 1280 /* IMPACT_SCALE × (k1 + 1) */ };

/** Table of what a posting contributes per unit of its term's weight:
 * `table[norm << 4 | code] = IMPACT_SCALE × (k1 + 1) tf / (tf + k1 (1 - b + b ratio))`, at least 1,
 * with tf the code's weight, ratio = 2^((norm - 128) / 16), and k1 and b of search/weights.h. */
void format_impacts(uint16_t table[4096]);

/** The norm of a unit that is `length` long where the average is `average`. */
uint8_t format_norm(uint32_t length, double average);

/** Writes the key of a title, or of a phrasing that may be one, so that a document is found by its
 * title whatever else it says: it tells the folded words without marks, not how they are parted,
 * nor an article before them.
 * @return bytes written, 0 when it has no word. */
size_t format_title(span text, char key[FORMAT_TITLE_KEY]);
