/** @file
 * Words in the form in which they are compared: NFKC and case folding, and for Arabic script the
 * letters people leave out or confuse when typing made equal. One function, used for the index
 * and for queries alike, so that both agree.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum { FOLD_MAX = 240 /**< bytes of the longest folded key; what is longer is cut */ };

/** Traits of a folded word: the kinds of characters in it. */
enum fold_trait { FOLD_LETTER = 1, FOLD_DIGIT = 2, FOLD_ARABIC = 4, FOLD_WIDE = 8 };

enum fold_class {
  FOLD_SPACE,  /**< white space and what ends an identifier: brackets, quotes, commas */
  FOLD_SYMBOL, /**< may stand inside an identifier: `.` `-` `/` `:` `^` … */
  FOLD_ALPHA,
  FOLD_NUMBER,
  FOLD_SUPER,    /**< superscript digit or n: `x²` is read as `x^2` */
  FOLD_DIACRITIC /**< combining: continues a word, never begins one */
};

/** Classes of ASCII. */
extern const unsigned char fold_ascii_class[128];

/** The class of a code point. */
enum fold_class fold_classify(uint32_t point);

/** True for the signs written as an apostrophe, or for hamza and ayn in transliterations: inside a
 * word they are no part of its key. */
bool fold_apostrophe(uint32_t point);

/** True for the digits that stand below the line, as in 101₂. */
static inline bool fold_lowered(uint32_t point) { return point >= 0x2080 && point <= 0x2089; }

/** Writes the folded form of a word (letters, digits, marks, inner apostrophes) to `out`.
 * Latin and others: NFKC with case folding, apostrophes dropped, an English possessive cut.
 * Arabic script: marks and tatweel dropped, أإآٱ→ا ى→ي ة→ه ؤ→و ئ→ي, Arabic-Indic digits as ASCII.
 * @param out room for FOLD_MAX bytes. @param traits receives enum fold_trait bits.
 * @return bytes written, 0 when nothing remains. */
size_t fold_word(span word, char out[FOLD_MAX], unsigned *traits);

/** Writes the folded form of an identifier: case folded, NFKC, superscripts as `^` and digits,
 * white space, the braces of `x^{2}` and the sign of a lowered digit (`x_1` is x₁) left out; the
 * sign stays between two digits (101₂ is `101_2`).
 * @return bytes written, 0 when it is longer than FOLD_MAX. */
size_t fold_identifier(span text, char out[FOLD_MAX]);

/** A folded word without its marks (`qurān` as `quran`), but for ä, ö and ü, which are letters of
 * their own. @return bytes written, 0 when it has none. */
size_t fold_bare(span word, char out[FOLD_MAX]);

/** The loose keys of an Arabic word, for spellings that differ in long vowels: no alef, no hamza,
 * doubled letters collapsed; a waw that carries a dagger alef is kept when `waw`, else dropped.
 * @param word as written, with its marks. @return bytes written, 0 when it is not Arabic. */
size_t fold_arabic_loose(span word, bool waw, char out[FOLD_MAX]);

/** The folded Arabic word with each dagger alef written as alef, as modern spelling has it.
 * @return bytes written, 0 when the word has no dagger alef. */
size_t fold_arabic_dagger(span word, char out[FOLD_MAX]);
