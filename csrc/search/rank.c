#include "search/rank.h"

#include <stdlib.h>

#include "text/token.h"

enum {
  CHUNK = 64, /* units that share a mark in `touched` */
  NEAR = 48   /* terms of a query whose positions are read, the weightiest */
};

enum { SCORE_MOST = INT32_MAX };

/* Bonuses in per cent of what an occurrence of that weight is worth. */
enum { FORM_BONUS = 30, PAIR_BONUS = 60, WHOLE_BONUS = 80, TITLE_BONUS = 300, PER_CENT = 100 };

typedef struct ranker {
  search_index *index;
  const query *q;
  const partition *in;
  posting_cursor *cursors;
  uint32_t *bounds; /* of each term in the window */
  uint16_t *order;  /* terms by rising bound */
  uint64_t *heap;   /* score << 32 | ~unit: the least is worst and at the root */
  size_t heap_count, heap_size;
} ranker;

/* Top of the heap */

static void sift_down(uint64_t *heap, size_t count, size_t at) {
  uint64_t value = heap[at];
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= value) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = value;
}

static void sift_up(uint64_t *heap, size_t at) {
  uint64_t value = heap[at];
  for (; at > 0 && heap[(at - 1) / 2] > value; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
  heap[at] = value;
}

/* What a unit must exceed. Units come in rising order, so equals lose. */
static uint32_t threshold(const ranker *r) {
  return r->heap_count < r->heap_size ? 0 : (uint32_t)(r->heap[0] >> 32);
}

static void offer(ranker *r, uint32_t unit, uint32_t score) {
  uint64_t key = (uint64_t)score << 32 | (UINT32_MAX - unit);
  if (r->heap_count < r->heap_size) {
    r->heap[r->heap_count] = key;
    sift_up(r->heap, r->heap_count++);
  } else if (key > r->heap[0]) {
    r->heap[0] = key;
    sift_down(r->heap, r->heap_count, 0);
  }
}

/* One window */

static uint32_t impact(const ranker *r, uint32_t unit, uint32_t code) {
  return r->index->impacts[(unsigned)(unsigned char)r->in->norms.data[unit] << 4 | code];
}

/* Sorts the terms by what they can add in [first, end); the order of the last window nearly fits.
 */
static void bound_terms(ranker *r, uint32_t first, uint32_t end) {
  size_t count = r->q->term_count;
  for (size_t i = 0; i < count; i++) {
    r->bounds[i] = r->q->terms[i].weight * index_greatest(&r->cursors[i], first, end);
  }
  for (size_t i = 1; i < count; i++) {
    uint16_t term = r->order[i];
    size_t at = i;
    for (; at > 0 && r->bounds[r->order[at - 1]] > r->bounds[term]; at--) {
      r->order[at] = r->order[at - 1];
    }
    r->order[at] = term;
  }
}

/* Adds the share of the decoded block's postings before `end`. The chunks between the first and
 * the last are all marked: where a list is not dense enough to touch each, that costs little. */
static void add_block(ranker *r, posting_cursor *c, uint32_t weight, uint32_t first, uint32_t end) {
  const unsigned char *norms = (const unsigned char *)r->in->norms.data;
  const uint16_t *impacts = r->index->impacts;
  uint32_t *scores = r->index->scores, at = c->at, to = c->count;
  if (c->units[to - 1] >= end) {
    for (to = at; c->units[to] < end; to++) continue;
  }
  if (to == at) return;
  size_t low = (c->units[at] - first) / CHUNK, high = (c->units[to - 1] - first) / CHUNK;
  if (to - at > high - low) {
    memset(r->index->touched + low, 1, high - low + 1);
  } else {
    for (uint32_t i = at; i < to; i++) r->index->touched[(c->units[i] - first) / CHUNK] = 1;
  }
  for (; at < to; at++) {
    uint32_t unit = c->units[at];
    scores[unit - first] += weight * impacts[(unsigned)norms[unit] << 4 | c->codes[at]];
  }
  c->at = to;
}

/* Adds a whole list's share to the window's scores. */
static void add_list(ranker *r, size_t term, uint32_t first, uint32_t end) {
  posting_cursor *c = &r->cursors[term];
  if (index_seek(c, first) >= end) return;
  for (;;) {
    index_unpack_codes(c);
    add_block(r, c, r->q->terms[term].weight, first, end);
    if (c->at < c->count) {
      c->unit = c->units[c->at];
      return;
    }
    if (!index_next_block(c) || c->unit >= end) return;
  }
}

typedef int32_t four __attribute__((vector_size(16)));

/* True when one of 16 scores is greater than `bound`; scores are below 2^31. */
static bool any_above(const uint32_t *scores, four bound) {
  four v[4];
  memcpy(v, scores, sizeof(v));
  four above = (v[0] > bound) | (v[1] > bound) | (v[2] > bound) | (v[3] > bound);
  uint64_t halves[2];
  memcpy(halves, &above, sizeof(above));
  return (halves[0] | halves[1]) != 0;
}

/* Units of the window that may still pass when other lists add `most_more`. @return how many */
static size_t collect(const ranker *r, uint32_t most_more, uint16_t *out) {
  const uint32_t bound = threshold(r) - most_more, *scores = r->index->scores;
  const four bounds = (four){} + (int32_t)bound;
  size_t count = 0;
  for (size_t chunk = 0; chunk < WINDOW / CHUNK; chunk++) {
    if (!r->index->touched[chunk]) continue;
    for (size_t at = chunk * CHUNK; at < (chunk + 1) * CHUNK; at += 16) {
      if (!any_above(scores + at, bounds)) continue;
      for (size_t i = at; i < at + 16; i++) { /* without a branch, which would guess badly */
        out[count] = (uint16_t)i;
        count += scores[i] > bound;
      }
    }
  }
  return count;
}

/* Adds a list's share for the listed units: one by one where they are few, else with all others of
 * the window. */
static void add_listed(ranker *r, size_t term, uint32_t first, uint32_t end, const uint16_t *list,
                       size_t count) {
  posting_cursor *c = &r->cursors[term];
  uint64_t expected = (uint64_t)c->list.df * WINDOW / (r->in->units + 1);
  if (2 * count > expected) {
    add_list(r, term, first, end);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t unit = first + list[i];
    if (index_seek(c, unit) != unit) continue;
    r->index->scores[list[i]] += r->q->terms[term].weight * impact(r, unit, index_code(c));
  }
}

/* Drops listed units that cannot pass when other lists add `most_more`. @return how many remain */
static size_t drop_hopeless(const ranker *r, uint32_t most_more, uint16_t *list, size_t count) {
  uint32_t bound = threshold(r) - most_more;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    list[kept] = list[i];
    kept += r->index->scores[list[i]] > bound;
  }
  return kept;
}

