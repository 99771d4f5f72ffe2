#include "quran/naming.h"

#include "base/ascii.h"

enum {
  NAMING_WORDS = 6,
  FIRM_KEY = 6,   /**< letters of a skeleton that no common word has by chance */
  HEARD_LEAST = 5 /**< letters of a name that is typed with `o` for `a` */
};

bool naming_join(const reading *r, unsigned from, unsigned to, naming *out) {
  *out = (naming){.words = to - from};
  if (from >= to || out->words > NAMING_WORDS) { return false; }
  out->first = r->words[from].text.len;
  for (unsigned i = from; i < to; i++) {
    out->kinds |= r->words[i].kind;
    if (!spelling_add(&out->joined, spelling_span(&r->words[i].text))) { return false; }
  }
  return true;
}

/** Tries one form of a name. @param firm only a listed spelling or a long skeleton counts, so
 * that "room" is not read as ar-Rum. @param listed_only a skeleton never counts.
 * @return its surah, or 0 */
static unsigned surah_of(span name, bool firm, bool listed_only) {
  unsigned surah = name.len == 0 ? 0 : lookup_spelling(name);
  if (surah > 0 || listed_only || name.len == 0) { return surah; }
  letters skeleton = spelling_skeleton(name);
  return firm && skeleton.len < FIRM_KEY ? 0 : lookup_skeleton(spelling_span(&skeleton));
}

/** A name with each `typed` as `meant`, which has as many bytes. */
static letters replace(span name, span typed, span meant) {
  letters out = {.len = 0};
  while (name.len > 0) {
    bool found = span_starts(name, typed);
    spelling_add(&out, found ? meant : span_take(name, 1));
    name = span_skip(name, found ? typed.len : 1);
  }
  return out;
}

/** As surah_of, also where each `a` is typed as an `o`, as Indonesians hear it beside a heavy
 * consonant: `baqoroh`. Short words count so only behind an introduction, as names do in the
 * manners of French and Turkish: `charh`, `cuma`. */
static unsigned surah_heard(span name, bool firm, bool listed_only) {
  const struct {
    span typed, meant;
    bool counts;
  } manners[] = {{{"o", 1}, {"a", 1}, !firm || name.len >= HEARD_LEAST},
                 {{"ch", 2}, {"sh", 2}, !firm},
                 {{"c", 1}, {"j", 1}, !firm}};
  unsigned surah = surah_of(name, firm, listed_only);
  for (size_t i = 0; surah == 0 && i < sizeof manners / sizeof *manners; i++) {
    letters heard = replace(name, manners[i].typed, manners[i].meant);
    bool other = manners[i].counts && span_compare(spelling_span(&heard), name) != 0;
    surah = other ? surah_of(spelling_span(&heard), firm, listed_only) : 0;
  }
  return surah;
}

/** Bytes of the article at the start of a name, 0 when there is none: `al`, `el` or `ال` before
 * anything, else a vowel with the consonant that follows once more (`ash-shams`); with the "and" of
 * a surah's first words in front (`wal-asr`). */
static size_t article_of(span name) {
  static const char *const assimilated[] = {"asch", "ach", "ash", "asy", "ath", "ats", "adh",
                                            "adz",  "ad",  "an",  "ar",  "as",  "at",  "az",
                                            "en",   "er",  "es",  "et",  "ed",  "ez"};
  size_t and = span_starts(name, SPAN("wa")) ? 1 : 0;
  name = span_skip(name, and);
  if (span_starts(name, SPAN("al")) || span_starts(name, SPAN("el"))) { return and+2; }
  if (span_starts(name, SPAN("ال"))) { return strlen("ال"); }
  bool vowel = span_starts(name, SPAN("a")) || span_starts(name, SPAN("e"));
  for (size_t i = 0; vowel && i < sizeof assimilated / sizeof *assimilated; i++) {
    span article = span_of(assimilated[i]);
    if (span_starts(name, article) &&
        span_starts(span_skip(name, article.len), span_skip(article, 1))) {
      return and+article.len;
    }
  }
  return 0;
}

bool naming_has_article(const naming *n) {
  size_t article = article_of(spelling_span(&n->joined));
  return article > 0 && n->words > 1 && n->first == article;
}

/** True for a name that has, or is, a word of another meaning: "the jodoh" sounds like Sajdah. */
static bool has_other_word(const naming *n) {
  return n->kinds != 0 || spelling_listed(quran_other_words, spelling_span(&n->joined));
}

unsigned naming_surah(const naming *n, bool introduced, bool listed_only) {
  span name = spelling_span(&n->joined);
  size_t article = article_of(name);
  unsigned surah = lookup_spelling(name);
  if (has_other_word(n)) {
    return surah > 0 || article == 0 ? surah : lookup_spelling(span_skip(name, article));
  }
  if (surah == 0) { surah = surah_heard(name, !introduced, listed_only); }
  if (surah == 0 && article > 0) {
    bool firm = !introduced && !naming_has_article(n);
    surah = surah_heard(span_skip(name, article), firm, listed_only);
  }
  return surah;
}

/** The edits (lookup.h) that leave no doubt in a name of this length; 0 for one that any word is
 * near to. */
static unsigned sure_edits(const naming *n) {
  size_t length = n->joined.len - article_of(spelling_span(&n->joined));
  return length < 4 ? 0 : length == 4 ? 2 : length < 7 ? 3 : length < 10 ? 5 : 6;
}

/** The surahs with a name that is at most `limit` edits away. @return how many */
static size_t surahs_within(const naming *n, unsigned limit, lookup_near list[LOOKUP_NEAREST]) {
  span name = spelling_span(&n->joined);
  size_t count = 0, article = article_of(name);
  lookup_nearest(name, limit, list, &count);
  if (article > 0) { lookup_nearest(span_skip(name, article), limit, list, &count); }
  return count;
}

static bool is_latin(const naming *n) { return ascii_small(n->joined.data[0]); }

size_t naming_nearest(const naming *n, lookup_near list[LOOKUP_NEAREST]) {
  unsigned sure = sure_edits(n);
  return sure > 0 && is_latin(n) ? surahs_within(n, sure + 1, list) : 0;
}

unsigned naming_near(const naming *n) {
  lookup_near list[LOOKUP_NEAREST];
  unsigned sure = sure_edits(n);
  bool may = sure > 0 && is_latin(n) && !has_other_word(n);
  size_t count = may ? surahs_within(n, sure, list) : 0;
  if (count == 0) { return 0; }
  unsigned nearest = list[0].surah, edits = list[0].cost;
  if (count == 1 && 2 * edits > sure + 1) { count = surahs_within(n, 2 * edits - 1, list); }
  return count == 1 || (list[1].cost > edits && list[1].cost >= 2 * edits) ? nearest : 0;
}

size_t naming_begun(const naming *n, unsigned *surahs, size_t most) {
  span name = spelling_span(&n->joined);
  span bare = span_skip(name, article_of(name));
  size_t count = 0;
  for (unsigned surah = 1; surah <= QURAN_SURAHS && count < most; surah++) {
    bool begins = false;
    for (span rest = span_of(quran_spellings[surah - 1]); rest.len > 0 && !begins;) {
      span spelling = spelling_next(&rest);
      begins = span_starts(spelling, name) || (bare.len > 0 && span_starts(spelling, bare));
    }
    if (begins) { surahs[count++] = surah; }
  }
  return count;
}
