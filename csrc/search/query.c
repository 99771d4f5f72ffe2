#include "search/query.h"

#include <math.h>

#include "base/utf8.h"
#include "search/compound.h"
#include "search/outline.h"
#include "search/typo.h"
#include "search/weights.h"
#include "text/token.h"

enum {
  SLOTS = 4 * QUERY_TERMS,
  NONE = UINT16_MAX,
  PREFIX_LEAST = 3, /* letters of an unfinished last word */
  PAIR_DISTANCE = 3
};

/* Confidence in a match of the dictionary, by its edits; 0 is a completion. */
static const double confidence_of_edits[] = {
    [0] = CONFIDENCE_COMPLETED, [1] = CONFIDENCE_ONE_EDIT, [2] = CONFIDENCE_TWO_EDITS};

/* The words of a request that nothing but a typo explains, looked up together. */
typedef struct guesses {
  typo_word words[TYPO_WORDS];
  char keys[TYPO_WORDS][FOLD_MAX];
  size_t count;
  bool known; /* they have been looked up */
} guesses;

typedef struct reader {
  query *out;
  const partition *in;
  unsigned locale;
  uint16_t *slots;  /* group number → term + 1 */
  uint8_t *repeats; /* of each term in the present phrasing */
  unsigned phrasing, typos;
  guesses *guesses;
  bool rehearsal; /* only collects guesses: nothing is added to the bag */
  bool brief;     /* the phrasing is short: rare words may be typos */
  double share;   /* of its weight that the present word keeps */
  bool known;     /* the present word has variants, and is no typo */
  bool listing;   /* terms belong to the last of `out->words` */
  uint16_t last;  /* the term of the word before, NONE when there is none */
  uint32_t last_position;
} reader;

/* Share of its weight that a word keeps, by its class, in a question and elsewhere. */
static const double share_of_class[][2] = {
    [WORD_CONTENT] = {1, 1},
    [WORD_FUNCTION] = {WEIGHT_FUNCTION_WORD_ASKED, WEIGHT_FUNCTION_WORD},
    [WORD_QUESTION] = {WEIGHT_QUESTION_WORD_ASKED, WEIGHT_QUESTION_WORD},
    [WORD_QURAN] = {WEIGHT_HINT_WORD, WEIGHT_HINT_WORD},
};

static double idf(double units, double df) { return log(1 + (units - df + 0.5) / (df + 0.5)); }

/* Adds a group to the bag, where it is once; repeated in one phrasing it weighs more, but ever less
 * so. @return its term, NONE when the bag is full */
static uint16_t add_term(reader *r, const word_group *g, int form, double confidence) {
  query *q = r->out;
  if (r->rehearsal) { return 0; }
  uint32_t slot = g->number * 2654435761u % SLOTS;
  for (; r->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
    if (q->terms[r->slots[slot] - 1].list.number == g->number) { break; }
  }
  if (r->slots[slot] == 0) {
    if (q->term_count == QUERY_TERMS) { return NONE; }
    q->terms[q->term_count] = (query_term){.list = *g};
    r->slots[slot] = (uint16_t)++q->term_count;
  }
  uint16_t number = (uint16_t)(r->slots[slot] - 1);
  query_term *t = &q->terms[number];
  t->phrasings |= (uint8_t)(1u << r->phrasing);
  if (r->repeats[number] < 16) { r->repeats[number]++; }
  confidence = r->share * confidence * (1 + WEIGHT_REPEATED * log(r->repeats[number]));
  uint32_t weight =
      (uint32_t)lround(WEIGHT_SCALE * pow(idf(r->in->units, g->df), WEIGHT_IDF_EXPONENT) *
                       confidence) +
      1;
  if (weight > t->weight) { t->weight = weight; }
  if (form >= 0 && !t->formed) {
    t->form = (uint8_t)form;
    t->formed = true;
    t->typed = 1u << form;
  }
  if (!r->listing) { return number; }
  query_word *w = &q->words[q->word_count - 1];
  size_t known = 0;
  while (known < w->count && w->terms[known] != number) { known++; }
  if (known == w->count && w->count < QUERY_MEANINGS) { w->terms[w->count++] = number; }
  return number;
}

static uint16_t add_key(reader *r, span key, double confidence) {
  word_group g;
  return index_group(r->in, key, &g) ? add_term(r, &g, -1, confidence) : NONE;
}

