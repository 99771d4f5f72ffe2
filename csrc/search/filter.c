#include "search/filter.h"

#include "text/token.h"

enum { ABSENT = SEARCH_PHRASINGS * PHRASING_ABSENT, REQUIRED = 128 };

/* A word of a phrase in quotation marks. */
typedef struct required {
  posting_cursor at; /* of its group; it has no units when the word is nowhere */
  uint32_t offset;   /* 0 begins a phrase; else 1 + the word's position in it */
  uint8_t form, phrasing;
  bool formed; /* the form must be the one that was typed */
} required;

struct filter {
  const query *q;
  posting_cursor absent[ABSENT];
  size_t absent_count;
  required *words; /* phrase after phrase */
  size_t word_count;
  posting_cursor *terms; /* of the query */
};

/* The number of phrases that a phrasing asks for as they are. In a question quotation marks only
 * name something: who wrote "Faust"? */
static size_t phrases_of(const phrasing *p) { return p->asks ? 0 : p->phrase_count; }

/* The group of a word as it is written, or of an identifier; one of no units when there is none. */
static word_group find_group(const partition *p, const token *t, required *word) {
  word_group group = {0};
  uint32_t number;
  unsigned form = 0;
  if (t->kind == TOKEN_IDENTIFIER) {
    return index_group(p, t->key, &group) ? group : (word_group){0};
  }
  if (!index_form(p, t->key, &number, &form)) { return group; }
  word->form = (uint8_t)form;
  word->formed = true;
  return index_group_at(p, number, &group) ? group : (word_group){0};
}

static void add_phrase(filter *f, size_t number, span text) {
  const partition *p = f->q->in;
  token_reader r;
  token t;
  bool begins = true;
  token_begin(&r, text);
  while (f->word_count < REQUIRED && token_next(&r, &t)) {
    required *word = &f->words[f->word_count++];
    *word = (required){.phrasing = (uint8_t)number, .offset = begins ? 0 : t.position + 1};
    begins = false;
    list_open(find_group(p, &t, word), p->units, &word->at);
  }
}

static void add_absent(filter *f, span text) {
  const query *q = f->q;
  const partition *p = q->in;
  token_reader r;
  token t;
  token_begin(&r, text);
  while (f->absent_count < ABSENT && token_next(&r, &t)) {
    word_group group;
    required ignored;
    if (t.kind == TOKEN_IDENTIFIER) { continue; }
    group = find_group(p, &t, &ignored);
    span stem = analyzer_stem(q->index->stems, q->request->locale, t.key, t.traits);
    if (group.df == 0 && !index_group(p, stem, &group)) { continue; }
    list_open(group, p->units, &f->absent[f->absent_count++]);
  }
}

bool filter_open(const query *q, filter **out) {
  size_t rules = 0;
  for (size_t i = 0; i < q->phrasing_count; i++) {
    rules += q->phrasings[i].absent_count + phrases_of(&q->phrasings[i]);
  }
  *out = NULL;
  if (rules == 0) { return true; }
  filter *f = arena_alloc(q->memory, sizeof(*f));
  required *words = arena_alloc(q->memory, REQUIRED * sizeof(*words));
  posting_cursor *terms = arena_alloc(q->memory, (q->term_count + 1) * sizeof(*terms));
  if (f == NULL || words == NULL || terms == NULL) { return false; }
  f->q = q;
  f->words = words;
  f->terms = terms;
  f->absent_count = f->word_count = 0;
  for (size_t i = 0; i < q->phrasing_count; i++) {
    const phrasing *p = &q->phrasings[i];
    for (size_t k = 0; k < phrases_of(p); k++) { add_phrase(f, i, p->phrases[k]); }
    for (size_t k = 0; k < p->absent_count; k++) { add_absent(f, p->absent[k]); }
  }
  for (size_t i = 0; i < q->term_count; i++) {
    list_open(q->terms[i].list, q->in->units, &terms[i]);
  }
  *out = f;
  return true;
}

bool filter_relax(filter *f) {
  if (f == NULL || f->word_count == 0) { return false; }
  f->word_count = 0;
  for (size_t i = 0; i < f->q->term_count; i++) {
    list_open(f->q->terms[i].list, f->q->in->units, &f->terms[i]);
  }
  for (size_t i = 0; i < f->absent_count; i++) {
    list_open(f->absent[i].list, f->q->in->units, &f->absent[i]);
  }
  return true;
}

/* True when the word stands at `position` of the unit its cursor is at. */
static bool stands_at(const required *word, uint32_t position) {
  const word_group *list = &word->at.list;
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
  if (list->positions.len == 0) { return true; /* it is everywhere: nothing tells where */ }
  size_t count = list_positions(list, list_number(&word->at), positions, forms);
  for (size_t k = 0; k < count; k++) {
    if (positions[k] == position) { return !word->formed || forms[k] == word->form; }
  }
  return false;
}

/* Offset of a word from the first of its phrase. */
static uint32_t offset_of(const required *word) { return word->offset > 0 ? word->offset - 1 : 0; }

/* True when the unit has the words [first, end) side by side. */
static bool has_phrase(required *first, const required *end, uint32_t unit) {
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
  const required *anchor = NULL;
  for (required *w = first; w < end; w++) {
    if (w->at.list.df == 0 || list_seek(&w->at, unit) != unit) { return false; }
    if (anchor == NULL && w->at.list.positions.len > 0) { anchor = w; }
  }
  if (anchor == NULL) { return true; }
  size_t count = list_positions(&anchor->at.list, list_number(&anchor->at), positions, forms);
  for (size_t k = 0; k < count; k++) {
    bool here = positions[k] >= offset_of(anchor);
    for (const required *w = first; w < end && here; w++) {
      here = stands_at(w, positions[k] - offset_of(anchor) + offset_of(w));
    }
    if (here) { return true; }
  }
  return false;
}

/* True when the unit has a term of a phrasing, and all its phrases. */
static bool has_phrasing(filter *f, size_t number, uint32_t unit) {
  bool any = false;
  for (size_t i = 0; i < f->q->term_count && !any; i++) {
    bool of = (f->q->terms[i].phrasings >> number & 1) != 0;
    any = of && list_seek(&f->terms[i], unit) == unit;
  }
  for (size_t i = 0, end; any && i < f->word_count; i = end) {
    for (end = i + 1; end < f->word_count && f->words[end].offset > 0;) { end++; }
    bool of = f->words[i].phrasing == number;
    if (of && !has_phrase(&f->words[i], &f->words[end], unit)) { return false; }
  }
  return any;
}

bool filter_passes(filter *f, uint32_t unit) {
  if (f == NULL) { return true; }
  for (size_t i = 0; i < f->absent_count; i++) {
    if (list_seek(&f->absent[i], unit) == unit) { return false; }
  }
  for (size_t k = 0; k < f->q->phrasing_count && f->word_count > 0; k++) {
    if (has_phrasing(f, k, unit)) { return true; }
  }
  return f->word_count == 0;
}
