#include "search/rank.h"

#include <stdlib.h>

#include "text/token.h"

enum {
  CHUNK = 64,  /* units that share a mark in `touched` */
  NEAR = 48    /* terms of a query whose positions are read, the weightiest */
};

/* Bonuses in per cent of what an occurrence of that weight is worth. */
enum { FORM_BONUS = 30, PAIR_BONUS = 50, WHOLE_BONUS = 15, TITLE_BONUS = 100, PER_CENT = 100 };

typedef struct ranker {
  search_index *index;
  const query *q;
  const partition *in;
  posting_cursor *cursors;
  uint32_t *bounds;   /* of each term in the window */
  uint16_t *order;    /* terms by rising bound */
  uint64_t *heap;     /* score << 32 | ~unit: the least is worst and at the root */
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

/* Sorts the terms by what they can add in [first, end); the order of the last window nearly fits. */
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

/* Adds a whole list's share to the window's scores. */
static void add_list(ranker *r, size_t term, uint32_t first, uint32_t end) {
  posting_cursor *c = &r->cursors[term];
  const uint32_t weight = r->q->terms[term].weight;
  const unsigned char *norms = (const unsigned char *)r->in->norms.data;
  const uint16_t *impacts = r->index->impacts;
  uint32_t *scores = r->index->scores;
  uint8_t *touched = r->index->touched;
  if (index_seek(c, first) >= end) return;
  for (;;) {
    uint32_t at = c->at;
    for (; at < c->count && c->units[at] < end; at++) {
      uint32_t unit = c->units[at];
      scores[unit - first] += weight * impacts[(unsigned)norms[unit] << 4 | c->codes[at]];
      touched[(unit - first) / CHUNK] = 1;
    }
    c->at = at;
    if (at < c->count) {
      c->unit = c->units[at];
      return;
    }
    if (!index_next_block(c) || c->unit >= end) return;
  }
}

/* Units of the window that may still pass, and clears the marks. @return how many */
static size_t collect(ranker *r, uint32_t first, uint32_t most_more, uint16_t *out) {
  uint32_t least = threshold(r), *scores = r->index->scores;
  size_t count = 0;
  (void)first;
  for (size_t chunk = 0; chunk < WINDOW / CHUNK; chunk++) {
    if (!r->index->touched[chunk]) continue;
    for (size_t i = chunk * CHUNK; i < (chunk + 1) * CHUNK; i++) {
      if (scores[i] != 0 && scores[i] + most_more > least) out[count++] = (uint16_t)i;
    }
  }
  return count;
}

/* Adds a list's share for the listed units alone, and drops those that cannot pass any more. */
static size_t probe(ranker *r, size_t term, uint32_t first, uint32_t most_more, uint16_t *list,
                    size_t count) {
  uint32_t least = threshold(r), *scores = r->index->scores;
  posting_cursor *c = &r->cursors[term];
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t unit = first + list[i];
    if (scores[list[i]] + most_more <= least) continue;
    if (index_seek(c, unit) == unit) {
      scores[list[i]] += r->q->terms[term].weight * impact(r, unit, c->codes[c->at]);
    }
    list[kept++] = list[i];
  }
  return kept;
}

static void clear_window(search_index *index) {
  for (size_t chunk = 0; chunk < WINDOW / CHUNK; chunk++) {
    if (!index->touched[chunk]) continue;
    index->touched[chunk] = 0;
    memset(index->scores + chunk * CHUNK, 0, CHUNK * sizeof(uint32_t));
  }
}

