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
  if (!q->compared[number] || named || q->hinted) { return false; }
  for (size_t i = 1; i < count; i++) {
    best = r->candidates[i].ranked->score > r->candidates[best].ranked->score ? i : best;
  }
  if (count > 0 && is_about(r, &r->candidates[best], number)) { return false; }
  for (size_t i = 0; i < count; i++) {
    if (i != best && is_about(r, &r->candidates[i], number)) { return false; }
  }
  return !query_names(q, number);
}
