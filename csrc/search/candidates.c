#include "search/candidates.h"

#include "search/weights.h"

enum {
  UNITS_A_FLAG = 64,  /* units that share a flag in `touched` */
  FIRST_WINDOW = 256, /* units; each window is twice as large as the last, up to WINDOW */
  SEEK_COST = 8,      /* looking for one unit in a list takes as long as adding so many */
  WHOLE_WORDS = 8     /* content words of a phrasing that candidates_add_whole looks for */
};

typedef struct finder {
  const query *q;
  search_index *index;
  filter *passes;
  posting_cursor *cursors;
  uint32_t *bounds; /* of each term in the window */
  uint16_t *order;  /* terms by rising bound */
  uint64_t *found;  /* score << 32 | ~unit of units that may be among the best, in rising order of
                       the units; room for twice as many as are wanted, and as many to choose in */
  size_t found_count, wanted;
  uint64_t least;       /* a unit must exceed it: of the worst of the best so far, or 0 */
  uint32_t first, end;  /* units of the window */
  uint32_t scale;       /* of scores in the window, in parts of WEIGHT_HINT_ONE */
  enum query_kind kind; /* of its units */
} finder;

/* The sum that a unit must exceed, so that its scaled score exceeds the least. Units come in rising
 * order, so equals lose. */
static uint32_t finder_threshold(const finder *f) {
  if (f->least == 0) { return 0; }
  return (uint32_t)((((f->least >> 32) + 1) * WEIGHT_HINT_ONE - 1) / f->scale);
}

/* The key that `rank` others are greater than; all keys are different. Reorders them. */
static uint64_t select_key(uint64_t *keys, size_t count, size_t rank) {
  size_t first = 0, end = count;
  while (end - first > 1) { /* it is one of those in [first, end) */
    size_t middle = first + (end - first) / 2, greater = first;
    uint64_t pivot = keys[middle];
    keys[middle] = keys[end - 1];
    for (size_t i = first; i < end - 1; i++) {
      uint64_t key = keys[i];
      keys[i] = keys[greater];
      keys[greater] = key;
      greater += key > pivot;
    }
    keys[end - 1] = keys[greater];
    keys[greater] = pivot;
    if (greater == rank) { return pivot; }
    if (greater < rank) { first = greater + 1; }
    if (greater > rank) { end = greater; }
  }
  return keys[first];
}

/* Keeps the best of those that were found, in their order, as many as are wanted. */
static void finder_choose(finder *f) {
  uint64_t *copy = f->found + 2 * f->wanted;
  size_t kept = 0;
  if (f->found_count < f->wanted || f->wanted == 0) { return; }
  memcpy(copy, f->found, f->found_count * sizeof(*copy));
  f->least = select_key(copy, f->found_count, f->wanted - 1);
  for (size_t i = 0; i < f->found_count; i++) {
    f->found[kept] = f->found[i];
    kept += f->found[i] >= f->least;
  }
  f->found_count = kept;
}

/* Adds a unit, where it may be among the best. */
static void finder_offer(finder *f, uint32_t unit, uint32_t score) {
  uint64_t scaled = (uint64_t)score * f->scale / WEIGHT_HINT_ONE;
  uint64_t key = scaled << 32 | (UINT32_MAX - unit);
  if (key <= f->least || (f->passes != NULL && !filter_passes(f->passes, unit))) { return; }
  f->found[f->found_count++] = key;
  if (f->found_count == 2 * f->wanted) { finder_choose(f); }
}

/* The postings of a decoded block that are in the window: [*at, the returned end). */
static uint32_t finder_part(const finder *f, posting_cursor *c, uint32_t *at) {
  uint32_t to = c->count;
  list_unpack_codes(c);
  *at = c->at;
  if (c->units[to - 1] >= f->end) {
    to = *at;
    while (c->units[to] < f->end) { to++; }
  }
  return to;
}

/* Moves a cursor on to posting `to` of its block. @return false when the window ends there */
static bool finder_pass_part(const finder *f, posting_cursor *c, uint32_t to) {
  c->at = to;
  if (to < c->count) { c->unit = c->units[to]; }
  return to == c->count && list_next_block(c) && c->unit < f->end;
}

/* Adds a whole list's share to the window's scores, block by block. The flags between the first and
 * the last unit of a block are all set: where a list is not dense enough to touch each, that costs
 * little. */
