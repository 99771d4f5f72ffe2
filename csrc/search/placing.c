#include "search/placing.h"

const placed_term *placing_read(reranker *r, const candidate *c, size_t i) {
  placed_term *t = &r->terms[i];
  const word_group *list = &r->q->terms[t->term].list;
  if (!t->read) { t->count = list_positions(list, c->postings[i], t->positions, t->forms); }
  t->read = true;
  return t;
}

void placing_enter(reranker *r) {
  for (size_t i = 0; i < r->term_count; i++) { r->terms[i].read = false; }
  r->text_known = false;
}

bool placing_near(reranker *r, const candidate *c, const query_word *w, uint32_t position,
                  uint8_t at[PLACED_TERMS]) {
  for (size_t m = 0; m < w->count; m++) {
    uint8_t place = r->place[w->terms[m]];
    if (place == PLACED_TERMS || c->codes[place] == NOT_HERE) { continue; }
    const placed_term *t = placing_read(r, c, place);
    while (at[place] < t->count && t->positions[at[place]] + TOGETHER_WORDS < position) {
      at[place]++;
    }
    if (at[place] < t->count && t->positions[at[place]] <= position + TOGETHER_WORDS) {
      return true;
    }
  }
  return false;
}

/* The position of the first word of the candidate's text. */
static uint32_t text_position(reranker *r, const candidate *c) {
  if (!r->text_known) {
    span map = index_map(r->q->in, c->ranked->unit, &r->text);
    if (map.len == 0) { r->text = FORMAT_NOTICE; } /* a document that is cited has none */
    r->text_known = true;
  }
  return r->text;
}

/* True when a content word of a phrasing is in the title: before the text; of a verse, among its
 * subjects, which stand between its texts. */
static bool is_titled(reranker *r, const candidate *c, const query_word *w, uint32_t text) {
  for (size_t m = 0; m < w->count; m++) {
    uint8_t place = r->place[w->terms[m]];
    if (place == PLACED_TERMS || c->codes[place] == NOT_HERE) { continue; }
    const placed_term *t = placing_read(r, c, place);
    uint32_t first = t->count > 0 ? t->positions[0] : UINT32_MAX;
    bool before =
        c->kind == KIND_VERSE ? first >= VERSE_SUBJECTS && first < VERSE_TRANSLATION : first < text;
    if (c->codes[place] >= r->title_code && before) { return true; }
  }
  return false;
}

static bool is_sought(const query_word *w, size_t number) {
  return w->phrasing == number && w->content && !w->repeated;
}

uint32_t placing_titled(reranker *r, const candidate *c, size_t number) {
  const query *q = r->q;
  uint32_t weight = 0, text;
  if (c->of[number].titled == 0) { return 0; }
  text = text_position(r, c);
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    if (is_sought(w, number) && is_titled(r, c, w, text)) { weight += w->weights[c->kind]; }
  }
  return weight;
}

/* The weight of the content words of a brief phrasing that are in the title or, of the others,
 * stand together. */
static uint32_t weigh_support(reranker *r, const candidate *c, size_t number) {
  const query *q = r->q;
  const query_word *others[BRIEF_WORDS];
  size_t count = 0;
  uint32_t titled = 0, best = 0, text = text_position(r, c);
  for (size_t i = 0; i < q->word_count && count < BRIEF_WORDS; i++) {
    const query_word *w = &q->words[i];
    if (!is_sought(w, number)) { continue; }
    if (is_titled(r, c, w, text)) {
      titled += w->weights[c->kind];
    } else {
      others[count++] = w;
    }
  }
  for (size_t i = 0; i < count; i++) {
    for (size_t m = 0; m < others[i]->count; m++) {
      uint8_t place = r->place[others[i]->terms[m]], at[PLACED_TERMS] = {0};
      if (place == PLACED_TERMS || c->codes[place] == NOT_HERE) { continue; }
      const placed_term *anchor = placing_read(r, c, place);
      for (size_t k = 0; k == 0 || k < anchor->count; k++) { /* common words have no positions */
        uint32_t weight = others[i]->weights[c->kind];
        for (size_t o = 0; o < count && anchor->count > 0; o++) {
          bool near = o != i && placing_near(r, c, others[o], anchor->positions[k], at);
          weight += near ? others[o]->weights[c->kind] : 0;
        }
        best = weight > best ? weight : best;
      }
    }
  }
  return titled + best;
}

/* True when a rare content word of a phrasing tells what a lesson is about: it is before the text,
 * and in the text often. */
static bool has_subject(reranker *r, const candidate *c, size_t number) {
  const query *q = r->q;
  const double rare = query_weight(q->in->units, 0) * SUBJECT_RARE / PER_CENT;
  if (c->of[number].titled < rare || c->kind == KIND_VERSE) { return false; }
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    if (!is_sought(w, number) || w->count == 0 || w->weights[c->kind] < rare) { continue; }
    uint8_t place = r->place[w->terms[0]];
    bool known = place < PLACED_TERMS && q->terms[w->terms[0]].evidence < EVIDENCE_COMPLETED &&
                 c->codes[place] != NOT_HERE && c->codes[place] >= r->subject_code;
    if (known && is_titled(r, c, w, text_position(r, c))) { return true; }
  }
  return false;
}

