#include "search/query.h"

#include <math.h>

#include "base/utf8.h"
#include "search/compound.h"
#include "search/outline.h"
#include "search/title.h"
#include "search/typo.h"
#include "search/weights.h"
#include "text/token.h"

enum {
  SLOTS = 4 * QUERY_TERMS,
  NONE = UINT16_MAX,
  PREFIX_LEAST = 3, /* letters of an unfinished last word */
  PAIR_DISTANCE = 3,
  SHORT = 3 /* words of a phrasing in which rare words may be typos */
};

static const double confidence_of_edits[] = {1, CONFIDENCE_ONE_EDIT, CONFIDENCE_TWO_EDITS};

/* The words of a request that nothing but a typo explains, looked up together. */
typedef struct guesses {
  typo_word words[TYPO_WORDS];
  char keys[TYPO_WORDS][FOLD_MAX];
  size_t count;
  bool known; /* they have been looked up */
} guesses;

typedef struct reader {
  const search_index *index;
  const partition *in;
  unsigned locale;
  query *out;
  uint16_t *slots;  /* group number → term + 1 */
  uint8_t *repeats; /* of each term in the present phrasing */
  unsigned phrasing, typos;
  guesses *guesses;
  bool rehearsal; /* only collects guesses: nothing is added to the bag */
  bool brief;     /* the phrasing is short */
  double share;   /* of its weight that the present word keeps */
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

static double idf(const partition *p, uint32_t df) {
  return log(1 + ((double)p->units - df + 0.5) / (df + 0.5));
}

static uint32_t weigh(const reader *r, uint32_t df, double confidence) {
  return (uint32_t)lround(WEIGHT_SCALE * pow(idf(r->in, df), WEIGHT_IDF_EXPONENT) * confidence) + 1;
}

/* A term that is repeated in one phrasing weighs more, but ever less so. */
static double repeated(unsigned times) { return 1 + WEIGHT_REPEATED * log(times); }

static void list_meaning(query_word *w, uint16_t term) {
  for (size_t i = 0; i < w->count; i++) {
    if (w->terms[i] == term) {
      return;
    }
  }
  if (w->count < QUERY_MEANINGS) {
    w->terms[w->count++] = term;
  }
}

/* Adds a group to the bag. @return its term, NONE when the bag is full */
static uint16_t add_term(reader *r, const word_group *g, int form, double confidence) {
  query *q = r->out;
  if (r->rehearsal) {
    return 0;
  }
  uint32_t slot = g->number * 2654435761u % SLOTS;
  for (; r->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
    if (q->terms[r->slots[slot] - 1].list.number == g->number) {
      break;
    }
  }
  if (r->slots[slot] == 0) {
    if (q->term_count == QUERY_TERMS) {
      return NONE;
    }
    q->terms[q->term_count] = (query_term){.list = *g};
    r->slots[slot] = (uint16_t)++q->term_count;
  }
  uint16_t number = (uint16_t)(r->slots[slot] - 1);
  query_term *t = &q->terms[number];
  t->phrasings |= (uint8_t)(1u << r->phrasing);
  if (r->repeats[number] < 16) {
    r->repeats[number]++;
  }
  uint32_t weight = weigh(r, g->df, r->share * confidence * repeated(r->repeats[number]));
  if (weight > t->weight) {
    t->weight = weight;
  }
  if (form >= 0 && !t->formed) {
    t->form = (uint8_t)form;
    t->formed = true;
  }
  if (r->listing) {
    list_meaning(&q->words[q->word_count - 1], number);
  }
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
  if (word.len == 0 || !index_form(r->in, word, &number, &form)) {
    return NONE;
  }
  return index_group_at(r->in, number, &g) ? add_term(r, &g, (int)form, confidence) : NONE;
}

static uint16_t add_stem(reader *r, const token *t) {
  return add_key(r, analyzer_stem(r->index->stems, r->locale, t->key, t->traits), CONFIDENCE_EXACT);
}

static uint16_t add_umlauts(reader *r, span word) {
  uint16_t found = NONE;
  for (int back = 0; back < 2 && found == NONE; back++) {
    char other[FOLD_MAX];
    found = add_form(r, (span){other, analyze_umlaut(word, back == 1, other)}, CONFIDENCE_SPELLING);
  }
  return found;
}

static uint32_t count_units(void *known, span word) {
  uint32_t number;
  unsigned form;
  word_group g;
  return index_form(known, word, &number, &form) && index_group_at(known, number, &g) ? g.df : 0;
}

/* A compound that nobody wrote is looked for by its parts. */
static uint16_t add_parts(reader *r, span word) {
  span parts[COMPOUND_PARTS];
  size_t count = compound_split(word, count_units, (void *)r->in, parts);
  uint16_t found = NONE;
  for (size_t i = 0; i < count; i++) {
    found = add_form(r, parts[i], CONFIDENCE_PART);
  }
  return found;
}

static uint16_t add_loose(reader *r, const token *t) {
  char key[FOLD_MAX + 1];
  uint16_t found =
      add_form(r, (span){key, fold_arabic_dagger(t->source, key)}, CONFIDENCE_SPELLING);
  key[0] = FORMAT_LOOSE;
  for (int waw = 0; waw < 2; waw++) {
    size_t len = fold_arabic_loose(t->source, waw == 1, key + 1);
    uint16_t term = len == 0 ? NONE : add_key(r, (span){key, len + 1}, CONFIDENCE_LOOSE);
    if (found == NONE) {
      found = term;
    }
  }
  return found;
}

static void rehearse(reader *r);

static void guess(reader *r, span word) {
  guesses *g = r->guesses;
  if (g->count == TYPO_WORDS) {
    return;
  }
  memcpy(g->keys[g->count], word.data, word.len);
  g->words[g->count] = (typo_word){.word = {g->keys[g->count], word.len}};
  g->count++;
}

/* What the word may mean, looked up with those that come after it. */
static void look_up(reader *r, typo_word *word) {
  guesses *g = r->guesses;
  if (!g->known) {
    rehearse(r);
  }
  if (!g->known) {
    typo_search(r->in, g->words, g->count);
  }
  g->known = true;
  for (size_t i = 0; i < g->count; i++) {
    if (!span_equal(g->words[i].word, word->word)) {
      continue;
    }
    *word = g->words[i];
    return;
  }
  typo_search(r->in, word, 1);
}

/* What a mistyped word may mean. Nothing is looked up in a rehearsal, and for more than TYPO_WORDS
 * words. */
static typo_word find_typos(reader *r, span word) {
  typo_word guessed = {.word = word};
  if (r->rehearsal) {
    guess(r, word);
  }
  if (r->rehearsal || r->typos == TYPO_WORDS) {
    return guessed;
  }
  r->typos++;
  look_up(r, &guessed);
  return guessed;
}

static uint16_t add_typos(reader *r, span word) {
  typo_word guessed = find_typos(r, word);
  uint16_t found = NONE;
  for (size_t i = guessed.count; i > 0; i--) {
    typo_match *m = &guessed.matches[i - 1];
    found = add_term(r, &m->list, (int)m->form, confidence_of_edits[m->edits]);
  }
  return found;
}

/* A word that a single unit has may be a typo of a frequent one. */
static void add_beside_rare(reader *r, span word) {
  if (count_units((void *)r->in, word) != 1) {
    return;
  }
  typo_word guessed = find_typos(r, word);
  for (size_t i = guessed.count; i > 0; i--) {
    typo_match *m = &guessed.matches[i - 1];
    if (m->edits > 1 || m->list.df < UNITS_BESIDE_RARE) {
      continue;
    }
    add_term(r, &m->list, (int)m->form, CONFIDENCE_BESIDE_RARE);
  }
}

static uint16_t add_completions(reader *r, span word) {
  typo_match matches[TYPO_GROUPS];
  if (utf8_count(word) < PREFIX_LEAST) {
    return NONE;
  }
  size_t count = typo_complete(r->in, word, matches);
  uint16_t found = NONE;
  for (size_t i = count; i > 0; i--) {
    found = add_term(r, &matches[i - 1].list, (int)matches[i - 1].form, CONFIDENCE_COMPLETED);
  }
  return found;
}

/* What a word may mean, the likeliest first; the next is tried only where the one before found
 * nothing. Loose Arabic spellings come on top: the Quran is not spelled as it is typed. */
static uint16_t add_word(reader *r, const token *t, bool last) {
  bool letters = (t->traits & FOLD_DIGIT) == 0, arabic = (t->traits & FOLD_ARABIC) != 0;
  bool german = r->locale == LOCALE_DE && letters && !arabic;
  uint16_t found = add_form(r, t->key, CONFIDENCE_EXACT);
  if (found != NONE && r->brief && letters) {
    add_beside_rare(r, t->key);
  }
  if (found == NONE) {
    found = add_stem(r, t);
  }
  if (arabic) {
    uint16_t loose = add_loose(r, t);
    if (found == NONE) {
      found = loose;
    }
  }
  if (found == NONE && german) {
    found = add_umlauts(r, t->key);
  }
  if (found == NONE && last && letters) {
    found = add_completions(r, t->key);
  }
  if (found == NONE && german) {
    found = add_parts(r, t->key);
  }
  if (found == NONE && letters) {
    found = add_typos(r, t->key);
  }
  return found;
}

static void add_pair(reader *r, uint16_t first, uint16_t second, uint32_t distance) {
  query *q = r->out;
  query_pair pair = {first, second, (uint16_t)distance};
  if (first == second || distance > PAIR_DISTANCE || q->pair_count == QUERY_PAIRS) {
    return;
  }
  for (size_t i = 0; i < q->pair_count; i++) {
    if (memcmp(&q->pairs[i], &pair, sizeof(pair)) == 0) {
      return;
    }
  }
  q->pairs[q->pair_count++] = pair;
}

/* Pairs a word with the one before it. Words that are everywhere have no positions to compare and
 * are stepped over. */
static void pair_word(reader *r, uint16_t term, uint32_t position) {
  bool stepped_over = term != NONE && r->out->terms[term].list.positions.len == 0;
  if (stepped_over) {
    return;
  }
  if (term != NONE && r->last != NONE) {
    add_pair(r, r->last, term, position - r->last_position);
  }
  r->last = term;
  r->last_position = position;
}

/* Begins the list of what the next word may mean. */
static void begin_word(reader *r, bool content) {
  r->listing = r->out->word_count < QUERY_TERMS;
  if (!r->listing) {
    return;
  }
  r->out->words[r->out->word_count++] =
      (query_word){.phrasing = (uint8_t)r->phrasing, .content = content};
}

/* Two Arabic words that the index writes as one (يا أيها, يأيها). */
static void add_joined(reader *r, span before, const token *t) {
  char key[2 * FOLD_MAX];
  if (before.len + t->key.len > FOLD_MAX || before.len == 0) {
    return;
  }
  memcpy(key, before.data, before.len);
  memcpy(key + before.len, t->key.data, t->key.len);
  add_form(r, (span){key, before.len + t->key.len}, CONFIDENCE_SPELLING);
}

static void read_phrasing(reader *r, phrasing *from) {
  token_reader tokens;
  token t;
  char before[FOLD_MAX];
  size_t before_len = 0;
  outline whole = outline_read(r->in, from);
  from->asks = whole.question;
  const char *identified = from->text.data; /* end of the last identifier that is in the index */
  memset(r->repeats, 0, QUERY_TERMS);
  r->last = NONE;
  r->brief = whole.words <= SHORT;
  token_begin(&tokens, from->text);
  while (token_next(&tokens, &t)) {
    if (t.kind == TOKEN_IDENTIFIER) {
      bool known = add_key(r, t.key, CONFIDENCE_EXACT) != NONE;
      if (known) {
        identified = t.source.data + t.source.len;
      }
      continue;
    }
    if (from->name) {
      continue;
    }
    enum word_class class = outline_class(r->in, &whole, &t);
    r->out->hinted = r->out->hinted || class == WORD_QURAN;
    begin_word(r, class == WORD_CONTENT);
    r->share = share_of_class[class][whole.question ? 0 : 1];
    if (t.source.data < identified) {
      r->share *= WEIGHT_IN_IDENTIFIER;
    }
    uint16_t found = add_word(r, &t, tokens.position == whole.words);
    r->listing = false;
    r->share = 1;
    pair_word(r, found, t.position);
    if (t.traits & FOLD_ARABIC) {
      add_joined(r, (span){before, before_len}, &t);
    }
    before_len = t.traits & FOLD_ARABIC ? t.key.len : 0;
    memcpy(before, t.key.data, before_len);
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
    uint32_t words = outline_read(r->in, from).words;
    other.brief = words <= SHORT;
    token_begin(&tokens, from->text);
    while (token_next(&tokens, &t)) {
      if (t.kind == TOKEN_WORD && !from->name) {
        add_word(&other, &t, tokens.position == words);
      }
    }
  }
}

/* A phrasing may be a title: then the documents of this title gain. */
static void add_titles(query *q) {
  for (size_t i = 0; i < q->phrasing_count && q->term_count < QUERY_TERMS; i++) {
    char key[TITLE_KEY];
    word_group group;
    span title = {key, title_key(q->phrasings[i].text, key)};
    if (q->phrasings[i].name || title.len == 0 || !index_group(q->in, title, &group)) {
      continue;
    }
    uint32_t weight = (uint32_t)((uint64_t)q->phrasing_weight[i] * BONUS_TITLE / PER_CENT);
    q->terms[q->term_count++] = (query_term){
        .list = group, .weight = weight, .phrasings = (uint8_t)(1u << i), .level = true};
  }
}

/* Keeps the greatest possible score below 2^31. */
static void bound_weights(query *q) {
  const uint64_t most = (1u << 31) / IMPACT_MOST * WEIGHT_HINT_ONE / WEIGHT_HINT - QUERY_TERMS;
  uint64_t sum = 0;
  for (size_t i = 0; i < q->term_count; i++) {
    sum += q->terms[i].weight;
  }
  if (sum <= most) {
    return;
  }
  for (size_t i = 0; i < q->term_count; i++) {
    q->terms[i].weight = (uint32_t)(q->terms[i].weight * most / sum) + 1;
  }
  for (size_t i = 0; i < q->word_count; i++) {
    q->words[i].weight = (uint32_t)(q->words[i].weight * most / sum);
  }
  for (size_t i = 0; i < q->phrasing_count; i++) {
    q->phrasing_weight[i] = (uint32_t)(q->phrasing_weight[i] * most / sum);
  }
}

/* True when the phrasing has had the word before. */
static bool is_repeated(const query *q, size_t word) {
  const query_word *w = &q->words[word];
  for (size_t i = word; w->count > 0 && i > 0 && q->words[i - 1].phrasing == w->phrasing; i--) {
    if (q->words[i - 1].count > 0 && q->words[i - 1].terms[0] == w->terms[0]) {
      return true;
    }
  }
  return false;
}

static void weigh_words(query *q) {
  for (size_t i = 0; i < q->word_count; i++) {
    query_word *w = &q->words[i];
    w->repeated = is_repeated(q, i);
    for (size_t k = 0; k < w->count; k++) {
      if (q->terms[w->terms[k]].weight > w->weight) {
        w->weight = q->terms[w->terms[k]].weight;
      }
    }
    q->phrasing_weight[w->phrasing] += w->weight;
  }
}

bool query_read(const search_index *index, const search_query *request, arena *memory, query *out) {
  *out = (query){.in = &index->partitions[request->locale]};
  out->terms = arena_alloc(memory, QUERY_TERMS * sizeof(query_term));
  out->pairs = arena_alloc(memory, QUERY_PAIRS * sizeof(query_pair));
  out->words = arena_alloc(memory, QUERY_TERMS * sizeof(query_word));
  uint16_t *slots = arena_alloc(memory, SLOTS * sizeof(*slots));
  uint8_t *repeats = arena_alloc(memory, QUERY_TERMS);
  if (out->terms == NULL || out->pairs == NULL || out->words == NULL || slots == NULL ||
      repeats == NULL) {
    return false;
  }
  memset(slots, 0, SLOTS * sizeof(*slots));
  out->phrasing_count = phrasing_read(request, memory, out->phrasings);
  if (out->phrasing_count > SEARCH_PHRASINGS) {
    return false;
  }
  guesses guessed;
  guessed.count = 0;
  guessed.known = false;
  reader r = {.index = index,
              .in = out->in,
              .locale = request->locale,
              .out = out,
              .slots = slots,
              .repeats = repeats,
              .share = 1,
              .guesses = &guessed};
  for (size_t i = 0; i < out->phrasing_count; i++) {
    r.phrasing = (unsigned)i;
    out->phrasings[i].name = pins_is_name(request, out->phrasings[i].typed);
    query_pin *pin = &out->pins[out->pin_count];
    out->pin_count += pins_find(index, request, out->phrasings[i].typed, pin);
    read_phrasing(&r, &out->phrasings[i]);
  }
  weigh_words(out);
  add_titles(out);
  bound_weights(out);
  return true;
}