static void finder_add_list(finder *f, size_t term) {
  const query_term *t = &f->q->terms[term];
  const unsigned char *norms = (const unsigned char *)f->q->in->norms.data;
  const uint16_t *impacts = f->index->impacts;
  const uint32_t first = f->first, weight = t->weights[f->kind];
  uint8_t *touched = f->index->touched;
  uint32_t *scores = f->index->scores, at;
  posting_cursor *c = &f->cursors[term];
  bool more = list_seek(c, first) < f->end;
  while (more) {
    uint32_t to = finder_part(f, c, &at);
    if (to > at) {
      size_t low = (c->units[at] - first) / UNITS_A_FLAG;
      size_t high = (c->units[to - 1] - first) / UNITS_A_FLAG;
      if (to - at > high - low) {
        memset(touched + low, 1, high - low + 1);
      } else {
        for (uint32_t i = at; i < to; i++) { touched[(c->units[i] - first) / UNITS_A_FLAG] = 1; }
      }
    }
    for (; !t->level && at < to; at++) {
      uint32_t unit = c->units[at];
      scores[unit - first] += weight * impacts[(unsigned)norms[unit] << 4 | c->codes[at]];
    }
    for (; at < to; at++) {
      scores[c->units[at] - first] += weight * impacts[FORMAT_LEVEL << 4 | c->codes[at]];
    }
    more = finder_pass_part(f, c, to);
  }
}

/* Lists the units that pass where a single list can lift them over `bound`, with their scores: no
 * others are touched. @return how many */
static size_t finder_collect_alone(finder *f, size_t term, uint32_t bound, uint16_t *out) {
  const query_term *t = &f->q->terms[term];
  const unsigned char *norms = (const unsigned char *)f->q->in->norms.data;
  const uint16_t *impacts = f->index->impacts;
  const uint32_t first = f->first, weight = t->weights[f->kind];
  posting_cursor *c = &f->cursors[term];
  size_t count = 0;
  bool more = list_seek(c, first) < f->end;
  while (more) {
    uint32_t at, to = finder_part(f, c, &at);
    for (; at < to; at++) {
      unsigned unit = c->units[at], norm = t->level ? FORMAT_LEVEL : norms[unit];
      uint32_t score = weight * impacts[norm << 4 | c->codes[at]];
      if (score <= bound) { continue; }
      out[count++] = (uint16_t)(unit - first);
      f->index->scores[unit - first] = score;
      f->index->touched[(unit - first) / UNITS_A_FLAG] = 1;
    }
    more = finder_pass_part(f, c, to);
  }
  return count;
}

typedef int32_t four __attribute__((vector_size(16)));

/* True when one of the scores of a flag is above the bound. */
static inline bool any_above(const uint32_t scores[UNITS_A_FLAG], four bounds) {
  four above = {0};
  uint64_t halves[2];
#pragma GCC unroll 16
  for (size_t i = 0; i < UNITS_A_FLAG; i += 4) {
    four v;
    memcpy(&v, scores + i, sizeof(v));
    above |= v > bounds;
  }
  memcpy(halves, &above, sizeof(above));
  return (halves[0] | halves[1]) != 0;
}

/* Lists the units of the window whose scores are above `bound`. Scores are below 2^31. @return how
 * many */
static size_t finder_collect(const finder *f, uint32_t bound, uint16_t *out) {
  const uint32_t *scores = f->index->scores;
  const four bounds = (four){} + (int32_t)bound, first = {1, 2, 4, 8};
  size_t count = 0;
  for (size_t flag = 0; flag < WINDOW / UNITS_A_FLAG; flag++) {
    if (!f->index->touched[flag] || !any_above(scores + flag * UNITS_A_FLAG, bounds)) { continue; }
    for (size_t at = flag * UNITS_A_FLAG; at < (flag + 1) * UNITS_A_FLAG; at += 16) {
      four v[4];
      uint64_t halves[2];
      memcpy(v, scores + at, sizeof(v));
      four above = ((v[0] > bounds) & first) | ((v[1] > bounds) & first << 4) |
                   ((v[2] > bounds) & first << 8) | ((v[3] > bounds) & first << 12);
      memcpy(halves, &above, sizeof(above));
      uint64_t both = halves[0] | halves[1];
      for (uint32_t left = (uint32_t)(both | both >> 32); left > 0; left &= left - 1) {
        out[count++] = (uint16_t)(at + (unsigned)__builtin_ctz(left));
      }
    }
  }
  return count;
}

/* The impact of the posting a term's cursor is at. */
static inline uint32_t term_impact(const query *q, const query_term *t, const posting_cursor *c) {
  uint32_t code = list_code(c);
  return t->level ? q->index->impacts[FORMAT_LEVEL << 4 | code]
                  : index_impact(q->index, q->in, c->unit, code);
}

