/** @file
 * Variants of words: what is found beside that which was typed. A publication brings them for each
 * locale: synonyms, names as other translations spell them, spellings of a reform. They are written
 * into the locale's partition as a dictionary. A key is folded words joined by spaces; its payload
 * is a varint, the number of alternatives, and each of them as a varint of bytes and the text. The
 * first word of a key of several is a key itself, of no alternatives where it has none. The key of
 * a formula of one or two operands is its shape instead: what its signs tell, whatever the
 * operands.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/span.h"

struct lexicon;
struct lexicon_writer;

enum {
  VARIANT_WORDS = 12,      /**< of a key and of an alternative, at most */
  VARIANT_ALTERNATIVES = 8 /**< of a key, at most; further ones are refused */
};

/** Variants that are gathered, of all locales. All zeros to begin with. */
typedef struct variants {
  struct variant *list;
  size_t count, size;
  arena memory; /**< of their texts, apart from what is freed before the index is written */
} variants;

/** Adds that who types `words` also finds `finds`. @return false with `*why` filled when one of
 * them has no word, more than VARIANT_WORDS or FOLD_MAX bytes, or memory is out. */
bool variants_add(variants *v, unsigned locale, span words, span finds, fault *why);

/** Writes the dictionary of a locale. Repeated pairs count once. @return false with `*why` filled
 * when a key has too many alternatives, or memory is out. */
bool variants_write(variants *v, unsigned locale, struct lexicon_writer *out, fault *why);

/** Forgets everything and frees its memory. */
void variants_free(variants *v);

/** Alternatives of a key, being read. */
typedef struct variant_reader {
  const unsigned char *at, *end;
  uint32_t left;
} variant_reader;

struct lexicon_cursor;

/** The alternatives of the entry that a cursor is at; none where they are damaged. */
variant_reader variants_of(const struct lexicon_cursor *c);

/** Looks for a key. @return false when it is none; the alternatives may be none all the same. */
bool variants_find(const struct lexicon *of, span key, variant_reader *out);

/** Looks for the shape of a short formula, such as n! or √2. @param out unchanged when there is
 * none
 * @return as variants_find */
bool variants_of_shape(const struct lexicon *of, span text, variant_reader *out);

/** The next alternative. @return false at the end. */
bool variants_next(variant_reader *r, span *text);
