#include "text/analyze.h"

#include <libstemmer.h>
#include <stdlib.h>

#include "text/irregular.h"

enum { ARABIC = LOCALE_COUNT };

struct analyzer {
  struct sb_stemmer *stemmers[LOCALE_COUNT + 1]; /* by locale, and that of Arabic */
  irregular_table irregulars[LOCALE_COUNT];
  char unmarked[FOLD_MAX]; /* of the last word */
};

analyzer *analyzer_new(void) {
  analyzer *a = calloc(1, sizeof(*a));
  if (a == NULL) { return NULL; }
  for (size_t i = 0; i <= ARABIC; i++) {
    a->stemmers[i] = sb_stemmer_new(i == ARABIC ? "arabic" : locale_rows[i].language, "UTF_8");
    bool listed = i == ARABIC || irregular_read((unsigned)i, &a->irregulars[i]);
    if (a->stemmers[i] == NULL || !listed) {
      analyzer_free(a);
      return NULL;
    }
  }
  return a;
}

void analyzer_free(analyzer *a) {
  if (a == NULL) { return; }
  for (size_t i = 0; i <= ARABIC; i++) { sb_stemmer_delete(a->stemmers[i]); }
  for (size_t i = 0; i < LOCALE_COUNT; i++) { free(a->irregulars[i].forms); }
  free(a);
}

/* Letters that an Arabic word keeps when an article, a lone conjunction is taken off it. */
enum { BEHIND_ARTICLE = 2, BEHIND_WAW = 3, LETTER = 2 /* bytes */ };

/* The article and what is joined to it; the longest first. */
static const char *const articles[] = {"وال", "بال", "كال", "فال", "ال", "لل"};

/* The word without what is written before it, after Larkey, Ballesteros and Connell (2002).
 * Snowball keeps these prefixes: it looks for letters that folding has made equal. */
static span without_prefix(span word) {
  for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
    span prefix = span_of(articles[i]);
    if (!span_starts(word, prefix) || word.len < prefix.len + BEHIND_ARTICLE * LETTER) { continue; }
    word = span_skip(word, prefix.len);
    break;
  }
  if (span_starts(word, SPAN("و")) && word.len >= (1 + BEHIND_WAW) * LETTER) {
    word = span_skip(word, LETTER);
  }
  return word;
}

span analyzer_stem(analyzer *a, unsigned locale, span word, unsigned traits) {
  if (traits & FOLD_DIGIT) { return word; }
  if (traits & FOLD_ARABIC) {
    word = without_prefix(word);
  } else {
    size_t len = traits & FOLD_WIDE ? fold_marks(word, a->unmarked) : 0;
    if (len > 0) { word = (span){a->unmarked, len}; }
    word = irregular_base(&a->irregulars[locale], word);
  }
  struct sb_stemmer *stemmer = a->stemmers[traits & FOLD_ARABIC ? ARABIC : locale];
  const sb_symbol *stem = sb_stemmer_stem(stemmer, (const sb_symbol *)word.data, (int)word.len);
  int length = stem == NULL ? 0 : sb_stemmer_length(stemmer);
  return length <= 0 ? word : (span){(const char *)stem, (size_t)length};
}

/* Endings by locale, with the letters that the word has without them at least: fast is no fasten.
 */
static const struct inflection {
  const char *ending;
  size_t least;
} inflections[LOCALE_COUNT][8] = {
    [LOCALE_EN] = {{"s", 3}, {"es", 3}},
    [LOCALE_ID] = {{"nya", 3}, {"lah", 4}, {"kah", 4}, {"pun", 4}, {"ku", 4}, {"mu", 4}},
    [LOCALE_DE] = {{"n", 5}, {"e", 5}, {"en", 6}, {"er", 6}, {"s", 4}, {"es", 4}, {"ern", 5}},
};

bool analyze_inflection(unsigned locale, span word, size_t number, char out[FOLD_MAX],
                        size_t *len) {
  const struct inflection *list = inflections[locale], *i = &list[number / 2];
  *len = 0;
  if (number / 2 == sizeof(inflections[0]) / sizeof(*list) || i->ending == NULL) { return false; }
  span ending = span_of(i->ending);
  if (number % 2 == 0) {
    if (word.len >= i->least && word.len + ending.len <= FOLD_MAX) {
      memcpy(out, word.data, word.len);
      memcpy(out + word.len, ending.data, ending.len);
      *len = word.len + ending.len;
    }
  } else if (word.len >= i->least + ending.len &&
             span_equal(span_skip(word, word.len - ending.len), ending)) {
    *len = word.len - ending.len;
    memcpy(out, word.data, *len);
  }
  return true;
}

/* In UTF-8 all three umlauts begin with C3. */
static const char umlauts[] = "\xA4\xB6\xBC", vowels[] = "aou";

/* The letter of `to` at the place of `letter` in `from`; 0 when it is not there. */
static char counterpart(char letter, const char *from, const char *to) {
  const char *at = letter == 0 ? NULL : strchr(from, letter);
  return at == NULL ? 0 : to[at - from];
}

size_t analyze_umlaut(span word, bool back, char out[FOLD_MAX]) {
  bool changed = false;
  size_t at = 0;
  if (word.len > FOLD_MAX) { return 0; }
  while (at < word.len) {
    char here = word.data[at], next = at + 1 < word.len ? word.data[at + 1] : 0;
    out[at] = here;
    char umlaut = next == 'e' ? counterpart(here, vowels, umlauts) : 0;
    char vowel = here == '\xC3' ? counterpart(next, umlauts, vowels) : 0;
    if (back ? umlaut == 0 : vowel == 0) {
      at++;
      continue;
    }
    /* both spellings take two bytes */
    out[at] = back ? '\xC3' : vowel;
    out[at + 1] = back ? umlaut : 'e';
    at += 2;
    changed = true;
  }
  return changed ? at : 0;
}
