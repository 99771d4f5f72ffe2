#include "search/candidates.h"

#include <stdlib.h>

#include "search/weights.h"

enum { CHUNK = 64 /* units that share a mark in `touched` */ };

typedef struct finder {
  search_index *index;
  const query *q;
  const partition *in;
  filter *passes;
  posting_cursor *cursors;
  uint32_t *bounds; /* of each term in the window */
  uint16_t *order;  /* terms by rising bound */
  uint64_t *heap;   /* score << 32 | ~unit: the least is worst and at the root */
  size_t heap_count, heap_size;
  uint32_t scale; /* of scores in the window, in parts of WEIGHT_HINT_ONE */
} finder;

/* Top of the heap */

static void sift_down(uint64_t *heap, size_t count, size_t at) {
  uint64_t value = heap[at];
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= count) {
      break;
    }
    if (child + 1 < count && heap[child + 1] < heap[child]) {
      child++;
    }
    if (heap[child] >= value) {
      break;
    }
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = value;
}

static void sift_up(uint64_t *heap, size_t at) {
  uint64_t value = heap[at];
  for (; at > 0 && heap[(at - 1) / 2] > value; at = (at - 1) / 2) {
    heap[at] = heap[(at - 1) / 2];
  }
  heap[at] = value;
}

/* What the sum of a unit must exceed, so that its scaled score exceeds the least in the heap. Units
 * come in rising order, so equals lose. */
static uint32_t threshold(const finder *f) {
  if (f->heap_count < f->heap_size) {
    return 0;
  }
  return (uint32_t)((((f->heap[0] >> 32) + 1) * WEIGHT_HINT_ONE - 1) / f->scale);
}

static void offer(finder *f, uint32_t unit, uint32_t score) {
  if (!filter_passes(f->passes, unit)) {
    return;
  }
  uint64_t scaled = (uint64_t)score * f->scale / WEIGHT_HINT_ONE;
  uint64_t key = scaled << 32 | (UINT32_MAX - unit);
  if (f->heap_count < f->heap_size) {
    f->heap[f->heap_count] = key;
    sift_up(f->heap, f->heap_count++);
  } else if (key > f->heap[0]) {
    f->heap[0] = key;
    sift_down(f->heap, f->heap_count, 0);
  }
}

/* One window */

/* Sorts the terms by what they can add in [first, end); the order of the last window nearly fits.
 */
static void bound_terms(finder *f, uint32_t first, uint32_t end) {
  size_t count = f->q->term_count;
  for (size_t i = 0; i < count; i++) {
    f->bounds[i] = f->q->terms[i].weight * list_greatest(&f->cursors[i], first, end);
  }
  for (size_t i = 1; i < count; i++) {
    uint16_t term = f->order[i];
    size_t at = i;
    for (; at > 0 && f->bounds[f->order[at - 1]] > f->bounds[term]; at--) {
      f->order[at] = f->order[at - 1];
    }
    f->order[at] = term;
  }
}

/* Adds the share of the decoded block's postings before `end`. The chunks between the first and
 * the last are all marked: where a list is not dense enough to touch each, that costs little. */
static void add_block(finder *f, posting_cursor *c, const query_term *t, uint32_t first,
                      uint32_t end) {
  const unsigned char *norms = (const unsigned char *)f->in->norms.data;
  const uint16_t *impacts = f->index->impacts;
  uint32_t *scores = f->index->scores, at = c->at, to = c->count;
  if (c->units[to - 1] >= end) {
    for (to = at; c->units[to] < end; to++) {
    }
  }
  if (to == at) {
    return;
  }
  size_t low = (c->units[at] - first) / CHUNK, high = (c->units[to - 1] - first) / CHUNK;
  if (to - at > high - low) {
    memset(f->index->touched + low, 1, high - low + 1);
  } else {
    for (uint32_t i = at; i < to; i++) {
      f->index->touched[(c->units[i] - first) / CHUNK] = 1;
    }
  }
  for (uint32_t weight = t->weight; !t->level && at < to; at++) {
    uint32_t unit = c->units[at];
    scores[unit - first] += weight * impacts[(unsigned)norms[unit] << 4 | c->codes[at]];
  }
  for (; at < to; at++) {
    scores[c->units[at] - first] += t->weight * impacts[FORMAT_LEVEL << 4 | c->codes[at]];
  }
  c->at = to;
}

