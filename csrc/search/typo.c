#include "search/typo.h"

#include "base/utf8.h"

enum { LETTERS = 24, FAR = 3, COMPLETIONS = 1024 };

typedef struct letters {
  uint32_t at[LETTERS + 1];
  size_t count; /* LETTERS + 1 when there are more */
} letters;

static letters spell(const char *key, size_t len) {
  letters out = {.count = 0};
  size_t step;
  span word = {key, len};
  for (size_t i = 0; i < len && out.count <= LETTERS; i += step) {
    uint32_t c = utf8_decode(span_skip(word, i), &step);
    if (step == 0) break;
    out.at[out.count++] = c;
  }
  return out;
}

/* The state of a walk over the sorted dictionary: one row of the distance table for each letter of
 * the present entry; letters shared with the entry before keep their rows. */
typedef struct walk {
  letters word, entry;
  uint8_t rows[LETTERS + 1][LETTERS + 1];
  unsigned allowance;
} walk;

static uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }

static void fill_row(walk *w, size_t i) {
  uint8_t *row = w->rows[i];
  const uint8_t *above = w->rows[i - 1];
  uint32_t letter = w->entry.at[i - 1];
  row[0] = (uint8_t)i;
  for (size_t k = 1; k <= w->word.count; k++) {
    bool same = w->word.at[k - 1] == letter;
    uint8_t cost =
        least((uint8_t)(above[k - 1] + !same), (uint8_t)(least(above[k], row[k - 1]) + 1));
    bool swapped =
        i > 1 && k > 1 && w->word.at[k - 2] == letter && w->entry.at[i - 2] == w->word.at[k - 1];
    if (swapped) cost = least(cost, (uint8_t)(w->rows[i - 2][k - 2] + 1));
    row[k] = cost;
  }
}

static bool hopeless(const walk *w, size_t i) {
  for (size_t k = 0; k <= w->word.count; k++) {
    if (w->rows[i][k] <= w->allowance) return false;
  }
  return true;
}

/* Distance of the next entry, FAR when beyond the allowance. `*sound` is the number of rows that
 * hold; `*dead` that of letters after which no longer word can be near. */
static unsigned distance(walk *w, const lexicon_cursor *c, size_t *sound, size_t *dead) {
  letters entry = spell(c->key, c->key_len);
  size_t shared = 0;
  while (shared < *sound && shared < entry.count && entry.at[shared] == w->entry.at[shared]) {
    shared++;
  }
  if (*dead != 0 && shared >= *dead) return FAR;
  *dead = 0;
  w->entry = entry;
  *sound = shared;
  if (entry.count > LETTERS || entry.count > w->word.count + w->allowance + 4) {
    if (entry.count > LETTERS) return FAR;
  }
  for (size_t i = shared + 1; i <= entry.count; i++) {
    fill_row(w, i);
    *sound = i;
    if (i > 1 && hopeless(w, i) && hopeless(w, i - 1)) {
      *dead = i;
      return FAR;
    }
  }
  unsigned edits = w->rows[entry.count][w->word.count];
  return edits > w->allowance ? FAR : edits;
}

static bool has_digit(span word) {
  for (size_t i = 0; i < word.len; i++) {
    if (word.data[i] >= '0' && word.data[i] <= '9') return true;
  }
  return false;
}

static bool better(const typo_match *a, const typo_match *b) {
  if (a->edits != b->edits) return a->edits < b->edits;
  if (a->list.df != b->list.df) return a->list.df > b->list.df;
  return a->list.number < b->list.number;
}

/* Keeps the best matches, one for each group. */
static void keep(typo_match out[TYPO_GROUPS], size_t *count, const typo_match *m) {
  for (size_t i = 0; i < *count; i++) {
    if (out[i].list.number != m->list.number) continue;
    if (better(m, &out[i])) out[i].edits = m->edits;
    return;
  }
  size_t at = *count;
  while (at > 0 && better(m, &out[at - 1])) at--;
  if (at == TYPO_GROUPS) return;
  size_t last = *count < TYPO_GROUPS ? *count : TYPO_GROUPS - 1;
  for (size_t i = last; i > at; i--) out[i] = out[i - 1];
  out[at] = *m;
  if (*count < TYPO_GROUPS) ++*count;
}

static size_t first_letter(span word) {
  size_t step;
  utf8_decode(word, &step);
  return step;
}

typedef bool visitor(void *state, const partition *p, const lexicon_cursor *c, uint32_t number,
                     unsigned form);

/* Calls `visit` for the words that begin with `prefix`, until it returns false. */
static void each_word(const partition *p, span prefix, visitor *visit, void *state) {
  lexicon_cursor c;
  uint32_t number = 0;
  unsigned form;
  if (p->forms.count == 0) return;
  lexicon_seek_block(&p->forms, prefix, &c);
  while (c.number < p->forms.count) {
    if (c.number % LEXICON_BLOCK == 0) number = 0;
    const unsigned char *end = index_form_payload(&c, &number, &form);
    span key = {c.key, c.key_len};
    bool inside = span_starts(key, prefix);
    if (!inside && span_compare(key, prefix) > 0) return;
    if (inside && !visit(state, p, &c, number, form)) return;
    if (!lexicon_next(&c, end)) return;
  }
}

typedef struct search_state {
  walk w;
  size_t sound, dead, count;
  typo_match *out;
} search_state;

static bool visit_typo(void *state, const partition *p, const lexicon_cursor *c, uint32_t number,
                       unsigned form) {
  search_state *s = state;
  unsigned edits = distance(&s->w, c, &s->sound, &s->dead);
  if (edits == FAR || has_digit((span){c->key, c->key_len})) return true;
  typo_match m = {.form = form, .edits = edits};
  if (index_group_at(p, number, &m.list)) keep(s->out, &s->count, &m);
  return true;
}

size_t typo_search(const partition *p, span word, typo_match out[TYPO_GROUPS]) {
  search_state s = {.out = out};
  s.w.word = spell(word.data, word.len);
  if (s.w.word.count > LETTERS) return 0;
  s.w.allowance = typo_allowance(s.w.word.count);
  if (s.w.allowance == 0) return 0;
  for (size_t k = 0; k <= LETTERS; k++) s.w.rows[0][k] = (uint8_t)k;
  each_word(p, span_take(word, first_letter(word)), visit_typo, &s);
  /* two edits only where one finds nothing */
  while (s.count > 1 && out[s.count - 1].edits > out[0].edits) s.count--;
  return s.count;
}

typedef struct complete_state {
  size_t seen, count;
  typo_match *out;
} complete_state;

static bool visit_completion(void *state, const partition *p, const lexicon_cursor *c,
                             uint32_t number, unsigned form) {
  complete_state *s = state;
  (void)c;
  typo_match m = {.form = form, .edits = 0};
  if (index_group_at(p, number, &m.list)) keep(s->out, &s->count, &m);
  return ++s->seen < COMPLETIONS;
}

size_t typo_complete(const partition *p, span prefix, typo_match out[TYPO_GROUPS]) {
  complete_state s = {.out = out};
  each_word(p, prefix, visit_completion, &s);
  return s.count;
}