static void clear_window(search_index *index) {
  for (size_t chunk = 0; chunk < WINDOW / CHUNK; chunk++) {
    if (!index->touched[chunk]) continue;
    const four zero = {0};
    index->touched[chunk] = 0;
    for (size_t i = chunk * CHUNK; i < (chunk + 1) * CHUNK; i += 4) {
      memcpy(index->scores + i, &zero, sizeof(zero));
    }
  }
}

static void score_window(ranker *r, uint32_t first, uint32_t end) {
  uint16_t list[WINDOW + 1]; /* one more: collect writes before it decides */
  size_t terms = r->q->term_count, essential = 0;
  uint32_t rest = 0, least = threshold(r);
  bound_terms(r, first, end);
  while (essential < terms && rest + r->bounds[r->order[essential]] <= least) {
    rest += r->bounds[r->order[essential++]];
  }
  if (essential == terms) return;
  for (size_t i = essential; i < terms; i++) add_list(r, r->order[i], first, end);
  size_t count = collect(r, rest, list);
  for (size_t i = essential; i > 0 && count > 0; i--) {
    add_listed(r, r->order[i - 1], first, end, list, count);
    rest -= r->bounds[r->order[i - 1]];
    count = drop_hopeless(r, rest, list, count);
  }
  for (size_t i = 0; i < count; i++) offer(r, first + list[i], r->index->scores[list[i]]);
  clear_window(r->index);
}

