/** @file
 * A text as words and numbers with marks between them: what quran/reference.h tells the meaning of.
 */
#pragma once

#include <stdbool.h>

#include "quran/spelling.h"

enum { READING_WORDS = 24, READING_NUMBERS = 8 };

/** The kinds of a word beside a part of a name. */
enum word_kind {
  WORD_SURAH = 1 << 0,   /**< "surah", "Sure" */
  WORD_BOOK = 1 << 1,    /**< "Quran" */
  WORD_CHAPTER = 1 << 2, /**< a chapter of any book, a commentary: tells less than the others */
  WORD_VERSE = 1 << 3,
  WORD_V = 1 << 4,       /**< "v", which a version has as well */
  WORD_COUNTER = 1 << 5, /**< "no.", "Nr." */
  WORD_RANGE = 1 << 6,   /**< "to", "bis" */
  WORD_OF = 1 << 7,
  WORD_JUZ = 1 << 8,
  WORD_ORDINAL = 1 << 9, /**< behind a number: "2nd" */
  WORD_NEXT = 1 << 10,   /**< behind a verse, and the one after it: "255 f." */
  WORD_FORM = 1 << 11,   /**< what is wanted of the reference: "translation" */
  WORD_AND = 1 << 12,    /**< between the members of a list */
  WORD_ARTICLE = 1 << 13,
  WORD_EPITHET = 1 << 14, /**< of the book: "holy" */
  WORD_PART = 1 << 15     /**< what else is numbered: "hizb", "page" */
};

typedef struct reading_word {
  letters text;
  unsigned kind; /**< 0 or one of `enum word_kind` */
} reading_word;

typedef struct reading_number {
  unsigned value;   /**< NUMERAL_LAST: of the last verse, whichever that is */
  bool led_by_zero; /**< as in a time, a version */
  bool padded;      /**< with zeros to three digits, as in names of files */
  bool spelled;     /**< in words */
  bool cardinal;    /**< in words, and no ordinal */
} reading_number;

/** The text between two numbers, before the first or behind the last. */
typedef struct reading_gap {
  unsigned end;   /**< of its words, which begin where those of the gap before end */
  unsigned kinds; /**< of its words, joined */
  bool name;      /**< it has words of no kind */
  bool ordinal;   /**< the number before it is one: "30. Juz", "second surah" */
  bool bracket;   /**< a bracket opens right before the number */
  bool blank;     /**< something like a blank is right before the number */
  char separator; /**< right before the number: one of ":./-, " or 0 */
} reading_gap;

/** A text as it was read: gap 0, number 0, gap 1, number 1, … and a last gap. */
typedef struct reading {
  reading_word words[READING_WORDS];
  reading_number numbers[READING_NUMBERS];
  reading_gap gaps[READING_NUMBERS + 1];
  unsigned count; /**< of numbers */
  bool of_book;   /**< "of the Quran" is behind it, and left out */
} reading;

/** Reads all of a text. @return false when something in it belongs to no reference */
bool reading_read(span text, reading *r);

/** The first word of gap `index`. */
static inline unsigned reading_start(const reading *r, unsigned index) {
  return index == 0 ? 0 : r->gaps[index - 1].end;
}

/** Takes the word at the start of a text, with what is silent around it; it may be empty then.
 * @return false when nothing there belongs to a word */
bool reading_take_word(span *rest, reading_word *out);

/** True when a text begins with a digit of any script that is read. */
bool reading_is_digit(span text);

/** True when a word makes another number of the one that the word before it ends in: "puluh" behind
 * "kelima", "ribu" behind "5". */
bool reading_continues(span word, span next);

/** The text without what encloses it and without the marks of a sentence's end. */
span reading_trim(span text);

/** Divides a list of references at its first semicolon, ampersand or plus sign, or else at its
 * first word such as "and", or else at its first comma, which may stand within a reference.
 * @return false when it has none of them */
bool reading_divide(span list, span *front, span *rest);
