/** @file
 * Every constant of the scoring, in one place. A figure tells what another value costs: points of
 * mean nDCG@10 over fifteen judged sets in four languages, or over the five of them with titles.
 * `make tune` measures them again.
 */
#pragma once

/** Impact of a term in a unit (BM25F): saturation, and the share of the length normalisation. */
enum { WEIGHT_K1_TENTHS = 15 };
#define WEIGHT_K1 (WEIGHT_K1_TENTHS / 10.0)
#define WEIGHT_B 0.7 /**< 0.6: -.37 with titles */

/** The norm of a document without text, at least: that of one of twice the average length. */
enum { WEIGHT_CITED_NORM = 144 };

/** Weight of a term: its inverse document frequency to this power. */
#define WEIGHT_IDF_EXPONENT 1.2

/** A term's share of the greatest weight there is, to the power of this, multiplies its weight. In
 * a question rare words tell more. In a fragment of a text, of BRIEF_WORDS content words or more
 * and FRAGMENT_WORDS words or fewer, common ones do. In other phrasings both cost .1. */
#define WEIGHT_RARE_ASKED 0.05
#define WEIGHT_RARE_FRAGMENT (-0.4) /**< 0: -.3 */
enum { FRAGMENT_WORDS = 12 };

/** Share of its weight that a question word, a function word keeps: in a question, and elsewhere.
 */
#define WEIGHT_QUESTION_WORD_ASKED 0.2
#define WEIGHT_QUESTION_WORD 0.8
#define WEIGHT_FUNCTION_WORD_ASKED 0.4
#define WEIGHT_FUNCTION_WORD 0.87

/** The same of a word that points to the section of the Quran, and what scores there gain by it, in
 * parts of WEIGHT_HINT_ONE. */
#define WEIGHT_HINT_WORD 0.3
enum { WEIGHT_HINT_ONE = 64, WEIGHT_HINT = 160 };

/** The same of a word that says in which form something is wanted, such as a worksheet. */
#define WEIGHT_REQUEST_WORD 0.5

/** The same of a word inside an identifier that is in the index: what has "d" and "2" often must
 * not outdo the only text with d². */
#define WEIGHT_IN_IDENTIFIER 0.1

/** Gain of a term by repetition in a phrasing: 1 + this × ln(times). */
#define WEIGHT_REPEATED 0.5

/** Confidence that a group of the dictionary is what was typed: as typed; in another spelling; by
 * its beginning; as a part of a compound; by a loose Arabic key. */
#define CONFIDENCE_EXACT 1.0
#define CONFIDENCE_SPELLING 0.9
#define CONFIDENCE_VARIANT 0.8 /**< see search/variants.h */
#define CONFIDENCE_OTHERS 1.2  /**< of a title that all of a phrasing is a variant of */
#define CONFIDENCE_SHAPE 8.0   /**< the same of a short formula, whose letters tell nothing */
#define CONFIDENCE_COMPLETED 0.6
#define CONFIDENCE_PART 0.5
#define CONFIDENCE_LOOSE 0.4
/** The same of a word of one root; and the least share of what is said of such words that one of
 * them must have where the typed one is nowhere. */
#define CONFIDENCE_RELATIVE 0.7
#define RELATIVE_LEAST 0.1

/** The same of a word that differs in its ending. Beside a typed word that is somewhere, both must
 * be rare: in fewer units than all divided by this. */
#define CONFIDENCE_DERIVED 0.42
enum { DERIVED_RARE = 20 };

/** The same with one edit, with two. */
#define CONFIDENCE_ONE_EDIT 0.7
#define CONFIDENCE_TWO_EDITS 0.5

/** The same of a word one edit from a typed one that a single unit has; and how many units the
 * other must be in, so that the typed one is held for a typo. */
#define CONFIDENCE_BESIDE_RARE 0.4
enum { UNITS_BESIDE_RARE = 8 };