static bool begin(ranker *r, size_t most, arena *memory) {
  size_t terms = r->q->term_count;
  r->cursors = arena_alloc(memory, (terms + 1) * sizeof(*r->cursors));
  r->bounds = arena_alloc(memory, (terms + 1) * sizeof(*r->bounds));
  r->order = arena_alloc(memory, (terms + 1) * sizeof(*r->order));
  r->heap = arena_alloc(memory, (most + 1) * sizeof(*r->heap));
  r->heap_size = most;
  if (r->cursors == NULL || r->bounds == NULL || r->order == NULL || r->heap == NULL) return false;
  for (size_t i = 0; i < terms; i++) {
    r->order[i] = (uint16_t)i;
    index_open_list(r->in, r->q->terms[i].list, &r->cursors[i]);
  }
  return true;
}

/* The best units once more, with their positions */

typedef struct near_term {
  uint16_t term;
  bool read; /* the positions below are of the present unit */
  size_t count;
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
} near_term;

typedef struct near_pair {
  uint8_t first, second; /* of the near terms */
  uint16_t distance;
  uint32_t weight;
} near_pair;

/* A unit that is scored again. */
typedef struct again {
  ranked *of;
  uint64_t sure, most;     /* its score without and with all that positions could add */
  uint32_t postings[NEAR]; /* number of its posting in each near term's list */
  uint8_t codes[NEAR];     /* NOT_HERE where the unit lacks the term */
} again;

enum { NOT_HERE = 16 };

typedef struct reranker {
  ranker *r;
  near_term terms[NEAR];
  size_t term_count;
  near_pair pairs[4 * NEAR];
  size_t pair_count;
  uint8_t place[QUERY_TERMS]; /* of each term among the near ones, NEAR when it is none */
  again units[RANK_AGAIN];
} reranker;

static int by_weight(const void *a, const void *b, void *of) {
  const query_term *terms = of;
  uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
  if (terms[x].weight != terms[y].weight) return terms[x].weight < terms[y].weight ? 1 : -1;
  return (terms[x].list.number > terms[y].list.number) -
         (terms[x].list.number < terms[y].list.number);
}

/* Chooses the weightiest terms and the pairs among them. */
static void choose(reranker *n) {
  ranker *r = n->r;
  const query *q = r->q;
  for (size_t i = 0; i < q->term_count; i++) r->order[i] = (uint16_t)i;
  qsort_r(r->order, q->term_count, sizeof(*r->order), by_weight, q->terms);
  memset(n->place, NEAR, sizeof(n->place));
  n->term_count = q->term_count < NEAR ? q->term_count : NEAR;
  for (size_t i = 0; i < n->term_count; i++) {
    n->terms[i].term = r->order[i];
    n->place[r->order[i]] = (uint8_t)i;
    index_open_list(r->in, q->terms[r->order[i]].list, &r->cursors[r->order[i]]);
  }
  for (size_t i = 0; i < q->pair_count && n->pair_count < 4 * NEAR; i++) {
    uint8_t first = n->place[q->pairs[i].first], second = n->place[q->pairs[i].second];
    if (first == NEAR || second == NEAR) continue;
    uint32_t weight = q->terms[q->pairs[i].first].weight + q->terms[q->pairs[i].second].weight;
    n->pairs[n->pair_count++] = (near_pair){first, second, q->pairs[i].distance, weight / 2};
  }
}

/* How often `b` stands `distance` words behind `a`. */
static unsigned count_pairs(const near_term *a, const near_term *b, uint32_t distance) {
  unsigned count = 0;
  for (size_t i = 0, k = 0; i < a->count; i++) {
    while (k < b->count && b->positions[k] < a->positions[i] + distance) k++;
    if (k == b->count) break;
    count += b->positions[k] == a->positions[i] + distance;
  }
  return count;
}

static const near_term *read_positions(reranker *n, const again *u, size_t i) {
  near_term *t = &n->terms[i];
  const group *list = &n->r->q->terms[t->term].list;
  if (!t->read) t->count = index_positions(list, u->postings[i], t->positions, t->forms);
  t->read = true;
  return t;
}

static uint64_t share(uint32_t weight, uint32_t worth, unsigned per_cent) {
  return (uint64_t)weight * worth * per_cent / PER_CENT;
}