/* Adds a word as it is written in the index. */
static uint16_t add_form(reader *r, span word, double confidence) {
  uint32_t number;
  unsigned form;
  word_group g;
  if (word.len == 0 || !index_form(r->in, word, &number, &form)) { return NONE; }
  return index_group_at(r->in, number, &g) ? add_term(r, &g, (int)form, confidence) : NONE;
}

/* Adds words of the dictionary that a typed one may mean. @return the term of the likeliest */
static uint16_t add_matches(reader *r, const typo_match *matches, size_t count) {
  uint16_t found = NONE;
  for (size_t i = count; i > 0; i--) {
    const typo_match *m = &matches[i - 1];
    found = add_term(r, &m->list, (int)m->form, confidence_of_edits[m->edits]);
  }
  return found;
}

static uint32_t count_units(void *known, span word) {
  uint32_t number;
  unsigned form;
  word_group g;
  return index_form(known, word, &number, &form) && index_group_at(known, number, &g) ? g.df : 0;
}

static void rehearse(reader *r);

/* Finds the words that a mistyped one may mean, looked up with those that come after it. None are
 * looked up in a rehearsal, and for more than TYPO_WORDS words. */
static typo_word find_typos(reader *r, span word) {
  guesses *g = r->guesses;
  typo_word guessed = {.word = word};
  if (r->rehearsal) {
    if (g->count == TYPO_WORDS) { return guessed; }
    memcpy(g->keys[g->count], word.data, word.len);
    g->words[g->count] = (typo_word){.word = {g->keys[g->count], word.len}};
    g->count++;
    return guessed;
  }
  if (r->typos == TYPO_WORDS) { return guessed; }
  r->typos++;
  if (!g->known) { rehearse(r); }
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
static void add_inflections(reader *r, span word, uint16_t term) {
  query_term *t = &r->out->terms[term];
  char other[FOLD_MAX];
  size_t len;
  for (size_t i = 0; analyze_inflection(r->locale, word, i, other, &len); i++) {
    uint32_t number;
    unsigned form;
    bool known =
        len > 0 && t->list.form_bits > 0 && index_form(r->in, (span){other, len}, &number, &form);
    if (known && number == t->list.number) { t->typed |= 1u << form; }
  }
}

/* Adds the terms that a word may mean, the likeliest first; the next is tried only where the one
 * before found nothing. Loose Arabic spellings come on top: the Quran is not spelled as it is
 * typed.
 * @param last the word is the last of its phrasing, and may be unfinished */
static uint16_t add_word(reader *r, const token *t, bool last) {
  bool letters = (t->traits & FOLD_DIGIT) == 0, arabic = (t->traits & FOLD_ARABIC) != 0;
  bool german = r->locale == LOCALE_DE && letters && !arabic, guessed = letters && !r->known;
  char key[FOLD_MAX + 1];
  uint16_t found = add_form(r, t->key, CONFIDENCE_EXACT);
  if (found != NONE && r->brief && guessed && count_units((void *)r->in, t->key) == 1) {
    typo_word others = find_typos(r, t->key); /* a rare word may be a typo of a frequent one */
    for (size_t i = others.count; i > 0; i--) {
      typo_match *m = &others.matches[i - 1];
      if (m->edits > 1 || m->list.df < UNITS_BESIDE_RARE) { continue; }
      add_term(r, &m->list, (int)m->form, CONFIDENCE_BESIDE_RARE);
    }
  }
  if (found != NONE && r->brief && !r->rehearsal) { add_inflections(r, t->key, found); }
  if (found == NONE) {
    span stem = analyzer_stem(r->out->index->stems, r->locale, t->key, t->traits);
    found = add_key(r, stem, CONFIDENCE_EXACT);
  }
  if (arabic) {
    size_t len = fold_arabic_dagger(t->source, key);
    uint16_t loose = add_form(r, (span){key, len}, CONFIDENCE_SPELLING);
    key[0] = FORMAT_LOOSE;
    for (int waw = 0; waw < 2; waw++) {
      len = fold_arabic_loose(t->source, waw == 1, key + 1);
      uint16_t term = len == 0 ? NONE : add_key(r, (span){key, len + 1}, CONFIDENCE_LOOSE);
      if (loose == NONE) { loose = term; }
    }
    if (found == NONE) { found = loose; }
  }
  for (int back = 0; back < 2 && found == NONE && german; back++) { /* umlauts */
    found = add_form(r, (span){key, analyze_umlaut(t->key, back == 1, key)}, CONFIDENCE_SPELLING);
  }
  if (found == NONE && last && guessed && utf8_count(t->key) >= PREFIX_LEAST) {
    typo_match matches[TYPO_GROUPS];
    found = add_matches(r, matches, typo_complete(r->in, t->key, matches));
  }
  if (found == NONE && german &&
      !r->known) { /* a compound that nobody wrote is looked for by its parts */
    span parts[COMPOUND_PARTS];
    size_t count = compound_split(t->key, count_units, (void *)r->in, parts);
    for (size_t i = 0; i < count; i++) { found = add_form(r, parts[i], CONFIDENCE_PART); }
  }
  if (found == NONE && guessed) {
    typo_word typos = find_typos(r, t->key);
    found = add_matches(r, typos.matches, typos.count);
  }
  return found;
}

/* Pairs two terms, once. */
static void add_pair(reader *r, uint16_t first, uint16_t second, uint32_t distance) {
  query *q = r->out;
  query_pair pair = {first, second, (uint16_t)distance};
  if (first == second || distance > PAIR_DISTANCE || q->pair_count == QUERY_PAIRS) { return; }
  for (size_t i = 0; i < q->pair_count; i++) {
    if (memcmp(&q->pairs[i], &pair, sizeof(pair)) == 0) { return; }
  }
  q->pairs[q->pair_count++] = pair;
}

/* Pairs a word with the one before it. Words that are everywhere have no positions to compare and
 * are stepped over. */
static void pair_word(reader *r, uint16_t term, uint32_t position) {
  bool stepped_over = term != NONE && r->out->terms[term].list.positions.len == 0;
  if (stepped_over) { return; }
  if (term != NONE && r->last != NONE) { add_pair(r, r->last, term, position - r->last_position); }
  r->last = term;
  r->last_position = position;
}

/* Adds the alternatives of a word of a run: the words of each are shared out among those of the
 * run, in their order. @return the first term */
static uint16_t add_alternatives(reader *r, const variant_run *run, uint32_t position, bool typed) {
  variant_reader left = run->alternatives;
  uint16_t found = NONE;
  for (span text; variants_next(&left, &text);) {
    token_reader tokens;
    token t;
    uint32_t words = 0;
    token_begin(&tokens, text);
    while (token_next(&tokens, &t)) { words = t.kind == TOKEN_WORD ? t.position + 1 : words; }
    uint16_t before = NONE;
    token_begin(&tokens, text);
    while (token_next(&tokens, &t)) {
      if (t.kind != TOKEN_WORD ||
          run->first + t.position * (run->end - run->first) / words != position) {
        continue;
      }
      enum word_class class = words > 1 ? outline_class(r->in, t.key) : WORD_CONTENT;
      if (class == WORD_FUNCTION || class == WORD_QUESTION) { continue; }
      uint16_t term = NONE;
      uint32_t number;
      unsigned form;
      word_group g;
      if (index_form(r->in, t.key, &number, &form) && index_group_at(r->in, number, &g)) {
        term = add_term(r, &g, typed ? -1 : (int)form, CONFIDENCE_VARIANT);
      } else {
        span stem = analyzer_stem(r->out->index->stems, r->locale, t.key, t.traits);
        term = add_key(r, stem, CONFIDENCE_VARIANT);
      }
      if (before != NONE && term != NONE) { add_pair(r, before, term, 1); }
      before = term;
      found = found == NONE ? term : found;
    }
  }
  return found;
}

static void read_phrasing(reader *r, phrasing *from) {
  query *q = r->out;
  token_reader tokens;
  token t;
  char joined[2 * FOLD_MAX]; /* begins with the word before, where it is Arabic */
  size_t before = 0;
  outline whole;
  variant_run run = {.end = 0};
  outline_read(r->in, from, &whole);
  from->asks = whole.question;
  const char *identified = from->text.data; /* end of the last identifier that is in the index */
  memset(r->repeats, 0, QUERY_TERMS);
  r->last = NONE;
  r->brief = from->brief = whole.words <= BRIEF_WORDS && !whole.question;
  token_begin(&tokens, from->text);
  while (token_next(&tokens, &t)) {
    if (t.kind == TOKEN_IDENTIFIER) {
      bool known = add_key(r, t.key, CONFIDENCE_EXACT) != NONE;
      if (known) {
        from->brief = false; /* its words are not what was typed */
        identified = t.source.data + t.source.len;
      }
      continue;
    }
    if (from->name) { continue; }
    enum word_class class = WORD_CONTENT; /* for all where none has it: they are what is sought */
    if (whole.content && t.position < OUTLINED) {
      class = (enum word_class)whole.classes[t.position];
    } else if (whole.content) {
      class = outline_class(r->in, t.key);
    }
    q->hinted = q->hinted || class == WORD_QURAN;
    r->listing = q->word_count < QUERY_TERMS;
    if (r->listing) {
      q->words[q->word_count++] =
          (query_word){.phrasing = (uint8_t)r->phrasing, .content = class == WORD_CONTENT};
    }
    r->share = share_of_class[class][whole.question ? 0 : 1];
    if (t.source.data < identified) { r->share *= WEIGHT_IN_IDENTIFIER; }
    outline_variants(r->in, &whole, t.position, &run);
    r->known = t.position < run.end;
    uint16_t found = add_word(r, &t, tokens.position == whole.words);
    if (r->known) {
      uint16_t other = add_alternatives(r, &run, t.position, found != NONE);
      found = found == NONE ? other : found;
    }
    r->known = false;
    r->listing = false;
    r->share = 1;
    pair_word(r, found, t.position);
    bool arabic = (t.traits & FOLD_ARABIC) != 0;
    if (arabic && before > 0 && before + t.key.len <= FOLD_MAX) { /* يا أيها may be written يأيها */
      memcpy(joined + before, t.key.data, t.key.len);
      add_form(r, (span){joined, before + t.key.len}, CONFIDENCE_SPELLING);
    }
    before = arabic ? t.key.len : 0;
    memcpy(joined, t.key.data, before);
  }
}

/* Reads all phrasings without adding anything, for the words that nothing but a typo explains. */
static void rehearse(reader *r) {
  reader other = *r;
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
        add_word(&other, &t, tokens.position == whole.words);
      }
    }
  }
}