/* Adds a list's share for the listed units: one by one where they are few, else with all others of
 * the window. */
static void finder_add_listed(finder *f, size_t term, const uint16_t *list, size_t count) {
  const query_term *t = &f->q->terms[term];
  posting_cursor *c = &f->cursors[term];
  uint64_t expected = (uint64_t)c->list.df * (f->end - f->first) / (f->q->in->units + 1);
  if (SEEK_COST * count > expected) {
    finder_add_list(f, term);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t unit = f->first + list[i];
    if (list_seek(c, unit) == unit) {
      f->index->scores[list[i]] += t->weights[f->kind] * term_impact(f->q, t, c);
    }
  }
}

static void finder_score_window(finder *f) {
  uint16_t list[WINDOW], *order = f->order;
  size_t terms = f->q->term_count, essential = 0;
  uint32_t rest = 0, least = finder_threshold(f), *scores = f->index->scores;
  for (size_t i = 0; i < terms; i++) {
    f->bounds[i] =
        f->q->terms[i].weights[f->kind] * list_greatest(&f->cursors[i], f->first, f->end);
  }
  for (size_t i = 1; i < terms; i++) { /* the order of the last window nearly fits */
    uint16_t term = order[i];
    size_t at = i;
    for (; at > 0 && f->bounds[order[at - 1]] > f->bounds[term]; at--) {
      order[at] = order[at - 1];
    }
    order[at] = term;
  }
  while (essential < terms && rest + f->bounds[order[essential]] <= least) {
    rest += f->bounds[order[essential++]];
  }
  if (essential == terms) { return; }
  size_t count;
  if (essential + 1 == terms) {
    count = finder_collect_alone(f, order[essential], least - rest, list);
  } else {
    for (size_t i = essential; i < terms; i++) { finder_add_list(f, order[i]); }
    count = finder_collect(f, least - rest, list);
  }
  for (size_t i = essential; i > 0 && count > 0; i--) {
    finder_add_listed(f, order[i - 1], list, count);
    rest -= f->bounds[order[i - 1]];
    uint32_t bound = finder_threshold(f) - rest;
    size_t kept = 0; /* those that may still pass */
    for (size_t k = 0; k < count; k++) {
      list[kept] = list[k];
      kept += scores[list[k]] > bound;
    }
    count = kept;
  }
  for (size_t i = 0; i < count; i++) { finder_offer(f, f->first + list[i], scores[list[i]]); }
  for (size_t flag = 0; flag < WINDOW / UNITS_A_FLAG; flag++) {
    if (!f->index->touched[flag]) { continue; }
    for (size_t i = 0; i < UNITS_A_FLAG; i += 4) { /* as a string of stores, which `rep` is not */
      memcpy(scores + flag * UNITS_A_FLAG + i, &(four){0}, sizeof(four));
    }
    f->index->touched[flag] = 0;
  }
}

static inline uint64_t order_of(ranked r, bool by_unit) {
  return by_unit ? r.unit : (uint64_t)~r.score << 32 | r.unit;
}

/* Shell's sort: the lists are short, and calls to compare would cost more than what they compare.
 */
static inline __attribute__((always_inline)) void sort(ranked *list, size_t count, bool by_unit) {
  size_t gap = 1;
  while (gap < count / 3) { gap = 3 * gap + 1; }
  for (; gap > 0; gap /= 3) {
    for (size_t i = gap; i < count; i++) {
      const ranked moved = list[i];
      const uint64_t order = order_of(moved, by_unit);
      size_t at = i;
      for (; at >= gap && order_of(list[at - gap], by_unit) > order; at -= gap) {
        list[at] = list[at - gap];
      }
      list[at] = moved;
    }
  }
}

void candidates_sort(ranked *list, size_t count) { sort(list, count, false); }

void candidates_lead(ranked *list, size_t count, size_t most) {
  for (size_t i = 0; i < count; i++) {
    const ranked moved = list[i];
    const uint64_t order = order_of(moved, false);
    size_t at = i < most ? i : most - 1;
    if (at < i && order_of(list[at], false) < order) { continue; }
    list[i] = list[at];
    for (; at > 0 && order_of(list[at - 1], false) > order; at--) { list[at] = list[at - 1]; }
    list[at] = moved;
  }
}

void candidates_sort_units(ranked *list, size_t count) { sort(list, count, true); }

uint32_t candidates_scale(const query *q, uint32_t unit) {
  return q->hinted && query_kind(q, unit) == KIND_VERSE ? WEIGHT_HINT : WEIGHT_HINT_ONE;
}

