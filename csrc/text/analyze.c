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

/* Prefixes of Indonesian by the letters that a root begins with: `lost` is the letter of the root
 * that the prefix takes the place of, or 0. Longer prefixes come first. */
static const struct prefix {
  const char *text, *before;
  char lost;
} prefixes[] = {
    {"menge", "", 0},       {"meng", "aeioughk", 0}, {"meng", "aeiou", 'k'},
    {"meny", "aeiou", 's'}, {"mem", "bfpv", 0},      {"mem", "aeiou", 'p'},
    {"men", "cdjtsz", 0},   {"men", "aeiou", 't'},   {"me", "lmnrwy", 0},
    {"penge", "", 0},       {"peng", "aeioughk", 0}, {"peng", "aeiou", 'k'},
    {"peny", "aeiou", 's'}, {"pem", "bfpv", 0},      {"pem", "aeiou", 'p'},
    {"pen", "cdjtsz", 0},   {"pen", "aeiou", 't'},   {"pe", "lmnrwyt", 0},
    {"ber", "", 0},         {"be", "kr", 0},         {"bel", "a", 0},
    {"ter", "", 0},         {"per", "", 0},          {"di", "", 0},
    {"ke", "", 0},          {"se", "", 0},
};

static const char *const suffixes[] = {"lah", "kah", "pun", "nya", "ku", "mu", "kan", "an", "i"};

enum {
  ROOT_LEAST = 3, /* letters */
  ROOTS = 8       /* of a word */
};

static bool is_listed(const relative *list, size_t count, span word) {
  for (size_t i = 0; i < count; i++) {
    if (span_equal((span){list[i].text, list[i].len}, word)) { return true; }
  }
  return false;
}

/* Adds a word of up to two parts, once. @return how many there are */
static size_t add_relative(relative *list, size_t count, size_t most, span first, span rest) {
  relative *r = &list[count];
  if (count == most || first.len + rest.len > RELATIVE_MOST) { return count; }
  memcpy(r->text, first.data, first.len);
  memcpy(r->text + first.len, rest.data, rest.len);
  r->len = first.len + rest.len;
  return is_listed(list, count, (span){r->text, r->len}) ? count : count + 1;
}

/* The roots that the affixes of a word leave: each step takes one off those found before. */
static size_t find_roots(span word, relative roots[ROOTS]) {
  size_t count = add_relative(roots, 0, ROOTS, word, SPAN(""));
  for (size_t at = 0; at < count; at++) {
    span known = {roots[at].text, roots[at].len};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
      span suffix = span_of(suffixes[i]);
      size_t left = known.len - suffix.len;
      bool ends =
          known.len >= ROOT_LEAST + suffix.len && span_equal(span_skip(known, left), suffix);
      if (ends) { count = add_relative(roots, count, ROOTS, span_take(known, left), SPAN("")); }
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
      const struct prefix *p = &prefixes[i];
      span rest = span_skip(known, strlen(p->text));
      bool begins = span_starts(known, span_of(p->text)) && rest.len + 1 >= ROOT_LEAST &&
                    (p->before[0] == '\0' || strchr(p->before, rest.data[0]) != NULL);
      if (!begins || (p->lost == 0 && rest.len < ROOT_LEAST)) { continue; }
      count = add_relative(roots, count, ROOTS, (span){&p->lost, p->lost != 0}, rest);
    }
  }
  return count;
}

size_t analyze_relatives(unsigned locale, span word, relative out[RELATIVES]) {
  relative roots[ROOTS];
  if (locale != LOCALE_ID || word.len > RELATIVE_MOST - 8) { return 0; }
  size_t count = 0, root_count = find_roots(word, roots);
  for (size_t i = 1; i < root_count; i++) {
    count = add_relative(out, count, RELATIVES, (span){roots[i].text, roots[i].len}, SPAN(""));
  }
  for (size_t i = 0; i < root_count; i++) { /* what the two nasal prefixes make of a root */
    span root = {roots[i].text, roots[i].len};
    static const struct nasal {
      char lost;
      const char *active, *agent;
    } nasals[] = {
        {'k', "meng", "peng"}, {'s', "meny", "peny"}, {'p', "mem", "pem"}, {'t', "men", "pen"}};
    for (size_t k = 0; k < sizeof nasals / sizeof *nasals; k++) {
      if (root.data[0] != nasals[k].lost) { continue; }
      span rest = span_skip(root, 1);
      count = add_relative(out, count, RELATIVES, span_of(nasals[k].active), rest);
      count = add_relative(out, count, RELATIVES, span_of(nasals[k].agent), rest);
    }
  }
  return count;
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