/* Weighs the terms among lessons and among verses. The words that a kind of units has weigh as much
 * together as they do among all units: their rarity is shared out anew. */
static void weigh_by_kind(query *q) {
  const partition *p = q->in;
  uint32_t first = p->section_end[SECTION_QURAN - 1], end = p->section_end[SECTION_QURAN];
  const double units[] = {[KIND_LESSON] = p->units - (end - first), [KIND_VERSE] = end - first};
  double whole[KIND_COUNT] = {0}, sum[KIND_COUNT] = {0};
  for (size_t i = 0; i < q->term_count; i++) {
    query_term *t = &q->terms[i];
    uint32_t verses = list_before(t->list, p->units, end) - list_before(t->list, p->units, first);
    const uint32_t df[] = {[KIND_LESSON] = t->list.df - verses, [KIND_VERSE] = verses};
    for (size_t k = 0; k < KIND_COUNT; k++) {
      double ratio = idf(units[k], df[k]) / idf(p->units, t->list.df);
      double weight = df[k] == 0 ? 0 : t->weight * pow(ratio, WEIGHT_IDF_EXPONENT) + 1;
      t->weights[k] = (uint32_t)lround(weight);
    }
  }
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    for (size_t k = 0; k < KIND_COUNT; k++) {
      uint32_t most = 0, most_here = 0;
      for (size_t m = 0; m < w->count; m++) {
        const query_term *t = &q->terms[w->terms[m]];
        most = t->weights[k] > 0 && t->weight > most ? t->weight : most;
        most_here = t->weights[k] > most_here ? t->weights[k] : most_here;
      }
      whole[k] += most;
      sum[k] += most_here;
    }
  }
  for (size_t i = 0; i < q->term_count; i++) {
    query_term *t = &q->terms[i];
    for (size_t k = 0; k < KIND_COUNT; k++) {
      bool here = t->weights[k] > 0 && sum[k] > 0;
      t->weights[k] = here ? (uint32_t)lround(t->weights[k] * whole[k] / sum[k]) + 1 : t->weight;
    }
  }
}

