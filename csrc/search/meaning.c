#include "search/meaning.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "search/phrasing.h"
#include "search/typo.h"
#include "search/weights.h"

enum {
  PREFIX_LEAST = 3, /* letters of an unfinished last word */
  POWER_BASE = 3,   /* letters of a power whose sign is left out, and its digits */
  POWER_DIGITS = 2,
  SURE_STEM = 6,      /* bytes of a stem that leaves no doubt which word it is of */
  PRODUCT_MOST = 3,   /* letters that are written side by side as factors */
  DERIVED_LEAST = 4,  /* bytes that a word has in common with one of another ending */
  DERIVED_ARABIC = 8, /* the same in Arabic, whose letters have two bytes */
  JOINED_LEAST = 4, /* bytes of a word that another is joined to, and units of the rarer of both */
  JOINED_UNITS = 2
};

/* What is known of a typed word, in bits. */
enum {
  LETTERS = 1, /* without a digit */
  DIGITS = 2,
  ARABIC = 4,
  NOT_ARABIC = 8,
  GERMAN = 16,   /* letters of a German request */
  MISTYPED = 32, /* may be so: letters, and no variant of others */
  LAST = 64,     /* the last of its phrasing, which may be unfinished */
  IN_FORMULA = 128,
  UNKNOWN = 256, /* has no term yet */
  KNOWN = 512,
  LONG = 1024 /* its phrasing is not brief */
};

/* The kind of a match of the dictionary, by its edits; 0 is a completion. */
static const uint8_t evidence_of_edits[] = {EVIDENCE_COMPLETED, EVIDENCE_ONE_EDIT,
                                            EVIDENCE_TWO_EDITS};

/* Adds words of the dictionary that a typed one may mean. @return the term of the likeliest */
static uint16_t add_matches(query_reader *r, const typo_match *matches, size_t count) {
  uint16_t found = TERM_NONE;
  if (count > 0 && r->listing && !r->rehearsal) {
    span likeliest = {matches[0].word, matches[0].len};
    r->out->words[r->out->word_count - 1].likeliest = arena_copy(r->out->memory, likeliest);
  }
  for (size_t i = count; i > 0; i--) {
    const typo_match *m = &matches[i - 1];
    found = terms_add(r, &m->list, (int)m->form, (enum query_evidence)evidence_of_edits[m->edits]);
  }
  return found;
}

static uint32_t count_units(void *known, span word) {
  unsigned form;
  word_group g;
  return terms_find(known, word, &g, &form) ? g.df : 0;
}

static void rehearse(query_reader *r);

/* Finds the words that a mistyped one may mean, looked up with those that come after it. None are
 * looked up in a rehearsal, and for more than TYPO_WORDS words. @param near as of typo_word */
static typo_word find_typos(query_reader *r, span word, bool near) {
  query_guesses *g = r->guesses;
  typo_word guessed = {.word = word, .near = near};
  if (r->rehearsal) {
    if (g->count == TYPO_WORDS) { return guessed; }
    memcpy(g->keys[g->count], word.data, word.len);
    g->words[g->count] = (typo_word){.word = {g->keys[g->count], word.len}, .near = near};
    g->count++;
    return guessed;
  }
  if (r->typos == TYPO_WORDS) { return guessed; }
  r->typos++;
  if (!g->known && !r->alone) { rehearse(r); }
  if (!g->known) { typo_search(r->in, g->words, g->count); }
  g->known = true;
  for (size_t i = 0; i < g->count; i++) {
    if (span_equal(g->words[i].word, word)) {
      guessed = g->words[i];
      guessed.word = word;
      return guessed;
    }
  }
  typo_search(r->in, &guessed, 1);
  return guessed;
}

/* Notes which other forms of the term count as the typed word. */
static void add_inflections(query_reader *r, const token *typed, uint16_t term) {
  span word = typed->key;
  query_term *t = &r->out->terms[term];
  span stem = {NULL, 0};
  if (r->several) { stem = analyzer_stem(r->out->index->stems, r->locale, word, typed->traits); }
  if (stem.len >= SURE_STEM) {
    t->typed = UINT32_MAX;
    return;
  }
  char other[FOLD_MAX];
  size_t len;
  if (t->list.form_bits == 0) { return; /* it has no other */ }
  for (size_t i = 0; analyze_inflection(r->locale, word, i, other, &len); i++) {
    uint32_t number;
    unsigned form;
    bool known = len > 0 && index_form(r->in, (span){other, len}, &number, &form);
    if (known && number == t->list.number) { t->typed |= 1u << form; }
  }
}

