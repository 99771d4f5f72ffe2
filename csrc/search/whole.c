#include "search/whole.h"

#include "search/weights.h"

enum { WORDS_MOST = 8 }; /* content words of a phrasing that is looked at */

typedef struct gatherer {
  search_index *index;
  const query *q;
  posting_cursor *cursors;             /* of each term */
  bool *open;                          /* whether it is */
  const query_word *words[WORDS_MOST]; /* of the phrasing, the rarest first */
  size_t word_count;
  ranked best[WHOLE_MOST]; /* in their order */
  size_t count;
} gatherer;

static uint32_t seek_term(gatherer *g, size_t term, uint32_t unit) {
  if (!g->open[term]) {
    list_open(g->q->terms[term].list, g->q->in->units, &g->cursors[term]);
  }
  g->open[term] = true;
  return list_seek(&g->cursors[term], unit);
}

/* The first unit at or behind `unit` that has the word. */
static uint32_t seek_word(gatherer *g, const query_word *w, uint32_t unit) {
  uint32_t nearest = UINT32_MAX;
  for (size_t m = 0; m < w->count; m++) {
    uint32_t found = seek_term(g, w->terms[m], unit);
    if (found < nearest) {
      nearest = found;
    }
  }
  return nearest;
}

static uint64_t count_units(const gatherer *g, const query_word *w) {
  uint64_t units = 0;
  for (size_t m = 0; m < w->count; m++) {
    units += g->q->terms[w->terms[m]].list.df;
  }
  return units;
}

/* Reads the content words of a phrasing. @return false when it is passed over */
static bool choose_words(gatherer *g, size_t phrasing_number) {
  g->word_count = 0;
  for (size_t i = 0; i < g->q->word_count; i++) {
    const query_word *w = &g->q->words[i];
    if (w->phrasing != phrasing_number || !w->content || w->repeated) {
      continue;
    }
    if (w->count == 0 || g->word_count == WORDS_MOST) {
      return false;
    }
    g->words[g->word_count++] = w;
    const query_word *last = g->words[g->word_count - 1];
    if (count_units(g, last) >= count_units(g, g->words[0])) {
      continue;
    }
    g->words[g->word_count - 1] = g->words[0];
    g->words[0] = last;
  }
  return g->word_count > 1 && count_units(g, g->words[0]) <= WHOLE_UNITS;
}

/* The score of the first pass. */
static uint32_t score(gatherer *g, uint32_t unit) {
  uint64_t sum = 0;
  for (size_t i = 0; i < g->q->term_count; i++) {
    const query_term *t = &g->q->terms[i];
    if (seek_term(g, i, unit) != unit) {
      continue;
    }
    uint32_t code = list_code(&g->cursors[i]);
    sum += (uint64_t)t->weight * (t->level ? g->index->impacts[FORMAT_LEVEL << 4 | code]
                                           : index_impact(g->index, g->q->in, unit, code));
  }
  return (uint32_t)(sum * candidates_scale(g->q, unit) / WEIGHT_HINT_ONE);
}

static bool is_listed(const ranked *list, size_t count, uint32_t unit) {
  for (size_t i = 0; i < count; i++) {
    if (list[i].unit == unit) {
      return true;
    }
  }
  return false;
}

/* Notes a unit when it is among the best; of equal ones the first. */
static void note(gatherer *g, ranked unit) {
  size_t at = g->count < WHOLE_MOST ? g->count++ : WHOLE_MOST;
  for (; at > 0 && (g->best[at - 1].score < unit.score ||
                    (g->best[at - 1].score == unit.score && g->best[at - 1].unit > unit.unit));
       at--) {
    if (at < WHOLE_MOST) {
      g->best[at] = g->best[at - 1];
    }
  }
  if (at < WHOLE_MOST) {
    g->best[at] = unit;
  }
}

/* Looks for units with all words, which the rarest leads to. */
static void gather(gatherer *g, uint32_t first, uint32_t end, const ranked *head, size_t count) {
  for (uint32_t unit = seek_word(g, g->words[0], first); unit < end;) {
    uint32_t next = unit;
    for (size_t i = 1; i < g->word_count && next == unit; i++) {
      next = seek_word(g, g->words[i], unit);
    }
    bool known = next != unit || is_listed(head, count, unit) || is_listed(g->best, g->count, unit);
    if (!known) {
      note(g, (ranked){unit, score(g, unit)});
    }
    if (next == unit) {
      next++;
    }
    unit = next < end ? seek_word(g, g->words[0], next) : end;
  }
}

/* The list with the gathered units behind its first `head`. */
static bool insert(const gatherer *g, size_t head, arena *memory, ranked **list, size_t *count) {
  ranked *longer = arena_alloc(memory, (*count + g->count + 1) * sizeof(*longer));
  if (longer == NULL) {
    return false;
  }
  size_t kept = head;
  memcpy(longer, *list, head * sizeof(*longer));
  memcpy(longer + kept, g->best, g->count * sizeof(*longer));
  kept += g->count;
  for (size_t i = head; i < *count; i++) {
    if (!is_listed(g->best, g->count, (*list)[i].unit)) {
      longer[kept++] = (*list)[i];
    }
  }
  *list = longer;
  *count = kept;
  return true;
}

size_t whole_add(search_index *index, const query *q, uint32_t first, uint32_t end, size_t head,
                 arena *memory, ranked **list, size_t *count) {
  gatherer g = {.index = index, .q = q};
  if (head > *count) {
    head = *count;
  }
  for (size_t k = 0; k < q->phrasing_count; k++) {
    if (!choose_words(&g, k)) {
      continue;
    }
    if (g.open == NULL) {
      g.cursors = arena_alloc(memory, q->term_count * sizeof(*g.cursors));
    }
    if (g.open == NULL) {
      g.open = arena_alloc(memory, q->term_count * sizeof(*g.open));
    }
    if (g.open == NULL || g.cursors == NULL) {
      return SIZE_MAX;
    }
    memset(g.open, 0, q->term_count * sizeof(*g.open));
    gather(&g, first, end, *list, head);
  }
  if (g.count > 0 && !insert(&g, head, memory, list, count)) {
    return SIZE_MAX;
  }
  return g.count;
}