/* True when a unit has most of a brief phrasing as it was typed, or enough of it in one place, or
 * is about a word of it. */
static bool is_about(reranker *r, const candidate *c, size_t number) {
  uint64_t whole = (uint64_t)c->of[number].sought + r->q->lost[number];
  placing_enter(r);
  if ((uint64_t)c->of[number].sure * PER_CENT >= whole * SUPPORT) { return true; }
  if ((uint64_t)c->of[number].held * PER_CENT >= whole * SUPPORT_LIKELY) {
    bool likely = c->of[number].held == whole || placing_titled(r, c, number) > 0;
    unsigned least = likely ? SUPPORT_LIKELY : SUPPORT;
    if ((uint64_t)weigh_support(r, c, number) * PER_CENT >= whole * least) { return true; }
  }
  return has_subject(r, c, number);
}

bool placing_lacks(reranker *r, size_t number, size_t count) {
  const query *q = r->q;
  bool named = q->pin_count > 0 || q->phrasings[number].others.left > 0;
  size_t best = 0; /* most often it is */
  if (!q->compared[number] || q->brief[number] < 2 || named || q->hinted) { return false; }
  for (size_t i = 1; i < count; i++) {
    best = r->candidates[i].ranked->score > r->candidates[best].ranked->score ? i : best;
  }
  if (count > 0 && is_about(r, &r->candidates[best], number)) { return false; }
  for (size_t i = 0; i < count; i++) {
    if (i != best && is_about(r, &r->candidates[i], number)) { return false; }
  }
  return !query_names(q, number);
}

/* The per cent of a phrasing's content words that a candidate has, by their weight. */
static unsigned held_share(const coverage *of) {
  return of->sought == 0 ? 0 : (unsigned)((uint64_t)of->held * PER_CENT / of->sought);
}

/* True when a candidate has a word. */
static bool has_word(const reranker *r, const candidate *c, const query_word *w) {
  for (size_t m = 0; m < w->count; m++) {
    uint8_t place = r->place[w->terms[m]];
    if (place != PLACED_TERMS && c->codes[place] != NOT_HERE) { return true; }
  }
  return false;
}

/* The least share of a phrasing that a verse among the candidates has; PER_CENT without one.
 * @param lacked receives which words of the query none of these verses has */
static unsigned least_of_verses(const reranker *r, size_t number, size_t count, bool *lacked) {
  const query *q = r->q;
  unsigned least = PER_CENT;
  for (size_t i = 0; i < q->word_count; i++) { lacked[i] = true; }
  for (size_t i = 0; i < count; i++) {
    const candidate *c = &r->candidates[i];
    if (c->kind != KIND_VERSE) { continue; }
    unsigned held = held_share(&c->of[number]);
    least = held < least ? held : least;
    for (size_t k = 0; k < q->word_count; k++) {
      lacked[k] = lacked[k] && !has_word(r, c, &q->words[k]);
    }
  }
  return least;
}

/* The greatest share of a brief phrasing that a lesson among the candidates has in its title or
 * together, of those that have all of it or a word that the verses lack; 0 where none has more than
 * `least`. */
static unsigned share_of_lessons(reranker *r, size_t number, size_t count, unsigned least,
                                 const bool *lacked) {
  const query *q = r->q;
  unsigned most = 0;
  for (size_t i = 0; i < count && most < PER_CENT; i++) {
    const candidate *c = &r->candidates[i];
    unsigned held = held_share(&c->of[number]);
    bool other = held == PER_CENT;
    if (c->kind != KIND_LESSON || held <= least || held <= most) { continue; }
    for (size_t k = 0; k < q->word_count && !other; k++) {
      const query_word *w = &q->words[k];
      other = w->phrasing == number && w->content && lacked[k] && has_word(r, c, w);
    }
    if (!other) { continue; }
    placing_enter(r);
    uint64_t support = weigh_support(r, c, number);
    unsigned here = (unsigned)(support * PER_CENT / c->of[number].sought);
    most = here > most ? here : most;
  }
  return most > least ? most : 0;
}

/* True when a verse with so many per cent of a phrasing stands before a lesson with so many. */
static bool outweighs(unsigned verse, unsigned lesson) {
  return verse == PER_CENT || verse * YIELDING_VERSE >= lesson * PER_CENT;
}

void placing_yield(reranker *r, size_t count) {
  const query *q = r->q;
  unsigned lesson[SEARCH_PHRASINGS] = {0};
  bool lacked[QUERY_TERMS];
  bool yields = !q->hinted && q->pin_count == 0;
  for (size_t k = 0; yields && k < q->phrasing_count; k++) {
    unsigned least = least_of_verses(r, k, count, lacked) * YIELDING_VERSE / PER_CENT;
    if (q->brief[k] > 1) { lesson[k] = share_of_lessons(r, k, count, least, lacked); }
    yields = lesson[k] > 0;
  }
  for (size_t i = 0; yields && i < count; i++) {
    candidate *c = &r->candidates[i];
    bool behind = c->kind == KIND_VERSE;
    for (size_t k = 0; behind && k < q->phrasing_count; k++) {
      behind = !outweighs(held_share(&c->of[k]), lesson[k]);
    }
    if (!behind) { continue; }
    c->scale /= YIELDED;
    c->ranked->score /= YIELDED;
    c->upper_bound /= YIELDED;
  }
}