/* Weighs words and phrasings, adds the documents that have a phrasing as their title, and keeps the
 * greatest possible score below 2^31. */
static void weigh(query *q) {
  size_t content = 0;
  for (size_t i = 0; i < q->term_count; i++) {
    for (size_t k = 0; k < KIND_COUNT; k++) { q->terms[i].weights[k] = q->terms[i].weight; }
  }
  for (size_t i = 0; i < q->word_count; i++) {
    query_word *w = &q->words[i];
    for (size_t k = i; w->count > 0 && !w->repeated && k > 0; k--) {
      const query_word *earlier = &q->words[k - 1];
      if (earlier->phrasing != w->phrasing) { break; }
      w->repeated = earlier->count > 0 && earlier->terms[0] == w->terms[0];
    }
    content += w->content && !w->repeated;
    if (q->phrasings[w->phrasing].brief && w->content && !w->repeated) { q->brief[w->phrasing]++; }
  }
  if (q->in->runs.len > 0 && content > 1) { weigh_by_kind(q); }
  for (size_t i = 0; i < q->word_count; i++) {
    query_word *w = &q->words[i];
    for (size_t k = 0; k < KIND_COUNT; k++) {
      for (size_t m = 0; m < w->count; m++) {
        uint32_t weight = q->terms[w->terms[m]].weights[k];
        w->weights[k] = weight > w->weights[k] ? weight : w->weights[k];
      }
      q->phrasing_weights[k][w->phrasing] += w->weights[k];
    }
  }
  for (size_t i = 0; i < q->phrasing_count; i++) {
    char key[FORMAT_TITLE_KEY];
    word_group group;
    span title = {key, format_title(q->phrasings[i].text, key)};
    if (q->term_count == QUERY_TERMS || q->phrasings[i].name || title.len == 0 ||
        !index_group(q->in, title, &group)) {
      continue;
    }
    query_term *t = &q->terms[q->term_count++];
    *t = (query_term){.list = group, .phrasings = (uint8_t)(1u << i), .level = true};
    for (size_t k = 0; k < KIND_COUNT; k++) {
      t->weights[k] = (uint32_t)((uint64_t)q->phrasing_weights[k][i] * BONUS_TITLE / PER_CENT);
    }
    t->weight = t->weights[KIND_LESSON];
  }
  const uint64_t most = (1u << 31) / IMPACT_MOST * WEIGHT_HINT_ONE / WEIGHT_HINT - QUERY_TERMS;
  for (size_t k = 0; k < KIND_COUNT; k++) {
    uint64_t sum = 0;
    for (size_t i = 0; i < q->term_count; i++) { sum += q->terms[i].weights[k]; }
    if (sum <= most) { continue; }
    for (size_t i = 0; i < q->term_count; i++) {
      q->terms[i].weights[k] = (uint32_t)(q->terms[i].weights[k] * most / sum) + 1;
    }
    for (size_t i = 0; i < q->word_count; i++) {
      q->words[i].weights[k] = (uint32_t)(q->words[i].weights[k] * most / sum);
    }
    for (size_t i = 0; i < q->phrasing_count; i++) {
      q->phrasing_weights[k][i] = (uint32_t)(q->phrasing_weights[k][i] * most / sum);
    }
  }
}

