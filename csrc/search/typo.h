/** @file
 * Words of the dictionary that a mistyped or unfinished word may mean.
 */
#ifndef SVC_SEARCH_TYPO_H
#define SVC_SEARCH_TYPO_H

#include "search/index.h"

enum { TYPO_GROUPS = 4 };

typedef struct typo_match {
  group list;
  unsigned form;
  unsigned edits; /**< 0 for the completion of a prefix */
} typo_match;

/** Edits that are forgiven in a word of `letters` letters: one from 5, two from 9. */
static inline unsigned typo_allowance(size_t letters) {
  return letters < 5 ? 0 : letters < 9 ? 1 : 2;
}

/** Words one edit (insertion, deletion, substitution, exchange of neighbours) from `word`, or else
 * two, that begin with the same letter and have no digit; the commonest groups first.
 * O(words of that first letter). @return number of matches. */
size_t typo_search(const partition *p, span word, typo_match out[TYPO_GROUPS]);

/** Words that begin with `prefix`, the commonest groups first; at most the first thousand of
 * them are looked at. @return number of matches. */
size_t typo_complete(const partition *p, span prefix, typo_match out[TYPO_GROUPS]);

#endif
