#include "search/rerank.h"

#include <stdlib.h>

#include "search/weights.h"

enum {
  PLACED_TERMS = 48, /* terms of a query whose positions are read, the weightiest */
  PLACED_PAIRS = 4 * PLACED_TERMS,
  SCORE_MOST = INT32_MAX
};

typedef struct placed_term {
  uint16_t term;
  bool read; /* the positions below are of the present unit */
  size_t count;
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
} placed_term;

typedef struct placed_pair {
  uint8_t first, second; /* among the placed terms */
  uint16_t distance;
  uint32_t weight;
} placed_pair;

/* A unit picked for re-ranking. */
typedef struct candidate {
  ranked *ranked;
  uint32_t sum, scale; /* of the first pass, before it was scaled; see candidates_scale */
  unsigned gain;       /* for the share of a phrasing that is here, in per cent of the score */
  uint64_t lower_bound, upper_bound; /* its score without and with all that positions can add */
  uint32_t postings[PLACED_TERMS];   /* number of its posting in each placed term's list */
  uint8_t codes[PLACED_TERMS];       /* NOT_HERE where the unit lacks the term */
} candidate;

enum { NOT_HERE = 16 };

typedef struct reranker {
  search_index *index;
  const query *q;
  const partition *in;
  posting_cursor cursors[PLACED_TERMS]; /* of the terms below */
  placed_term terms[PLACED_TERMS];
  size_t term_count;
  placed_pair pairs[PLACED_PAIRS];
  size_t pair_count;
  uint8_t place[QUERY_TERMS]; /* of each term among the placed ones, PLACED_TERMS when it is none */
  candidate candidates[RERANKED];
} reranker;

static uint32_t impact_of(const reranker *r, uint32_t unit, uint32_t code) {
  return index_impact(r->index, r->in, unit, code);
}

static int by_weight(const void *a, const void *b, void *of) {
  const query_term *terms = of;
  uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
  if (terms[x].weight != terms[y].weight) return terms[x].weight < terms[y].weight ? 1 : -1;
  return (terms[x].list.number > terms[y].list.number) -
         (terms[x].list.number < terms[y].list.number);
}

/* Chooses the weightiest terms and the pairs among them. */
static void choose_terms(reranker *r) {
  const query *q = r->q;
  uint16_t order[QUERY_TERMS];
  for (size_t i = 0; i < q->term_count; i++) order[i] = (uint16_t)i;
  qsort_r(order, q->term_count, sizeof(*order), by_weight, q->terms);
  memset(r->place, PLACED_TERMS, sizeof(r->place));
  r->term_count = 0;
  for (size_t i = 0; i < q->term_count && r->term_count < PLACED_TERMS; i++) {
    const query_term *t = &q->terms[order[i]];
    if (t->level) continue;
    r->terms[r->term_count].term = order[i];
    r->place[order[i]] = (uint8_t)r->term_count;
    list_open(t->list, r->in->units, &r->cursors[r->term_count++]);
  }
  for (size_t i = 0; i < q->pair_count && r->pair_count < PLACED_PAIRS; i++) {
    uint8_t first = r->place[q->pairs[i].first], second = r->place[q->pairs[i].second];
    if (first == PLACED_TERMS || second == PLACED_TERMS) continue;
    uint32_t weight = q->terms[q->pairs[i].first].weight + q->terms[q->pairs[i].second].weight;
    r->pairs[r->pair_count++] = (placed_pair){first, second, q->pairs[i].distance, weight / 2};
  }
}

static bool has_pair(const candidate *c, placed_pair pair) {
  return c->codes[pair.first] != NOT_HERE && c->codes[pair.second] != NOT_HERE;
}

/* What the commoner term of a pair that is here is worth. */
static uint32_t greatest_of_pair(const reranker *r, const candidate *c, placed_pair pair) {
  uint32_t first = impact_of(r, c->ranked->unit, c->codes[pair.first]);
  uint32_t second = impact_of(r, c->ranked->unit, c->codes[pair.second]);
  return first > second ? first : second;
}

/* How often `b` stands `distance` words behind `a`. */
static unsigned count_pairs(const placed_term *a, const placed_term *b, uint32_t distance) {
  unsigned count = 0;
  for (size_t i = 0, k = 0; i < a->count; i++) {
    while (k < b->count && b->positions[k] < a->positions[i] + distance) k++;
    if (k == b->count) break;
    count += b->positions[k] == a->positions[i] + distance;
  }
  return count;
}

