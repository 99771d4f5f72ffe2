#include "text/analyze.h"

#include <libstemmer.h>
#include <stdlib.h>

enum { ARABIC = LOCALE_COUNT };

struct analyzer {
  struct sb_stemmer *stemmers[LOCALE_COUNT + 1]; /* by locale, and that of Arabic */
};

analyzer *analyzer_new(void) {
  analyzer *a = calloc(1, sizeof(*a));
  if (a == NULL) return NULL;
  for (size_t i = 0; i <= ARABIC; i++) {
    a->stemmers[i] = sb_stemmer_new(i == ARABIC ? "arabic" : locale_rows[i].language, "UTF_8");
    if (a->stemmers[i] == NULL) {
      analyzer_free(a);
      return NULL;
    }
  }
  return a;
}

void analyzer_free(analyzer *a) {
  if (a == NULL) return;
  for (size_t i = 0; i <= ARABIC; i++) sb_stemmer_delete(a->stemmers[i]);
  free(a);
}

span analyzer_stem(analyzer *a, unsigned locale, span word, unsigned traits) {
  if (traits & FOLD_DIGIT) return word;
  struct sb_stemmer *stemmer = a->stemmers[traits & FOLD_ARABIC ? ARABIC : locale];
  const sb_symbol *stem = sb_stemmer_stem(stemmer, (const sb_symbol *)word.data, (int)word.len);
  int length = stem == NULL ? 0 : sb_stemmer_length(stemmer);
  return length <= 0 ? word : (span){(const char *)stem, (size_t)length};
}

/* In UTF-8 all three umlauts begin with C3. */
static const struct {
  char letter, base;
} umlauts[] = {{'\xA4', 'a'}, {'\xB6', 'o'}, {'\xBC', 'u'}};

static char umlaut_base(char letter) {
  for (size_t i = 0; i < 3; i++) {
    if (umlauts[i].letter == letter) return umlauts[i].base;
  }
  return 0;
}

static char umlaut_letter(char base) {
  for (size_t i = 0; i < 3; i++) {
    if (umlauts[i].base == base) return umlauts[i].letter;
  }
  return 0;
}

size_t analyze_umlaut(span word, bool back, char out[FOLD_MAX]) {
  bool changed = false;
  size_t at = 0;
  if (word.len > FOLD_MAX) return 0;
  while (at < word.len) {
    char here = word.data[at], next = at + 1 < word.len ? word.data[at + 1] : 0;
    out[at] = here;
    bool found =
        back ? next == 'e' && umlaut_letter(here) != 0 : here == '\xC3' && umlaut_base(next) != 0;
    if (!found) {
      at++;
      continue;
    }
    /* both spellings take two bytes */
    out[at] = back ? '\xC3' : umlaut_base(next);
    out[at + 1] = back ? umlaut_letter(here) : 'e';
    at += 2;
    changed = true;
  }
  return changed ? at : 0;
}