/* Adds a power that is typed without its sign: `a2` may be a², as `mc2` is mc². @return the term of
 * the word itself, or else that of the power */
static uint16_t add_power(query_reader *r, const token *t, uint16_t found) {
  span word = t->key;
  char key[FOLD_MAX + 1];
  size_t letters = 0, digits = 0;
  while (letters < word.len && !ascii_digit(word.data[letters])) { letters++; }
  while (letters + digits < word.len && ascii_digit(word.data[letters + digits])) { digits++; }
  bool power = letters > 0 && letters <= POWER_BASE && digits > 0 && digits <= POWER_DIGITS &&
               letters + digits == word.len;
  if (!power) { return found; }
  memcpy(key, word.data, letters);
  key[letters] = '^';
  memcpy(key + letters + 1, word.data + letters, digits);
  uint16_t other = terms_add_key(r, (span){key, word.len + 1}, EVIDENCE_SPELLING);
  return found == TERM_NONE ? other : found;
}

/* Adds the two words that one is written of without the blank between them: those that the corpus
 * has most often, by the rarer of the two. @return the term of the first, `found` where the word
 * cannot be parted */
static uint16_t add_joined(query_reader *r, const token *t, uint16_t found) {
  span word = t->key;
  enum query_evidence evidence =
      (t->traits & FOLD_ARABIC) != 0 ? EVIDENCE_SPELLING : EVIDENCE_JOINED;
  size_t best = 0;
  uint32_t most = 0;
  for (size_t at = JOINED_LEAST; at + JOINED_LEAST <= word.len; at++) {
    if ((word.data[at] & 0xC0) == 0x80) { continue; } /* inside a letter */
    uint32_t left = count_units((void *)r->in, span_take(word, at));
    uint32_t right = count_units((void *)r->in, span_skip(word, at));
    uint32_t units = left < right ? left : right;
    if (units > most) {
      most = units;
      best = at;
    }
  }
  if (most < JOINED_UNITS) { return found; }
  found = terms_add_form(r, span_take(word, best), evidence);
  uint16_t second = terms_add_form(r, span_skip(word, best), evidence);
  if (found != TERM_NONE && second != TERM_NONE && !r->rehearsal) {
    terms_pair(r, found, second, 1);
  }
  return found;
}

/* Lists the groups of the words that may be of one root with a typed one, each once and without the
 * group `own`. @param sum receives the units that have them. @return how many */
static size_t find_relatives(const query_reader *r, const token *t, uint32_t own,
                             word_group groups[RELATIVES], uint32_t *sum) {
  relative list[RELATIVES];
  size_t kept = 0, count = analyze_relatives(r->locale, t->key, list);
  *sum = 0;
  for (size_t i = 0; i < count; i++) {
    span text = {list[i].text, list[i].len};
    word_group *g = &groups[kept];
    bool known =
        index_group(r->in, analyzer_stem(r->out->index->stems, r->locale, text, t->traits), g);
    for (size_t k = 0; known && k < kept; k++) { known = groups[k].number != g->number; }
    if (!known || g->number == own) { continue; }
    *sum += g->df;
    kept++;
  }
  return kept;
}

/* Adds the words that may be of one root with the typed one. Where that is nowhere each has the
 * share that it has of what the corpus says of them all: an affix may be taken off in several ways,
 * and none is certain. @param found the term of the word itself, TERM_NONE where it is nowhere.
 * @return the likeliest term */
static uint16_t add_relatives(query_reader *r, const token *t, uint16_t found) {
  if (found != TERM_NONE && r->brief && !analyze_short_root(r->locale, t->key)) { return found; }
  word_group groups[RELATIVES];
  uint32_t sum, most = 0;
  uint32_t own = found == TERM_NONE || r->rehearsal ? UINT32_MAX : r->out->terms[found].list.number;
  size_t count = find_relatives(r, t, own, groups, &sum);
  uint16_t likeliest = found;
  for (size_t i = 0; i < count; i++) {
    double probability = found == TERM_NONE ? (double)groups[i].df / sum : 1;
    if (probability < RELATIVE_LEAST) { continue; }
    r->share *= probability;
    uint16_t term = terms_add(r, &groups[i], -1, EVIDENCE_RELATIVE);
    r->share /= probability;
    if (found == TERM_NONE && groups[i].df > most) {
      likeliest = term;
      most = groups[i].df;
    }
  }
  return likeliest;
}

/* Adds the words that begin as the typed one does and differ in their ending: revolution, where
 * nothing has "revolutionary", or beside it where both are rare. */