/** Weight of an occurrence, in halves of one in the text. */
enum {
  WEIGHT_BODY = 2,
  WEIGHT_HEADING = 4,
  WEIGHT_DESCRIPTION = 3,
  WEIGHT_ROUTE = 4,
  WEIGHT_LABEL = 6, /**< of a label, and of strong emphasis: a term where it is defined */
  WEIGHT_TITLE = 8, /**< 5: -.53, 6: -.13, 10: -.01 with titles */
  WEIGHT_ID = 16,
  WEIGHT_PART = 1 /**< inside a German compound */
};

/** Bonuses of the second pass, in per cent of what an occurrence of that weight is worth: the form
 * as typed; neighbours side by side; neighbours near each other in any order; a phrasing that is
 * the title. */
enum {
  BONUS_FORM = 15, /**< 8: -.07, 25: -.06 */
  BONUS_PAIR = 70, /**< 60: -.15, 90: -.08 */
  BONUS_NEAR = 20, /**< 35: -.02 */
  BONUS_TITLE = 300,
  PER_CENT = 100
};

/** Units that have all content words of a phrasing and are not among the best of the first pass: so
 * many are scored again with these, when the rarest word is in no more units than so many. */
enum { WHOLE_MOST = 16, WHOLE_UNITS = 512 };

/** Gain of a candidate, as above, by the content words of a phrasing that it has in the form that
 * was typed: where the phrasing is no question, has BRIEF_WORDS words at most, and one content word
 * or several. In longer ones the other words decide the meaning: there it costs .5 and more. */
enum { BRIEF_WORDS = 4, BONUS_TYPED_ALONE = 600, BONUS_TYPED_TWO = 60, BONUS_TYPED = 15 };

/** Per cent of the weight of a phrasing's content words that a hit must have, or else one of them
 * in its title: with two words of which nothing has one; and with two to BRIEF_WORDS where another
 * hit has them all. Longer phrasings have no such bound: with 18 for three words, the sets of
 * fragments lose .92. In a partition of fewer units rarity says too little. */
enum { WEAK_OF_TWO = 40 /**< 50: -.02 */, WEAK_BESIDE_WHOLE = 34, WEAK_UNITS = 64 };

/** Per cent of the weight of a brief phrasing's content words that some hit must have in its title
 * and together in its text, or else nothing is found: where it has a word in its title or all
 * somewhere, and otherwise; the latter also as they were typed, anywhere. A word that nothing has
 * counts as the rarest. */
enum { SUPPORT_LIKELY = 54, SUPPORT = 66 };

/** Unless a lesson is about a word of it: one that has so many per cent of the weight of the rarest
 * and is in the title, with this weight of its occurrences. */
enum { SUBJECT_RARE = 40, WEIGHT_SUBJECT = 2 * WEIGHT_TITLE };

/** A verse that has a part of a brief phrasing keeps this part of its score where it does not have
 * so many times as much of it as some lesson, in per cent: see placing_yield. */
enum { YIELDED = 16, YIELDING_VERSE = 80 };

/** Units with the typed form of a lone word are looked for in a list of so many at most. */
enum { TYPED_UNITS = 1024 };

/** Words between two that are near each other. */
enum { NEAR_WORDS = 8 };

/** Gain of a candidate, in per cent of its score, when it has all of a phrasing's weight, and in
 * proportion less: anywhere; within TOGETHER_WORDS of one position of the weightiest word that it
 * has, beside that word; and, of the content words, in the title. */
enum {
  BONUS_SHARE = 43,       /**< 33: -.02, 53: -.07 */
  BONUS_TOGETHER = 75,    /**< 50: -.01, 100: -.01 */
  BONUS_TITLED = 80,      /**< 0: -.25, 40: -.12, 120: -.08 */
  BONUS_TITLED_LONG = 82, /**< in longer ones; 100: people find less */
  TOGETHER_WORDS = 12     /**< 8: -.08, 20: -.07 */
};