static const placed_term *read_positions(reranker *r, const candidate *c, size_t i) {
  placed_term *t = &r->terms[i];
  const word_group *list = &r->q->terms[t->term].list;
  if (!t->read) t->count = list_positions(list, c->postings[i], t->positions, t->forms);
  t->read = true;
  return t;
}

static uint64_t with_gain(const candidate *c, uint64_t score) {
  return (score + score * c->gain / PER_CENT) * c->scale / WEIGHT_HINT_ONE;
}

static uint64_t share(uint32_t weight, uint32_t worth, unsigned per_cent) {
  return (uint64_t)weight * worth * per_cent / PER_CENT;
}

/* True when positions must tell how often the form as typed occurs. */
static bool form_unsure(const query_term *t) {
  return t->formed && t->list.form_bits > 0 && t->list.positions.len > 0;
}

/* What the occurrences of the form as typed are worth. */
static uint32_t form_impact(reranker *r, const candidate *c, size_t i) {
  const placed_term *t = read_positions(r, c, i);
  unsigned count = 0;
  for (size_t k = 0; k < t->count; k++) {
    count += t->forms[k] == r->q->terms[t->term].form;
  }
  return count == 0 ? 0 : impact_of(r, c->ranked->unit, format_code(2 * count));
}

/* How many positions of `a` have `b` near. */
static unsigned count_near(const placed_term *a, const placed_term *b) {
  unsigned count = 0;
  for (size_t i = 0, k = 0; i < a->count && k < b->count; i++) {
    while (k < b->count && b->positions[k] + NEAR_WORDS < a->positions[i]) k++;
    count += k < b->count && b->positions[k] <= a->positions[i] + NEAR_WORDS;
  }
  return count;
}

/* What `count` occurrences of a pair are worth: no more than its terms. */
static uint32_t impact_of_pair(const reranker *r, const candidate *c, placed_pair pair,
                               unsigned count) {
  if (count == 0) return 0;
  uint32_t impact = impact_of(r, c->ranked->unit, format_code(2 * count));
  uint32_t most = greatest_of_pair(r, c, pair);
  return impact < most ? impact : most;
}

/* What the occurrences of a pair add. */
static uint64_t pair_bonus(reranker *r, const candidate *c, placed_pair pair) {
  const placed_term *first = read_positions(r, c, pair.first);
  const placed_term *second = read_positions(r, c, pair.second);
  unsigned exact = count_pairs(first, second, pair.distance), near = count_near(first, second);
  return share(pair.weight, impact_of_pair(r, c, pair, exact), BONUS_PAIR) +
         share(pair.weight, impact_of_pair(r, c, pair, near), BONUS_NEAR);
}

static bool has_word(const reranker *r, const candidate *c, const query_word *w) {
  for (size_t m = 0; m < w->count; m++) {
    uint8_t place = r->place[w->terms[m]];
    if (place != PLACED_TERMS && c->codes[place] != NOT_HERE) return true;
  }
  return false;
}

/* What a candidate has of a phrasing. */
typedef struct coverage {
  uint32_t weight;         /* of the words that are here */
  uint32_t content_weight; /* of the content words among them */
  unsigned content_words;  /* number of these */
  bool whole;              /* no content word is missing */
} coverage;

static void cover_words(const reranker *r, const candidate *c, coverage of[SEARCH_PHRASINGS]) {
  const query *q = r->q;
  for (size_t k = 0; k < q->phrasing_count; k++) of[k] = (coverage){.whole = q->phrasing_whole[k]};
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    coverage *v = &of[w->phrasing];
    if (!has_word(r, c, w)) {
      v->whole = v->whole && !w->content;
      continue;
    }
    v->weight += w->weight;
    v->content_weight += w->content ? w->weight : 0;
    v->content_words += w->content;
  }
}

/* What phrasings found whole earn. */
static uint64_t whole_bonus(const reranker *r, const candidate *c, const coverage *of) {
  const query *q = r->q;
  uint64_t bonus = 0, typical = impact_of(r, c->ranked->unit, 0);
  for (size_t k = 0; k < q->phrasing_count; k++) {
    if (!of[k].whole || of[k].content_words < 2) continue;
    bonus += of[k].content_weight * typical * BONUS_WHOLE / PER_CENT;
  }
  return bonus;
}