/* True when positions must tell how often the form as typed occurs. */
static bool form_unsure(const query_term *t) {
  return t->formed && t->list.form_bits > 0 && t->list.positions.len > 0;
}

/* What the occurrences of the form as typed are worth. */
static uint32_t form_impact(reranker *n, const again *u, size_t i) {
  const near_term *t = read_positions(n, u, i);
  unsigned count = 0;
  for (size_t k = 0; k < t->count; k++) {
    count += t->forms[k] == n->r->q->terms[t->term].form;
  }
  return count == 0 ? 0 : impact(n->r, u->of->unit, format_code(2 * count));
}

static uint32_t pair_impact(reranker *n, const again *u, near_pair pair) {
  unsigned count = count_pairs(read_positions(n, u, pair.first), read_positions(n, u, pair.second),
                               pair.distance);
  return count == 0 ? 0 : impact(n->r, u->of->unit, format_code(2 * count));
}

static bool same_words(span a, span b) {
  token_reader ra, rb;
  token ta, tb;
  token_begin(&ra, a);
  token_begin(&rb, b);
  for (;;) {
    bool more_a = token_next(&ra, &ta), more_b = token_next(&rb, &tb);
    if (!more_a || !more_b) return more_a == more_b;
    if (!span_equal(ta.key, tb.key)) return false;
  }
}

/* True when the document's title is the phrasing; lengths that differ much settle it. */
static bool is_title(const ranker *r, uint32_t unit, span phrasing) {
  uint32_t verse, surah;
  uint32_t document = r->in->first + index_document(r->in, unit, &verse, &surah);
  if (verse != 0 || document >= r->index->documents->count) return false;
  span title = store_at(r->index->documents, document).title;
  if (title.len > 2 * phrasing.len || phrasing.len > 2 * title.len) return false;
  return same_words(title, phrasing);
}

/* How many words phrasing `k` has in the unit; 0 when it lacks one. */
static unsigned count_words(const reranker *n, const again *u, size_t k) {
  const query *q = n->r->q;
  unsigned words = 0;
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    if (w->phrasing != k) continue;
    bool here = false;
    for (size_t m = 0; m < w->count && !here; m++) {
      uint8_t near = n->place[w->terms[m]];
      here = near != NEAR && u->codes[near] != NOT_HERE;
    }
    if (!here) return 0;
    words++;
  }
  return words;
}

/* What phrasings found whole earn, and more where one is the title. */
static uint64_t whole_bonus(const reranker *n, const again *u) {
  const query *q = n->r->q;
  uint64_t bonus = 0, typical = impact(n->r, u->of->unit, 0);
  for (size_t k = 0; k < q->phrasing_count; k++) {
    if (q->phrasing_weight[k] == 0) continue;
    unsigned words = count_words(n, u, k);
    if (words == 0) continue;
    unsigned per_cent = words > 1 ? WHOLE_BONUS : 0;
    if (is_title(n->r, u->of->unit, q->phrasings[k])) per_cent += TITLE_BONUS;
    bonus += q->phrasing_weight[k] * typical * per_cent / PER_CENT;
  }
  return bonus;
}

static bool has_pair(const again *u, near_pair pair) {
  return u->codes[pair.first] != NOT_HERE && u->codes[pair.second] != NOT_HERE;
}

/* Scores a unit as far as that goes without positions, and bounds what they could add: a form or a
 * pair occurs no more often than its term. */
static void score_roughly(reranker *n, again *u) {
  uint32_t unit = u->of->unit;
  for (size_t i = 0; i < n->term_count; i++) {
    posting_cursor *c = &n->r->cursors[n->terms[i].term];
    bool here = index_seek(c, unit) == unit;
    u->codes[i] = here ? (uint8_t)index_code(c) : NOT_HERE;
    u->postings[i] = index_posting(c);
  }
  u->sure = u->most = u->of->score + whole_bonus(n, u);
  for (size_t i = 0; i < n->term_count; i++) {
    const query_term *t = &n->r->q->terms[n->terms[i].term];
    if (u->codes[i] == NOT_HERE || !t->formed) continue;
    uint64_t bonus = share(t->weight, impact(n->r, unit, u->codes[i]), FORM_BONUS);
    u->most += bonus;
    if (!form_unsure(t)) u->sure += bonus;
  }
  for (size_t i = 0; i < n->pair_count; i++) {
    near_pair pair = n->pairs[i];
    if (!has_pair(u, pair)) continue;
    uint32_t first = impact(n->r, unit, u->codes[pair.first]);
    uint32_t second = impact(n->r, unit, u->codes[pair.second]);
    u->most += share(pair.weight, first > second ? first : second, PAIR_BONUS);
  }
}