static uint16_t add_derived(query_reader *r, const token *t, uint16_t found) {
  typo_match matches[TYPO_GROUPS];
  const query_term *own = found == TERM_NONE || r->rehearsal ? NULL : &r->out->terms[found];
  uint32_t units = own == NULL ? UINT32_MAX : r->in->units / DERIVED_RARE;
  size_t least = (t->traits & FOLD_ARABIC) != 0 ? DERIVED_ARABIC : DERIVED_LEAST;
  if (own != NULL && own->list.df >= units) { return found; }
  uint32_t but = own == NULL ? UINT32_MAX : own->list.number;
  size_t count = typo_derived(r->in, r->locale, t->key, least, but, units, matches);
  for (size_t i = count; i > 0; i--) {
    uint16_t term = terms_add(r, &matches[i - 1].list, -1, EVIDENCE_DERIVED);
    found = own == NULL ? term : found;
  }
  return found;
}

static bool may_be_mistyped(const query_reader *r, const token *t) {
  return (t->traits & FOLD_DIGIT) == 0 && !r->known;
}

/* Adds the frequent words that one which stands in one unit only may be a typo of. */
static void add_beside_rare(query_reader *r, span word) {
  typo_word others = find_typos(r, word, true);
  for (size_t i = others.count; i > 0; i--) {
    const typo_match *m = &others.matches[i - 1];
    if (m->list.df < UNITS_BESIDE_RARE) { continue; }
    terms_add(r, &m->list, (int)m->form, EVIDENCE_BESIDE_RARE);
  }
}

static uint16_t add_typed(query_reader *r, const token *t, uint16_t found) {
  unsigned form;
  word_group own;
  if (!terms_find(r->in, t->key, &own, &form)) { return found; }
  found = terms_add(r, &own, (int)form, EVIDENCE_TYPED);
  if (found == TERM_NONE || !r->brief) { return found; }
  if (own.df == 1 && may_be_mistyped(r, t)) { add_beside_rare(r, t->key); }
  if (!r->rehearsal) { add_inflections(r, t, found); }
  return found;
}

/* Adds the words that the last one begins, where nothing has it as it is and they are more frequent
 * than what its stem or root may be: "peluan" is the beginning of "peluang" rather than a form of
 * "pelu". */
static uint16_t add_unfinished(query_reader *r, const token *t, uint16_t found) {
  typo_match matches[TYPO_GROUPS];
  word_group stemmed, roots[RELATIVES];
  uint32_t rivals, begun = 0;
  span stem = analyzer_stem(r->out->index->stems, r->locale, t->key, t->traits);
  bool whole = stem.len == t->key.len, known = index_group(r->in, stem, &stemmed);
  if (whole || utf8_count(t->key) < PREFIX_LEAST) { return found; }
  if (known) { rivals = stemmed.df; }
  if (!known) { find_relatives(r, t, UINT32_MAX, roots, &rivals); }
  size_t count = typo_complete(r->in, t->key, matches);
  for (size_t i = 0; i < count; i++) {
    bool other = !known || matches[i].list.number != stemmed.number;
    begun += other ? matches[i].list.df : 0;
  }
  if (begun <= rivals || rivals == 0) { return found; }
  double share = r->share;
  r->share *= (double)rivals / (begun + rivals);
  if (known) { terms_add(r, &stemmed, -1, EVIDENCE_STEM); }
  r->share = share;
  return add_matches(r, matches, count);
}

static uint16_t add_stem(query_reader *r, const token *t, uint16_t found) {
  (void)found;
  span stem = analyzer_stem(r->out->index->stems, r->locale, t->key, t->traits);
  return terms_add_key(r, stem, EVIDENCE_STEM);
}

/* Adds loose spellings, as the Quran is not spelled as it is typed. */
static uint16_t add_loose(query_reader *r, const token *t, uint16_t found) {
  char key[FOLD_MAX + 1];
  size_t len = fold_arabic_dagger(t->source, key);
  uint16_t loose = terms_add_form(r, (span){key, len}, EVIDENCE_SPELLING);
  key[0] = FORMAT_LOOSE;
  for (int waw = 0; waw < 2; waw++) {
    len = fold_arabic_loose(t->source, waw == 1, key + 1);
    uint16_t term = len == 0 ? TERM_NONE : terms_add_key(r, (span){key, len + 1}, EVIDENCE_LOOSE);
    if (loose == TERM_NONE) { loose = term; }
  }
  return found == TERM_NONE ? loose : found;
}

static uint16_t add_umlauts(query_reader *r, const token *t, uint16_t found) {
  (void)found;
  return terms_add_umlauts(r, t->key);
}