/* The gain for the greatest share of a phrasing, in per cent of the score. */
static unsigned share_gain(const query *q, const coverage *of) {
  uint64_t best = 0;
  for (size_t k = 0; k < q->phrasing_count; k++) {
    if (q->phrasing_weight[k] == 0) continue;
    uint64_t gain = (uint64_t)of[k].weight * BONUS_SHARE / q->phrasing_weight[k];
    if (gain > best) best = gain;
  }
  return (unsigned)best;
}

/* Scores a unit as far as that goes without positions, and bounds what they could add: a form or a
 * pair occurs no more often than its term. */
static void score_roughly(reranker *r, candidate *c) {
  uint32_t unit = c->ranked->unit;
  for (size_t i = 0; i < r->term_count; i++) {
    posting_cursor *cursor = &r->cursors[i];
    bool here = list_seek(cursor, unit) == unit;
    c->codes[i] = here ? (uint8_t)list_code(cursor) : NOT_HERE;
    c->postings[i] = list_number(cursor);
  }
  coverage of[SEARCH_PHRASINGS];
  cover_words(r, c, of);
  c->gain = share_gain(r->q, of);
  c->scale = candidates_scale(r->q, unit);
  c->sum = (uint32_t)((uint64_t)c->ranked->score * WEIGHT_HINT_ONE / c->scale);
  c->lower_bound = c->upper_bound = c->sum + whole_bonus(r, c, of);
  for (size_t i = 0; i < r->term_count; i++) {
    const query_term *t = &r->q->terms[r->terms[i].term];
    if (c->codes[i] == NOT_HERE || !t->formed) continue;
    uint64_t bonus = share(t->weight, impact_of(r, unit, c->codes[i]), BONUS_FORM);
    c->upper_bound += bonus;
    if (!form_unsure(t)) c->lower_bound += bonus;
  }
  for (size_t i = 0; i < r->pair_count; i++) {
    placed_pair pair = r->pairs[i];
    if (!has_pair(c, pair)) continue;
    c->upper_bound += share(pair.weight, greatest_of_pair(r, c, pair), BONUS_PAIR) +
                      share(pair.weight, greatest_of_pair(r, c, pair), BONUS_NEAR);
  }
}

static uint64_t score_exactly(reranker *r, const candidate *c) {
  uint64_t total = c->lower_bound;
  for (size_t i = 0; i < r->term_count; i++) r->terms[i].read = false;
  for (size_t i = 0; i < r->term_count; i++) {
    const query_term *t = &r->q->terms[r->terms[i].term];
    if (c->codes[i] == NOT_HERE || !form_unsure(t)) continue;
    total += share(t->weight, form_impact(r, c, i), BONUS_FORM);
  }
  for (size_t i = 0; i < r->pair_count; i++) {
    if (!has_pair(c, r->pairs[i])) continue;
    total += pair_bonus(r, c, r->pairs[i]);
  }
  return total;
}

static int by_unit(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  return (x->unit > y->unit) - (x->unit < y->unit);
}

/* The score that `exact` of the candidates reach at least. */
static uint64_t threshold(const reranker *r, size_t count, size_t exact) {
  uint64_t best[RERANKED];
  size_t kept = 0;
  if (exact >= count) return 0;
  for (size_t i = 0; i < count; i++) {
    size_t at = kept < exact ? kept++ : exact;
    uint64_t score = with_gain(&r->candidates[i], r->candidates[i].lower_bound);
    while (at > 0 && best[at - 1] < score) {
      if (at < exact) best[at] = best[at - 1];
      at--;
    }
    if (at < exact) best[at] = score;
  }
  return best[exact - 1];
}

bool rerank(search_index *index, const query *q, ranked *list, size_t count, size_t exact,
            arena *memory) {
  reranker *r = arena_alloc(memory, sizeof(*r));
  if (r == NULL) return false;
  if (count > RERANKED) count = RERANKED;
  r->index = index;
  r->q = q;
  r->in = q->in;
  r->pair_count = 0;
  choose_terms(r);
  qsort(list, count, sizeof(*list), by_unit);
  for (size_t i = 0; i < count; i++) {
    r->candidates[i].ranked = &list[i];
    score_roughly(r, &r->candidates[i]);
  }
  uint64_t least = threshold(r, count, exact);
  for (size_t i = 0; i < count; i++) {
    const candidate *c = &r->candidates[i];
    bool hopeless = with_gain(c, c->upper_bound) < least;
    uint64_t score = with_gain(c, hopeless ? c->lower_bound : score_exactly(r, c));
    list[i].score = score > SCORE_MOST ? SCORE_MOST : (uint32_t)score;
  }
  candidates_sort(list, count);
  return true;
}