bool candidates_find(const query *q, filter *passes, size_t most, size_t head_most,
                     candidates *out) {
  finder f = {.q = q, .index = q->index, .passes = passes};
  f.wanted = most < q->end - q->first ? most : q->end - q->first;
  size_t terms = q->term_count;
  f.cursors = arena_alloc(q->memory, (terms + 1) * sizeof(*f.cursors));
  f.bounds = arena_alloc(q->memory, (terms + 1) * sizeof(*f.bounds));
  f.order = arena_alloc(q->memory, (terms + 1) * sizeof(*f.order));
  f.found = arena_alloc(q->memory, 4 * (most + 1) * sizeof(*f.found));
  if (f.cursors == NULL || f.bounds == NULL || f.order == NULL || f.found == NULL) { return false; }
  for (size_t i = 0; i < terms; i++) {
    f.order[i] = (uint16_t)i;
    list_open(q->terms[i].list, q->in->units, &f.cursors[i]);
  }
  uint32_t size = FIRST_WINDOW; /* the best of a few units bound what others must exceed */
  for (f.first = q->first; f.first < q->end && terms > 0; f.first = f.end) {
    f.end = q->end - f.first < size ? q->end : f.first + size;
    size = size < WINDOW ? 2 * size : WINDOW;
    const uint32_t *bounds = q->in->section_end + SECTION_QURAN - 1;
    for (size_t i = 0; i < 2; i++) { /* all of a window is in the Quran, or none */
      if (bounds[i] > f.first && bounds[i] < f.end) { f.end = bounds[i]; }
    }
    f.scale = candidates_scale(q, f.first);
    f.kind = query_kind(q, f.first);
    finder_score_window(&f);
  }
  finder_choose(&f);
  *out = (candidates){.count = f.found_count};
  out->head = out->count < head_most ? out->count : head_most;
  out->list = arena_alloc(q->memory, (out->count + 1) * sizeof(*out->list));
  if (out->list == NULL) { return false; }
  for (size_t i = 0; i < out->count; i++) {
    out->list[i] = (ranked){UINT32_MAX - (uint32_t)f.found[i], (uint32_t)(f.found[i] >> 32)};
  }
  if (out->head < out->count) { candidates_sort(out->list, out->count); }
  return true;
}

/* Units with all words of a phrasing */

typedef struct gatherer {
  const query *q;
  posting_cursor *cursors;              /* of each term */
  bool *open;                           /* cursors that have been opened */
  const query_word *words[WHOLE_WORDS]; /* of the phrasing, the rarest first */
  size_t word_count;
  ranked best[WHOLE_MOST]; /* in their order */
  size_t count;
} gatherer;

static uint32_t gatherer_seek_term(gatherer *g, size_t term, uint32_t unit) {
  if (!g->open[term]) { list_open(g->q->terms[term].list, g->q->in->units, &g->cursors[term]); }
  g->open[term] = true;
  return list_seek(&g->cursors[term], unit);
}

/* The first unit at or behind `unit` that has the word. */
static uint32_t gatherer_seek_word(gatherer *g, const query_word *w, uint32_t unit) {
  uint32_t nearest = UINT32_MAX;
  for (size_t m = 0; m < w->count; m++) {
    uint32_t found = gatherer_seek_term(g, w->terms[m], unit);
    if (found < nearest) { nearest = found; }
  }
  return nearest;
}

static uint64_t count_units(const query *q, const query_word *w) {
  uint64_t units = 0;
  for (size_t m = 0; m < w->count; m++) { units += q->terms[w->terms[m]].list.df; }
  return units;
}

/* Reads the content words of a phrasing. @return false when it is passed over */
static bool gatherer_choose_words(gatherer *g, size_t phrasing_number) {
  const query *q = g->q;
  g->word_count = 0;
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    if (w->phrasing != phrasing_number || !w->content || w->repeated) { continue; }
    if (w->count == 0 || g->word_count == WHOLE_WORDS) { return false; }
    g->words[g->word_count++] = w;
    if (count_units(q, w) >= count_units(q, g->words[0])) { continue; }
    g->words[g->word_count - 1] = g->words[0];
    g->words[0] = w;
  }
  return g->word_count > 1 && count_units(q, g->words[0]) <= WHOLE_UNITS;
}

static bool is_listed(const ranked *list, size_t count, uint32_t unit) {
  for (size_t i = 0; i < count; i++) {
    if (list[i].unit == unit) { return true; }
  }
  return false;
}