static uint16_t add_completions(query_reader *r, const token *t, uint16_t found) {
  typo_match matches[TYPO_GROUPS];
  if (utf8_count(t->key) < PREFIX_LEAST) { return found; }
  return add_matches(r, matches, typo_complete(r->in, t->key, matches));
}

/* Adds the parts of a compound. */
static uint16_t add_parts(query_reader *r, const token *t, uint16_t found) {
  span parts[COMPOUND_PARTS];
  size_t count = compound_split(t->key, count_units, (void *)r->in, parts);
  uint16_t part = found;
  for (size_t i = 0; i < count; i++) { part = terms_add_form(r, parts[i], EVIDENCE_PART); }
  return found == TERM_NONE ? part : found;
}

/* Adds the letters of a product of a formula: `RI` is R times I. */
static uint16_t add_factors(query_reader *r, const token *t, uint16_t found) {
  for (size_t i = 0; t->key.len <= PRODUCT_MOST && i < t->key.len; i++) {
    uint16_t factor = terms_add_form(r, (span){t->key.data + i, 1}, EVIDENCE_SPELLING);
    found = found == TERM_NONE ? factor : found;
  }
  return found;
}

static uint16_t add_typos(query_reader *r, const token *t, uint16_t found) {
  typo_word typos = find_typos(r, t->key, false);
  found = add_matches(r, typos.matches, typos.count);
  if (found == TERM_NONE && r->brief && r->several && typo_short(r->in, t->key, &typos)) {
    found = add_matches(r, typos.matches, typos.count);
  }
  return found;
}

/* The ways in which a word may be meant, the likeliest first: each adds terms where the word has
 * all that it wants, and returns the likeliest term so far. */
static const struct way {
  uint16_t (*add)(query_reader *r, const token *t, uint16_t found);
  unsigned wants;
} ways[] = {
    {add_typed, 0},
    {add_unfinished, UNKNOWN | MISTYPED | LAST},
    {add_stem, UNKNOWN},
    {add_relatives, LETTERS},
    {add_derived, KNOWN | LETTERS | LONG},
    {add_parts, KNOWN | MISTYPED | GERMAN | LONG},
    {add_power, DIGITS | NOT_ARABIC},
    {add_loose, ARABIC},
    {add_joined, UNKNOWN | ARABIC},
    {add_umlauts, UNKNOWN | GERMAN},
    {add_completions, UNKNOWN | MISTYPED | LAST},
    {add_parts, UNKNOWN | MISTYPED | GERMAN},
    {add_factors, UNKNOWN | IN_FORMULA},
    {add_typos, UNKNOWN | MISTYPED},
    {add_derived, UNKNOWN | MISTYPED},
    {add_joined, UNKNOWN | MISTYPED},
};

uint16_t meaning_add(query_reader *r, const token *t, bool last) {
  bool digits = (t->traits & FOLD_DIGIT) != 0, arabic = (t->traits & FOLD_ARABIC) != 0;
  unsigned is = (digits ? DIGITS : LETTERS) | (arabic ? ARABIC : NOT_ARABIC) | (last ? LAST : 0) |
                (r->formula ? IN_FORMULA : 0) | (r->brief ? 0 : LONG) |
                (may_be_mistyped(r, t) ? MISTYPED : 0) |
                (r->locale == LOCALE_DE && !digits && !arabic ? GERMAN : 0);
  uint16_t found = TERM_NONE;
  r->typed = 0;
  for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
    unsigned now = is | (found == TERM_NONE ? UNKNOWN : KNOWN);
    if ((now & ways[i].wants) != ways[i].wants) { continue; }
    found = ways[i].add(r, t, found);
    if (found == TERM_NONE || r->rehearsal || r->typed > 0) { continue; }
    r->typed = query_weight(r->in->units, r->out->terms[found].list.df);
  }
  return found;
}

/* Reads all phrasings without adding anything, for the words that nothing but a typo explains. */
static void rehearse(query_reader *r) {
  query_reader other = *r;
  other.rehearsal = true;
  for (size_t i = 0; i < r->out->phrasing_count && r->guesses->count < TYPO_WORDS; i++) {
    token_reader tokens;
    token t;
    const phrasing *from = &r->out->phrasings[i];
    outline whole;
    variant_run run = {.end = 0};
    outline_read(r->in, from, &whole);
    other.brief = whole.words <= BRIEF_WORDS && !whole.question;
    token_begin(&tokens, from->text);
    while (token_next(&tokens, &t)) {
      if (t.kind == TOKEN_WORD && !from->name) {
        outline_variants(r->in, &whole, t.position, &run);
        other.known = t.position < run.end;
        meaning_add(&other, &t, tokens.position == whole.words);
      }
    }
  }
}