static uint64_t score_exactly(reranker *n, const again *u) {
  uint64_t total = u->sure;
  for (size_t i = 0; i < n->term_count; i++) n->terms[i].read = false;
  for (size_t i = 0; i < n->term_count; i++) {
    const query_term *t = &n->r->q->terms[n->terms[i].term];
    if (u->codes[i] == NOT_HERE || !form_unsure(t)) continue;
    total += share(t->weight, form_impact(n, u, i), FORM_BONUS);
  }
  for (size_t i = 0; i < n->pair_count; i++) {
    if (!has_pair(u, n->pairs[i])) continue;
    total += share(n->pairs[i].weight, pair_impact(n, u, n->pairs[i]), PAIR_BONUS);
  }
  return total;
}

static int by_unit(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  return (x->unit > y->unit) - (x->unit < y->unit);
}

static int by_score(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return by_unit(a, b);
}

/* The score that `exact` of the units have for sure. */
static uint64_t sure_threshold(const reranker *n, size_t count, size_t exact) {
  uint64_t best[RANK_AGAIN];
  size_t kept = 0;
  if (exact >= count) return 0;
  for (size_t i = 0; i < count; i++) {
    size_t at = kept < exact ? kept++ : exact;
    while (at > 0 && best[at - 1] < n->units[i].sure) {
      if (at < exact) best[at] = best[at - 1];
      at--;
    }
    if (at < exact) best[at] = n->units[i].sure;
  }
  return best[exact - 1];
}

/* Scores the best units again and sorts them. Positions are read only of those that could be among
 * the first `exact`; the order of the others is not final. */
static bool rank_again(ranker *r, ranked *list, size_t count, size_t exact, arena *memory) {
  reranker *n = arena_alloc(memory, sizeof(*n));
  if (n == NULL) return false;
  if (count > RANK_AGAIN) count = RANK_AGAIN;
  n->r = r;
  n->pair_count = 0;
  choose(n);
  qsort(list, count, sizeof(*list), by_unit);
  for (size_t i = 0; i < count; i++) {
    n->units[i].of = &list[i];
    score_roughly(n, &n->units[i]);
  }
  uint64_t least = sure_threshold(n, count, exact);
  for (size_t i = 0; i < count; i++) {
    again *u = &n->units[i];
    uint64_t score = u->most < least ? u->sure : score_exactly(n, u);
    list[i].score = score > SCORE_MOST ? SCORE_MOST : (uint32_t)score;
  }
  qsort(list, count, sizeof(*list), by_score);
  return true;
}

bool rank_units(search_index *index, const query *q, uint32_t first, uint32_t end, size_t most,
                size_t exact, arena *memory, ranked **out, size_t *count) {
  ranker r = {.index = index, .q = q, .in = q->in};
  *count = 0;
  if (!begin(&r, most, memory)) return false;
  for (uint32_t at = first; at < end && q->term_count > 0;) {
    uint32_t window = end - at < WINDOW ? end : at + WINDOW;
    score_window(&r, at, window);
    at = window;
  }
  ranked *list = arena_alloc(memory, (r.heap_count + 1) * sizeof(*list));
  if (list == NULL) return false;
  for (size_t i = 0; i < r.heap_count; i++) {
    list[i] = (ranked){UINT32_MAX - (uint32_t)r.heap[i], (uint32_t)(r.heap[i] >> 32)};
  }
  qsort(list, r.heap_count, sizeof(*list), by_score);
  *out = list;
  *count = r.heap_count;
  return rank_again(&r, list, r.heap_count, exact, memory);
}