bool query_read(search_index *index, const search_query *request, arena *memory, query *out) {
  const partition *in = &index->partitions[request->locale];
  *out = (query){.index = index, .request = request, .memory = memory, .in = in, .end = in->units};
  if (request->section < SECTION_COUNT) {
    out->first = request->section > 0 ? in->section_end[request->section - 1] : 0;
    out->end = in->section_end[request->section];
  }
  if (request->count == 0) { return true; }
  out->terms = arena_alloc(memory, QUERY_TERMS * sizeof(query_term));
  out->pairs = arena_alloc(memory, QUERY_PAIRS * sizeof(query_pair));
  out->words = arena_alloc(memory, QUERY_TERMS * sizeof(query_word));
  guesses guessed;
  reader r = {.out = out, .in = in, .locale = request->locale, .share = 1, .guesses = &guessed};
  r.slots = arena_alloc(memory, SLOTS * sizeof(*r.slots));
  r.repeats = arena_alloc(memory, QUERY_TERMS);
  if (out->terms == NULL || out->pairs == NULL || out->words == NULL || r.slots == NULL ||
      r.repeats == NULL) {
    return false;
  }
  memset(r.slots, 0, SLOTS * sizeof(*r.slots));
  guessed.count = 0;
  guessed.known = false;
  if (!phrasing_read(request, memory, out->phrasings, &out->phrasing_count)) { return false; }
  for (size_t i = 0; i < out->phrasing_count; i++) {
    r.phrasing = (unsigned)i;
    out->phrasings[i].name = pins_is_name(request, out->phrasings[i].typed);
    query_pin *pin = &out->pins[out->pin_count];
    out->pin_count += pins_find(index, request, out->phrasings[i].typed, pin);
    read_phrasing(&r, &out->phrasings[i]);
  }
  weigh(out);
  return true;
}