/* Adds a whole list's share to the window's scores. */
static void add_list(finder *f, size_t term, uint32_t first, uint32_t end) {
  posting_cursor *c = &f->cursors[term];
  if (list_seek(c, first) >= end) {
    return;
  }
  for (;;) {
    list_unpack_codes(c);
    add_block(f, c, &f->q->terms[term], first, end);
    if (c->at < c->count) {
      c->unit = c->units[c->at];
      return;
    }
    if (!list_next_block(c) || c->unit >= end) {
      return;
    }
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
static size_t collect(const finder *f, uint32_t most_more, uint16_t *out) {
  const uint32_t bound = threshold(f) - most_more, *scores = f->index->scores;
  const four bounds = (four){} + (int32_t)bound;
  size_t count = 0;
  for (size_t chunk = 0; chunk < WINDOW / CHUNK; chunk++) {
    if (!f->index->touched[chunk]) {
      continue;
    }
    for (size_t at = chunk * CHUNK; at < (chunk + 1) * CHUNK; at += 16) {
      if (!any_above(scores + at, bounds)) {
        continue;
      }
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
static void add_listed(finder *f, size_t term, uint32_t first, uint32_t end, const uint16_t *list,
                       size_t count) {
  const query_term *t = &f->q->terms[term];
  posting_cursor *c = &f->cursors[term];
  uint64_t expected = (uint64_t)c->list.df * WINDOW / (f->in->units + 1);
  if (2 * count > expected) {
    add_list(f, term, first, end);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t unit = first + list[i];
    if (list_seek(c, unit) != unit) {
      continue;
    }
    uint32_t code = list_code(c);
    uint32_t impact = t->level ? f->index->impacts[FORMAT_LEVEL << 4 | code]
                               : index_impact(f->index, f->in, unit, code);
    f->index->scores[list[i]] += t->weight * impact;
  }
}

/* Drops listed units that cannot pass when other lists add `most_more`. @return how many remain */
static size_t drop_hopeless(const finder *f, uint32_t most_more, uint16_t *list, size_t count) {
  uint32_t bound = threshold(f) - most_more;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    list[kept] = list[i];
    kept += f->index->scores[list[i]] > bound;
  }
  return kept;
}

static void clear_window(search_index *index) {
  for (size_t chunk = 0; chunk < WINDOW / CHUNK; chunk++) {
    if (!index->touched[chunk]) {
      continue;
    }
    const four zero = {0};
    index->touched[chunk] = 0;
    for (size_t i = chunk * CHUNK; i < (chunk + 1) * CHUNK; i += 4) {
      memcpy(index->scores + i, &zero, sizeof(zero));
    }
  }
}

static void score_window(finder *f, uint32_t first, uint32_t end) {
  uint16_t list[WINDOW + 1]; /* one more: collect writes before it decides */
  size_t terms = f->q->term_count, essential = 0;
  uint32_t rest = 0, least = threshold(f);
  bound_terms(f, first, end);
  while (essential < terms && rest + f->bounds[f->order[essential]] <= least) {
    rest += f->bounds[f->order[essential++]];
  }
  if (essential == terms) {
    return;
  }
  for (size_t i = essential; i < terms; i++) {
    add_list(f, f->order[i], first, end);
  }
  size_t count = collect(f, rest, list);
  for (size_t i = essential; i > 0 && count > 0; i--) {
    add_listed(f, f->order[i - 1], first, end, list, count);
    rest -= f->bounds[f->order[i - 1]];
    count = drop_hopeless(f, rest, list, count);
  }
  for (size_t i = 0; i < count; i++) {
    offer(f, first + list[i], f->index->scores[list[i]]);
  }
  clear_window(f->index);
}

static bool begin(finder *f, size_t most, arena *memory) {
  size_t terms = f->q->term_count;
  f->cursors = arena_alloc(memory, (terms + 1) * sizeof(*f->cursors));
  f->bounds = arena_alloc(memory, (terms + 1) * sizeof(*f->bounds));
  f->order = arena_alloc(memory, (terms + 1) * sizeof(*f->order));
  f->heap = arena_alloc(memory, (most + 1) * sizeof(*f->heap));
  f->heap_size = most;
  if (f->cursors == NULL || f->bounds == NULL || f->order == NULL || f->heap == NULL) {
    return false;
  }
  for (size_t i = 0; i < terms; i++) {
    f->order[i] = (uint16_t)i;
    list_open(f->q->terms[i].list, f->in->units, &f->cursors[i]);
  }
  return true;
}

static int by_score(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->score != y->score) {
    return x->score < y->score ? 1 : -1;
  }
  return (x->unit > y->unit) - (x->unit < y->unit);
}

uint32_t candidates_scale(const query *q, uint32_t unit) {
  bool pointed = q->hinted && unit >= q->in->section_end[SECTION_QURAN - 1] &&
                 unit < q->in->section_end[SECTION_QURAN];
  return pointed ? WEIGHT_HINT : WEIGHT_HINT_ONE;
}

/* Where the window that begins at `unit` ends: all of it is in the Quran, or none. */
static uint32_t window_end(const query *q, uint32_t unit, uint32_t end) {
  uint32_t least = end - unit < WINDOW ? end : unit + WINDOW;
  const uint32_t *bounds = q->in->section_end + SECTION_QURAN - 1;
  for (size_t i = 0; i < 2 && q->hinted; i++) {
    if (bounds[i] > unit && bounds[i] < least) {
      least = bounds[i];
    }
  }
  return least;
}

void candidates_sort(ranked *list, size_t count) { qsort(list, count, sizeof(*list), by_score); }

bool candidates_find(search_index *index, const query *q, filter *passes, uint32_t first,
                     uint32_t end, size_t most, arena *memory, ranked **out, size_t *count) {
  finder f = {.index = index, .q = q, .in = q->in, .passes = passes};
  *count = 0;
  if (!begin(&f, most, memory)) {
    return false;
  }
  for (uint32_t at = first; at < end && q->term_count > 0;) {
    uint32_t window = window_end(q, at, end);
    f.scale = candidates_scale(q, at);
    score_window(&f, at, window);
    at = window;
  }
  ranked *list = arena_alloc(memory, (f.heap_count + 1) * sizeof(*list));
  if (list == NULL) {
    return false;
  }
  for (size_t i = 0; i < f.heap_count; i++) {
    list[i] = (ranked){UINT32_MAX - (uint32_t)f.heap[i], (uint32_t)(f.heap[i] >> 32)};
  }
  candidates_sort(list, f.heap_count);
  *out = list;
  *count = f.heap_count;
  return true;
}
