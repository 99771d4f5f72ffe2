/** @file
 * The LABELS section: what people read for the names of the taxonomy and of the folders in routes,
 * and who wrote the texts under which terms, each in a locale.
 * Its layout, little-endian, offsets from the section's start:
 *
 *     offset size
 *          0    4  label count n, at most 65535
 *          4    4  zero
 *          8   8n  one record a label, by strictly ascending locale, kind and bytes of the id:
 *                    0  1  locale: its row in base/locale.h: 0 en, 1 id, 2 de
 *                    1  1  kind: 0 category, 1 country, 2 exam; 3 folder, its id the path of a
 *                          route without its last segments; 4 credit, its id `authors`, `licence`
 *                          or `licence-url`, of one document with a slash and its route behind;
 *                          5 alias, its id a former route, its label the route of today
 *                    2  2  length of the id, at least 1
 *                    4  2  length of the label, at least 1
 *                    6  2  zero
 *          .       the id and the label of each, in the order of the records, to the end
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"

enum label_kind {
  LABEL_CATEGORY,
  LABEL_COUNTRY,
  LABEL_EXAM,
  LABEL_FOLDER,
  LABEL_CREDIT,
  LABEL_ALIAS,
  LABEL_KINDS
};

enum { LABELS_HEAD = 8, LABELS_RECORD = 8, LABELS_MOST = UINT16_MAX };

typedef struct label {
  unsigned locale; /**< enum locale */
  unsigned kind;   /**< enum label_kind */
  span id;   /**< lower-case kebab segments joined by colons or slashes; of an alias a route */
  span text; /**< what people read, in the locale */
} label;

/** The name of each kind, such as `"folder"`; NULL behind the last. */
extern const char *const label_kinds[LABEL_KINDS + 1];

/** Walks over a LABELS section that labels_check accepted. */
typedef struct labels_reader {
  const char *record, *bytes;
  uint32_t left;
} labels_reader;

/** Validates all of a section. @return false with `*why` filled. */
bool labels_check(span section, fault *why);

/** A reader at the first label. */
labels_reader labels_read(span section);

/** Takes the next label. @return false at the end. */
bool labels_next(labels_reader *r, label *out);

/** Finds a label by all but its text. O(labels). @return an absent span when there is none */
span labels_find(span section, unsigned locale, unsigned kind, span id);

/** Writes the section of `count` labels in any order; they are sorted in place.
 * @return false with `*why` filled when one is malformed or given twice, or memory is out. */
bool labels_write(label *labels, size_t count, buffer *out, fault *why);