/* Scores a unit as the first pass does. */
static uint32_t gatherer_score(gatherer *g, uint32_t unit) {
  const query *q = g->q;
  enum query_kind kind = query_kind(q, unit);
  uint64_t sum = 0;
  for (size_t i = 0; i < q->term_count; i++) {
    if (gatherer_seek_term(g, i, unit) != unit) { continue; }
    sum += (uint64_t)q->terms[i].weights[kind] * term_impact(q, &q->terms[i], &g->cursors[i]);
  }
  return (uint32_t)(sum * candidates_scale(q, unit) / WEIGHT_HINT_ONE);
}

/* True when a unit is not known yet and would be among the best. @param out receives it */
static bool gatherer_wants(gatherer *g, const candidates *found, uint32_t unit, ranked *out) {
  if (is_listed(found->list, found->head, unit) || is_listed(g->best, g->count, unit)) {
    return false;
  }
  *out = (ranked){unit, gatherer_score(g, unit)};
  return g->count < WHOLE_MOST || order_of(*out, false) < order_of(g->best[WHOLE_MOST - 1], false);
}

/* Puts a unit that is wanted among the best. */
static void gatherer_add(gatherer *g, ranked unit) {
  size_t at = g->count < WHOLE_MOST ? g->count++ : WHOLE_MOST - 1;
  for (; at > 0 && order_of(g->best[at - 1], false) > order_of(unit, false); at--) {
    g->best[at] = g->best[at - 1];
  }
  g->best[at] = unit;
}

/* Looks for units that have the form that was typed; positions are read of those that would be
 * among the best alone. */
static void gather_typed(gatherer *g, const query_term *t, const candidates *found) {
  const query *q = g->q;
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
  posting_cursor c;
  ranked wanted;
  bool placed = t->list.form_bits > 0 && t->list.positions.len > 0; /* by positions */
  bool listed = q->term_count == 1 && t->list.df <= found->head;
  if (!t->formed || listed || t->list.df > TYPED_UNITS) { return; }
  memset(g->open, 0, q->term_count * sizeof(*g->open));
  list_open(t->list, q->in->units, &c);
  for (uint32_t unit = list_seek(&c, q->first); unit < q->end; unit = list_seek(&c, unit + 1)) {
    bool typed = !placed;
    if (!gatherer_wants(g, found, unit, &wanted)) { continue; }
    size_t count = placed ? list_positions(&t->list, list_number(&c), positions, forms) : 0;
    for (size_t i = 0; i < count && !typed; i++) {
      typed = (t->typed >> forms[i] & 1) != 0 && positions[i] < FORMAT_NOTICE;
    }
    if (typed) { gatherer_add(g, wanted); }
  }
}

/* Looks for units with all words of a phrasing, which the rarest leads to. */
static void gather_whole(gatherer *g, const candidates *found) {
  const query *q = g->q;
  ranked wanted;
  memset(g->open, 0, q->term_count * sizeof(*g->open));
  for (uint32_t unit = gatherer_seek_word(g, g->words[0], q->first); unit < q->end;) {
    uint32_t next = unit;
    for (size_t i = 1; i < g->word_count && next == unit; i++) {
      next = gatherer_seek_word(g, g->words[i], unit);
    }
    if (next == unit && gatherer_wants(g, found, unit, &wanted)) { gatherer_add(g, wanted); }
    if (next == unit) { next++; }
    unit = next < q->end ? gatherer_seek_word(g, g->words[0], next) : q->end;
  }
}

bool candidates_add_whole(const query *q, candidates *found) {
  gatherer g = {.q = q};
  g.cursors = arena_alloc(q->memory, (q->term_count + 1) * sizeof(*g.cursors));
  g.open = arena_alloc(q->memory, (q->term_count + 1) * sizeof(*g.open));
  if (g.open == NULL || g.cursors == NULL) { return false; }
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    for (size_t m = 0; q->brief[w->phrasing] == 1 && w->content && m < w->count; m++) {
      gather_typed(&g, &q->terms[w->terms[m]], found);
    }
  }
  for (size_t k = 0; k < q->phrasing_count; k++) {
    if (gatherer_choose_words(&g, k)) { gather_whole(&g, found); }
  }
  if (g.count == 0) { return true; }
  ranked *longer = arena_alloc(q->memory, (found->count + g.count + 1) * sizeof(*longer));
  if (longer == NULL) { return false; }
  memcpy(longer, found->list, found->head * sizeof(*longer));
  memcpy(longer + found->head, g.best, g.count * sizeof(*longer));
  size_t kept = found->head + g.count;
  for (size_t i = found->head; i < found->count; i++) {
    if (!is_listed(g.best, g.count, found->list[i].unit)) { longer[kept++] = found->list[i]; }
  }
  *found = (candidates){longer, kept, found->head + g.count};
  return true;
}
