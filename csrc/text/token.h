/** @file
 * Plain text cut into tokens: words, which are stemmed and matched with typos, and identifiers,
 * which keep their symbols and match exactly (`C++`, `x^2`, `§ 823`, `UTBK-2024`, `2:255`, URLs).
 * An identifier comes before the words it consists of and has the position of the first. A power
 * inside another is one, too: πr³ is also r³.
 */
#pragma once

#include "text/fold.h"

enum token_kind { TOKEN_WORD, TOKEN_IDENTIFIER };

typedef struct token {
  enum token_kind kind;
  span source;       /**< its bytes in the text */
  span key;          /**< folded; lives until the next call for the same reader */
  uint32_t position; /**< number of the word in the text, from 0 */
  unsigned traits;   /**< enum fold_trait bits; 0 for an identifier */
} token;

typedef struct token_reader {
  span text;
  size_t at;      /**< where reading goes on */
  size_t segment; /**< where the last identifier of several words began, and the end of it */
  size_t segment_last;
  size_t segment_end; /**< no identifier but a power does before this offset */
  size_t power;       /**< where the word begins whose power was the last token */
  size_t words_end;   /**< no identifier but `§ 823` or `#5` does before this one */
  uint32_t position;  /**< of the next word */
  char key[FOLD_MAX];
} token_reader;

/** A reader over valid UTF-8 that must outlive it. Allocates nothing. */
static inline void token_begin(token_reader *r, span text) {
  r->text = text;
  r->at = r->segment = r->segment_last = r->segment_end = r->words_end = 0;
  r->power = SIZE_MAX;
  r->position = 0;
}

/** Moves to the word at `position`, which is not behind the reader, without making tokens of those
 * before it. @param source receives its bytes. @return false when the text has fewer words. */
bool token_seek(token_reader *r, uint32_t position, span *source);

/** The next token. @return false at the end of the text. O(its bytes). */
bool token_next(token_reader *r, token *out);