static void score_window(ranker *r, uint32_t first, uint32_t end) {
  uint16_t list[WINDOW];
  size_t terms = r->q->term_count, essential = 0;
  uint32_t rest = 0, least = threshold(r);
  bound_terms(r, first, end);
  while (essential < terms && rest + r->bounds[r->order[essential]] <= least) {
    rest += r->bounds[r->order[essential++]];
  }
  if (essential == terms) return;
  for (size_t i = essential; i < terms; i++) add_list(r, r->order[i], first, end);
  size_t count = collect(r, first, rest, list);
  for (size_t i = essential; i > 0 && count > 0; i--) {
    count = probe(r, r->order[i - 1], first, rest, list, count);
    rest -= r->bounds[r->order[i - 1]];
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
  size_t count;
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
} near_term;

typedef struct near_pair {
  uint8_t first, second; /* of the near terms */
  uint32_t weight;
} near_pair;

typedef struct reranker {
  ranker *r;
  near_term terms[NEAR];
  size_t term_count;
  near_pair pairs[4 * NEAR];
  size_t pair_count;
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
  uint8_t place[QUERY_TERMS];
  for (size_t i = 0; i < q->term_count; i++) r->order[i] = (uint16_t)i;
  qsort_r(r->order, q->term_count, sizeof(*r->order), by_weight, q->terms);
  memset(place, NEAR, sizeof(place));
  n->term_count = q->term_count < NEAR ? q->term_count : NEAR;
  for (size_t i = 0; i < n->term_count; i++) {
    n->terms[i].term = r->order[i];
    place[r->order[i]] = (uint8_t)i;
    index_open_list(r->in, q->terms[r->order[i]].list, &r->cursors[r->order[i]]);
  }
  for (size_t i = 0; i < q->pair_count && n->pair_count < 4 * NEAR; i++) {
    uint8_t first = place[q->pairs[i].first], second = place[q->pairs[i].second];
    if (first == NEAR || second == NEAR) continue;
    uint32_t weight = q->terms[q->pairs[i].first].weight + q->terms[q->pairs[i].second].weight;
    n->pairs[n->pair_count++] = (near_pair){first, second, weight / 2};
  }
}

static unsigned count_adjacent(const near_term *a, const near_term *b) {
  unsigned count = 0;
  for (size_t i = 0, k = 0; i < a->count; i++) {
    while (k < b->count && b->positions[k] <= a->positions[i]) k++;
    if (k == b->count) break;
    count += b->positions[k] == a->positions[i] + 1;
  }
  return count;
}

static unsigned count_form(const near_term *t, const query_term *term) {
  unsigned count = 0;
  if (!term->formed) return 0;
  for (size_t i = 0; i < t->count; i++) count += t->forms[i] == term->form;
  return count;
}

/* Reads the positions of all near terms in `unit`. @return bits of the terms it has */
static uint64_t read_positions(reranker *n, uint32_t unit) {
  uint64_t present = 0;
  for (size_t i = 0; i < n->term_count; i++) {
    near_term *t = &n->terms[i];
    posting_cursor *c = &n->r->cursors[t->term];
    t->count = index_seek(c, unit) == unit ? index_positions(c, t->positions, t->forms) : 0;
    if (t->count > 0) present |= 1ull << i;
  }
  return present;
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

/* What a phrasing found whole earns, and more when it is the title. */
static uint64_t whole_bonus(const reranker *n, uint32_t unit, uint64_t present, uint64_t typical) {
  const query *q = n->r->q;
  uint64_t bonus = 0;
  for (size_t k = 0; k < q->phrasing_count; k++) {
    unsigned found = 0;
    for (size_t i = 0; i < n->term_count; i++) {
      bool has = present >> i & 1;
      found += has && (q->terms[n->terms[i].term].phrasings >> k & 1);
    }
    if (found == 0 || found != q->phrasing_terms[k]) continue;
    if (found > 1) bonus += q->phrasing_weight[k] * typical * WHOLE_BONUS / PER_CENT;
    uint32_t verse, surah;
    uint32_t document = n->r->in->first + index_document(n->r->in, unit, &verse, &surah);
    if (verse != 0 || document >= n->r->index->documents->count) continue;
    store_document d = store_at(n->r->index->documents, document);
    if (same_words(d.title, q->phrasings[k])) {
      bonus += q->phrasing_weight[k] * typical * TITLE_BONUS / PER_CENT;
    }
  }
  return bonus;
}

static uint32_t score_again(reranker *n, uint32_t unit, uint32_t score) {
  const query *q = n->r->q;
  uint64_t total = score, present = read_positions(n, unit);
  for (size_t i = 0; i < n->term_count; i++) {
    const query_term *t = &q->terms[n->terms[i].term];
    unsigned count = count_form(&n->terms[i], t);
    if (count == 0) continue;
    total += (uint64_t)t->weight * impact(n->r, unit, format_code(2 * count)) * FORM_BONUS /
             PER_CENT;
  }
  for (size_t i = 0; i < n->pair_count; i++) {
    unsigned count =
        count_adjacent(&n->terms[n->pairs[i].first], &n->terms[n->pairs[i].second]);
    if (count == 0) continue;
    total += (uint64_t)n->pairs[i].weight * impact(n->r, unit, format_code(2 * count)) *
             PAIR_BONUS / PER_CENT;
  }
  total += whole_bonus(n, unit, present, impact(n->r, unit, 0));
  return total > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)total;
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

static bool rank_again(ranker *r, ranked *list, size_t count, arena *memory) {
  reranker *n = arena_alloc(memory, sizeof(*n));
  if (n == NULL) return false;
  if (count > RANK_AGAIN) count = RANK_AGAIN;
  n->r = r;
  n->pair_count = 0;
  choose(n);
  qsort(list, count, sizeof(*list), by_unit);
  for (size_t i = 0; i < count; i++) list[i].score = score_again(n, list[i].unit, list[i].score);
  qsort(list, count, sizeof(*list), by_score);
  return true;
}

bool rank_units(search_index *index, const query *q, uint32_t first, uint32_t end, size_t most,
                arena *memory, ranked **out, size_t *count) {
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
  return rank_again(&r, list, r.heap_count, memory);
}
